internal import Foundation

extension Degrees {
  /// From the south pole to the north pole.
  public static let latitudes = Degrees(scaled: -900_000_000)...Degrees(scaled: 900_000_000)
  /// Once around, both writings of the date line included.
  public static let longitudes = Degrees(scaled: -1_800_000_000)...Degrees(scaled: 1_800_000_000)

  fileprivate var radians: Double { Double(scaled) / 1e7 * (.pi / 180) }
}

/// A place on earth: latitude and longitude of the World Geodetic System 1984, as maps and telephones give them.
///
/// ```swift
/// Coordinates(latitude: Degrees("36.12")!, longitude: Degrees("-86.67")!)?.metres(to: airport)   // 2886448
/// ```
public struct Coordinates: Hashable, Sendable {
  /// −90 to 90 degrees.
  public let latitude: Degrees
  /// −180 to 180 degrees.
  public let longitude: Degrees

  /// The mean radius of the earth in metres: R₁ of the International Union of Geodesy and Geophysics.
  public static let meanEarthRadius = 6_371_008.8

  /// A place; nil where one of the angles is out of range.
  public init?(latitude: Degrees, longitude: Degrees) {
    guard Degrees.latitudes.contains(latitude), Degrees.longitudes.contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The length of the great circle to another place in whole metres, on a sphere of ``meanEarthRadius``.
  ///
  /// By the haversine, which keeps short distances exact; the true earth is not quite a sphere, so that distances are up to
  /// 0.5 % off. 0 to 20,015,115.
  public func metres(to other: Coordinates) -> Int64 {
    let (from, to) = (latitude.radians, other.latitude.radians)
    let halfHeight = sin((to - from) / 2)
    let halfWidth = sin((other.longitude.radians - longitude.radians) / 2)
    // At the antipodes, rounding may give slightly more than one.
    let square = min(1, halfHeight * halfHeight + cos(from) * cos(to) * halfWidth * halfWidth)
    return Int64((2 * Self.meanEarthRadius * atan2(square.squareRoot(), (1 - square).squareRoot())).rounded())
  }
}

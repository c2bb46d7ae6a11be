internal import Foundation
internal import RetailValues

/// A part of the earth laid out flat: equirectangular, with lengths that are right at the middle latitude.
///
/// Longitudes are counted eastward from the western edge, so that a map may cross the date line. Places on a drawing are no
/// figures for calculation, and are binary floating point.
struct MapProjection {
  /// In units of the drawing.
  let width = 1000.0
  let height: Double
  /// Degrees: the western and the southern edge.
  let west: Double
  let south: Double
  /// Degrees of longitude and latitude that are seen.
  let longitudes: Double
  let latitudes: Double

  private static let leastSpan = 0.02
  private static let heights = 360.0...820.0

  var north: Double { south + latitudes }
  var middleLatitude: Double { south + latitudes / 2 }

  /// The part of the earth that contains some places, with a margin; nil when there are no places.
  init?(around places: [Coordinates]) {
    guard let least = places.map(\.latitude).min(), let most = places.map(\.latitude).max() else { return nil }
    let (lowest, highest) = (Self.degrees(least), Self.degrees(most))
    let middle = (lowest + highest) / 2
    // A degree of longitude is that much shorter than one of latitude; near a pole the map is drawn wider than it is.
    let shortening = max(0.05, cos(middle * .pi / 180))
    let (start, span) = Self.widestGapLeftOut(places.map { Self.degrees($0.longitude) })
    let margin = 1.16
    let neededWidth = max(span, Self.leastSpan / shortening) * margin
    let neededHeight = max(highest - lowest, Self.leastSpan) * margin
    let ideal = width * neededHeight / (neededWidth * shortening)
    height = (min(max(ideal, Self.heights.lowerBound), Self.heights.upperBound)).rounded()
    // The side that would be left over is filled with more of the earth.
    longitudes = min(360, max(neededWidth, neededHeight * width / height / shortening))
    latitudes = min(180, max(neededHeight, neededWidth * shortening * height / width))
    south = min(max(middle - latitudes / 2, -90), 90 - latitudes)
    west = longitudes >= 360 ? -180 : start + span / 2 - longitudes / 2
  }

  static func degrees(_ value: Degrees) -> Double { Double(value.scaled) / 1e7 }

  /// The shortest stretch eastward that holds all longitudes: what is left when the widest gap between two is cut out.
  private static func widestGapLeftOut(_ longitudes: [Double]) -> (start: Double, span: Double) {
    let sorted = Set(longitudes.map { $0 == 180 ? -180 : $0 }).sorted()
    guard let first = sorted.first, let last = sorted.last else { return (0, 0) }
    var (start, gap) = (first, first + 360 - last)
    for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > gap { (start, gap) = (east, east - west) }
    return (start, 360 - gap)
  }

  /// The position of a longitude, in units of the drawing.
  func x(_ longitude: Double) -> Double {
    let eastward = (longitude - west).truncatingRemainder(dividingBy: 360)
    return (eastward < 0 ? eastward + 360 : eastward) / longitudes * width
  }

  func y(_ latitude: Double) -> Double { (north - latitude) / latitudes * height }

  // MARK: - Graticule and scale

  struct Line {
    let place: Double
    let label: String
  }

  /// Steps between lines, in ten-millionths of a degree.
  private static let steps: [Int64] = [
    10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000,
    50_000_000, 100_000_000, 150_000_000, 300_000_000, 450_000_000, 600_000_000, 900_000_000,
  ]

  private static func step(across span: Double) -> Int64 {
    steps.first { Double($0) >= span * 1e7 / 6 } ?? 900_000_000
  }

  private static func multiples(of step: Int64, from: Double, to: Double) -> [Int64] {
    let first = Int64((from * 1e7 / Double(step)).rounded(.up))
    let last = Int64((to * 1e7 / Double(step)).rounded(.down))
    return first <= last ? (first...last).map { $0 * step } : []
  }

  /// Lines of equal longitude, inside the edges.
  var meridians: [Line] {
    Self.multiples(of: Self.step(across: longitudes), from: west, to: west + longitudes).compactMap { scaled in
      let place = (Double(scaled) / 1e7 - west) / longitudes * width
      guard place > 12, place < width - 12 else { return nil }
      // Beyond the date line longitudes start again.
      var turned = scaled
      while turned > 1_800_000_000 { turned -= 3_600_000_000 }
      while turned <= -1_800_000_000 { turned += 3_600_000_000 }
      return Line(place: place, label: Self.label(turned, positive: "E", negative: "W"))
    }
  }

  /// Lines of equal latitude, inside the edges.
  var parallels: [Line] {
    Self.multiples(of: Self.step(across: latitudes), from: south, to: north).compactMap { scaled in
      let place = y(Double(scaled) / 1e7)
      guard place > 12, place < height - 12 else { return nil }
      return Line(place: place, label: Self.label(scaled, positive: "N", negative: "S"))
    }
  }

  private static func label(_ scaled: Int64, positive: String, negative: String) -> String {
    let number = FixedPointText.shortest(abs(scaled), fractionDigits: Degrees.fractionDigits)
    if scaled == 0 || scaled == 1_800_000_000 { return number + "°" }
    return "\(number)° \(scaled > 0 ? positive : negative)"
  }

  /// A round distance that takes up to a quarter of the width, at the middle latitude.
  var scale: (width: Double, label: String) {
    let metresAcross =
      longitudes * max(0.05, cos(middleLatitude * .pi / 180)) * .pi / 180 * Coordinates.meanEarthRadius
    var metres: Int64 = 1
    search: for power in 0...7 {
      for digit in [1, 2, 5] as [Int64] {
        let round = digit * ExactDecimal.powersOfTen[power]
        guard Double(round) <= metresAcross / 4 else { break search }
        metres = round
      }
    }
    let label = metres < 1000 ? "\(metres) m" : "\(metres / 1000) km"
    return (Double(metres) / metresAcross * width, label)
  }
}

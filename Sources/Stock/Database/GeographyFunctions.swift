internal import GRDB
internal import RetailValues

/// SQL functions about places, on every connection to a shop; reports may call them too.
enum GeographyFunctions {
  /// `distance_m(latitude, longitude, latitude, longitude)`: metres between two places, from ten-millionths of a degree as
  /// they are stored; NULL where one is missing or out of range.
  static let distance = DatabaseFunction("distance_m", argumentCount: 4, pure: true) { values in
    let angles = values.compactMap { Int64.fromDatabaseValue($0).map { Degrees(scaled: $0) } }
    guard angles.count == 4, let from = Coordinates(latitude: angles[0], longitude: angles[1]),
      let to = Coordinates(latitude: angles[2], longitude: angles[3])
    else { return nil }
    return from.metres(to: to)
  }
}

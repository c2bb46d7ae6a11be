import Foundation
import RetailValues
import Testing

@Suite struct GeographyTests {
  private func place(_ latitude: String, _ longitude: String) throws -> Coordinates {
    let (latitude, longitude) = (try #require(Degrees(latitude)), try #require(Degrees(longitude)))
    return try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  /// Distances computed with another formula, the angle between two vectors, in another language.
  @Test(arguments: [
    // The airports of Nashville and Los Angeles, the usual example of haversine formulas: 2887.26 km at 6372.8 km.
    ("36.12", "-86.67", "33.94", "-118.40", 2_886_448),
    ("48.8583701", "2.2944813", "40.6892494", "-74.0445004", 5_837_421),
    ("-33.8568", "151.2153", "51.5007", "-0.1246", 16_993_481),
    ("0", "0", "0", "1", 111_195),
    ("52.5", "13.4", "52.5", "13.4", 0),
    // Antipodes: half the circumference.
    ("52.5", "13.4", "-52.5", "-166.6", 20_015_114), ("0", "0", "0", "180", 20_015_114),
    ("90", "0", "-90", "57", 20_015_114),
    // At a pole every longitude is the same place.
    ("90", "0", "90", "120", 0), ("89.9", "10", "89.9", "-170", 22_239),
    // Across the date line, and its two writings.
    ("-16.5", "179.9", "-16.5", "-179.9", 21_323), ("0", "-180", "0", "180", 0),
    // A centimetre, and a metre.
    ("52.5200066", "13.404954", "52.5200067", "13.404954", 0),
    ("52.5200066", "13.404954", "52.5200156", "13.404954", 1),
  ])
  func distances(_ a: String, _ b: String, _ c: String, _ d: String, _ metres: Int64) throws {
    let (from, to) = (try place(a, b), try place(c, d))
    #expect(from.metres(to: to) == metres)
    #expect(to.metres(to: from) == metres)
  }

  @Test func agreesWithTheAngleBetweenVectors() throws {
    var random = RandomNumbers(seed: 7)
    for _ in 0..<2000 {
      let ends = try (0..<2).map { _ in
        try #require(
          Coordinates(
            latitude: Degrees(scaled: Int64.random(in: -900_000_000...900_000_000, using: &random)),
            longitude: Degrees(scaled: Int64.random(in: -1_800_000_000...1_800_000_000, using: &random))))
      }
      let vectors = ends.map { end -> (x: Double, y: Double, z: Double) in
        let (latitude, longitude) = (
          Double(end.latitude.scaled) / 1e7 * .pi / 180, Double(end.longitude.scaled) / 1e7 * .pi / 180
        )
        return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
      }
      let (u, v) = (vectors[0], vectors[1])
      let cross = (u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      let length = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
      let expected = 6_371_008.8 * atan2(length, u.x * v.x + u.y * v.y + u.z * v.z)
      #expect(abs(Double(ends[0].metres(to: ends[1])) - expected) <= 1, "\(ends)")
    }
  }

  @Test(arguments: [
    ("90.0000001", "0"), ("-90.0000001", "0"), ("0", "180.0000001"), ("0", "-180.0000001"), ("900", "9000"),
    ("922337203685", "-922337203685"),
  ])
  func whatIsNoPlace(_ latitude: String, _ longitude: String) throws {
    let (latitude, longitude) = (try #require(Degrees(latitude)), try #require(Degrees(longitude)))
    #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
  }

  @Test(arguments: [
    ("52.5200066", 525_200_066, "52.5200066"), ("-86.67", -866_700_000, "-86.67"), ("-0.0", 0, "0"),
    ("180", 1_800_000_000, "180"), ("13.40495405", 134_049_541, "13.4049541"), ("1e1", 100_000_000, "10"),
  ])
  func readsAndPrintsDegrees(_ text: String, _ scaled: Int64, _ printed: String) throws {
    let degrees = try #require(Degrees(text))
    #expect(degrees.scaled == scaled)
    #expect(degrees.description == printed)
  }

  @Test(arguments: ["", "north", "52°31'", "52,5", "N52.5", "nan", "inf", "1e99", "12345678901234567890"])
  func whatIsNoAngle(_ text: String) { #expect(Degrees(text) == nil) }
}

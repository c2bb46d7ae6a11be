import FormatKit
import JSONReading
internal import RetailValues

/// The geometry of a feature, as far as it is a point.
struct GeoJSONGeometry {
  /// Digits as they are written.
  var latitude: String?
  var longitude: String?
  var altitude: String?

  static let names: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// No geometry, or null: a feature without a place.
  init() {}

  /// - Throws: the problem, for its record.
  init(_ value: JSONValue) throws(GeometryProblem) {
    guard !value.isNull else {
      self.init()
      return
    }
    guard value.isObject, let type = value["type"]?.string else {
      throw GeometryProblem(
        .geoJSONNotAFeature, value.position, value.text, "the geometry '\(value.text.shortened)' has no type")
    }
    guard type == "Point" else {
      let isKnown = Self.names.contains(type)
      throw GeometryProblem(
        .geoJSONNotAPoint, value.position, type,
        isKnown ? "the geometry is a '\(type)', not a point" : "'\(type.shortened)' is not a geometry of GeoJSON")
    }
    try self.init(coordinates: value["coordinates"], at: value.position)
  }

  /// The coordinates of a point, by themselves.
  init(coordinates: JSONValue?, at position: SourcePosition) throws(GeometryProblem) {
    let place = coordinates?.position ?? position
    let numbers = coordinates?.elements.compactMap(\.number) ?? []
    let shown = coordinates?.text ?? "nothing"
    // An empty list is a point without a place.
    if let coordinates, coordinates.isArray, coordinates.elements.isEmpty { return }
    guard let elements = coordinates?.elements, (2...3).contains(elements.count), numbers.count == elements.count,
      let longitude = Self.degrees(numbers[0]), let latitude = Self.degrees(numbers[1])
    else {
      throw GeometryProblem(
        .geoJSONCoordinates, place, shown, "'\(shown.shortened)' is not a longitude and a latitude in degrees")
    }
    guard Coordinates(latitude: latitude, longitude: longitude) != nil else {
      let isExchanged = Coordinates(latitude: longitude, longitude: latitude) != nil
      throw GeometryProblem(
        .geoJSONCoordinates, place, shown,
        "'\(shown.shortened)' is not on earth" + (isExchanged ? "; latitude and longitude seem to be exchanged" : ""))
    }
    self.longitude = numbers[0]
    self.latitude = numbers[1]
    altitude = numbers.count > 2 ? numbers[2] : nil
  }

  /// An angle from digits; nil if the text is not a number of degrees.
  static func degrees(_ text: String) -> Degrees? { Degrees(text) }

  struct GeometryProblem: Error {
    let problem: Problem

    init(_ code: Problem.Code, _ position: SourcePosition, _ value: String?, _ message: String) {
      problem = Problem(code, at: position, value: value, message)
    }
  }
}

extension String {
  /// Enough of a value to know it by.
  var shortened: String { count <= 80 ? self : prefix(79) + "…" }
}

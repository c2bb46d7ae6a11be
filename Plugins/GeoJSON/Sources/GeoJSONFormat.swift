public import FormatKit
internal import JSONReading

/// Points on a map with their properties, as RFC 7946 defines them.
public struct GeoJSONFormat: ReadableFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "geojson", name: "GeoJSON", summary: "Places as a feature collection of points (RFC 7946), for maps.",
    extensions: ["geojson"], readExtensions: ["json"], problemCodes: Problem.Code.geoJSON)

  let options: GeoJSONOptions

  public init(options: GeoJSONOptions = GeoJSONOptions()) { self.options = options }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    guard preview.bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == 0x7B,
      let reader = try? JSONEventReader(.memory(preview.bytes, name: preview.name))
    else { return .none }
    do throws(Problems) {
      guard try reader.next() == .beginObject else { return .none }
      while let key = try reader.nextKey() {
        switch key {
        case "type":
          guard case .string(let name)? = try reader.next() else { return .none }
          // 'Point' alone is a word that other documents have too.
          if name == "FeatureCollection" { return Confidence(96, "a feature collection of GeoJSON") }
          if name == "Feature" { return Confidence(93, "a feature of GeoJSON") }
          if GeoJSONGeometry.names.contains(name) { return Confidence(90, "a geometry of GeoJSON") }
          return .none
        case "features":
          guard try reader.next() == .beginArray, try reader.nextElement() == .beginObject else { return .none }
          while let key = try reader.nextKey() {
            guard key == "type" else {
              try reader.skipValue()
              continue
            }
            return try reader.next() == .string("Feature") ? Confidence(94, "features of GeoJSON") : .none
          }
          return .none
        default: try reader.skipValue()
        }
      }
    } catch {
      // The preview has ended, or the reader reports the error.
    }
    return .none
  }

  public func reader(for source: ByteSource) throws(Problems) -> GeoJSONReader {
    try GeoJSONReader(source, charset: options.charset)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> GeoJSONWriter {
    try GeoJSONWriter(schema, options, to: sink)
  }
}

/// The settings of ``GeoJSONFormat``.
public struct GeoJSONOptions: FormatOptions {
  /// How to treat records without a location.
  public enum Unplaced: String, CaseIterable, Sendable {
    /// Features whose geometry is null: on no map, but in the file.
    case kept
    /// They are not written; the file says how many there were.
    case leftOut = "left-out"
  }

  public var charset: Charset?
  public var latitude: String?
  public var longitude: String?
  public var withoutPlace = Unplaced.kept

  public init() {}

  public static let fields: [OptionField<GeoJSONOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .text(
      "latitude", \.latitude, "In writing, the column with the latitude; latitude when not given.", values: "a name"),
    .text(
      "longitude", \.longitude, "In writing, the column with the longitude; longitude when not given.",
      values: "a name"),
    .choice(
      "without-place", \.withoutPlace,
      "In writing, what becomes of records without a place: kept with a geometry of null, or left out and counted."),
  ]
}

extension Problem.Code {
  /// What a file of GeoJSON may meet.
  static let geoJSON: [Problem.Code] =
    jsonReading + [
      .geoJSONNotAPoint, .geoJSONCoordinates, .geoJSONNotAFeature, .geoJSONOtherReference, .geoJSONUnwritableTable,
      .geoJSONUnwritablePlace,
    ]

  /// RFC 7946, section 3.1.
  public static let geoJSONNotAPoint = Problem.Code(
    "geojson-not-a-point", .error, "A feature is a line, an area or several points.",
    remedy: "Only points are taken; leave the others out of the export, or take one point of each.")
  /// RFC 7946, section 3.1.1: longitude, then latitude, then perhaps a height.
  public static let geoJSONCoordinates = Problem.Code(
    "geojson-coordinates", .error, "The coordinates of a point are not a longitude and a latitude.",
    remedy: "Write [longitude, latitude] in degrees: -180 to 180, then -90 to 90.")
  /// RFC 7946, section 3.2.
  public static let geoJSONNotAFeature = Problem.Code(
    "geojson-not-a-feature", .error, "An element of the collection is not a feature.",
    remedy: "Every element is an object with type 'Feature', a geometry and properties.")
  /// RFC 7946, section 4: other reference systems are not used any more.
  public static let geoJSONOtherReference = Problem.Code(
    "geojson-other-reference", .error, "The file names another reference system than WGS 84.",
    remedy: "Export it with longitude and latitude in WGS 84 (EPSG:4326).")
  public static let geoJSONUnwritableTable = Problem.Code(
    "geojson-unwritable-table", .error, "The table has no columns of latitude and longitude.",
    remedy: "Write a table with both, or name its columns with the options latitude and longitude.")
  public static let geoJSONUnwritablePlace = Problem.Code(
    "geojson-unwritable-place", .error, "A latitude or longitude cannot be written.",
    remedy: "Write degrees with a decimal point: latitude -90 to 90, longitude -180 to 180.")
}

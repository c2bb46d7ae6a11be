public import FormatKit
internal import JSONReading

/// Reads the features of a collection one by one: latitude, longitude and the properties as columns.
///
/// A single feature and a bare geometry are collections of one.
public struct GeoJSONReader: BatchReader {
  /// Every feature has a field for each column, so that their number multiplies what is read.
  static let maximumColumns = 1024

  private let state: State

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    state = State(try JSONEventReader(source, charset: charset), source: source.name)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    try state.read(into: &batch)
  }

  public var columnsMayGrow: Bool { true }

  public var findings: [SourceFinding] { state.reader.findings }

  /// One feature before it is put into a batch.
  private struct Feature {
    let position: SourcePosition
    /// Column, value, kind.
    var fields: [(column: String, text: String, kind: FieldKind)] = []
    var problems: [Problem] = []
  }

  /// The state that continues between batches, and cannot be copied.
  private final class State {
    let reader: JSONEventReader
    private let source: String
    private var table = "features"
    private var columns = [Column(name: "latitude", type: .number), Column(name: "longitude", type: .number)]
    private var places = ["latitude": 0, "longitude": 1]
    private var waiting: Feature?
    private var records = 0
    private var isInFeatures = false
    private var isAtEnd = false
    private var hasBegun = false
    private var sawFeatures = false
    private var type: String?
    /// Members of a document that is a feature or a geometry itself.
    private var own: [String: JSONValue] = [:]

    init(_ reader: JSONEventReader, source: String) {
      self.reader = reader
      self.source = source
    }

    func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
      batch.reset(schema: Schema(table: table, columns: columns))
      while !batch.isFull {
        let held = waiting
        waiting = nil
        guard let feature = try held == nil ? next() : held else { break }
        let new = feature.fields.filter { places[$0.column] == nil }
        if !new.isEmpty {
          if batch.rowCount > 0 {
            waiting = feature
            break
          }
          for field in new where places[field.column] == nil {
            guard columns.count < GeoJSONReader.maximumColumns else {
              throw Problems(
                .tooManyColumns, source: source, at: feature.position, value: field.column,
                "the features have more than 1,024 different properties",
                remedy: "Leave out of the export what is not the same for all features.")
            }
            places[field.column] = columns.count
            columns.append(
              Column(
                name: field.column, type: field.kind == .number ? .number : field.kind == .boolean ? .boolean : .text))
          }
        }
        if batch.rowCount == 0 { batch.reset(schema: Schema(table: table, columns: columns)) }
        append(feature, to: &batch)
      }
      return batch.rowCount > 0
    }

    private func append(_ feature: Feature, to batch: inout RecordBatch) {
      records += 1
      var values: [Int: (String, FieldKind)] = [:]
      for field in feature.fields {
        if let place = places[field.column] { values[place] = (field.text, field.kind) }
      }
      for place in columns.indices {
        if let (text, kind) = values[place] {
          if kind == .null { batch.append(missing: .null) } else { batch.append(text: text, kind: kind) }
        } else {
          batch.append(missing: .absent)
        }
      }
      for var problem in feature.problems {
        problem.source = source
        problem.position.record = records
        batch.problems.append(RecordProblem(row: batch.rowCount, problem))
      }
      batch.endRow(
        at: RecordPosition(
          line: feature.position.line, byteOffset: max(0, feature.position.byteOffset), record: records))
    }

    // MARK: - The document

    private func next() throws(Problems) -> Feature? {
      if !hasBegun { try begin() }
      while !isAtEnd {
        if isInFeatures {
          if try reader.nextElement() != nil { return feature(try reader.value()) }
          isInFeatures = false
        }
        guard let key = try reader.nextKey() else { return try end() }
        try member(key)
      }
      return nil
    }

    private func begin() throws(Problems) {
      hasBegun = true
      guard try reader.next() == .beginObject else {
        throw Problems(
          .wrongFormat, source: source, at: reader.position, "the document is not an object, as GeoJSON has it")
      }
    }

    private func member(_ key: String) throws(Problems) {
      switch key {
      case "features":
        guard try reader.next() == .beginArray else {
          throw Problems(.wrongFormat, source: source, at: reader.position, "'features' is not an array")
        }
        (isInFeatures, sawFeatures) = (true, true)
      case "type": type = try reader.value().string
      case "name":
        if let name = try reader.value().string, !name.isEmpty, name.utf8.count <= 200 { table = name }
      case "crs": try check(try reader.value())
      case "geometry", "properties", "id", "coordinates": own[key] = try reader.value()
      default: try reader.skipValue()
      }
    }

    /// Checks the coordinate reference system: some programs still name WGS 84 with longitude first, which is the
    /// default.
    private func check(_ reference: JSONValue) throws(Problems) {
      guard !reference.isNull, let name = reference["properties"]?["name"]?.string else { return }
      let known = ["CRS84", "EPSG:4326", "EPSG::4326", "WGS84"]
      guard !known.contains(where: { name.uppercased().hasSuffix($0) }) else { return }
      throw Problems(
        .geoJSONOtherReference, source: source, at: reference.position, value: name,
        "the coordinates are of the reference system '\(name.shortened)'")
    }

    /// Checks that the document is what its features were taken for; the only feature of a document that is one itself.
    private func end() throws(Problems) -> Feature? {
      isAtEnd = true
      let position = reader.position
      _ = try reader.next()
      switch type {
      case "FeatureCollection" where sawFeatures: return nil
      case "Feature" where !sawFeatures: return feature(own, at: position)
      case let name? where GeoJSONGeometry.names.contains(name) && !sawFeatures:
        var feature = Feature(position: SourcePosition(line: 1, byteOffset: 0))
        if name == "Point" {
          let coordinates = own["coordinates"]
          take(into: &feature) { () throws(GeoJSONGeometry.GeometryProblem) in
            try GeoJSONGeometry(coordinates: coordinates, at: position)
          }
        } else {
          feature.problems.append(
            Problem(.geoJSONNotAPoint, at: feature.position, value: name, "the geometry is a '\(name)', not a point")
          )
        }
        return feature
      default:
        throw Problems(
          .wrongFormat, source: source, at: position, value: type,
          type.map { "'\($0.shortened)' with \(sawFeatures ? "" : "no ")features is not a document of GeoJSON" }
            ?? "the document has no type, as GeoJSON has it")
      }
    }

    // MARK: - Features

    private func feature(_ value: JSONValue) -> Feature {
      guard value.isObject, value["type"]?.string == "Feature" else {
        var feature = Feature(position: value.position)
        feature.problems.append(
          Problem(
            .geoJSONNotAFeature, at: value.position, value: value.text, "'\(value.text.shortened)' is not a feature"))
        return feature
      }
      let members = Dictionary(value.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      return feature(members, at: value.position)
    }

    private func feature(_ members: [String: JSONValue], at position: SourcePosition) -> Feature {
      var feature = Feature(position: position)
      feature.problems = reader.takeProblems()
      if let geometry = members["geometry"] {
        take(into: &feature) { () throws(GeoJSONGeometry.GeometryProblem) in try GeoJSONGeometry(geometry) }
      }
      let isPlaced = feature.fields.contains { $0.column == "latitude" }
      if let id = members["id"], let text = id.scalar {
        feature.fields.append(("id", text, id.number == nil ? .text : .number))
      }
      var names: Set<String> = ["latitude", "longitude", "id", "altitude"]
      // For a feature without a geometry, the properties may contain a part of its location.
      if !isPlaced { names.subtract(["latitude", "longitude"]) }
      if members["id"] == nil { names.remove("id") }
      if !feature.fields.contains(where: { $0.column == "altitude" }) { names.remove("altitude") }
      for (key, value) in Self.distinct(members["properties"]?.members ?? []) {
        let base = key.isEmpty ? "property" : key
        var (name, number) = (base, 1)
        while !names.insert(name).inserted {
          number += 1
          name = "\(base) (\(number))"
        }
        feature.fields.append(Self.field(name, value))
      }
      return feature
    }

    /// The members without duplicate keys, which the reader reports; the last member with a key counts.
    private static func distinct(_ members: [JSONMember]) -> [(key: String, value: JSONValue)] {
      var places: [String: Int] = [:]
      var found: [(key: String, value: JSONValue)] = []
      for member in members {
        if let known = places[member.key] {
          found[known].value = member.value
        } else {
          places[member.key] = found.count
          found.append((member.key, member.value))
        }
      }
      return found
    }

    private static func field(_ name: String, _ value: JSONValue) -> (column: String, text: String, kind: FieldKind) {
      if let text = value.string { return (name, text, .text) }
      if let digits = value.number { return (name, digits, .number) }
      if let flag = value.boolean { return (name, flag ? "true" : "false", .boolean) }
      return value.isNull ? (name, "", .null) : (name, value.text, .text)
    }

    private func take(
      into feature: inout Feature, _ geometry: () throws(GeoJSONGeometry.GeometryProblem) -> GeoJSONGeometry
    ) {
      do throws(GeoJSONGeometry.GeometryProblem) {
        let point = try geometry()
        if let latitude = point.latitude { feature.fields.append(("latitude", latitude, .number)) }
        if let longitude = point.longitude { feature.fields.append(("longitude", longitude, .number)) }
        if let altitude = point.altitude { feature.fields.append(("altitude", altitude, .number)) }
      } catch {
        feature.problems.append(error.problem)
      }
    }
  }
}

public import FormatKit
internal import JSONReading
internal import RetailValues

/// Writes a feature collection: a point for each record that has a place, its other fields as properties.
public struct GeoJSONWriter: BatchWriter {
  private var json: JSONTextWriter
  private let latitude: Int
  private let longitude: Int
  private let altitude: Int?
  private let id: Int?
  private let names: [String]
  private let leavesOut: Bool
  private var leftOut = 0
  private var bounds = GeoJSONBounds()

  init(_ schema: Schema, _ options: GeoJSONOptions, to sink: ByteSink) throws(Problems) {
    let (latitude, longitude) = (options.latitude ?? "latitude", options.longitude ?? "longitude")
    guard let latitudePlace = schema.index(of: latitude), let longitudePlace = schema.index(of: longitude) else {
      let missing = schema.index(of: latitude) == nil ? latitude : longitude
      let near = nearestName(to: missing, among: schema.columns.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
      throw Problems(
        .geoJSONUnwritableTable, value: missing, "the table '\(schema.table)' has no column '\(missing)'",
        remedy: Problem.Code.geoJSONUnwritableTable.remedy + near)
    }
    self.latitude = latitudePlace
    self.longitude = longitudePlace
    altitude = schema.index(of: "altitude")
    id = schema.index(of: "id")
    names = schema.columns.map(\.name)
    leavesOut = options.withoutPlace == .leftOut
    json = JSONTextWriter(to: sink, indentation: 0)
    try json.beginObject()
    try json.member("type", string: "FeatureCollection")
    if schema.table != Schema.defaultTable { try json.member("name", string: schema.table) }
    try json.key("features")
    try json.beginArray()
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount { try write(batch, row) }
  }

  private mutating func write(_ batch: borrowing RecordBatch, _ row: Int) throws(Problems) {
    let place = try place(of: batch, row)
    if place == nil, leavesOut {
      leftOut += 1
      return
    }
    try json.beginObject()
    try json.member("type", string: "Feature")
    if let id, let text = Self.value(batch, row, id) {
      if batch.kind(row: row, column: id) == .number {
        try json.member("id", number: text)
      } else {
        try json.member("id", string: text)
      }
    }
    try json.key("geometry")
    var height: String?
    if let place {
      bounds.add(latitude: place.latitude, longitude: place.longitude)
      height = altitude.flatMap { Self.number(Self.value(batch, row, $0)) }
      try json.beginObject()
      try json.member("type", string: "Point")
      try json.key("coordinates")
      try json.beginArray()
      try json.number(place.longitude.description)
      try json.number(place.latitude.description)
      if let height { try json.number(height) }
      try json.endArray()
      try json.endObject()
    } else {
      try json.null()
    }
    try json.key("properties")
    try json.beginObject()
    for column in names.indices {
      // Values in the geometry are not repeated as properties.
      if place != nil, column == latitude || column == longitude || column == altitude && height != nil { continue }
      if column == id, Self.value(batch, row, column) != nil { continue }
      if column == latitude || column == longitude, Self.value(batch, row, column) == nil { continue }
      try writeProperty(batch, row, column)
    }
    try json.endObject()
    try json.endObject()
  }

  private mutating func writeProperty(
    _ batch: borrowing RecordBatch, _ row: Int, _ column: Int
  ) throws(Problems) {
    let kind = batch.kind(row: row, column: column)
    guard kind != .absent else { return }
    try json.key(names[column])
    let text = batch.string(row: row, column: column) ?? ""
    switch kind {
    case .null, .absent: try json.null()
    case .number, .percentage: try json.number(text)
    case .boolean: try json.boolean(text == "true")
    case .text: try json.string(text)
    }
  }

  /// The place of a record; nil when one of its angles is missing.
  private func place(of batch: borrowing RecordBatch, _ row: Int) throws(Problems) -> Coordinates? {
    guard let latitude = try degrees(batch, row, self.latitude, "latitude", Degrees.latitudes),
      let longitude = try degrees(batch, row, self.longitude, "longitude", Degrees.longitudes)
    else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }

  private func degrees(
    _ batch: borrowing RecordBatch, _ row: Int, _ column: Int, _ what: String, _ range: ClosedRange<Degrees>
  ) throws(Problems) -> Degrees? {
    guard let text = Self.value(batch, row, column) else { return nil }
    guard let value = Degrees(text), range.contains(value) else {
      let position = batch.position(row: row)
      throw Problems(
        .geoJSONUnwritablePlace,
        at: SourcePosition(line: position.line, record: position.record, field: names[column]), value: text,
        "\(what) '\(text.shortened)' is not between \(range.lowerBound) and \(range.upperBound) degrees")
    }
    return value
  }

  /// A number that JSON has, as it is written; nil for everything else.
  private static func number(_ text: String?) -> String? {
    guard let text, let number = try? ExactDecimal(parsing: text.utf8), number.exponent <= 0,
      let (scaled, _) = number.scaled(toFractionDigits: 6)
    else { return nil }
    return FixedPointText.shortest(scaled, fractionDigits: 6)
  }

  private static func value(_ batch: borrowing RecordBatch, _ row: Int, _ column: Int) -> String? {
    guard let text = batch.string(row: row, column: column), !text.isEmpty else { return nil }
    return text
  }

  public mutating func finish() throws(Problems) {
    try json.endArray()
    if let box = bounds.box {
      try json.key("bbox")
      try json.beginArray()
      for edge in [box.west, box.south, box.east, box.north] { try json.number(edge.description) }
      try json.endArray()
    }
    if leftOut > 0 { try json.member("leftOut", number: "\(leftOut)") }
    try json.endObject()
    try json.endLine()
  }
}

/// The narrowest bounding box of positions (RFC 7946, section 5). If the positions are on both sides of the date line,
/// its western edge is greater than its eastern edge.
struct GeoJSONBounds {
  private var latitudes: ClosedRange<Degrees>?
  /// Least and greatest longitude within each degree, so that memory stays the same for any number of places.
  private var degrees: [ClosedRange<Degrees>?] = Array(repeating: nil, count: 360)

  mutating func add(latitude: Degrees, longitude: Degrees) {
    latitudes = Self.wider(latitudes, latitude)
    // The date line has two names.
    let longitude = longitude == Degrees.longitudes.upperBound ? Degrees.longitudes.lowerBound : longitude
    let place = min(359, max(0, Int((longitude.scaled + 1_800_000_000) / 10_000_000)))
    degrees[place] = Self.wider(degrees[place], longitude)
  }

  private static func wider(_ range: ClosedRange<Degrees>?, _ value: Degrees) -> ClosedRange<Degrees> {
    guard let range else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }

  var box: (west: Degrees, south: Degrees, east: Degrees, north: Degrees)? {
    let ranges = degrees.compactMap { $0 }
    guard let latitudes, let first = ranges.first, let last = ranges.last else { return nil }
    // The position east of the widest gap is the western edge.
    var (west, east) = (first.lowerBound, last.upperBound)
    var gap = first.lowerBound.scaled + 3_600_000_000 - last.upperBound.scaled
    for (left, right) in zip(ranges, ranges.dropFirst()) where right.lowerBound.scaled - left.upperBound.scaled > gap {
      gap = right.lowerBound.scaled - left.upperBound.scaled
      (west, east) = (right.lowerBound, left.upperBound)
    }
    return (west, latitudes.lowerBound, east, latitudes.upperBound)
  }
}

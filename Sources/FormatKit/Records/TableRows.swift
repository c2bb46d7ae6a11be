internal import ProblemKit

/// One record of a semantic format before it is put into a batch.
public struct TableRow: Sendable {
  /// The record kind, which is the name of the table.
  public let table: String
  /// The line on which the record begins.
  public let line: Int
  /// Bytes before the record in the text as decoded to UTF-8.
  public let byteOffset: Int
  /// The fields that have a text, by their names.
  public private(set) var fields: [String: String] = [:]
  /// The problems of the record. A record with an error is not imported.
  public var problems: [Problem] = []

  /// An empty record of a table.
  ///
  /// ```swift
  /// var price = TableRow("prices", at: SourcePosition(line: 4, byteOffset: 120))
  /// price["sku"] = "A-1"
  /// ```
  ///
  /// - Parameter position: where the record begins; its line and its bytes count.
  public init(_ table: String, at position: SourcePosition) {
    self.table = table
    line = position.line
    byteOffset = position.byteOffset
  }

  /// A field by its name. An empty text counts as missing.
  ///
  /// ```swift
  /// var price = TableRow("prices", at: SourcePosition(line: 4, byteOffset: 120))
  /// price["price"] = "12.90"
  /// price["currency"] = ""
  /// price["currency"]  // nil
  /// ```
  public subscript(_ column: String) -> String? {
    get { fields[column] }
    set { fields[column] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Whether no field has a value.
  public var isEmpty: Bool { fields.isEmpty }

  /// Roughly the memory that it takes.
  var size: Int { fields.reduce(200) { $0 + $1.key.utf8.count + $1.value.utf8.count } + problems.count * 300 }
}

/// Gathers the records of a semantic format by table: a batch holds many records of one table, although each product or
/// user of the source produces records of several tables.
///
/// ```swift
/// mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
///   while !rows.hasOutgoing, let product = try nextProduct() { rows.add(contentsOf: records(of: product)) }
///   if !rows.hasOutgoing { rows.flush() }   // at the end of the source
///   guard rows.hasOutgoing else { return false }
///   rows.fill(&batch, source: name)
///   return true
/// }
/// ```
///
/// Batches come in the order of the schemas, so list tables that others refer to first.
public struct TableRows: Sendable {
  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private let schemas: [Schema]
  private let places: [String: Int]
  private var rows: [[TableRow]]
  private var count = 0
  private var bytes = 0
  private var outgoing: [(place: Int, rows: ArraySlice<TableRow>)] = []
  private var records: [Int]

  /// Gathers the records of these tables.
  ///
  /// ```swift
  /// var rows = TableRows([
  ///   Schema(table: "products", columnNames: ["product_code", "title"]),
  ///   Schema(table: "variants", columnNames: ["sku", "product_code"]),
  /// ])
  /// ```
  ///
  /// - Parameter schemas: the tables in the order in which their records are to be taken.
  public init(_ schemas: [Schema]) {
    self.schemas = schemas
    places = Dictionary(schemas.enumerated().map { ($1.table, $0) }) { first, _ in first }
    rows = Array(repeating: [], count: schemas.count)
    records = Array(repeating: 0, count: schemas.count)
  }

  /// Whether ``fill(_:source:)`` has records to return.
  public var hasOutgoing: Bool { !outgoing.isEmpty }

  /// Takes a record; once enough are gathered, they become outgoing. Empty rows are dropped.
  ///
  /// ```swift
  /// var rows = TableRows([Schema(table: "prices", columnNames: ["sku", "price"])])
  /// var price = TableRow("prices", at: SourcePosition(line: 4, byteOffset: 120))
  /// price["sku"] = "A-1"
  /// rows.add(price)
  /// rows.hasOutgoing  // false
  /// ```
  public mutating func add(_ row: TableRow) {
    gather(row)
    flushIfFull()
  }

  private mutating func gather(_ row: TableRow) {
    guard !row.isEmpty || !row.problems.isEmpty else { return }
    guard let place = places[row.table] else { preconditionFailure("there is a schema for \(row.table)") }
    rows[place].append(row)
    count += 1
    bytes += row.size
  }

  private mutating func flushIfFull() {
    if count >= Self.maximumRows || bytes >= Self.maximumBytes { flush() }
  }

  /// Takes the records of one product or user, which become outgoing together.
  ///
  /// ```swift
  /// var rows = TableRows([Schema(table: "variants", columnNames: ["sku"])])
  /// let variants = ["A-1-S", "A-1-M"].map { sku in
  ///   var row = TableRow("variants", at: SourcePosition(line: 4, byteOffset: 120))
  ///   row["sku"] = sku
  ///   return row
  /// }
  /// rows.add(contentsOf: variants)
  /// ```
  public mutating func add(contentsOf rows: some Sequence<TableRow>) {
    for row in rows { gather(row) }
    flushIfFull()
  }

  /// Makes all that was gathered outgoing.
  ///
  /// ```swift
  /// var rows = TableRows([Schema(table: "prices", columnNames: ["sku", "price"])])
  /// var price = TableRow("prices", at: SourcePosition(line: 4, byteOffset: 120))
  /// price["sku"] = "A-1"
  /// rows.add(price)
  /// rows.flush()
  /// rows.hasOutgoing  // true
  /// ```
  public mutating func flush() {
    for place in schemas.indices where !rows[place].isEmpty {
      outgoing.append((place, rows[place][...]))
      rows[place] = []
    }
    count = 0
    bytes = 0
  }

  /// Fills a batch with outgoing records of one table, numbered within it.
  ///
  /// ```swift
  /// var rows = TableRows([Schema(table: "prices", columnNames: ["sku", "price"])])
  /// var price = TableRow("prices", at: SourcePosition(line: 4, byteOffset: 120))
  /// price["sku"] = "A-1"
  /// rows.add(price)
  /// rows.flush()
  /// rows.fill(&batch, source: name)
  /// batch.strings(row: 0)  // ["A-1", nil]
  /// ```
  public mutating func fill(_ batch: inout RecordBatch, source: String) {
    guard let next = outgoing.first else { return }
    let schema = schemas[next.place]
    batch.reset(schema: schema)
    var rest = next.rows
    while !batch.isFull, let row = rest.popFirst() {
      records[next.place] += 1
      for column in schema.columns {
        guard let text = row[column.name] else {
          batch.append(missing: .absent)
          continue
        }
        let kind: FieldKind =
          switch column.type {
          case .number: .number
          case .boolean: .boolean
          default: .text
          }
        batch.append(text: text, kind: kind)
      }
      for var problem in row.problems {
        problem.source = source
        problem.position.record = records[next.place]
        batch.problems.append(RecordProblem(row: batch.rowCount, problem))
      }
      batch.endRow(at: RecordPosition(line: row.line, byteOffset: row.byteOffset, record: records[next.place]))
    }
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].rows = rest }
  }
}

internal import FormatKit

/// A table that is yielded: a record kind with the columns that items fill.
enum FeedTable: String, CaseIterable, Sendable {
  // In the order in which records must be applied: what is referred to comes first.
  case categories, products, variants, barcodes, prices

  private var columnText: String {
    switch self {
    case .categories: "category category_name parent_category"
    case .products: "product_code title description category brand stock_unit tax_rate:number status"
    case .variants: "sku product_code variant_title colour size standard_cost:number attributes"
    case .barcodes: "barcode sku"
    case .prices: "sku price_type currency valid_from:dateTime price:number valid_to:dateTime tax_included:boolean"
    }
  }

  private static let schemas: [FeedTable: Schema] = Dictionary(
    uniqueKeysWithValues: allCases.map { table in
      let columns = table.columnText.split(separator: " ").map { word in
        let parts = word.split(separator: ":")
        let type = parts.count > 1 ? ColumnType(rawValue: String(parts[1])) : nil
        return Column(name: String(parts[0]), type: type ?? .text)
      }
      return (table, Schema(table: table.rawValue, columns: columns))
    })

  var schema: Schema { Self.schemas[self] ?? Schema(columns: []) }
}

/// One record on its way to a batch.
struct FeedRow: Sendable {
  let table: FeedTable
  let place: FeedPlace
  private(set) var fields: [String: String] = [:]
  var faults: [Fault] = []

  init(_ table: FeedTable, at place: FeedPlace) {
    self.table = table
    self.place = place
  }

  subscript(_ column: String) -> String? {
    get { fields[column] }
    set { fields[column] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Whether it has no fields except its key.
  var isEmpty: Bool { fields.isEmpty }

  /// Roughly the memory that it takes.
  var size: Int { fields.reduce(200) { $0 + $1.key.utf8.count + $1.value.utf8.count } + faults.count * 200 }
}

/// Gathers records by table, so that a batch holds many of one table although items mix them.
struct RowQueue {
  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private var rows: [FeedTable: [FeedRow]] = [:]
  private var count = 0
  private var bytes = 0
  private var outgoing: [(table: FeedTable, rows: ArraySlice<FeedRow>)] = []
  private var records: [FeedTable: Int] = [:]
  private(set) var total = 0

  var hasOutgoing: Bool { !outgoing.isEmpty }
  var isFull: Bool { count >= Self.maximumRows || bytes >= Self.maximumBytes }

  mutating func add(_ row: FeedRow) {
    rows[row.table, default: []].append(row)
    count += 1
    total += 1
    bytes += row.size
  }

  /// Hands over all that was gathered.
  mutating func flush() {
    for table in FeedTable.allCases {
      if let gathered = rows.removeValue(forKey: table) { outgoing.append((table, gathered[...])) }
    }
    count = 0
    bytes = 0
  }

  /// Fills a batch with records of one table.
  mutating func fill(_ batch: inout RecordBatch, source: String) {
    guard let next = outgoing.first else { return }
    let schema = next.table.schema
    batch.reset(schema: schema)
    var rest = next.rows
    outgoing[0].rows = []
    while !batch.isFull, let row = rest.popFirst() {
      let record = records[next.table, default: 0] + 1
      records[next.table] = record
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
      for fault in row.faults {
        batch.problems.append(
          RecordProblem(row: batch.rowCount, fault.problem(source: source, record: record)))
      }
      batch.endRow(at: RecordPosition(line: row.place.line, byteOffset: row.place.byteOffset, record: record))
    }
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].rows = rest }
  }
}

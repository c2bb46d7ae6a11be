internal import FormatKit

/// The tables that products become, in the order in which records must be applied.
enum RecordTable: String, CaseIterable {
  case suppliers, categories, products, variants, barcodes
  case supplierItems = "supplier_items"
  case prices

  private var columns: String {
    switch self {
    case .suppliers: "supplier supplier_name gln email"
    case .categories: "category category_name"
    case .products: "product_code title description category brand tax_rate:number status attributes"
    case .variants: "sku product_code"
    case .barcodes: "barcode sku pack_quantity:number"
    case .supplierItems:
      "supplier sku supplier_code unit_cost:number currency pack_size:number order_unit minimum_order:number "
        + "lead_time_days:number"
    case .prices: "sku price_type currency valid_from:dateTime price:number valid_to:dateTime tax_included:boolean"
    }
  }

  var schema: Schema { Self.schemas[self] ?? Schema(columns: []) }

  private static let schemas: [RecordTable: Schema] = Dictionary(
    uniqueKeysWithValues: allCases.map { table in
      let columns = table.columns.split(separator: " ").map { word in
        let parts = word.split(separator: ":")
        return Column(
          name: String(parts[0]), type: parts.count > 1 ? ColumnType(rawValue: String(parts[1])) ?? .text : .text)
      }
      return (table, Schema(table: table.rawValue, columns: columns))
    })
}

/// One record of a table before it is put into a batch.
struct RecordRow: Sendable {
  let table: RecordTable
  let line: Int
  let byteOffset: Int
  private(set) var fields: [String: String] = [:]
  var faults: [Problem] = []

  init(_ table: RecordTable, at element: MessageElement) {
    self.table = table
    line = element.line
    byteOffset = element.byteOffset
  }

  subscript(_ column: String) -> String? {
    get { fields[column] }
    set { fields[column] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  var isEmpty: Bool { fields.isEmpty }

  /// Roughly the memory that it takes.
  var size: Int { fields.reduce(200) { $0 + $1.key.utf8.count + $1.value.utf8.count } + faults.count * 300 }
}

/// Gathers records by table, so that a batch holds many of one table although each product gives records of several.
struct RowBuffer {
  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private var rows: [RecordTable: [RecordRow]] = [:]
  private var count = 0
  private var bytes = 0
  private var outgoing: [(table: RecordTable, rows: ArraySlice<RecordRow>)] = []
  private var records: [RecordTable: Int] = [:]

  var hasOutgoing: Bool { !outgoing.isEmpty }
  var isFull: Bool { count >= Self.maximumRows || bytes >= Self.maximumBytes }

  mutating func add(_ row: RecordRow) {
    rows[row.table, default: []].append(row)
    count += 1
    bytes += row.size
  }

  /// Hands over all that was gathered.
  mutating func flush() {
    for table in RecordTable.allCases {
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
      for var fault in row.faults {
        fault.source = source
        fault.position.record = record
        batch.problems.append(RecordProblem(row: batch.rowCount, fault))
      }
      batch.endRow(at: RecordPosition(line: row.line, byteOffset: row.byteOffset, record: record))
    }
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].rows = rest }
  }
}

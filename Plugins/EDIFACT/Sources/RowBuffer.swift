internal import FormatKit

/// Gathers records by table, so that a batch holds many of one table although documents mix them.
///
/// The last record stays until another one comes, so that what is found at the end of the source has a record to hang on.
struct RowBuffer {
  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private var rows: [String: [DocumentRow]] = [:]
  private var count = 0
  private var bytes = 0
  private var outgoing: [(table: String, rows: ArraySlice<DocumentRow>)] = []
  private var records: [String: Int] = [:]
  private var last: String?
  private(set) var total = 0

  var hasOutgoing: Bool { !outgoing.isEmpty }

  mutating func add(_ row: DocumentRow) {
    if count >= Self.maximumRows || bytes >= Self.maximumBytes { flush() }
    rows[row.table, default: []].append(row)
    count += 1
    total += 1
    bytes += row.size
    last = row.table
  }

  /// Hangs faults on the record that came last and is still here; false when there is none.
  mutating func addToLast(_ faults: [Fault]) -> Bool {
    guard let last, let index = rows[last]?.indices.last else { return false }
    rows[last]?[index].faults += faults
    return true
  }

  /// Hands over all that was gathered.
  mutating func flush() {
    for table in DocumentTables.names {
      if let gathered = rows.removeValue(forKey: table) { outgoing.append((table, gathered[...])) }
    }
    count = 0
    bytes = 0
    last = nil
  }

  /// Fills a batch with records of one table.
  mutating func fill(_ batch: inout RecordBatch, source: String) {
    guard let next = outgoing.first, let schema = DocumentTables.schemas[next.table] else { return }
    batch.reset(schema: schema)
    var rest = next.rows
    while !batch.isFull, let row = rest.popFirst() {
      let record = records[next.table, default: 0] + 1
      records[next.table] = record
      for column in schema.columns {
        guard let text = row.fields[column.name] else {
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
        var diagnostic = fault.diagnostic(source: source)
        diagnostic.position.record = record
        batch.diagnostics.append(RecordDiagnostic(row: batch.rowCount, diagnostic))
      }
      batch.endRow(at: RecordPosition(line: row.line, byteOffset: row.byteOffset, record: record))
    }
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].rows = rest }
  }
}

public import FormatKit

/// Records of several tables on their way to batches: gathered by table, so that a batch holds many of one table although
/// every row of the file gives some of each.
public final class RecordTables {
  private final class Table {
    let schema: Schema
    var rows = RecordBatch(rowLimit: .max, byteLimit: .max)
    var handedOver = 0
    var problemsHandedOver = 0
    var records = 0

    init(_ schema: Schema) {
      self.schema = schema
      rows.reset(schema: schema)
    }
  }

  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private let tables: [Table]
  private var waiting = 0
  private var bytes = 0
  private var handingOver = false
  /// Problems that wait for the next record.
  private var pending: [Problem] = []
  private static let maximumPending = 10_000

  /// - Parameter schemas: the tables, in the order in which their records are handed over.
  public init(_ schemas: [Schema]) { tables = schemas.map { Table($0) } }

  /// Whether enough has been gathered.
  var isFull: Bool { waiting >= Self.maximumRows || bytes >= Self.maximumBytes }

  /// Problems that are left without a record.
  var orphans: [Problem] { pending }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - values: a value for each column of the table; nil for a missing one.
  ///   - position: its position in the source; its number is counted here.
  public func add(_ table: Int, _ values: [String?], at position: RecordPosition, _ problems: [Problem] = []) {
    let table = tables[table]
    table.records += 1
    var place = position
    place.record = table.records
    for (column, value) in zip(table.schema.columns, values) {
      guard let value else {
        table.rows.append(missing: .absent)
        continue
      }
      bytes += value.utf8.count
      table.rows.append(text: value, kind: Self.kind(of: value, column.type))
    }
    for var problem in pending + problems {
      problem.position.record = table.records
      table.rows.problems.append(RecordProblem(row: table.rows.rowCount, problem))
    }
    pending.removeAll()
    table.rows.endRow(at: place)
    waiting += 1
  }

  private static func kind(of value: String, _ type: ColumnType) -> FieldKind {
    switch type {
    case .number: value.isEmpty || !value.utf8.allSatisfy { (45...57).contains($0) && $0 != 47 } ? .text : .number
    case .boolean: value == "true" || value == "false" ? .boolean : .text
    case .text, .date, .dateTime: .text
    }
  }

  /// Attaches a problem to the next record of any table.
  public func tellWithNext(_ problem: Problem) {
    if pending.count < Self.maximumPending { pending.append(problem) }
  }

  /// Begins to hand over what was gathered.
  func close() { handingOver = waiting > 0 }

  var isHandingOver: Bool { handingOver }

  /// Fills a batch with records of one table.
  func fill(_ batch: inout RecordBatch) {
    guard let table = tables.first(where: { $0.handedOver < $0.rows.rowCount }) else { return }
    batch.reset(schema: table.schema)
    let start = table.handedOver
    while !batch.isFull, table.handedOver < table.rows.rowCount {
      batch.appendRow(table.handedOver, of: table.rows)
      table.handedOver += 1
    }
    let found = table.rows.problems
    while table.problemsHandedOver < found.count, found[table.problemsHandedOver].row < table.handedOver {
      let next = found[table.problemsHandedOver]
      batch.problems.append(RecordProblem(row: next.row - start, next.problem))
      table.problemsHandedOver += 1
    }
    waiting -= table.handedOver - start
    guard waiting == 0 else { return }
    for table in tables {
      table.rows.removeAllRows()
      table.handedOver = 0
      table.problemsHandedOver = 0
    }
    bytes = 0
    handingOver = false
  }
}

import FormatKit
import JSONReading

/// One table of a source: its columns, the current row, and finished rows that have not been returned yet.
///
/// The rows of the table of records are written directly to the caller's batch while their keys come in the order of
/// the columns. All others are assembled in `fields`, because keys may come in any order and a column may be new.
final class JSONTable {
  struct Field {
    var start = 0
    var count = 0
    var kind = FieldKind.absent
  }

  private(set) var schema: Schema
  let shape: JSONShape
  private var names: Set<String> = []

  // The row being put together.
  private(set) var isOpen = false
  /// Whether its fields so far are in the caller's batch.
  var isDirect = false
  private(set) var position = RecordPosition(line: 0, byteOffset: 0, record: 0)
  private(set) var rowBytes = 0
  private var fields: [Field] = []
  private var text: [UInt8] = []
  private var problems: [Problem] = []
  private var untoldProblems = 0

  // Finished rows.
  private var pending: RecordBatch
  private var handedOut = 0
  /// Whether the row is finished, but has columns that the batch before it lacks.
  private(set) var isWaiting = false

  static let problemLimit = 100

  init(
    name: String, ownColumns: [Column] = [], pendingRows: Int = 256, currency: String? = nil, parent: String? = nil
  ) {
    schema = Schema(table: name, columns: ownColumns, currency: currency, parent: parent)
    names = Set(ownColumns.map(\.name))
    fields = Array(repeating: Field(), count: ownColumns.count)
    shape = JSONShape(prefix: "")
    pending = RecordBatch(rowLimit: pendingRows, byteLimit: 1 << 15)
    pending.reset(schema: schema)
  }

  /// Adds a column for the values of a member.
  ///
  /// - Returns: its place, and its name if another column had the name already.
  func addColumn(_ wanted: String) -> (index: Int, renamed: String?) {
    var name = wanted
    if wanted.isEmpty {
      // The additional columns of a refused record do not count.
      name = "column \(schema.columns.count { !RejectColumns.contains($0.name) } + 1)"
    }
    var isRenamed = false
    var number = 2
    while !names.insert(name).inserted {
      name = "\(wanted) (\(number))"
      number += 1
      isRenamed = true
    }
    schema.columns.append(Column(name: name))
    fields.append(Field())
    return (schema.columns.count - 1, isRenamed ? name : nil)
  }

  // MARK: The row being put together

  func beginRow(line: Int, byteOffset: Int, isDirect: Bool) {
    position = RecordPosition(line: line, byteOffset: byteOffset, record: position.record + 1)
    isOpen = true
    self.isDirect = isDirect
  }

  func set(_ column: Int, _ run: UnsafeBufferPointer<UInt8>, _ kind: FieldKind) {
    fields[column] = Field(start: text.count, count: run.count, kind: kind)
    text.append(contentsOf: run)
  }

  func clear(_ column: Int) { fields[column].kind = .absent }

  func countBytes(_ count: Int) { rowBytes += count }

  /// Keeps a problem of the row. Above ``problemLimit``, problems are only counted.
  func note(_ problem: Problem) {
    if problems.count < Self.problemLimit { problems.append(problem) } else { untoldProblems += 1 }
  }

  /// Takes the fields that went into a batch back, as the row cannot be ended there.
  func takeBack(_ batch: inout RecordBatch) {
    guard isDirect else { return }
    for column in 0..<batch.pendingFieldCount {
      let kind = batch.kind(row: batch.rowCount, column: column)
      if kind != .absent { set(column, batch.bytes(row: batch.rowCount, column: column), kind) }
    }
    batch.discardPartialRow()
    isDirect = false
  }

  /// Ends the row in a batch whose schema is the table's.
  func endRow(in batch: inout RecordBatch) {
    if !isDirect {
      text.withUnsafeBufferPointer { text in
        for field in fields {
          if field.kind == .absent || field.kind == .null {
            batch.append(missing: field.kind)
          } else {
            batch.append(
              UnsafeBufferPointer(rebasing: text[field.start..<(field.start + field.count)]), kind: field.kind)
          }
        }
      }
    }
    batch.endRow(at: position)
    if !problems.isEmpty { handOverProblems(to: &batch) }
    closeRow()
  }

  /// Takes note of the currency that the document names outside its records.
  func note(currency: String) { schema.currency = currency }

  private func handOverProblems(to batch: inout RecordBatch) {
    if untoldProblems > 0, var last = problems.last {
      last.message += " (and \(untoldProblems) more of such in this record)"
      problems[problems.count - 1] = last
    }
    for problem in problems {
      var reported = RecordProblem(row: batch.rowCount - 1, problem)
      reported.losesValue = problem.code == .jsonDuplicateKey || problem.code == .jsonOddRecord
      batch.problems.append(reported)
    }
    problems.removeAll()
    untoldProblems = 0
  }

  /// Forgets the row.
  func closeRow() {
    isOpen = false
    isWaiting = false
    rowBytes = 0
    if !isDirect {
      for column in fields.indices { fields[column].kind = .absent }
      text.removeAll(keepingCapacity: text.capacity <= 1 << 20)
    }
    problems.removeAll(keepingCapacity: true)
    untoldProblems = 0
  }

  /// Marks the finished row as one that the next batch begins with.
  func waitForNextBatch() {
    isOpen = false
    isWaiting = true
  }

  // MARK: Finished rows

  var hasPendingRows: Bool { pending.rowCount > 0 || isWaiting }

  /// Ends the row and adds it to the waiting rows.
  ///
  /// - Returns: whether the waiting rows must be returned before the next row ends.
  func endRow() -> Bool {
    if pending.schema.columns.count < schema.columns.count {
      if pending.rowCount > 0 {
        waitForNextBatch()
        return true
      }
      pending.reset(schema: schema)
    }
    endRow(in: &pending)
    return pending.isFull || pending.rowCount * schema.columns.count >= 1 << 14
  }

  /// Copies rows that wait to the batch, which is reset for it.
  ///
  /// - Returns: whether more of them wait.
  func handOut(to batch: inout RecordBatch) -> Bool {
    if pending.rowCount == 0, isWaiting {
      pending.reset(schema: schema)
      endRow(in: &pending)
    }
    batch.reset(schema: pending.schema)
    while handedOut < pending.rowCount, !batch.isFull {
      for entry in pending.problems where entry.row == handedOut {
        batch.problems.append(entry.moved(to: batch.rowCount))
      }
      batch.appendRow(handedOut, of: pending)
      handedOut += 1
    }
    if handedOut < pending.rowCount { return true }
    handedOut = 0
    pending.reset(schema: schema)
    if isWaiting { endRow(in: &pending) }
    return false
  }
}

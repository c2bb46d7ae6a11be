internal import FormatKit

/// Finished rows of one table that wait to be handed over, and the row now being read.
///
/// The parser pushes; the caller pulls batches of its own size. What one block of the source yields waits here, in one
/// block of bytes with field ends, as in a `RecordBatch`, but with fields in the order of the document.
struct StagedTable {
  struct Field {
    var end: Int
    var column: Int32
    var kind: FieldKind
  }

  private struct Row {
    var fieldEnd: Int
    var columnCount: Int
    var position: RecordPosition
  }

  static let maximumRecordBytes = 64 << 20

  let name: String
  /// The table whose rows hold those of this one; nil for that of the records.
  let parent: String?
  private(set) var columns: [Column] = []
  /// What the document names as its currency outside the records.
  var currency: String?
  private var columnIndex: [String: Int32] = [:]
  /// Columns that stem from `<field name="…">`, and those of them that an element or attribute shares.
  private var namedColumns: Set<Int32> = []
  private var sharedColumns: Set<Int32> = []
  private var hasSharedColumns = false
  /// How many records were begun.
  private(set) var recordCount = 0
  /// Where the row now being read begins.
  private(set) var position = RecordPosition(line: 0, byteOffset: 0, record: 0)
  private(set) var byteCount = 0

  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCapacity = 1 << 8
  private var fields: UnsafeMutablePointer<Field>
  private var fieldCapacity = 1 << 5
  private var fieldCount = 0
  private var rows: [Row] = []
  private var handedOver = 0
  private var problems: [RecordProblem] = []
  /// Problems of columns, and how many of them were reported with a row.
  private var columnProblems: [Problem] = []
  private var toldColumns = 0

  init(name: String, parent: String? = nil) {
    self.name = name
    self.parent = parent
    bytes = .allocate(capacity: byteCapacity)
    fields = .allocate(capacity: fieldCapacity)
  }

  func deallocate() {
    bytes.deallocate()
    fields.deallocate()
  }

  var schema: Schema { Schema(table: name, columns: columns, currency: currency, parent: parent) }
  var waitingRows: Int { rows.count - handedOver }
  /// The bytes of finished rows.
  var waitingBytes: Int { rows.last.map { $0.fieldEnd == 0 ? 0 : fields[$0.fieldEnd - 1].end } ?? 0 }
  private var rowFieldStart: Int { rows.last?.fieldEnd ?? 0 }
  private var fieldsEnd: Int { fieldCount == 0 ? 0 : fields[fieldCount &- 1].end }
  /// Bytes of the row now being read.
  var openRowBytes: Int { byteCount - waitingBytes }

  // MARK: Filling

  /// Adds a column, renamed when its name is taken; nil when there are too many.
  ///
  /// - Parameter isNamed: whether it is given by `<field name="…">`, which is another way to write the same column.
  mutating func addColumn(_ wanted: String, isNamed: Bool = false, source: String) -> Int32? {
    if let known = columnIndex[wanted], isNamed || namedColumns.contains(known) {
      sharedColumns.insert(known)
      hasSharedColumns = true
      return known
    }
    guard columns.count < RecordBatch.maximumColumns else { return nil }
    var name = wanted
    var number = 2
    while columnIndex[name] != nil {
      name = "\(wanted) (\(number))"
      number += 1
    }
    if name != wanted {
      columnProblems.append(
        Problem(
          .duplicateColumn, source: source, at: SourcePosition(field: wanted), value: wanted,
          "two things are called '\(wanted)'; the later one is read as '\(name)'"))
    }
    let column = Int32(truncatingIfNeeded: columns.count)
    columnIndex[name] = column
    if isNamed { namedColumns.insert(column) }
    columns.append(Column(name: name))
    return column
  }

  /// Whether the row now being read has that column already; only a shared one can be met twice.
  @inline(__always)
  func hasField(_ column: Int32) -> Bool {
    guard hasSharedColumns, sharedColumns.contains(column) else { return false }
    return (rowFieldStart..<fieldCount).contains { fields[$0].column == column }
  }

  mutating func beginRow(line: Int, byteOffset: Int) {
    recordCount &+= 1
    position = RecordPosition(line: line, byteOffset: byteOffset, record: recordCount)
  }

  @inline(__always)
  mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
    guard let base = run.baseAddress, run.count > 0 else { return }
    if byteCount &+ run.count > byteCapacity { growBytes(by: run.count) }
    (bytes + byteCount).update(from: base, count: run.count)
    byteCount &+= run.count
  }

  /// The text since the last field.
  var openText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + fieldsEnd, count: byteCount &- fieldsEnd)
  }

  /// Forgets the text since the last field.
  mutating func dropOpenText() { byteCount = fieldsEnd }

  /// Makes the text since the last field a field.
  @inline(__always)
  mutating func endField(_ column: Int32, _ kind: FieldKind) {
    if fieldCount == fieldCapacity { growFields() }
    fields[fieldCount] = Field(end: byteCount, column: column, kind: kind)
    fieldCount &+= 1
  }

  /// Makes the last field of the row now being read a part of the text since then, if it is of that column and has a text.
  ///
  /// - Returns: the last byte of that text; nil where nothing was changed.
  mutating func reopenLastField(of column: Int32) -> UInt8? {
    guard column >= 0, fieldCount > rowFieldStart, fields[fieldCount &- 1].column == column,
      case let text = text(at: fieldCount &- 1), let last = text.last
    else { return nil }
    fieldCount &-= 1
    return last
  }

  mutating func append(number: Int, column: Int32) {
    var text = String(number)
    text.withUTF8 { append($0) }
    endField(column, .text)
  }

  mutating func appendSpace() {
    if byteCount == byteCapacity { growBytes(by: 1) }
    bytes[byteCount] = 0x20
    byteCount &+= 1
  }

  mutating func append(_ problem: Problem, losesValue: Bool = false) {
    var added = RecordProblem(row: rows.count, problem)
    added.losesValue = losesValue
    problems.append(added)
  }

  /// Adds the problems found after a row to it; to the next one when the last was handed over.
  mutating func appendToLastRow(_ problem: Problem, isOfRow: Bool = true) {
    var added = RecordProblem(row: max(handedOver, rows.count - 1), problem)
    added.isOfRow = isOfRow
    problems.append(added)
  }

  mutating func endRow() {
    for var problem in columnProblems[toldColumns...] {
      problem.position.line = position.line
      problem.position.byteOffset = position.byteOffset
      problem.position.record = position.record
      append(problem)
    }
    toldColumns = columnProblems.count
    rows.append(Row(fieldEnd: fieldCount, columnCount: columns.count, position: position))
  }

  private mutating func growBytes(by count: Int) {
    let capacity = max(byteCapacity * 2, byteCount + count)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = grown
    byteCapacity = capacity
  }

  private mutating func growFields() {
    let grown = UnsafeMutablePointer<Field>.allocate(capacity: fieldCapacity * 2)
    grown.update(from: fields, count: fieldCount)
    fields.deallocate()
    fields = grown
    fieldCapacity *= 2
  }

  // MARK: Handing over

  /// Moves waiting rows to a batch until it is full, no rows wait, or a row has more columns than the first.
  mutating func handOver(to batch: inout RecordBatch) {
    guard handedOver < rows.count else { return }
    let columnCount = rows[handedOver].columnCount
    batch.reset(
      schema: Schema(table: name, columns: Array(columns.prefix(columnCount)), currency: currency, parent: parent))
    let first = handedOver
    while handedOver < rows.count, !batch.isFull, rows[handedOver].columnCount == columnCount {
      let start = handedOver == 0 ? 0 : rows[handedOver - 1].fieldEnd
      let row = rows[handedOver]
      handOver(start..<row.fieldEnd, columnCount, to: &batch)
      batch.endRow(at: row.position)
      handedOver += 1
    }
    for found in problems where (first..<handedOver).contains(found.row) {
      batch.problems.append(found.moved(to: found.row - first))
    }
    problems.removeAll { $0.row < handedOver }
    if handedOver == rows.count { forgetRows() }
  }

  @inline(__always)
  private func handOver(_ range: Range<Int>, _ columnCount: Int, to batch: inout RecordBatch) {
    var next: Int32 = 0
    for index in range {
      let field = fields[index]
      if field.column < next {
        batch.discardPartialRow()
        handOverUnordered(range, columnCount, to: &batch)
        return
      }
      while next < field.column {
        batch.append(missing: .absent)
        next &+= 1
      }
      batch.append(text(at: index), kind: field.kind)
      next &+= 1
    }
  }

  private func handOverUnordered(_ range: Range<Int>, _ columnCount: Int, to batch: inout RecordBatch) {
    let sorted = range.sorted { fields[$0].column < fields[$1].column }
    var next: Int32 = 0
    for index in sorted {
      while next < fields[index].column {
        batch.append(missing: .absent)
        next &+= 1
      }
      batch.append(text(at: index), kind: fields[index].kind)
      next &+= 1
    }
  }

  @inline(__always)
  private func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = index == 0 ? 0 : fields[index &- 1].end
    return UnsafeBufferPointer(start: bytes + start, count: fields[index].end &- start)
  }

  /// Moves the row now being read to the front of the memory.
  private mutating func forgetRows() {
    let fieldStart = rowFieldStart
    let byteStart = waitingBytes
    fieldCount -= fieldStart
    for index in 0..<fieldCount {
      fields[index] = fields[index + fieldStart]
      fields[index].end -= byteStart
    }
    byteCount -= byteStart
    bytes.update(from: bytes + byteStart, count: byteCount)
    for index in problems.indices { problems[index].row -= rows.count }
    rows.removeAll(keepingCapacity: true)
    handedOver = 0
    if byteCapacity > 1 << 22, byteCount < 1 << 20 {
      let shrunk = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 20)
      shrunk.update(from: bytes, count: byteCount)
      bytes.deallocate()
      bytes = shrunk
      byteCapacity = 1 << 20
    }
  }

  /// Forgets all rows and what was counted, and keeps the columns.
  mutating func restart() {
    rows.removeAll()
    problems.removeAll()
    handedOver = 0
    fieldCount = 0
    byteCount = 0
    recordCount = 0
    toldColumns = 0
  }
}

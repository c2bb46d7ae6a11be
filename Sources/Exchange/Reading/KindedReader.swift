internal import FormatKit

/// Gives the records of a source whose column `stockroom_kind` says what each is as a table for each kind, as a semantic
/// format has them: so the refused records of a document come back in any format that has one table. Other sources pass as
/// they are.
///
/// Numbers in such a file are always in our own notation.
struct KindedReader: BatchReader {
  private var reader: any BatchReader
  private let source: String
  private let waiting = Waiting()

  /// Rows that were read and not handed out yet.
  private final class Waiting {
    var batch = RecordBatch()
    var next = 0
    var kindColumn: Int?
  }

  init(_ reader: any BatchReader, source: String) {
    self.reader = reader
    self.source = source
  }

  var findings: [SourceFinding] { reader.findings }
  var columnsMayGrow: Bool { reader.columnsMayGrow }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if waiting.kindColumn == nil || waiting.next >= waiting.batch.rowCount {
      guard try reader.read(into: &batch) else { return false }
      guard let column = batch.schema.index(of: RejectColumns.kind) else {
        waiting.kindColumn = nil
        return true
      }
      waiting.kindColumn = column
      waiting.next = 0
      waiting.batch.reset(schema: batch.schema)
      for row in 0..<batch.rowCount { waiting.batch.appendRow(row, of: batch) }
      waiting.batch.problems = batch.problems
      if batch.rowCount == 0 {
        // A table without records is still passed on.
        batch.reset(schema: Schema(table: batch.schema.table, columns: []))
        return true
      }
    }
    handOut(into: &batch)
    return true
  }

  /// Fills a batch with consecutive rows of one kind.
  private func handOut(into batch: inout RecordBatch) {
    guard let kindColumn = waiting.kindColumn else { return }
    let from = waiting.batch.schema
    let name = waiting.batch.string(row: waiting.next, column: kindColumn) ?? ""
    let kind = Vocabulary.kind(name)
    let columns = from.columns.indices.filter { column in
      let title = from.columns[column].name
      if column == kindColumn { return false }
      return kind?.field(title) != nil || RejectColumns.contains(title) || !Self.isField(title)
    }
    let isNumber = columns.map { column in
      kind?.field(from.columns[column].name).map { Self.isNumber($0.type) } ?? false
    }
    batch.reset(
      schema: Schema(
        table: name.isEmpty ? from.table : name, columns: columns.map { from.columns[$0] }, currency: from.currency,
        keptDigits: from.keptDigits))
    while waiting.next < waiting.batch.rowCount, !batch.isFull {
      let row = waiting.next
      guard (waiting.batch.string(row: row, column: kindColumn) ?? "") == name else { break }
      for item in waiting.batch.problems where item.row == row {
        batch.problems.append(item.moved(to: batch.rowCount))
      }
      let place = waiting.batch.position(row: row)
      if kind == nil { batch.problems.append(RecordProblem(row: batch.rowCount, unknown(name, place))) }
      for (column, isNumber) in zip(columns, isNumber) {
        let bytes = waiting.batch.bytes(row: row, column: column)
        let found = waiting.batch.kind(row: row, column: column)
        batch.append(bytes, kind: found == .text && isNumber && Self.isPlainNumber(bytes) ? .number : found)
      }
      batch.endRow(at: place)
      waiting.next += 1
    }
  }

  private func unknown(_ name: String, _ place: RecordPosition) -> Problem {
    let near = nearestName(to: name, among: Vocabulary.kinds.map(\.name))
    return Problem(
      .unknownRejectKind, source: source,
      at: SourcePosition(
        line: place.line, byteOffset: place.byteOffset, record: place.record, field: RejectColumns.kind),
      value: name, name.isEmpty ? "the record does not say of which kind it is" : "there is no record kind '\(name)'",
      remedy: near.map { "Did you mean '\($0)'?" })
  }

  private static let fieldNames = Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) })

  private static func isField(_ name: String) -> Bool { fieldNames.contains(name) }

  private static func isNumber(_ type: ValueType) -> Bool {
    switch type {
    case .quantity, .unitCost, .money, .percent, .wholeNumber: true
    default: false
    }
  }

  /// Digits, with one point at most.
  private static func isPlainNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard let first = rest.first, let last = rest.last, (48...57).contains(first), (48...57).contains(last) else {
      return false
    }
    return rest.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
      && rest.count { $0 == UInt8(ascii: ".") } <= 1
  }
}

internal import ProblemKit
internal import RetailValues

/// The records of one level around the rows of a nested table, read in their order as far as the rows need them.
final class HeadRecords {
  let table: String
  /// What one of the records is called: `order` for the table `orders`.
  let noun: String
  private let source: String
  /// The path within a record of the table that leads to the rows.
  private let child: String
  private var reader: any BatchReader
  private var batch = RecordBatch()
  private var row = -1
  private(set) var schema: Schema
  /// Whether a row had the current record.
  private var isUsed = true
  private var isFirstRow = false
  private var skipped: [Problem] = []
  private var skippedCount = 0
  /// Those that are not reported one by one: how many of each code, and the first of them.
  private var unreported: [String: (count: Int, first: Problem)] = [:]

  /// How many records without rows are reported one by one.
  private static let maximumSkipped = 100

  init(of table: String, holding child: String, source: String, reader: any BatchReader) {
    self.table = table
    self.source = source
    self.reader = reader
    self.child = String(child.dropFirst(table.count + 1))
    noun = Self.singular(String(table.split(separator: ".").last ?? ""))
    schema = Schema(table: table, columns: [])
  }

  /// `order` of `orders`, `delivery` of `deliveries`; other words are left as they are.
  private static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
    return name.hasSuffix("s") && !name.hasSuffix("ss") && name.count > 3 ? String(name.dropLast()) : name
  }

  /// Reads the first records, which say in which table they are nested.
  func begin() throws(Problems) { _ = try readNext() }

  /// Whether a column says nothing of the record but where it is, or that it has no rows. The mark of a refused record is that of one
  /// of its rows only.
  func isLeftOut(_ column: String) -> Bool {
    NestedColumns.all.contains(column) && schema.parent != nil || isOfRows(column) || RejectColumns.contains(column)
  }

  /// Whether a column is where other records have the list of rows.
  private func isOfRows(_ column: String) -> Bool { column == child || column.hasPrefix(child + ".") }

  /// The number of the record that holds the current one.
  var parentNumber: Int? { schema.parent == nil ? nil : batch.parentNumber(ofRow: row) }

  func append(_ column: Int, to target: inout RecordBatch) {
    guard column < batch.schema.columns.count else { return target.append(missing: .absent) }
    target.append(batch.bytes(row: row, column: column), kind: batch.kind(row: row, column: column))
  }

  /// Goes on to a record by its number; false if there is none.
  func advance(to number: Int) throws(Problems) -> Bool {
    if row >= 0, row < batch.rowCount, batch.position(row: row).record == number { return true }
    while try step() {
      let found = batch.position(row: row).record
      if found == number {
        (isUsed, isFirstRow) = (true, true)
        return true
      }
      if found > number { return false }
    }
    return false
  }

  /// Goes on to the end of the source.
  func finish() throws(Problems) {
    while try step() {}
    for (count, first) in unreported.values.sorted(by: { $0.first.code.id < $1.first.code.id }) {
      var problem = first
      problem.message += ", and \(count - 1) more like it"
      skipped.append(problem)
    }
  }

  /// Goes on to the next record, and takes note of the current one if no row had it.
  private func step() throws(Problems) -> Bool {
    if !isUsed { noteSkipped() }
    isUsed = true
    row += 1
    while row >= batch.rowCount {
      guard try readNext() else { return false }
      row = 0
    }
    isUsed = false
    return true
  }

  private func readNext() throws(Problems) -> Bool {
    while try reader.read(into: &batch) {
      guard batch.schema.table == table else { continue }
      schema = batch.schema
      // What is next to the records has no row.
      skipped += batch.problems.filter { $0.row >= batch.rowCount }.map(\.problem)
      return true
    }
    return false
  }

  // MARK: Problems

  /// Adds the problems of the current record to the row that a batch gets next: errors to each of its rows, others to the first.
  func handOverProblems(to target: inout RecordBatch) {
    handOverSkipped(to: &target)
    for item in batch.problems where item.row == row {
      if item.problem.severity == .error || item.losesValue || isFirstRow {
        target.problems.append(item.moved(to: target.rowCount))
      }
    }
    isFirstRow = false
  }

  /// Adds what is wrong with records without rows.
  func handOverSkipped(to target: inout RecordBatch) {
    for problem in skipped {
      var item = RecordProblem(row: target.rowCount, problem)
      item.isOfRow = false
      target.problems.append(item)
    }
    skipped.removeAll()
  }

  private func noteSkipped() {
    let own = batch.problems.filter { $0.row == row }.map(\.problem)
    skipped += own
    if own.contains(where: { $0.severity == .error }) { return }
    let problem = problemWithoutRows
    skippedCount += 1
    if skippedCount <= Self.maximumSkipped { return skipped.append(problem) }
    let known = unreported[problem.code.id]
    unreported[problem.code.id] = ((known?.count ?? 0) + 1, known?.first ?? problem)
  }

  /// What is wrong with the current record, which no row had.
  private var problemWithoutRows: Problem {
    let place = batch.position(row: row)
    let position = SourcePosition(line: place.line, byteOffset: place.byteOffset, record: place.record, field: child)
    let name = "record \(place.record) of '\(table)'"
    if let column = filled(where: isOfRows) {
      return Problem(
        .recordInPlaceOfRows, source: source, at: position, value: batch.string(row: row, column: column),
        "\(name) has '\(schema.columns[column].name)' where others have a list of '\(child)'")
    }
    if let column = filled(where: Self.isOfItem) {
      return Problem(
        .recordInPlaceOfRows, source: source, at: position, value: batch.string(row: row, column: column),
        "\(name) has no '\(child)', and has '\(schema.columns[column].name)' itself")
    }
    return Problem(
      .recordWithoutRows, source: source, at: position, "\(name) has no '\(child)', and nothing is taken of it")
  }

  /// The first column with a value in the current record that is called by such a name.
  private func filled(where isMeant: (String) -> Bool) -> Int? {
    batch.schema.columns.indices.first { column in
      isMeant(batch.schema.columns[column].name) && batch.string(row: row, column: column)?.isEmpty == false
    }
  }

  /// Whether a column is one that an item has by itself.
  private static func isOfItem(_ column: String) -> Bool {
    !Vocabulary.fieldNames(of: column).isDisjoint(with: ["sku", "barcode", "price"])
  }
}

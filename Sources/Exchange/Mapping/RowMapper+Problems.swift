internal import FormatKit
internal import RetailValues
internal import Stock

/// What is wrong with rows, and what of them may not be records.
extension RowMapper {
  /// The error for a value that could not be read and is needed.
  static func needed(_ problem: Problem) -> Problem {
    Problem(
      .valueLost, source: problem.source, at: problem.position, value: problem.value, problem.message,
      remedy: "\(problem.remedy) --on-error skip takes the other records.")
  }

  /// Whether one of the records takes a value from a column.
  func isTaken(_ column: String?, by records: [CompiledRecord]) -> Bool {
    guard let column else { return false }
    return records.contains { record in
      record.fields.contains { field in
        field.columnNames.contains(column)
          && !field.columnNames.contains { $0.hasPrefix("\(column).") || $0.hasSuffix(":\(column)") }
      }
    }
  }

  /// What says that a row is not a record, in the column of the items' codes: a word for a total, or a heading or a note.
  func problem(
    withCode column: Int, row: Int, table: Int, _ batch: borrowing RecordBatch
  ) -> (code: Problem.Code, shown: String, message: String)? {
    let text = batch.bytes(row: row, column: column).trimmed
    let rule = marks.loneValues[tables[table].schema.table]
    if !text.contains(where: NumberNotation.isDigit) {
      let label = String(decoding: text.prefix(80), as: UTF8.self)
      if TotalWords.isTotal(label) || rule?.codesHaveDigits == true && TotalWords.mention(in: label) != nil {
        let shown = FieldReader.shown(text)
        return (.totalRow, shown, "'\(shown)' is a word for a total, and not the code of an item")
      }
    }
    let values = tables[table].values
    guard tables[table].fill == nil, values.isAlone(row, in: column, batch),
      rule?.refuses(text) == true || values.wasRefused(row, batch)
    else { return nil }
    let shown = FieldReader.shown(text)
    return (.loneValue, shown, "'\(shown)' is the row's only value, and may be a heading or a note")
  }

  /// Hands on why a row may be a note or a charge and not an item.
  func noteDoubt(_ row: Int, table: Int, _ batch: borrowing RecordBatch) throws {
    guard let code = tables[table].code, let rule = tables[table].notes else { return }
    let text = batch.bytes(row: row, column: code).trimmed
    guard rule.isOdd(text) else { return }
    let schema = tables[table].schema
    let reason = rule.reason(text) { name in
      schema.index(of: name).map { RowValues.isBlank(row, $0, batch) } ?? true
    }
    guard let reason else { return }
    try receiver.addDoubt(
      NoteRowRule.question(
        reason, code: String(decoding: text.prefix(80), as: UTF8.self), column: schema.columns[code].name,
        at: stagedPosition(row, table: table, batch)))
  }

  func report(_ problem: Problem, table: Int, position: RecordPosition, kind: String) throws {
    let place = problem.position
    // Of a record on one line all of that line is shown.
    let isElsewhere = place.byteOffset >= 0 && (place.path != nil || place.line != position.line)
    try receiver.add(
      StagedProblem(
        code: problem.code.id, severity: problem.severity.rawValue, kind: kind,
        field: place.field ?? "", value: problem.value ?? "", message: problem.message,
        remedy: problem.remedy,
        position: StagedPosition(
          table: table, line: place.line > 0 ? place.line : position.line, record: position.record,
          byteOffset: position.byteOffset),
        path: place.path, byteOffset: isElsewhere ? place.byteOffset : nil))
  }

  /// Ends the mapping of a source.
  ///
  /// - Throws: `unknown-table` when the profile speaks only of tables that the source does not have, `column-missing` when
  ///   it names columns that no record has.
  mutating func finish() throws {
    for (column, gtins, others) in rowCache?.recognisedCodes ?? [] {
      columnProblems.count(gtins: gtins, others: others, of: column)
    }
    for problem in columnProblems.problems { try receiver.add(problem) }
    if let first = blankRows.first {
      let code = Problem.Code.blankRows
      let rows = blankRows.count == 1 ? "1 row has" : "\(blankRows.count) rows have"
      try receiver.add(
        StagedProblem(
          code: code.id, severity: code.severity.rawValue, kind: "", field: "", value: "",
          message: "\(rows) no value and \(blankRows.count == 1 ? "is" : "are") left out; this is the first",
          remedy: code.remedy, position: first))
    }
    try lookup.finish()
    guard !tables.isEmpty, tables.allSatisfy({ $0.records.isEmpty }) else { return }
    let wanted = profile.records.compactMap(\.table)
    guard let first = wanted.first else { return }
    throw Problems(
      .tableUnknown, source: lookup.source, value: first, "the file has no table '\(first)'",
      remedy: "It has: \(tables.prefix(20).map(\.schema.table).joined(separator: ", ")).")
  }
}

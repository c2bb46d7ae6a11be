internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Reasons of adjustments and write-offs in the words of a shop's files.
extension StagingArea {
  /// Refuses new records with a reason that the shop no longer offers. What is recorded with it stays as it is.
  func refuseRetiredReasons(_ context: StagingContext) throws {
    guard !context.retiredReasons.isEmpty else { return }
    let retired = context.retiredReasons.sorted().map(Self.quoted).joined(separator: ", ")
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT m.stage_seq, m.source, \(Problem.Code.unknownReason.sqlColumns), 'reason', r.code,
          'the reason ''' || r.code || ''' is retired',
          'Choose another one, or use it again after `stockroom settings reason change ' || r.code || ' --retired no`.',
          m.tbl, m.line, m.record, m.offset
        FROM temp.merged_movements m JOIN reasons r ON r.id = m.reason
        WHERE r.code IN (\(retired)) AND \(Self.isWrittenOnce) ORDER BY m.seq
        """)
  }

  /// Finds the reasons that are written with other capitals, as people read them, or in other words.
  func takeReasonWords(_ source: String) throws {
    let table = "temp.stage_\(source)"
    let isUnknown = "f_reason IS NOT NULL AND r_reason IS NULL"
    guard
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(isUnknown))") == true
    else { return }
    let words = Reason.otherWords.flatMap { code, words in
      words.map { "(\(Self.quoted(code)), \(Self.quoted($0)))" }
    }
    let spelt = "code_lower(trim(f_reason))"
    try database.execute(
      sql: """
        UPDATE \(table) SET r_reason = COALESCE(
          (SELECT MIN(r.id) FROM reasons r WHERE code_lower(r.code) = \(spelt) OR code_lower(r.name) = \(spelt)),
          (SELECT r.id FROM (SELECT column1 AS code, column2 AS word FROM (VALUES \(words.sorted().joined(separator: ", ")))) w
            JOIN reasons r ON r.code = w.code WHERE w.word = \(spelt)))
        WHERE \(isUnknown)
        """)
  }
}

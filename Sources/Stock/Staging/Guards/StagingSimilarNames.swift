internal import FormatKit
internal import GRDB
internal import ProblemKit

/// New categories and brands that are probably misspelt ones of the shop.
extension StagingArea {
  /// How many new names of a kind are compared.
  private static let mostCompared = 1000

  /// Warns of new names that differ from one of the shop's by a letter or two, or in nothing but signs and capitals.
  func warnOfSimilarNames() throws {
    guard !hidesStored else { return }
    for (kind, beginning) in [("categories", "new category '"), ("brands", "new brand '")] {
      guard try hasChanges(kind), let stored = kinds[kind], let key = stored.keys.first, try !isEmpty(stored.table)
      else { continue }
      let codes = try String.fetchAll(
        database,
        sql: """
          SELECT \(key.staged) FROM temp.merged_\(kind) WHERE action = \(PlanAction.create.sql)
          ORDER BY seq LIMIT \(Self.mostCompared)
          """)
      for (code, near) in try nearCodes(of: codes, stored.table, key.column) {
        try database.execute(
          sql: """
            INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
            SELECT s.seq, ?, \(Problem.Code.similarName.sqlColumns), ?, ?, ?, ?, s.tbl, s.line, s.record, s.offset
            FROM temp.merged_\(kind) m JOIN temp.stage_\(kind) s ON s.seq = m.seq WHERE m.\(key.staged) = ?
            """,
          arguments: [
            kind, key.field, code, "\(beginning)\(code)'; did you mean '\(near)'?",
            "Write it as the shop does where it is the same. To translate it: --value COLUMN:\(code)=\(near).", code,
          ])
      }
    }
  }
}

internal import GRDB
internal import ProblemKit

extension Database {
  /// Runs work in a transaction. After an error of its `COMMIT`, checks whether the transaction was committed
  /// nevertheless.
  ///
  /// SQLite commits the shop's file first and then cleans up its temporary tables. If the clean-up fails, for example
  /// because the journal of the temporary file cannot be truncated, `COMMIT` reports an error although the change is in
  /// the shop. The entry that the work added to the audit log shows whether it was committed.
  ///
  /// - Throws: the errors of the work; ``Problems`` if the log cannot be read after such an error.
  func inConfirmedTransaction<Result>(
    _ kind: TransactionKind? = nil, _ work: () throws -> (Result, TransactionCompletion)
  ) throws -> Result {
    var result: Result?
    var entries: (before: AuditLog.Mark?, after: AuditLog.Mark?)
    do {
      try inTransaction(kind) {
        entries.before = try AuditLog.last(self)
        let (made, completion) = try work()
        if completion == .commit { entries.after = try AuditLog.last(self) }
        result = made
        return completion
      }
    } catch let error as DatabaseError {
      guard let made = result, let after = entries.after, after != entries.before else { throw error }
      guard let isThere = try? AuditLog.has(self, after) else {
        throw Problems(
          .damaged, "it is not known whether the change is in the shop: \(error.message ?? "the disk failed")",
          remedy:
            "Look with `stockroom log` whether its last entry is this command; if it is not, run the command again.")
      }
      guard isThere else { throw error }
      return made
    }
    guard let result else { throw Problems(.refused, "nothing was done", remedy: "Try again.") }
    return result
  }
}

extension AuditLog {
  /// The identity of an entry.
  struct Mark: Hashable {
    let id: Int64
    let hash: String
  }

  /// The last entry; nil in an empty log.
  static func last(_ database: Database) throws -> Mark? {
    let row = try Row.fetchOne(database, sql: "SELECT id, hash FROM main.audit_log ORDER BY id DESC LIMIT 1")
    return row.map { Mark(id: $0[0], hash: $0[1]) }
  }

  static func has(_ database: Database, _ entry: Mark) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM main.audit_log WHERE id = ? AND hash = ?)",
      arguments: [entry.id, entry.hash]) ?? false
  }
}

internal import Foundation
package import GRDB
internal import ProblemKit
public import RetailValues
public import Stock

/// A period of the books that was closed.
public struct ClosedPeriod: Hashable, Sendable {
  public let number: Int64
  /// nil for the first period, which holds everything before its end.
  public let from: CalendarDate?
  /// The last day that is closed.
  public let to: CalendarDate
  public let closedAt: Timestamp
  public let closedBy: String
  public let entries: Int
  /// The sum of the debits.
  public let debits: Money
  /// Lines without a cost.
  public let unvaluedLines: Int
  /// SHA-256 over everything that the period holds.
  public let digest: String
  public let reopenedAt: Timestamp?
  public let reopenedBy: String?
}

extension ShopDatabase {
  /// Every period that was closed, in the order of closing, those included that were reopened.
  public func periods() throws -> [ClosedPeriod] {
    try read { try JournalPeriods.periods($0, where: "1", settings.currency) }
  }

  /// The last closed day; nil if no period is closed.
  public func closedThrough() throws -> CalendarDate? {
    try read { try JournalPeriods.closedThrough($0).map { CalendarDate(daysSince1970: Int($0)) } }
  }

  /// The counts that are not posted and whose lines are compared at a time up to and with a day: at their cut-off, else at
  /// the first time of their entries. Posted later, their variances are booked after the day on which it was closed.
  public func unpostedCounts(through day: CalendarDate) throws -> [CountSession] {
    let end = settings.clock.timestamp(CalendarDate(daysSince1970: day.daysSince1970 + 1)).millisecondsSince1970
    return try read { database in
      try CountSessions.sessions(
        database,
        where: """
          s.state NOT IN ('posted', 'reversed') AND COALESCE(s.cut_off_at,
            (SELECT MIN(e.counted_at) FROM count_entries e WHERE e.session_id = s.id AND e.superseded_by IS NULL)) < ?
          ORDER BY s.id
          """, [end])
    }
  }

  /// Closes the books up to and including a day: the content of the journal until then is kept permanently.
  ///
  /// Later records that belong to those days are booked on the day of their recording.
  ///
  /// - Parameter through: nil is the end of the last month.
  /// - Throws: ``Problem/Code/wrongState`` when the day is closed already, `.refused` when it is not over yet.
  @discardableResult
  public func closePeriod(
    through: CalendarDate? = nil, accounts: JournalAccounts = JournalAccounts(), actor: Actor,
    at moment: Timestamp = .now
  ) throws -> ClosedPeriod {
    try write { try close($0, through: through, accounts: accounts, actor: actor, at: moment) }
  }

  /// The period that closing the books would make; they stay as they are.
  ///
  /// - Parameter through: nil is the end of the last month.
  /// - Throws: what closing it would throw.
  public func periodToClose(
    through: CalendarDate? = nil, accounts: JournalAccounts = JournalAccounts(), actor: Actor,
    at moment: Timestamp = .now
  ) throws -> ClosedPeriod {
    // It is closed in a transaction that is not kept, so that the answer is what closing it gives.
    struct Trial: Error { let period: ClosedPeriod }
    do {
      return try write { database -> ClosedPeriod in
        throw Trial(period: try close(database, through: through, accounts: accounts, actor: actor, at: moment))
      }
    } catch let trial as Trial { return trial.period }
  }

  private func close(
    _ database: Database, through: CalendarDate?, accounts: JournalAccounts, actor: Actor, at moment: Timestamp
  ) throws -> ClosedPeriod {
    let today = settings.clock.date(of: moment)
    let day = through ?? CalendarDate(daysSince1970: today.daysSince1970 - today.day)
    guard day < today else {
      throw Problems(
        .refused, "\(day) is not over yet, so it cannot be closed",
        remedy: "Close up to a day before today, \(today).")
    }
    let last = try JournalPeriods.closedThrough(database)
    if let last, last >= day.daysSince1970 {
      throw Problems(
        .wrongState, "the books are closed through \(CalendarDate(daysSince1970: Int(last))) already",
        remedy: "Give a later day with --to, or reopen the last period first.")
    }
    return try JournalPeriods.close(
      database, after: last, through: Int64(day.daysSince1970), accounts: accounts, settings, actor: actor, at: moment)
  }

  /// Opens the last closed period again.
  ///
  /// - Parameter to: the last day of the expected period; nil for the last closed period.
  /// - Throws: ``Problem/Code/wrongState`` if no period is closed, or if a later one has to be opened before.
  @discardableResult
  public func reopenPeriod(
    endingOn to: CalendarDate? = nil, actor: Actor, at moment: Timestamp = .now
  ) throws -> ClosedPeriod {
    try write { database in
      let closed = try JournalPeriods.periods(database, where: "reopened_at IS NULL", settings.currency)
      guard let last = closed.last else {
        throw Problems(.wrongState, "no period is closed", remedy: "There is nothing to reopen.")
      }
      if let to, to != last.to {
        guard closed.contains(where: { $0.to == to }) else {
          throw Problems(
            .notFound, "there is no closed period that ends on \(to)", remedy: "See `stockroom period list`.")
        }
        throw Problems(
          .wrongState, "the period that ends on \(last.to) comes after that of \(to) and is closed",
          remedy: "Reopen the latest period first: periods are reopened in the opposite order of their closing.")
      }
      try database.execute(
        sql: "UPDATE periods SET reopened_at = ?, reopened_by = ? WHERE id = ?",
        arguments: [moment.millisecondsSince1970, actor.name, last.number])
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "reopened period \(last.number), which was closed through \(last.to), digest \(last.digest)")
      return try JournalPeriods.periods(database, where: "id = \(last.number)", settings.currency).first ?? last
    }
  }
}

/// Closed periods within a transaction.
package enum JournalPeriods {
  static func closedThrough(_ database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT MAX(last_day) FROM periods WHERE reopened_at IS NULL")
  }

  static func periods(
    _ database: Database, where condition: String, _ currency: Currency
  ) throws -> [ClosedPeriod] {
    try Row.fetchAll(database, sql: "SELECT * FROM periods WHERE \(condition) ORDER BY id").map { row in
      let first: Int64? = row["first_day"]
      let last: Int64 = row["last_day"]
      let reopened: Int64? = row["reopened_at"]
      return ClosedPeriod(
        number: row["id"], from: first.map { CalendarDate(daysSince1970: Int($0)) },
        to: CalendarDate(daysSince1970: Int(last)), closedAt: Timestamp(millisecondsSince1970: row["closed_at"]),
        closedBy: row["closed_by"], entries: row["entries"],
        debits: Money(minorUnits: row["debits"], currency: currency),
        unvaluedLines: row["unvalued_lines"], digest: row["digest"],
        reopenedAt: reopened.map { Timestamp(millisecondsSince1970: $0) }, reopenedBy: row["reopened_by"])
    }
  }

  static func close(
    _ database: Database, after last: Int64?, through day: Int64, accounts: JournalAccounts, _ settings: ShopSettings,
    actor: Actor, at moment: Timestamp
  ) throws -> ClosedPeriod {
    // The period follows its entries, being their sum.
    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
    let number = (try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM periods") ?? 0) + 1
    let lines = try JournalLines(database, accounts: accounts, clock: settings.clock)
    let insert = try database.makeStatement(
      sql: "INSERT INTO closed_entries (period_id, position, content) VALUES (?, ?, ?)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let losses = try database.makeStatement(
      sql: """
        SELECT COALESCE(r.code, ''), COALESCE(r.loss_class, ''), COALESCE(SUM(j.loss), 0)
        FROM temp.journal_lines j LEFT JOIN reasons r ON r.id = j.reason_id WHERE j.entry = ? GROUP BY r.id ORDER BY 1
        """)
    var summary = JournalSummary()
    var position = 0
    try JournalSource(database: database).openEntries(from: .min, through: day) { entry in
      summary.unvaluedLines += entry.unvaluedLines
      // Entries without an amount are kept too: they show what is not valued.
      guard !entry.postings.isEmpty || entry.unvaluedLines > 0 else { return }
      if !entry.postings.isEmpty { summary.entries += 1 }
      summary.debits += entry.debits
      position += 1
      let closed = ClosedEntry(
        entry,
        losses: try Row.fetchAll(losses, arguments: [entry.id]).map {
          ClosedLoss(reason: $0[0], lossClass: $0[1], amount: $0[2])
        })
      try insert.execute(arguments: [number, position, String(decoding: try encoder.encode(closed), as: UTF8.self)])
    }
    try database.execute(
      sql: """
        INSERT INTO closed_movements (period_id, movement_id, entry, loss, inventory_account, other_account)
        SELECT ?, movement_id, entry, loss, account, other_account FROM temp.journal_lines WHERE day <= ?
        """, arguments: [number, day])
    try lines.drop()
    guard let debits = Int64(exactly: summary.debits) else {
      throw Problems(
        .refused, "the debits of the period leave the range of money",
        remedy: "Look for a quantity far too large, such as a barcode in the quantity column.")
    }
    let digest = try digest(of: number, database)
    try database.execute(
      sql: """
        INSERT INTO periods (id, first_day, last_day, closed_at, closed_by, entries, debits, unvalued_lines, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        number, last.map { $0 &+ 1 }, day, moment.millisecondsSince1970, actor.name, summary.entries, debits,
        summary.unvaluedLines, digest,
      ])
    let total = Money(minorUnits: debits, currency: settings.currency)
    try AuditLog.append(
      database, actor: actor, at: moment,
      details: """
        closed period \(number) through \(CalendarDate(daysSince1970: Int(day))): \(summary.entries) entries, \
        debits \(total), digest \(digest)
        """)
    guard let period = try periods(database, where: "id = \(number)", settings.currency).first else {
      throw Problems(.damaged, "the period was not kept", remedy: "Run `stockroom check`.")
    }
    return period
  }

  /// Hands over what closed periods hold, in their order; of the periods that have none of some days, nothing.
  static func closedEntries(
    _ database: Database, from: Int64, through: Int64, _ receive: (JournalEntry) throws -> Void
  ) throws {
    let decoder = JSONDecoder()
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT c.content, c.period_id FROM periods p CROSS JOIN closed_entries c ON c.period_id = p.id
        WHERE p.reopened_at IS NULL AND p.last_day >= ? AND (p.first_day IS NULL OR p.first_day <= ?)
        ORDER BY p.last_day, c.position
        """, arguments: [from, through])
    while let row = try rows.next() {
      let content: String = row[0]
      guard let entry = try? decoder.decode(JournalEntry.self, from: Data(content.utf8)), entry.isBalanced else {
        throw Problems(
          .damaged, "an entry of the closed period \(row[1] as Int64) cannot be read",
          remedy: "Run `stockroom check`; restore the last backup.")
      }
      try receive(entry)
    }
  }

  /// SHA-256 over the entries and the movements of a period.
  static func digest(of number: Int64, _ database: Database) throws -> String {
    let hash = SHA256Hash()
    let entries = try String.fetchCursor(
      database, sql: "SELECT content FROM closed_entries WHERE period_id = ? ORDER BY position", arguments: [number])
    while let content = try entries.next() { hash.update("\(content.utf8.count):\(content)") }
    let movements = try Row.fetchCursor(
      database,
      sql: """
        SELECT movement_id, entry, loss, inventory_account, other_account FROM closed_movements WHERE period_id = ?
        ORDER BY movement_id
        """, arguments: [number])
    while let row = try movements.next() {
      let loss: Int64? = row[2]
      let parts = ["\(row[0] as Int64)", row[1], loss.map { "\($0)" } ?? "", row[3], row[4]] as [String]
      hash.update(parts.map { "\($0.utf8.count):\($0)" }.joined())
    }
    return hash.hexadecimalDigest()
  }

  /// The periods whose contents are not what they were when they were closed, or whose closing the audit log does not know.
  package static func changed(_ database: Database) throws -> [String] {
    guard let code = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'currency'"),
      let currency = Currency(code)
    else { return [] }
    return try periods(database, where: "1", currency).filter { period in
      let closing =
        "closed period \(period.number) through \(period.to): \(period.entries) entries, "
        + "debits \(period.debits), digest \(period.digest)"
      let isLogged =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM audit_log WHERE details = ?)", arguments: [closing]) ?? false
      return try !isLogged || digest(of: period.number, database) != period.digest
    }.map { "period \($0.number) through \($0.to)" }
  }
}

internal import Foundation
internal import GRDB
internal import RetailValues
internal import Stock
internal import StockJournal

/// Ties the shrinkage statement, the journal and the ledger together in each closed period (docs/guides/journal.md, "Ties").
///
/// For the days of a closed period, three totals of the losses at cost must be equal:
/// - the statement: the lines of `report_shrinkage_lines`;
/// - the journal: what was booked of those days, in closed periods and in the open one;
/// - the ledger: the movements of those days, each at its value of today.
///
/// And what a closed period holds must fit itself: the postings, the movements that they sum up, and the reasons of these.
struct PeriodTies {
  let database: Database
  let currency: Currency
  /// Reads the days of moments.
  let clock: ShopClock

  /// A closed period, and its days counted from 1970-01-01.
  private struct Period {
    var number: Int64
    var firstDay: Int64
    var lastDay: Int64
    var entries: Int
    var debits: Int64

    var name: String { "period \(number) through \(CalendarDate(daysSince1970: Int(lastDay)))" }
  }

  /// The figures that do not agree, one text for each period and pair of figures.
  func problems() throws -> [String] {
    let periods = try Row.fetchAll(
      database,
      sql: "SELECT id, first_day, last_day, entries, debits FROM periods WHERE reopened_at IS NULL ORDER BY last_day"
    ).map { row in
      Period(number: row[0], firstDay: row[1] ?? .min, lastDay: row[2], entries: row[3], debits: row[4])
    }
    guard !periods.isEmpty else { return [] }
    let lines = try JournalLines(database, accounts: JournalAccounts(), clock: clock)
    defer { try? lines.drop() }
    let statement = try daily(Self.statement)
    let journal = try daily(Self.journal)
    let ledger = try daily(Self.ledger)
    return try periods.flatMap { period in
      try contents(of: period)
        + totals(of: period, [("the statement", statement), ("the journal", journal), ("the ledger", ledger)])
    }
  }

  private func money(_ amount: Int64) -> String { Money(minorUnits: amount, currency: currency).description }

  // MARK: - Statement, journal and ledger

  /// Sums by day, in order of their days.
  private func daily(_ sql: String) throws -> [(day: Int64, amount: Int64)] {
    try Row.fetchAll(database, sql: "SELECT day, SUM(amount) FROM (\(sql)) GROUP BY day HAVING SUM(amount) <> 0").map {
      (day: $0[0], amount: $0[1])
    }
  }

  private func totals(
    of period: Period, _ sides: [(name: String, days: [(day: Int64, amount: Int64)])]
  ) -> [String] {
    let sums = sides.map { side in
      side.days.filter { $0.day >= period.firstDay && $0.day <= period.lastDay }.reduce(Int64(0)) { $0 &+ $1.amount }
    }
    guard Set(sums).count > 1 else { return [] }
    let figures = zip(sides, sums).map { "\($0.name) has \(money($1))" }
    return ["\(period.name): of its losses \(figures.joined(separator: ", "))"]
  }

  private static let statement = """
    SELECT journal_day(s.effective_at) AS day, s.loss_cost_minor AS amount FROM report_shrinkage_lines s
    WHERE s.loss_cost_minor IS NOT NULL
    """

  /// The condition for shrinkage in the journal: a movement of a count, or one whose reason is a known loss.
  private static let isShrinkage = """
    (c.kind IN ('count', 'restatement')
      OR c.kind = 'movement' AND c.reason_id IN (SELECT id FROM reasons WHERE loss_class = 'known'))
    """

  private static let journal = """
    SELECT journal_day(m.effective_at) AS day, b.loss AS amount
    FROM (
      SELECT w.movement_id, w.loss FROM closed_movements w JOIN periods p ON p.id = w.period_id AND p.reopened_at IS NULL
      UNION ALL
      SELECT o.movement_id, o.loss FROM temp.journal_lines o
    ) b JOIN temp.journal_chain c ON c.movement_id = b.movement_id JOIN movements m ON m.id = b.movement_id
    WHERE b.loss IS NOT NULL AND \(isShrinkage)
    """

  private static let ledger = """
    SELECT journal_day(m.effective_at) AS day, c.current AS amount
    FROM temp.journal_chain c JOIN movements m ON m.id = c.movement_id
    WHERE c.previous IS NULL AND NOT c.is_cancelled AND c.current IS NOT NULL AND \(isShrinkage)
    """

  // MARK: - What a period holds

  private func contents(of period: Period) throws -> [String] {
    var problems: [String] = []
    func problem(_ what: String) { problems.append("\(period.name): \(what)") }
    let booked = try bookedAccounts(in: period.number)
    let losses = try bookedLosses(in: period.number)
    let decoder = JSONDecoder()
    var entries = 0
    var debits: Int128 = 0
    var seen: Set<String> = []
    let contents = try String.fetchCursor(
      database, sql: "SELECT content FROM closed_entries WHERE period_id = ? ORDER BY position",
      arguments: [period.number])
    while let content = try contents.next() {
      guard let closed = try? decoder.decode(ClosedEntry.self, from: Data(content.utf8)) else {
        problem("an entry cannot be read")
        continue
      }
      let entry = closed.entry
      seen.insert(entry.id)
      if !entry.postings.isEmpty { entries += 1 }
      debits += entry.debits
      let postings = Dictionary(
        entry.postings.map { ($0.account, $0.amount) }, uniquingKeysWith: { $0 &+ $1 })
      let accounts = booked[entry.id] ?? [:]
      for account in Set(postings.keys).union(accounts.keys).sorted()
      where postings[account] ?? 0 != accounts[account] ?? 0 {
        problem(
          "the entry \(entry.id) has \(money(postings[account] ?? 0)) on \(account), and its movements come to "
            + money(accounts[account] ?? 0))
      }
      let today = losses[entry.id] ?? []
      let then = closed.losses.map { Set($0) }
      if let then, then != Set(today) {
        let figures = { (losses: Set<ClosedLoss>) in
          losses.sorted { $0.name < $1.name }.map { "\($0.name) \(money($0.amount))" }.joined(separator: ", ")
        }
        problem(
          "the entry \(entry.id) was closed with \(figures(then.subtracting(today))), and the ledger has "
            + "\(figures(Set(today).subtracting(then)))")
      } else if then == nil, entry.reasons != Set(today.map(\.reason)).filter({ !$0.isEmpty }).sorted() {
        problem(
          "the entry \(entry.id) was closed with the reasons \(entry.reasons.joined(separator: ", ")), and the ledger "
            + "has \(today.map(\.reason).joined(separator: ", "))")
      }
    }
    // An entry whose amounts add up to zero is not kept.
    for (entry, accounts) in booked.sorted(by: { $0.key < $1.key })
    where !seen.contains(entry) && accounts.values.contains(where: { $0 != 0 }) {
      problem("the entry \(entry) is gone, and its movements are there")
    }
    if entries != period.entries || debits != Int128(period.debits) {
      let sum = Int64(exactly: debits).map(money) ?? "\(debits)"
      problem("it has \(period.entries) entries of \(money(period.debits)), and holds \(entries) of \(sum)")
    }
    return problems
  }

  /// The totals of a period's movements on each account, by entry.
  private func bookedAccounts(in period: Int64) throws -> [String: [String: Int64]] {
    var booked: [String: [String: Int64]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT entry, account, SUM(amount) FROM (
          SELECT entry, other_account AS account, COALESCE(loss, 0) AS amount FROM closed_movements WHERE period_id = ?1
          UNION ALL
          SELECT entry, inventory_account, -COALESCE(loss, 0) FROM closed_movements WHERE period_id = ?1)
        GROUP BY entry, account
        """, arguments: [period])
    while let row = try rows.next() { booked[row[0], default: [:]][row[1]] = row[2] }
    return booked
  }

  /// The losses booked for a period's movements, by entry and by the reason that the ledger has for them.
  private func bookedLosses(in period: Int64) throws -> [String: [ClosedLoss]] {
    var booked: [String: [ClosedLoss]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT w.entry, COALESCE(r.code, ''), COALESCE(r.loss_class, ''), COALESCE(SUM(w.loss), 0)
        FROM closed_movements w LEFT JOIN temp.journal_chain c ON c.movement_id = w.movement_id
          LEFT JOIN reasons r ON r.id = c.reason_id
        WHERE w.period_id = ? GROUP BY w.entry, r.id ORDER BY w.entry, 2
        """, arguments: [period])
    while let row = try rows.next() {
      booked[row[0], default: []].append(ClosedLoss(reason: row[1], lossClass: row[2], amount: row[3]))
    }
    return booked
  }
}

extension ShopDatabase {
  /// The figures of the closed periods that do not agree, as a finding of `check`.
  func periodTies() throws -> [FailedCheck] {
    try Self.translatingErrors {
      var problems: [String] = []
      // The working tables are temporary, so that other processes may write.
      try queue.inTransaction(.deferred) { database in
        problems = try PeriodTies(database: database, currency: settings.currency, clock: settings.clock).problems()
        return .rollback
      }
      guard !problems.isEmpty else { return [] }
      let shown = problems.prefix(FailedCheck.exampleLimit).joined(separator: "; ")
      let hidden = problems.count - FailedCheck.exampleLimit
      let more = hidden > 0 ? " and \(hidden) more" : ""
      return [
        FailedCheck(
          code: .periodDoesNotTie, message: "statement, journal and ledger of a closed period differ: \(shown)\(more)",
          count: problems.count)
      ]
    }
  }
}

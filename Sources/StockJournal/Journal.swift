internal import Foundation
internal import GRDB
internal import ProblemKit
public import RetailValues
public import Stock

/// The totals of a pass through the journal.
public struct JournalSummary: Hashable, Sendable {
  /// Entries with an amount.
  public internal(set) var entries = 0
  /// The sum of all debits in minor units; that of the credits is the same.
  public internal(set) var debits: Int128 = 0
  /// The number of lines without a cost, in all entries.
  public internal(set) var unvaluedLines = 0
  /// Entries that have no amount, because nothing in them has a cost or everything cancels out; they are left out.
  public internal(set) var emptyEntries = 0
}

/// The journal within one snapshot of the database. It can be read more than once.
public struct Journal {
  /// The currency of all amounts.
  public let currency: Currency
  public let shopName: String
  /// The last day of the last closed period.
  public let closedThrough: CalendarDate?
  fileprivate let source: JournalSource
  fileprivate let from: Int64
  fileprivate let to: Int64
  fileprivate let location: String?

  /// Hands over each entry in order of its day.
  @discardableResult
  public func entries(_ receive: (JournalEntry) throws -> Void) throws -> JournalSummary {
    var summary = JournalSummary()
    let first = CalendarDate(daysSince1970: Int(from)).description
    let last = CalendarDate(daysSince1970: Int(to)).description
    func take(_ entry: JournalEntry) throws {
      guard entry.date >= first, entry.date <= last, location == nil || entry.location == location else { return }
      summary.unvaluedLines += entry.unvaluedLines
      guard !entry.postings.isEmpty else {
        summary.emptyEntries += 1
        return
      }
      summary.entries += 1
      summary.debits += entry.debits
      try receive(entry)
    }
    try JournalPeriods.closedEntries(source.database, from: from, through: to, take)
    try source.openEntries(from: from, through: to, take)
    return summary
  }
}

extension ShopDatabase {
  /// Reads the journal; nothing is changed.
  ///
  /// Closed periods come as they were closed; what is open follows from the movements, each entry with the same id in every
  /// run.
  ///
  /// - Parameters:
  ///   - from: the first day, nil for all before.
  ///   - to: the last day, nil for all after.
  ///   - location: code of a location, nil for all.
  /// - Throws: ``Problem/Code/notFound`` for a location that does not exist.
  public func readJournal<Result>(
    accounts: JournalAccounts = JournalAccounts(), from: CalendarDate? = nil, to: CalendarDate? = nil,
    location: String? = nil, _ work: (Journal) throws -> Result
  ) throws -> Result {
    try Self.translatingErrors(at: path) {
      var result: Result?
      // The tables that it is put together in are temporary ones, so that other processes may write.
      try queue.inTransaction(.deferred) { database in
        if let location { _ = try LocationLookup.id(database, of: location) }
        let (first, last) = (Int64(from?.daysSince1970 ?? -719_528), Int64(to?.daysSince1970 ?? 2_932_896))
        let lines = try JournalLines(
          database, accounts: accounts, clock: settings.clock, days: first <= last ? first...last : nil)
        let journal = Journal(
          currency: settings.currency, shopName: settings.name,
          closedThrough: lines.closedThrough.map { CalendarDate(daysSince1970: Int($0)) },
          source: JournalSource(database: database), from: first, to: last, location: location)
        result = try work(journal)
        return .rollback
      }
      guard let result else { throw Problems(.busy, "the journal could not be read", remedy: "Try again.") }
      return result
    }
  }
}

/// Puts the lines of `temp.journal_lines` together to entries.
struct JournalSource {
  let database: Database

  /// Hands over each open entry of some days in order of its day, those without an amount included.
  func openEntries(from: Int64, through: Int64, _ receive: (JournalEntry) throws -> Void) throws {
    let entries = try Row.fetchCursor(
      database,
      sql: """
        SELECT q.entry, q.kind, journal_date(q.day), journal_date(q.effective_day), l.code, COALESCE(l.name, l.code), s.code,
          d.number, i.source, q.lines, q.unvalued, COALESCE((
            SELECT COALESCE(c.entry, o.entry) FROM (SELECT q.corrected AS movement_id) w
              LEFT JOIN temp.journal_closed c ON c.movement_id = w.movement_id
              LEFT JOIN temp.journal_lines o ON o.movement_id = w.movement_id AND o.kind <> 'revaluation'),
            CASE q.kind WHEN 'restatement' THEN \(JournalLines.countEntry(day: "q.effective_day")) END), d.kind
        FROM (
          SELECT entry, MIN(kind) AS kind, MIN(day) AS day, MIN(effective_day) AS effective_day, MIN(movement_id) AS first,
            MIN(location_id) AS location_id, MIN(session_id) AS session_id, MIN(document_id) AS document_id,
            MIN(import_id) AS import_id, COUNT(*) AS lines, SUM(loss IS NULL) AS unvalued, MIN(corrected) AS corrected
          FROM temp.journal_lines WHERE day BETWEEN ? AND ? GROUP BY entry
        ) q JOIN locations l ON l.id = q.location_id JOIN documents d ON d.id = q.document_id
          LEFT JOIN count_sessions s ON s.id = q.session_id LEFT JOIN imports i ON i.id = q.import_id
        ORDER BY q.day, q.first, q.entry
        """, arguments: [from, through])
    let postings = try database.makeStatement(
      sql: """
        SELECT account, SUM(amount) FROM (
          SELECT other_account AS account, loss AS amount FROM temp.journal_lines WHERE entry = ?1
          UNION ALL SELECT account, -loss FROM temp.journal_lines WHERE entry = ?1)
        GROUP BY account HAVING SUM(amount) <> 0 ORDER BY account
        """)
    let reasons = try database.makeStatement(
      sql: """
        SELECT DISTINCT r.code FROM temp.journal_lines j JOIN reasons r ON r.id = j.reason_id WHERE j.entry = ? ORDER BY 1
        """)
    let unvalued = try database.makeStatement(
      sql: """
        SELECT unit, SUM(quantity) FROM temp.journal_lines WHERE entry = ? AND loss IS NULL GROUP BY unit ORDER BY unit
        """)
    while let row = try entries.next() {
      let id: String = row[0]
      let kind = JournalEntryKind(rawValue: row[1]) ?? .movement
      let number: String = row[7]
      let isCount = (row[6] as String?) != nil
      var entry = JournalEntry(
        id: id, kind: kind, date: row[2], effectiveDate: row[3], location: row[4], count: row[6],
        document: isCount || number.isEmpty ? nil : number, source: Self.fileName(row[8]),
        reasons: try String.fetchAll(reasons, arguments: [id]), description: "", corrects: row[11], lines: row[9],
        unvaluedLines: row[10],
        postings: try Row.fetchAll(postings, arguments: [id]).map { .init(account: $0[0], amount: $0[1]) })
      if entry.unvaluedLines > 0 {
        entry.unvalued = try Row.fetchAll(unvalued, arguments: [id]).map { .init(unit: $0[0], quantity: $0[1]) }
      }
      entry.description = Self.description(of: entry, at: row[5], documentKind: row[12])
      try receive(entry)
    }
  }

  /// The name without the folder, which differs from machine to machine.
  private static func fileName(_ source: String?) -> String? {
    source.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
  }

  /// The text for people: the event, the location and the reason.
  private static func description(of entry: JournalEntry, at place: String, documentKind: String) -> String {
    let what: String
    if let count = entry.count {
      what = "Count \(count) at \(place)"
    } else if documentKind == "stock-level" || entry.kind == .opening {
      what = "Opening stock at \(place)"
    } else {
      what = entry.document.map { "Document \($0) at \(place)" } ?? "Goods taken out at \(place)"
    }
    let why = entry.reasons.isEmpty ? "" : ": " + entry.reasons.joined(separator: ", ")
    var text =
      switch entry.kind {
      case .opening, .movement: what + why
      case .count: what + ", variances" + why
      case .restatement: what + " restated by movements that came after it" + why
      case .reversal: "Reversal of \(entry.corrects ?? "an entry"): \(what)\(why)"
      case .revaluation: "Revaluation of \(entry.corrects ?? "an entry"): \(what)\(why)"
      }
    if entry.date != entry.effectiveDate { text += " (of \(entry.effectiveDate), a closed period)" }
    return text
  }
}

package import GRDB
internal import ProblemKit
public import RetailValues

/// A count session in its current state.
public struct CountSession: Hashable, Sendable {
  public let id: Int64
  /// Its number or name.
  public let code: String
  /// The location's code.
  public let location: String
  public let kind: CountKind
  public let state: CountSessionState
  /// Whether counters may not see what is expected.
  public let isBlind: Bool
  public let openedAt: Timestamp
  /// The moment for lines without a time of their own, if it is fixed.
  public let cutOff: Timestamp?
  /// How its variances are valued.
  public let valuation: ValuationMethod
  public let approvedAt: Timestamp?
  public let approvedBy: String?
  public let postedAt: Timestamp?
  public let postedBy: String?
  public let reversedAt: Timestamp?
  public let reversedBy: String?
  /// Its rules; nil when every variance may be posted as counted.
  public let rules: CountRules?
  /// How the items of a cycle count were chosen.
  public let selection: CycleSelection?
}

extension ShopDatabase {
  /// Opens a count session and fixes its sheet.
  ///
  /// - Parameters:
  ///   - location: code of the location to count.
  ///   - kind: a full count has everything on its sheet that is on hand at the location, and every active variant that
  ///     was ever there; a partial count has `variants`; a cycle count has `variants` or chooses items by `selection`.
  ///   - isBlind: keeps the expected quantities off the sheet.
  ///   - code: its number or name; the next free number if nil.
  ///   - cutOff: the moment at which lines without a time of their own are compared.
  ///   - valuation: how its variances are valued; the shop's method if nil.
  ///   - selection: how a cycle count chooses its items.
  ///   - rules: the rules to keep with the session; nil for no rules.
  ///   - rulesFrom: the source of the rules in one word: shop, location or command.
  ///   - isDraft: leaves the session a draft, whose sheet is created again when it is started.
  ///   - acceptsSecondFullCount: opens a full count although another full count of the location is open.
  /// - Throws: ``Problems`` `.notFound` for the location, `.wrongState` if a session with that code exists,
  ///   `.refused` if the location already has an open full count or a choice finds nothing to count.
  public func openCount(
    location: String, kind: CountKind, isBlind: Bool = false, code: String? = nil, cutOff: Timestamp? = nil,
    valuation: ValuationMethod? = nil, variants: [Int64] = [], selection: CycleSelection? = nil,
    rules: CountRules? = nil, rulesFrom: String = "command", isDraft: Bool = false,
    acceptsSecondFullCount: Bool = false, actor: Actor, at moment: Timestamp = .now
  ) throws -> CountSession {
    try write { database in
      let locationID = try LocationLookup.id(database, of: location)
      if kind == .full, !acceptsSecondFullCount {
        try CountSessions.requireNoFullCount(database, at: locationID, location: location)
      }
      var variants = variants
      if let selection { variants += try selection.choose(database, at: locationID, asOf: moment) }
      let id = try CountSessions.open(
        database, locationID: locationID, kind: kind, isBlind: isBlind, code: code, cutOff: cutOff,
        valuation: valuation, variants: variants, state: isDraft ? .draft : .open, actor: actor, at: moment)
      try CountSessions.keep(database, rules: rules, from: rulesFrom, selection: selection, of: id)
      return try CountSessions.session(database, id: id)
    }
  }

  /// The session of that number or name.
  ///
  /// - Throws: ``Problem/Code/notFound``.
  public func countSession(_ code: String) throws -> CountSession {
    try read { try CountSessions.session($0, code: code) }
  }

  /// All sessions, the latest first.
  public func countSessions() throws -> [CountSession] {
    try read { try CountSessions.sessions($0, where: "1 ORDER BY s.id DESC") }
  }
}

/// Count sessions within a transaction.
package enum CountSessions {
  /// Ends the number of the document that corrects a session's lines.
  static let restatedSuffix = " restated"
  static let beforePosting: Set<CountSessionState> = [.draft, .open, .counting, .review, .approved]
  /// States in which decisions may change what will be posted.
  static let changeable: Set<CountSessionState> = [.open, .counting, .review]
  /// States in which entries may come in.
  package static let counting: Set<CountSessionState> = [.open, .counting]

  static func open(
    _ database: Database, locationID: Int64, kind: CountKind, isBlind: Bool = false, code: String? = nil,
    cutOff: Timestamp? = nil, valuation: ValuationMethod? = nil, variants: [Int64] = [],
    state: CountSessionState = .open, actor: Actor,
    at moment: Timestamp
  ) throws -> Int64 {
    let code = try code ?? nextCode(database)
    guard !code.isEmpty, !code.hasSuffix(restatedSuffix) else {
      throw Problems(
        .refused, "'\(code)' cannot be the name of a count", remedy: "Give another name, or none for a number.")
    }
    let exists = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM count_sessions WHERE code = ?)", arguments: [code])
    if exists == true {
      throw Problems(
        .wrongState, "there is a count \(code) already", remedy: "Give another name, or none for the next number.")
    }
    let id = try Schema.lastID(database, of: "counts", table: "count_sessions") + 1
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, is_blind, opened_at, cut_off_at, valuation_method)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, code, locationID, kind.rawValue, state.rawValue, isBlind, moment.millisecondsSince1970,
        cutOff?.millisecondsSince1970, (try valuation ?? ShopValuation.method(database)).rawValue,
      ])
    if kind == .full {
      try makeFullSheet(database, sessionID: id, locationID: locationID)
    } else {
      let insert = try database.makeStatement(
        sql: "INSERT OR IGNORE INTO count_sheet (session_id, variant_id) VALUES (?, ?)")
      for variant in variants { try insert.execute(arguments: [id, variant]) }
    }
    let act = state == .draft ? "drafted" : "opened"
    try AuditLog.append(database, actor: actor, at: moment, details: "\(act) \(kind.rawValue) count \(code)")
    return id
  }

  /// Replaces the lines of the sheet with everything that a full count covers.
  static func makeFullSheet(_ database: Database, sessionID: Int64, locationID: Int64) throws {
    try database.execute(sql: "DELETE FROM count_sheet WHERE session_id = ?", arguments: [sessionID])
    try database.execute(
      sql:
        "INSERT INTO count_sheet (session_id, variant_id) SELECT ?, variant_id FROM (\(countable)) WHERE location_id = ?",
      arguments: [sessionID, locationID])
  }

  /// SQL for the items that can be counted, by location: there is a balance for every item that ever had a movement
  /// there.
  static let countable = """
    SELECT b.location_id, b.variant_id, SUM(b.quantity) AS quantity FROM balances b JOIN variants v ON v.id = b.variant_id
      JOIN products p ON p.id = v.product_id
    GROUP BY b.location_id, b.variant_id HAVING SUM(b.quantity) <> 0 OR COALESCE(MAX(p.status), 'active') = 'active'
    """

  /// - Throws: ``Problem/Code/refused`` when a full count of the location is open.
  static func requireNoFullCount(_ database: Database, at locationID: Int64, location: String) throws {
    let others = try sessions(
      database,
      where:
        "s.location_id = ? AND s.kind = 'full' AND s.state NOT IN ('posted', 'reversed') ORDER BY s.id DESC LIMIT 1",
      [locationID])
    guard let other = others.first else { return }
    let remedy: String
    switch try discarding(database, of: other) {
    case .possible:
      remedy = """
        Nothing is counted in it: go on with that count, or delete it with `stockroom count discard \(other.code)`.
        """
    case .refused(let problem): remedy = problem.remedy
    }
    throw Problems(
      .refused, "the full count \(other.code) of \(location) is still open",
      remedy: "\(remedy) `--accept full-count-open` opens another as well.")
  }

  /// A number that no count has, nor had before it was discarded: a sheet of that one may still come, or an entry that a device
  /// kept. A count that no import refers to is known by the audit log alone.
  private static func nextCode(_ database: Database) throws -> String {
    let last = try Int64.fetchOne(
      database,
      sql: """
        SELECT MAX(CAST(code AS INTEGER)) FROM (
          SELECT code FROM count_sessions
          UNION ALL SELECT json_extract(c.before, '$.code') FROM imports i JOIN changes c ON c.import_id = i.id
            WHERE i.operation = ?1 AND c.kind = 'counts'
          UNION ALL SELECT substr(details, LENGTH(?2) + 1, instr(details, ':') - LENGTH(?2) - 1) FROM audit_log
            WHERE details LIKE ?2 || '%:%')
        WHERE code NOT GLOB '*[^0-9]*' AND LENGTH(code) BETWEEN 1 AND 17
        """, arguments: [ImportEntry.Operation.discard.rawValue, discardedWords])
    return "\((last ?? 0) + 1)"
  }

  /// How the audit log begins to say that a count was discarded, before its code.
  static let discardedWords = "discarded count "

  package static func session(_ database: Database, code: String) throws -> CountSession {
    guard let session = try sessions(database, where: "s.code = ?", [code]).first else {
      throw Problems(
        .notFound, "there is no count \(code)", remedy: try openCounts(database))
    }
    return session
  }

  /// The counts that may be meant instead of one that does not exist.
  private static func openCounts(_ database: Database) throws -> String {
    let codes = try String.fetchAll(
      database,
      sql:
        "SELECT code FROM count_sessions WHERE state IN ('draft', 'open', 'counting', 'review') ORDER BY id DESC LIMIT 6"
    )
    let open =
      codes.isEmpty
      ? "No count is open" : "Open: \(codes.prefix(5).joined(separator: ", "))\(codes.count > 5 ? ", …" : "")"
    return "\(open). `stockroom count open` opens one, and `stockroom count status` lists all."
  }

  package static func session(_ database: Database, id: Int64) throws -> CountSession {
    guard let session = try sessions(database, where: "s.id = ?", [id]).first else {
      throw Problems(.notFound, "there is no count session \(id)", remedy: "Open one with `stockroom count open`.")
    }
    return session
  }

  package static func sessions(
    _ database: Database, where condition: String, _ arguments: StatementArguments = []
  ) throws -> [CountSession] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT s.*, l.code AS location, (SELECT value FROM settings WHERE name = 'currency') AS currency
        FROM count_sessions s JOIN locations l ON l.id = s.location_id WHERE \(condition)
        """, arguments: arguments
    ).map { row in
      func moment(_ column: String) -> Timestamp? {
        (row[column] as Int64?).map { Timestamp(millisecondsSince1970: $0) }
      }
      let selection: String? = row["selection"]
      return CountSession(
        id: row["id"], code: row["code"], location: row["location"], kind: CountKind(rawValue: row["kind"]) ?? .partial,
        state: CountSessionState(rawValue: row["state"]) ?? .draft, isBlind: row["is_blind"],
        openedAt: Timestamp(millisecondsSince1970: row["opened_at"]), cutOff: moment("cut_off_at"),
        valuation: ValuationMethod(rawValue: row["valuation_method"]) ?? .movingAverage,
        approvedAt: moment("approved_at"), approvedBy: row["approved_by"], postedAt: moment("posted_at"),
        postedBy: row["posted_by"], reversedAt: moment("reversed_at"), reversedBy: row["reversed_by"],
        rules: rules(row), selection: selection.flatMap { CycleSelection(json: $0) })
    }
  }

  private static func rules(_ row: Row) -> CountRules? {
    guard row["rules_from"] != nil else { return nil }
    let currency = Currency(row["currency"] ?? "")
    func money(_ column: String) -> Money? {
      guard let currency, let amount: Int64 = row[column] else { return nil }
      return Money(minorUnits: amount, currency: currency)
    }
    return CountRules(
      tolerance: Tolerance(
        absolute: Quantity(scaled: row["tolerance_quantity"] ?? 0), shareInMillionths: row["tolerance_share"] ?? 0,
        valueLimit: money("tolerance_value")),
      recountOver: money("recount_over"), approveUpTo: money("approve_up_to"))
  }

  static func keep(
    _ database: Database, rules: CountRules?, from: String, selection: CycleSelection?, of id: Int64
  ) throws {
    try database.execute(
      sql: """
        UPDATE count_sessions SET rules_from = ?, tolerance_quantity = ?, tolerance_share = ?, tolerance_value = ?,
          recount_over = ?, approve_up_to = ?, selection = ? WHERE id = ?
        """,
      arguments: [
        rules == nil ? nil : from, rules?.tolerance.absolute.scaled, rules?.tolerance.shareInMillionths,
        rules?.tolerance.valueLimit?.minorUnits, rules?.recountOver?.minorUnits, rules?.approveUpTo?.minorUnits,
        try selection?.json(), id,
      ])
  }

  /// - Throws: ``Problem/Code/wrongState`` naming the state that the session is in.
  package static func require(_ session: CountSession, in states: Set<CountSessionState>, to act: String) throws {
    guard !states.contains(session.state) else { return }
    throw Problems(
      .wrongState, "count \(session.code) is in state '\(session.state.rawValue)' and cannot be \(act)",
      remedy: remedy(for: session))
  }

  /// What can be done where the state of a session does not allow an act.
  static func remedy(for session: CountSession) -> String {
    let command = "stockroom count"
    return switch session.state {
    case .posted:
      "Its numbers stay; open a new count, or take it back with `stockroom reconcile \(session.code) --reverse`."
    case .reversed: "It was taken back and stays so; open a new count to count again."
    case .approved: "Reopen it with `\(command) reopen \(session.code)` to change it; it must then be approved again."
    case .review: "Reopen it with `\(command) reopen \(session.code)` to count on."
    case .draft: "Open it for counting with `\(command) start \(session.code)`."
    case .open, .counting: "Close it first with `\(command) close \(session.code)`."
    }
  }

  package static func set(_ database: Database, _ id: Int64, _ state: CountSessionState) throws {
    try database.execute(
      sql: "UPDATE count_sessions SET state = ? WHERE id = ?", arguments: [state.rawValue, id])
  }
}

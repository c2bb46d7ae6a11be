public import Catalog
internal import GRDB

/// A count session as it stands.
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
  public let postedAt: Timestamp?
  public let postedBy: String?
}

/// How far a count has come.
public struct CountStatus: Hashable, Sendable {
  public let session: CountSession
  /// Variants on the sheet; 0 when the count was made from a file and has no sheet.
  public let sheetItems: Int
  /// Variants on the sheet that were counted, zero included.
  public let countedItems: Int
  /// Variants on the sheet that were not.
  public var uncountedItems: Int { sheetItems - countedItems }
  /// Variants that were found but are not on the sheet.
  public let unexpectedItems: Int
  /// What was counted under codes that the catalog does not know; it blocks posting.
  public let unknownItems: [UnknownCountedItem]
  /// Entries that hold.
  public let entries: Int
  /// Entries that a recount superseded; kept as evidence.
  public let supersededEntries: Int
}

extension ShopDatabase {
  /// Opens a count session and fixes its sheet.
  ///
  /// - Parameters:
  ///   - location: code of the location to count.
  ///   - kind: full puts everything on the sheet that is on hand there, and every variant still sold that ever was there;
  ///     partial and cycle take `variants`.
  ///   - isBlind: keeps what is expected off the sheet.
  ///   - code: its number or name; the next free number when nil.
  ///   - cutOff: the moment that lines without a time of their own are compared at.
  ///   - valuation: how its variances are valued; the shop's method when nil.
  /// - Throws: ``StockError`` `.notFound` for the location, `.wrongState` when there is a session of that code.
  public func openCount(
    location: String, kind: CountKind, isBlind: Bool = false, code: String? = nil, cutOff: Timestamp? = nil,
    valuation: ValuationMethod? = nil, variants: [Int64] = [], actor: Actor, at moment: Timestamp = .now
  ) throws -> CountSession {
    try write { database in
      let id = try CountSessions.open(
        database, locationID: LocationLookup.id(database, of: location), kind: kind, isBlind: isBlind, code: code,
        cutOff: cutOff, valuation: valuation, variants: variants, actor: actor, at: moment)
      return try CountSessions.session(database, id: id)
    }
  }

  /// The session of that number or name.
  ///
  /// - Throws: ``StockError/Code/notFound``.
  public func countSession(_ code: String) throws -> CountSession {
    try read { try CountSessions.session($0, code: code) }
  }

  /// All sessions, the latest first.
  public func countSessions() throws -> [CountSession] {
    try read { try CountSessions.sessions($0, where: "1 ORDER BY s.id DESC") }
  }

  /// How far a session has come.
  public func countStatus(_ code: String) throws -> CountStatus {
    try read { database in
      try CountSessions.status(database, of: try CountSessions.session(database, code: code))
    }
  }

  /// Says which variant an unknown code of a session is, and keeps the entry with its quantity.
  ///
  /// - Returns: how many entries had that code.
  /// - Throws: ``StockError`` `.notFound` for session, code or variant, `.wrongState` after posting.
  @discardableResult
  public func resolveCountedItem(
    _ countedCode: String, as skuOrBarcode: String, in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
      guard let variantID = try VariantLookup.id(database, of: skuOrBarcode) else {
        throw StockError(
          .notFound, "there is no variant '\(skuOrBarcode)'", remedy: "Give the SKU or a barcode of a variant.")
      }
      let entries = try CountSessions.resolve(database, countedCode, as: variantID, in: session.id)
      guard entries > 0 else {
        throw StockError(
          .notFound, "count \(code) has no unknown item '\(countedCode)'",
          remedy: "See `stockroom count status \(code)` for the codes that are unknown.")
      }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "count \(code): code \(countedCode) is variant \(skuOrBarcode), \(entries) entries")
      return entries
    }
  }

  /// Ends the counting: the session is in review.
  public func closeCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> CountSession {
    try moveCount(code, from: [.open, .counting], to: .review, act: "closed", note: nil, actor: actor, at: moment)
  }

  /// Lets a closed session be counted on.
  public func reopenCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> CountSession {
    try moveCount(
      code, from: [.review, .approved], to: .counting, act: "reopened", note: nil, actor: actor, at: moment)
  }

  /// Approves the variances of a session in review.
  ///
  /// Who counted may approve only where nobody else can; the log says so.
  public func approveCount(
    _ code: String, note: String? = nil, actor: Actor, at moment: Timestamp = .now
  ) throws -> CountSession {
    try moveCount(code, from: [.review], to: .approved, act: "approved", note: note, actor: actor, at: moment)
  }

  private func moveCount(
    _ code: String, from states: Set<CountSessionState>, to state: CountSessionState, act: String, note: String?,
    actor: Actor, at moment: Timestamp
  ) throws -> CountSession {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if session.state == state { return session }
      try CountSessions.require(session, in: states, to: act)
      let counted =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM count_entries WHERE session_id = ? AND counter = ?)",
          arguments: [session.id, actor.name]) ?? false
      try CountSessions.set(database, session.id, state)
      let own = state == .approved && counted ? ", by one who counted" : ""
      try AuditLog.append(
        database, actor: actor, at: moment, details: "count \(code) \(act)\(own)" + (note.map { ": \($0)" } ?? ""))
      return try CountSessions.session(database, id: session.id)
    }
  }
}

/// Count sessions within a transaction.
enum CountSessions {
  /// Ends the number of the document that corrects a session's lines.
  static let restatedSuffix = " restated"
  static let beforePosting: Set<CountSessionState> = [.draft, .open, .counting, .review, .approved]
  /// States in which entries may come in.
  static let counting: Set<CountSessionState> = [.draft, .open, .counting]

  static func open(
    _ database: Database, locationID: Int64, kind: CountKind, isBlind: Bool = false, code: String? = nil,
    cutOff: Timestamp? = nil, valuation: ValuationMethod? = nil, variants: [Int64] = [], actor: Actor,
    at moment: Timestamp
  ) throws -> Int64 {
    let code = try code ?? nextCode(database)
    guard !code.isEmpty, !code.hasSuffix(restatedSuffix) else {
      throw StockError(
        .refused, "'\(code)' cannot be the name of a count", remedy: "Give another name, or none for a number.")
    }
    let exists = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM count_sessions WHERE code = ?)", arguments: [code])
    if exists == true {
      throw StockError(
        .wrongState, "there is a count \(code) already", remedy: "Give another name, or none for the next number.")
    }
    let id = try Schema.lastID(database, of: "counts", table: "count_sessions") + 1
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, is_blind, opened_at, cut_off_at, valuation_method)
        VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?)
        """,
      arguments: [
        id, code, locationID, kind.rawValue, isBlind, moment.millisecondsSince1970, cutOff?.millisecondsSince1970,
        (try valuation ?? ShopValuation.method(database)).rawValue,
      ])
    if kind == .full {
      // A balance stands wherever there ever was a movement.
      try database.execute(
        sql: """
          INSERT INTO count_sheet (session_id, variant_id)
          SELECT ?, b.variant_id FROM balances b JOIN variants v ON v.id = b.variant_id
            JOIN products p ON p.id = v.product_id
          WHERE b.location_id = ?
          GROUP BY b.variant_id HAVING SUM(b.quantity) <> 0 OR COALESCE(MAX(p.status), 'active') = 'active'
          """, arguments: [id, locationID])
    } else {
      let insert = try database.makeStatement(
        sql: "INSERT OR IGNORE INTO count_sheet (session_id, variant_id) VALUES (?, ?)")
      for variant in variants { try insert.execute(arguments: [id, variant]) }
    }
    try AuditLog.append(database, actor: actor, at: moment, details: "opened \(kind.rawValue) count \(code)")
    return id
  }

  private static func nextCode(_ database: Database) throws -> String {
    let last = try Int64.fetchOne(
      database,
      sql: """
        SELECT MAX(CAST(code AS INTEGER)) FROM count_sessions
        WHERE code NOT GLOB '*[^0-9]*' AND LENGTH(code) BETWEEN 1 AND 17
        """)
    return "\((last ?? 0) + 1)"
  }

  static func session(_ database: Database, code: String) throws -> CountSession {
    guard let session = try sessions(database, where: "s.code = ?", [code]).first else {
      throw StockError(
        .notFound, "there is no count \(code)", remedy: "Open one with `stockroom count open`, or see `count status`.")
    }
    return session
  }

  static func session(_ database: Database, id: Int64) throws -> CountSession {
    guard let session = try sessions(database, where: "s.id = ?", [id]).first else {
      throw StockError(.notFound, "there is no count session \(id)", remedy: "Open one with `stockroom count open`.")
    }
    return session
  }

  static func sessions(
    _ database: Database, where condition: String, _ arguments: StatementArguments = []
  ) throws -> [CountSession] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT s.id, s.code, l.code, s.kind, s.state, s.is_blind, s.opened_at, s.cut_off_at, s.posted_at, s.posted_by,
          s.valuation_method
        FROM count_sessions s JOIN locations l ON l.id = s.location_id WHERE \(condition)
        """, arguments: arguments
    ).map { row in
      let cutOff: Int64? = row[7]
      let posted: Int64? = row[8]
      return CountSession(
        id: row[0], code: row[1], location: row[2], kind: CountKind(rawValue: row[3]) ?? .partial,
        state: CountSessionState(rawValue: row[4]) ?? .draft, isBlind: row[5],
        openedAt: Timestamp(millisecondsSince1970: row[6]),
        cutOff: cutOff.map { Timestamp(millisecondsSince1970: $0) },
        valuation: ValuationMethod(rawValue: row[10]) ?? .movingAverage,
        postedAt: posted.map { Timestamp(millisecondsSince1970: $0) }, postedBy: row[9])
    }
  }

  /// - Throws: ``StockError/Code/wrongState`` naming the state that the session is in.
  static func require(_ session: CountSession, in states: Set<CountSessionState>, to act: String) throws {
    guard !states.contains(session.state) else { return }
    let remedy =
      switch session.state {
      case .posted, .reversed: "It is closed for good; open a new count to count again."
      case .review, .approved: "Reopen it to count on."
      case .draft, .open, .counting: "Close it first with `stockroom count close \(session.code)`."
      }
    throw StockError(
      .wrongState, "count \(session.code) is in state '\(session.state.rawValue)' and cannot be \(act)", remedy: remedy)
  }

  static func set(_ database: Database, _ id: Int64, _ state: CountSessionState) throws {
    try database.execute(
      sql: "UPDATE count_sessions SET state = ? WHERE id = ?", arguments: [state.rawValue, id])
  }

  /// Settles entries that were just inserted or taken out: the later count of the same item in the same section by the same
  /// counter supersedes the earlier, which is kept. Entries of one import add up, as do those of other sections and counters.
  ///
  /// Called once after an import, within its transaction. The session is counting from then on.
  ///
  /// - Throws: ``StockError/Code/wrongState`` when the session is closed.
  static func supersede(_ database: Database, sessionID: Int64) throws {
    try require(session(database, id: sessionID), in: counting, to: "counted on")
    try database.execute(
      sql: "UPDATE count_entries SET superseded_by = NULL WHERE session_id = ? AND superseded_by IS NOT NULL",
      arguments: [sessionID])
    try markSuperseded(database, sessionID: sessionID)
    try set(database, sessionID, .counting)
  }

  /// Marks the entries that later ones supersede; set-based, in one pass over the session's entries.
  ///
  /// Entries that are marked already stay so: of those that hold, all but the latest import's go for each item, lot, section
  /// and counter.
  static func markSuperseded(_ database: Database, sessionID: Int64) throws {
    // Entries made by hand have no import; those of one moment belong together.
    try database.execute(
      sql: """
        UPDATE count_entries SET superseded_by = w.latest FROM (
          SELECT id, latest FROM (
            SELECT id, batch, FIRST_VALUE(id) OVER item AS latest, FIRST_VALUE(batch) OVER item AS latest_batch
            FROM (
              SELECT id, variant_id, code, section, counter, lot_id,
                COALESCE('i' || import_id, 't' || entered_at) AS batch
              FROM count_entries WHERE session_id = ? AND superseded_by IS NULL
            )
            WINDOW item AS (
              PARTITION BY COALESCE(variant_id, 0), CASE WHEN variant_id IS NULL THEN code ELSE '' END, section, counter,
                lot_id
              ORDER BY id DESC)
          ) WHERE batch <> latest_batch
        ) w WHERE count_entries.id = w.id
        """, arguments: [sessionID])
  }

  /// Gives the entries of an unknown code their variant.
  static func resolve(
    _ database: Database, _ code: String, as variantID: Int64, in sessionID: Int64
  ) throws -> Int {
    try database.execute(
      sql: "UPDATE count_entries SET variant_id = ? WHERE session_id = ? AND variant_id IS NULL AND code = ?",
      arguments: [variantID, sessionID, code])
    let entries = database.changesCount
    if entries > 0 { try markSuperseded(database, sessionID: sessionID) }
    return entries
  }

  /// Gives entries their variant whose code was unknown when they came in and has been added to the catalog since.
  @discardableResult
  static func resolveKnown(_ database: Database, sessionID: Int64) throws -> Int {
    let codes = try String.fetchAll(
      database, sql: "SELECT DISTINCT code FROM count_entries WHERE session_id = ? AND variant_id IS NULL",
      arguments: [sessionID])
    var entries = 0
    for code in codes {
      guard let variantID = try VariantLookup.id(database, of: code) else { continue }
      try database.execute(
        sql: "UPDATE count_entries SET variant_id = ? WHERE session_id = ? AND variant_id IS NULL AND code = ?",
        arguments: [variantID, sessionID, code])
      entries += database.changesCount
    }
    if entries > 0 { try markSuperseded(database, sessionID: sessionID) }
    return entries
  }

  static func unknownItems(_ database: Database, sessionID: Int64) throws -> [UnknownCountedItem] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT code, SUM(quantity), MIN(section) FROM count_entries
        WHERE session_id = ? AND variant_id IS NULL AND superseded_by IS NULL GROUP BY code ORDER BY code
        """, arguments: [sessionID]
    ).map { UnknownCountedItem(code: $0[0], quantity: Quantity(scaled: $0[1]), section: $0[2]) }
  }

  static func status(_ database: Database, of session: CountSession) throws -> CountStatus {
    func count(_ sql: String) throws -> Int {
      try Int.fetchOne(database, sql: sql, arguments: ["session": session.id]) ?? 0
    }
    let live = "e.session_id = :session AND e.superseded_by IS NULL"
    let isOnSheet =
      "EXISTS (SELECT 1 FROM count_sheet c WHERE c.session_id = :session AND c.variant_id = e.variant_id)"
    let items = try count("SELECT COUNT(DISTINCT variant_id) FROM count_sheet WHERE session_id = :session")
    return CountStatus(
      session: session, sheetItems: items,
      countedItems: try count(
        "SELECT COUNT(DISTINCT e.variant_id) FROM count_entries e WHERE \(live) AND \(isOnSheet)"),
      unexpectedItems: items == 0
        ? 0
        : try count(
          """
          SELECT COUNT(DISTINCT e.variant_id) FROM count_entries e
          WHERE \(live) AND e.variant_id IS NOT NULL AND NOT \(isOnSheet)
          """),
      unknownItems: try unknownItems(database, sessionID: session.id),
      entries: try count("SELECT COUNT(*) FROM count_entries e WHERE \(live)"),
      supersededEntries: try count(
        "SELECT COUNT(*) FROM count_entries e WHERE e.session_id = :session AND e.superseded_by IS NOT NULL"))
  }
}

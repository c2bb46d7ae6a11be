internal import GRDB
internal import ProblemKit
public import RetailValues

extension ShopDatabase {
  /// Says which variant an unknown code of a session is, and keeps the entry with its quantity.
  ///
  /// - Returns: how many entries had that code.
  /// - Throws: ``Problems`` `.notFound` for session, code or variant, `.wrongState` after posting, `.refused` where one of two
  ///   numbers that a person counted in a section would replace the other.
  @discardableResult
  public func resolveCountedItem(
    _ countedCode: String, as skuOrBarcode: String, in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      guard let variantID = try VariantLookup.id(database, typed: skuOrBarcode) else {
        throw Problems(
          .notFound, "there is no variant '\(skuOrBarcode)'", remedy: "Give the SKU or a barcode of a variant.")
      }
      if let conflict = try CountCodeConflict(database, countedCode, as: variantID, in: session.id) {
        throw conflict.problem(in: code)
      }
      let entries = try CountSessions.resolve(database, countedCode, as: variantID, in: session.id)
      guard entries > 0 else { throw CountSessions.noUnknownItem(countedCode, in: code) }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "count \(code): code \(countedCode) is variant \(skuOrBarcode), \(entries) entries")
      return entries
    }
  }

  /// Says that an unknown code of a session was entered by mistake: nothing of it was found.
  ///
  /// Each entry of the code is followed by one of zero, by the same counter in the same section, so that the history stays. Who
  /// enters the code again counts it again.
  ///
  /// - Returns: how many entries were in force.
  /// - Throws: ``Problems`` `.notFound` for session and code, `.wrongState` after the review, or when the catalog has the code by
  ///   now, unless its numbers conflict with those of its item.
  @discardableResult
  public func dismissCountedItem(
    _ countedCode: String, in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      let isKnown = try VariantLookup.id(database, of: countedCode) != nil
      let isInConflict = try CountSessions.addedSince(database, sessionID: session.id).conflicting.contains(countedCode)
      guard !isKnown || isInConflict else {
        throw Problems(
          .wrongState, "the catalog has the code \(countedCode) by now, so that it is an item of the count",
          remedy: "If nothing of it was there, enter 0 for it.")
      }
      let entries = try CountSessions.dismiss(database, countedCode, in: session.id, by: actor, at: moment)
      guard entries > 0 else { throw CountSessions.noUnknownItem(countedCode, in: code) }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "count \(code): code \(countedCode) was a mistake, \(entries) entries")
      return entries
    }
  }
}

/// Codes that were counted and that the catalog did not know.
extension CountSessions {
  /// SQL for whether an entry of an unknown code was left out as a mistake, or leaves others out: it is followed by an entry of zero
  /// that came with no import. Such entries belong to no item, even when the catalog gets their code.
  static func isDismissed(_ entry: String) -> String {
    """
    EXISTS (SELECT 1 FROM count_entries z WHERE z.variant_id IS NULL AND z.code = \(entry).code AND z.import_id IS NULL
      AND z.quantity = 0 AND z.id >= \(entry).id AND \(CountEntries.areSameCounting("z", entry)))
    """
  }

  /// Gives the entries of an unknown code their variant.
  static func resolve(
    _ database: Database, _ code: String, as variantID: Int64, in sessionID: Int64
  ) throws -> Int {
    let entries = try assign(database, code, to: variantID, in: sessionID)
    if entries > 0 { try CountEntries.settle(database, sessions: "\(sessionID)", importID: nil) }
    return entries
  }

  private static func assign(
    _ database: Database, _ code: String, to variantID: Int64, in sessionID: Int64
  ) throws -> Int {
    try database.execute(
      sql: """
        UPDATE count_entries AS e SET variant_id = ?
        WHERE e.session_id = ? AND e.variant_id IS NULL AND e.code = ? AND NOT \(isDismissed("e"))
        """, arguments: [variantID, sessionID, code])
    return database.changesCount
  }

  static func noUnknownItem(_ countedCode: String, in code: String) -> Problems {
    Problems(
      .notFound, "count \(code) has no unknown item '\(countedCode)'",
      remedy: "See `stockroom count status \(code)` for the codes that are unknown.")
  }

  /// Follows each entry of an unknown code by one of zero.
  static func dismiss(
    _ database: Database, _ code: String, in sessionID: Int64, by actor: Actor, at moment: Timestamp
  ) throws -> Int {
    let inForce = "session_id = ? AND variant_id IS NULL AND code = ? AND superseded_by IS NULL AND quantity > 0"
    let entries =
      try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM count_entries WHERE \(inForce)", arguments: [sessionID, code]) ?? 0
    // The number of an entry that was undone is not given again.
    let last = try Schema.lastID(database, of: "count_lines", table: "count_entries")
    try database.execute(
      sql: """
        INSERT INTO count_entries (id, session_id, code, section, lot_id, quantity, counted_at, counter, entered_at, note, round)
        SELECT ? + ROW_NUMBER() OVER (ORDER BY MIN(id)), session_id, code, section, lot_id, 0, MAX(counted_at), counter, ?, ?, round
        FROM count_entries WHERE \(inForce) GROUP BY section, lot_id, counter, round
        """,
      arguments: [last, moment.millisecondsSince1970, "a mistake, says \(actor.name)", sessionID, code])
    if entries > 0 { try CountEntries.settle(database, sessions: "\(sessionID)", importID: nil) }
    return entries
  }

  /// Gives entries their variant whose code was unknown when they came in and has been added to the catalog since.
  @discardableResult
  static func resolveKnown(_ database: Database, sessionID: Int64) throws -> Int {
    var entries = 0
    for (code, variantID) in try knownSince(database, sessionID: sessionID) {
      entries += try assign(database, code, to: variantID, in: sessionID)
    }
    if entries > 0 { try CountEntries.settle(database, sessions: "\(sessionID)", importID: nil) }
    return entries
  }

  /// The codes of a session that were unknown when they came in, and that the catalog knows now, with their variants.
  ///
  /// A code whose numbers conflict with those of its item remains unknown, so that it stops the posting.
  static func knownSince(_ database: Database, sessionID: Int64) throws -> [(code: String, variantID: Int64)] {
    try addedSince(database, sessionID: sessionID).known
  }

  /// The codes that were added to the catalog since they came in, without and with a conflict.
  static func addedSince(
    _ database: Database, sessionID: Int64
  ) throws -> (known: [(code: String, variantID: Int64)], conflicting: Set<String>) {
    let codes = try String.fetchAll(
      database,
      sql: "SELECT DISTINCT code FROM count_entries WHERE session_id = ? AND variant_id IS NULL ORDER BY code",
      arguments: [sessionID])
    var known: [(code: String, variantID: Int64)] = []
    var conflicting: Set<String> = []
    var codesOfVariant: [Int64: [String]] = [:]
    for code in codes {
      guard let variantID = try VariantLookup.id(database, of: code) else { continue }
      let others = codesOfVariant[variantID] ?? []
      if try CountCodeConflict(database, code, as: variantID, with: others, in: sessionID) != nil {
        conflicting.insert(code)
      } else {
        known.append((code, variantID))
        codesOfVariant[variantID, default: []].append(code)
      }
    }
    return (known, conflicting)
  }

  /// What was counted of codes that the catalog does not know, without codes of which nothing was found.
  static func unknownItems(_ database: Database, sessionID: Int64) throws -> [UnknownCountedItem] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT code, SUM(quantity), MIN(section), MAX(note) FROM count_entries
        WHERE session_id = ? AND variant_id IS NULL AND superseded_by IS NULL AND quantity > 0 GROUP BY code ORDER BY code
        """, arguments: [sessionID]
    ).map { UnknownCountedItem(code: $0[0], quantity: Quantity(scaled: $0[1]), section: $0[2], note: $0[3]) }
  }
}

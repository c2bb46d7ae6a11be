internal import Foundation
internal import GRDB
internal import ProblemKit
public import RetailValues

extension ShopDatabase {
  /// Says which variant an unknown code of a session is, and keeps the entry with its quantity.
  ///
  /// - Returns: how many entries had that code.
  /// - Throws: ``Problems`` `.notFound` for session, code or variant, `.wrongState` after posting, `.refused` where one of two
  ///   numbers that a person counted in a section would replace the other; see ``countCodeConflict(_:as:in:)``.
  @discardableResult
  public func resolveCountedItem(
    _ countedCode: String, as skuOrBarcode: String, in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      return try CountSessions.resolve(database, countedCode, as: skuOrBarcode, in: session, actor: actor, at: moment)
    }
  }

  /// Why an unknown code of a session cannot be taken as an item: where numbers of both would replace each other. Nil where
  /// they would not, or where the catalog does not have the item.
  ///
  /// - Throws: ``Problems`` `.notFound` for the session.
  public func countCodeConflict(
    _ countedCode: String, as skuOrBarcode: String, in code: String
  ) throws -> CountCodeConflict? {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      guard let variantID = try VariantLookup.id(database, typed: skuOrBarcode) else { return nil }
      return try CountCodeConflict(database, countedCode, as: variantID, in: session.id)
    }
  }

  /// Says that an unknown code of a session was entered by mistake: nothing of it was found.
  ///
  /// Each entry of the code is followed by one of zero, by the same counter in the same section, so that the history stays. Who
  /// enters the code again counts it again.
  ///
  /// - Parameters:
  ///   - section: leaves out the entries of this section alone; empty for those without a section, nil for all.
  ///   - counter: leaves out the entries of this counter alone; empty for those without a counter, nil for all.
  /// - Returns: how many entries were in force.
  /// - Throws: ``Problems`` `.notFound` for session and code, `.wrongState` after the review, or when the catalog has the code by
  ///   now, unless its numbers conflict with those of its item.
  @discardableResult
  public func dismissCountedItem(
    _ countedCode: String, in code: String, section: String? = nil, counter: String? = nil, actor: Actor,
    at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      let isKnown = try VariantLookup.id(database, of: countedCode) != nil
      let conflicting = try CountSessions.addedSince(database, sessionID: session.id).conflicting
      guard !isKnown || conflicting.contains(where: { $0.code == countedCode }) else {
        throw Problems(
          .wrongState, "the catalog has the code \(countedCode) by now, so that it is an item of the count",
          remedy: "If nothing of it was there, enter 0 for it.")
      }
      let place = CountedPlace(
        section: section, counter: try counter.map { try CountEntries.counterName(database, $0, in: session) })
      let entries = try CountSessions.dismiss(database, countedCode, at: place, in: session.id, by: actor, moment)
      guard entries > 0 else { throw CountSessions.noUnknownItem(countedCode, at: place, in: code) }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "count \(code): code \(countedCode) was a mistake\(place.words), \(entries) entries")
      return entries
    }
  }

  /// The items of a session that were counted under these codes, by code; without the codes that are still unknown. Before
  /// posting, a code that was added to the catalog since it was counted is its item.
  ///
  /// - Throws: ``Problems`` `.notFound` for the session.
  public func countedItems(of codes: [String], in code: String) throws -> [String: String] {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      let list = String(decoding: try JSONEncoder().encode(codes), as: UTF8.self)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT e.code, v.sku FROM count_entries e JOIN variants v ON v.id = e.variant_id
          WHERE e.session_id = ? AND e.code IN (SELECT value FROM json_each(?)) ORDER BY e.id
          """, arguments: [session.id, list])
      var items = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { $1 }
      guard CountSessions.beforePosting.contains(session.state) else { return items }
      for (code, variantID) in try CountSessions.addedSince(database, sessionID: session.id).known
      where codes.contains(code) {
        items[code] = try String.fetchOne(
          database, sql: "SELECT sku FROM variants WHERE id = ?", arguments: [variantID])
      }
      return items
    }
  }
}

/// Where entries of a code were counted and by whom; nil for everywhere and everybody.
struct CountedPlace {
  let section: String?
  let counter: String?

  /// SQL for whether an entry was made there.
  static let hasEntry = """
    (:section IS NULL OR section = :section) AND (:counter IS NULL OR counter = :counter)
    """

  /// The place in words, with a space before them; empty for everywhere.
  var words: String {
    let inSection = section.map { $0.isEmpty ? " without a section" : " in section '\($0)'" } ?? ""
    return inSection + (counter.map { $0.isEmpty ? " without a counter" : " by \($0)" } ?? "")
  }
}

/// Codes that were counted and that the catalog did not know.
extension CountSessions {
  /// SQL for whether an entry leaves out others of its code as a mistake; see ``dismiss(_:_:at:in:by:_:)``.
  static func isDismissal(_ entry: String) -> String {
    "\(entry).variant_id IS NULL AND \(entry).import_id IS NULL AND \(entry).quantity = 0"
  }

  /// SQL for whether an entry of an unknown code was left out as a mistake, or leaves others out: it is followed by an entry of zero
  /// that came with no import. Such entries belong to no item, even when the catalog gets their code.
  static func isDismissed(_ entry: String) -> String {
    """
    EXISTS (SELECT 1 FROM count_entries z WHERE z.variant_id IS NULL AND z.code = \(entry).code AND z.import_id IS NULL
      AND z.quantity = 0 AND z.id >= \(entry).id AND \(CountEntries.areSameCounting("z", entry)))
    """
  }

  /// Gives the entries of an unknown code the variant of a typed code, and records it.
  static func resolve(
    _ database: Database, _ countedCode: String, as skuOrBarcode: String, in session: CountSession, actor: Actor,
    at moment: Timestamp
  ) throws -> Int {
    guard let variantID = try VariantLookup.id(database, typed: skuOrBarcode) else {
      throw Problems(
        .notFound, "there is no variant '\(skuOrBarcode)'", remedy: "Give the SKU or a barcode of a variant.")
    }
    if let conflict = try CountCodeConflict(database, countedCode, as: variantID, in: session.id) {
      throw conflict.problem(in: session.code)
    }
    let entries = try assign(database, countedCode, to: variantID, in: session.id)
    guard entries > 0 else { throw noUnknownItem(countedCode, in: session.code) }
    try CountEntries.settle(database, sessions: "\(session.id)", importID: nil)
    try AuditLog.append(
      database, actor: actor, at: moment,
      details: "count \(session.code): code \(countedCode) is variant \(skuOrBarcode), \(entries) entries")
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

  static func noUnknownItem(
    _ countedCode: String, at place: CountedPlace = CountedPlace(section: nil, counter: nil), in code: String
  ) -> Problems {
    Problems(
      .notFound, "count \(code) has no unknown item '\(countedCode)'\(place.words)",
      remedy: "See `stockroom count status \(code)` for the codes that are unknown.")
  }

  /// Follows each entry of an unknown code at a place by one of zero.
  static func dismiss(
    _ database: Database, _ code: String, at place: CountedPlace, in sessionID: Int64, by actor: Actor,
    _ moment: Timestamp
  ) throws -> Int {
    let inForce = """
      session_id = :session AND variant_id IS NULL AND code = :code AND superseded_by IS NULL AND quantity > 0
        AND \(CountedPlace.hasEntry)
      """
    let chosen: StatementArguments = [
      "session": sessionID, "code": code, "section": place.section, "counter": place.counter,
    ]
    let entries =
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM count_entries WHERE \(inForce)", arguments: chosen) ?? 0
    // The number of an entry that was undone is not given again.
    let last = try Schema.lastID(database, of: "count_lines", table: "count_entries")
    try database.execute(
      sql: """
        INSERT INTO count_entries (id, session_id, code, section, lot_id, quantity, counted_at, counter, entered_at, note, round)
        SELECT :last + ROW_NUMBER() OVER (ORDER BY MIN(id)), session_id, code, section, lot_id, 0, MAX(counted_at), counter,
          :now, :note, round
        FROM count_entries WHERE \(inForce) GROUP BY section, lot_id, counter, round
        """,
      arguments: chosen + [
        "last": last, "now": moment.millisecondsSince1970, "note": "a mistake, says \(actor.name)",
      ])
    if entries > 0 { try CountEntries.settle(database, sessions: "\(sessionID)", importID: nil) }
    return entries
  }

  /// Gives entries their variant whose code was unknown when they came in and has been added to the catalog since.
  @discardableResult
  static func resolveKnown(_ database: Database, sessionID: Int64) throws -> Int {
    var entries = 0
    for (code, variantID) in try addedSince(database, sessionID: sessionID).known {
      entries += try assign(database, code, to: variantID, in: sessionID)
    }
    if entries > 0 { try CountEntries.settle(database, sessions: "\(sessionID)", importID: nil) }
    return entries
  }

  /// The codes of a session that were unknown when they came in, and that the catalog knows now, with their variants. Those that
  /// were left out as a mistake are not among them.
  ///
  /// A code whose numbers conflict with those of its item remains unknown, so that it stops the posting.
  static func addedSince(
    _ database: Database, sessionID: Int64
  ) throws -> (known: [(code: String, variantID: Int64)], conflicting: [CountCodeConflict]) {
    let codes = try String.fetchAll(
      database,
      sql: """
        SELECT DISTINCT e.code FROM count_entries e
        WHERE e.session_id = ? AND e.variant_id IS NULL AND NOT \(isDismissed("e")) ORDER BY e.code
        """, arguments: [sessionID])
    var known: [(code: String, variantID: Int64)] = []
    var conflicting: [CountCodeConflict] = []
    var codesOfVariant: [Int64: [String]] = [:]
    for code in codes {
      guard let variantID = try VariantLookup.id(database, of: code) else { continue }
      let others = codesOfVariant[variantID] ?? []
      if let conflict = try CountCodeConflict(database, code, as: variantID, with: others, in: sessionID) {
        conflicting.append(conflict)
      } else {
        known.append((code, variantID))
        codesOfVariant[variantID, default: []].append(code)
      }
    }
    return (known, conflicting)
  }

  /// What was counted of codes that the catalog does not know, without codes of which nothing was found.
  static func unknownItems(_ database: Database, sessionID: Int64) throws -> [UnknownCountedItem] {
    let inForce = "session_id = ? AND variant_id IS NULL AND superseded_by IS NULL AND quantity > 0"
    var places: [String: [UnknownCountedItem.Place]] = [:]
    let parts = try Row.fetchCursor(
      database,
      sql: """
        SELECT code, section, counter, SUM(quantity), NULLIF(note, '') FROM count_entries WHERE \(inForce)
        GROUP BY code, section, counter, NULLIF(note, '') ORDER BY 1, 2, 3, MIN(id)
        """, arguments: [sessionID])
    while let row = try parts.next() {
      let place = UnknownCountedItem.Place(
        section: row[1], counter: row[2], quantity: Quantity(scaled: row[3]), note: row[4])
      var ofCode = places[row[0] as String] ?? []
      if let last = ofCode.last, let both = last.merged(with: place) {
        ofCode[ofCode.count - 1] = both
      } else {
        ofCode.append(place)
      }
      places[row[0] as String] = ofCode
    }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT code, SUM(quantity), MIN(section), MAX(note) FROM count_entries
        WHERE \(inForce) GROUP BY code ORDER BY code
        """, arguments: [sessionID]
    ).map { row in
      let code: String = row[0]
      return UnknownCountedItem(
        code: code, quantity: Quantity(scaled: row[1]), section: row[2], note: row[3], places: places[code] ?? [])
    }
  }
}

extension UnknownCountedItem.Place {
  /// This place with what was counted there under another description; nil for another place.
  fileprivate func merged(with other: Self) -> Self? {
    guard section.utf8.elementsEqual(other.section.utf8), counter.utf8.elementsEqual(other.counter.utf8) else {
      return nil
    }
    let notes = [note, other.note].compactMap { $0 }
    return UnknownCountedItem.Place(
      section: section, counter: counter, quantity: Quantity(scaled: quantity.scaled &+ other.quantity.scaled),
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }
}

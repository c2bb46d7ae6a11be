internal import GRDB
internal import ProblemKit
public import RetailValues

/// A manager's decision about an item of a count. It is kept, with the person and the reason.
public enum CountRuling: Hashable, Sendable {
  /// The item is left out of this count.
  case exclude
  /// It is not left out after all.
  case include
  /// So many are right, where counts disagree or a recount cannot be had.
  case quantity(Quantity)
  /// Why the variance came about: the code of a reason.
  case reason(String)
}

/// Decisions about a count that are kept together.
public struct CountDecisions: Sendable {
  /// Unknown codes, with the SKU or barcode of the item that each is.
  public var resolved: [(code: String, item: String)] = []
  /// What was decided about items, with the SKU or barcode of each.
  public var rulings: [(ruling: CountRuling, item: String)] = []

  public init() {}
}

extension ShopDatabase {
  /// Keeps decisions about a count: all of them, or none if one of them is refused. A reason is kept only in a state in which
  /// it can be kept on its own; later it goes into the posted lines.
  ///
  /// - Parameters:
  ///   - note: why; see ``rule(_:on:in:note:isSinglePerson:actor:at:)``.
  /// - Throws: what ``resolveCountedItem(_:as:in:actor:at:)`` and ``rule(_:on:in:note:isSinglePerson:actor:at:)`` throw, and
  ///   ``Problems`` `.notFound` for an item that the catalog does not have.
  public func decide(
    _ decisions: CountDecisions, in code: String, note: String, isSinglePerson: Bool? = nil, actor: Actor,
    at moment: Timestamp = .now
  ) throws {
    guard !decisions.resolved.isEmpty || !decisions.rulings.isEmpty else { return }
    try write { database in
      let session = try CountSessions.session(database, code: code)
      let rulings = decisions.rulings.filter { decision in
        if case .reason = decision.ruling { return CountSessions.changeable.contains(session.state) }
        return true
      }
      guard !decisions.resolved.isEmpty || !rulings.isEmpty else { return }
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      for (countedCode, item) in decisions.resolved {
        _ = try CountSessions.resolve(database, countedCode, as: item, in: session, actor: actor, at: moment)
      }
      try CountSessions.resolveKnown(database, sessionID: session.id)
      for (ruling, item) in rulings {
        guard let variantID = try VariantLookup.id(database, typed: item) else { throw VariantLookup.notFound(item) }
        try CountRulings.add(
          database, ruling, on: variantID, in: session, note: note, isSinglePerson: isSinglePerson, actor: actor,
          at: moment)
      }
    }
  }

  /// Keeps a decision about an item.
  ///
  /// A quantity is decided on the counts that there are: when another comes in, it no longer holds. What was counted under a
  /// code that the catalog knows by now is one of them.
  ///
  /// - Parameters:
  ///   - note: why; it may not be blank, except for a reason, which says it itself.
  ///   - isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``; who counted may not decide on a quantity or an exclusion.
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`, and `.refused` where there is nothing to decide.
  public func rule(
    _ ruling: CountRuling, on variantID: Int64, in code: String, note: String, isSinglePerson: Bool? = nil,
    actor: Actor,
    at moment: Timestamp = .now
  ) throws {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      try CountSessions.resolveKnown(database, sessionID: session.id)
      try CountRulings.add(
        database, ruling, on: variantID, in: session, note: note, isSinglePerson: isSinglePerson, actor: actor,
        at: moment)
    }
  }
}

/// Decisions about the items of a count, within a transaction.
enum CountRulings {
  /// The current decisions for one item.
  struct Current {
    var isExcluded = false
    var reason: Reason?
    var decided: Quantity?
    var approvedVariance: Quantity?
    var isRecountOpen = false
  }

  static func add(
    _ database: Database, _ ruling: CountRuling, on variantID: Int64, in session: CountSession, note: String,
    isSinglePerson: Bool?, actor: Actor, at moment: Timestamp
  ) throws {
    let sku = try String.fetchOne(database, sql: "SELECT sku FROM variants WHERE id = ?", arguments: [variantID]) ?? ""
    let note = note.trimmedSpaces
    let topic: String
    let said: String
    var quantity: Quantity?
    var reasonID: Int64?
    var suffix = ""
    switch ruling {
    case .exclude:
      suffix = try CountDuties.require(database, session, actor: actor, isSinglePerson: isSinglePerson, to: "decide in")
      (topic, said) = ("exclusion", "left out")
    case .include: (topic, said) = ("exclusion", "not left out")
    case .quantity(let decided):
      try requireDispute(database, sku, variantID, in: session)
      suffix = try CountDuties.require(database, session, actor: actor, isSinglePerson: isSinglePerson, to: "decide in")
      quantity = decided
      (topic, said) = ("quantity", "decided to be \(decided)")
    case .reason(let code):
      reasonID = try ShopReasons.id(database, code)
      (topic, said) = ("reason", "reason \(code)")
    }
    guard !note.isEmpty || topic == "reason" else {
      throw Problems(
        .refused, "a decision about '\(sku)' needs a note", remedy: "Add --note \"why it was decided so\".")
    }
    try database.execute(
      sql: """
        INSERT INTO count_rulings (session_id, variant_id, topic, quantity, reason_id, basis, is_withdrawn, note, actor,
          ruled_at) VALUES (?1, ?2, ?3, ?4, ?5, \(basis("?1", "?2")), ?6, ?7, ?8, ?9)
        """,
      arguments: [
        session.id, variantID, topic, quantity?.scaled, reasonID, ruling == .include, note, actor.name,
        moment.millisecondsSince1970,
      ])
    try AuditLog.append(
      database, actor: actor, at: moment,
      details: "count \(session.code): \(sku) \(said)\(suffix)" + (note.isEmpty ? "" : ": \(note)"))
  }

  /// SQL for the entries of an item that hold, as a text.
  private static func basis(_ session: String, _ variant: String) -> String {
    """
    (SELECT group_concat(id) FROM (SELECT e.id FROM count_entries e WHERE e.session_id = \(session)
      AND e.variant_id = \(variant) AND e.superseded_by IS NULL ORDER BY e.id))
    """
  }

  private static func requireDispute(
    _ database: Database, _ sku: String, _ variantID: Int64, in session: CountSession
  ) throws {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT (SELECT COUNT(DISTINCT round) FROM count_entries
            WHERE session_id = ?1 AND variant_id = ?2 AND superseded_by IS NULL),
          EXISTS (SELECT 1 FROM (\(CountRecounts.open)) WHERE session_id = ?1 AND variant_id = ?2)
        """, arguments: [session.id, variantID])
    let counts: Int = row?[0] ?? 0
    let isRecountOpen: Bool = row?[1] ?? false
    guard counts > 0 else {
      throw Problems(
        .refused, "'\(sku)' was not counted in count \(session.code)",
        remedy: "Count it, or say with --uncounted what blank lines mean.")
    }
    guard counts > 1 || isRecountOpen else {
      throw Problems(
        .refused, "'\(sku)' was counted once, so there is nothing to decide between",
        remedy: "Have it counted again with `stockroom count recount \(session.code) --item \(sku)`.")
    }
  }

  /// The current decisions, by variant; items without a decision are left out.
  static func current(_ database: Database, of session: CountSession) throws -> [Int64: Current] {
    var current: [Int64: Current] = [:]
    let rulings = try Row.fetchCursor(
      database,
      sql: """
        SELECT g.variant_id, g.topic, g.quantity, g.is_withdrawn, g.basis IS \(basis("g.session_id", "g.variant_id")),
          \(ShopReasons.columns)
        FROM count_rulings g LEFT JOIN reasons r ON r.id = g.reason_id WHERE g.session_id = ?
          AND g.id = (SELECT MAX(o.id) FROM count_rulings o
            WHERE o.session_id = g.session_id AND o.variant_id = g.variant_id AND o.topic = g.topic)
        """, arguments: [session.id])
    while let row = try rulings.next() {
      let isWithdrawn: Bool = row[3]
      if isWithdrawn { continue }
      switch row[1] as String {
      case "exclusion": current[row[0], default: Current()].isExcluded = true
      case "quantity":
        let holds: Bool = row[4]
        if holds, let quantity: Int64 = row[2] {
          current[row[0], default: Current()].decided = Quantity(scaled: quantity)
        }
      default:
        current[row[0], default: Current()].reason = ShopReasons.reason(row, at: 5)
      }
    }
    let approvals = try Row.fetchCursor(
      database, sql: "SELECT variant_id, variance FROM count_approvals WHERE session_id = ?", arguments: [session.id])
    while let row = try approvals.next() {
      current[row[0], default: Current()].approvedVariance = Quantity(scaled: row[1])
    }
    let recounts = try Int64.fetchCursor(
      database, sql: "SELECT DISTINCT variant_id FROM (\(CountRecounts.open)) WHERE session_id = ?",
      arguments: [session.id])
    while let variant = try recounts.next() { current[variant, default: Current()].isRecountOpen = true }
    return current
  }
}

extension String {
  /// Without the white space around it.
  fileprivate var trimmedSpaces: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

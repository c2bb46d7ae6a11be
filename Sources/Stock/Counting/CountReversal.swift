internal import GRDB
internal import ProblemKit
public import RetailValues

/// The result of reversing a posted count.
public struct ReversedCount: Hashable, Sendable {
  public let session: CountSession
  /// Whether it was reversed before, and nothing was done now.
  public let wasReversedBefore: Bool
  /// The movements that take its adjustments and their corrections back.
  public let movements: Int
  /// Lines of other counts, at later times, that were restated by it.
  public let restatedLines: Int
}

extension ShopDatabase {
  /// Takes a posted count back: every adjustment that it made, and every correction of it since, gets a movement of the
  /// opposite quantity that names it. Its lines stay as evidence. Repeating it does nothing.
  ///
  /// - Parameters:
  ///   - note: why; it may not be blank.
  ///   - isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``.
  ///   - acceptsClosedPeriods: whether movements of days for which the books are closed may change.
  /// - Throws: ``Problems`` `.notFound`, `.wrongState` for a session that was not posted, `.refused`.
  public func reverseCount(
    _ code: String, note: String, isSinglePerson: Bool? = nil, actor: Actor, at moment: Timestamp = .now,
    acceptsClosedPeriods: Bool = true
  ) throws -> ReversedCount {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if session.state == .reversed {
        return ReversedCount(session: session, wasReversedBefore: true, movements: 0, restatedLines: 0)
      }
      guard session.state == .posted else {
        throw Problems(
          .wrongState, "count \(code) is in state '\(session.state.rawValue)': there is nothing to take back",
          remedy: "Only a posted count is taken back; one that is not posted has moved nothing.")
      }
      guard note.contains(where: { !$0.isWhitespace }) else {
        throw Problems(.refused, "a reversal needs a note", remedy: "Add --note \"why the count is taken back\".")
      }
      let remark = try CountDuties.require(
        database, session, actor: actor, isSinglePerson: isSinglePerson, to: "reverse")
      // From here on the ledger no longer holds its lines, so they are not restated by their own reversal.
      try database.execute(
        sql: "UPDATE count_sessions SET state = 'reversed', reversed_at = ?, reversed_by = ? WHERE id = ?",
        arguments: [moment.millisecondsSince1970, actor.name, session.id])
      let firstID = try Ledger.nextMovementID(database)
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
            unit_price, reason_id, document_id, document_line, order_number, note, reverses)
          SELECT m.variant_id, m.location_id, m.lot_id, -m.quantity, m.kind, m.effective_at, ?, m.unit_cost, m.unit_price,
            m.reason_id, m.document_id, m.document_line || ' reversed', m.order_number, ?, m.id
          FROM movements m WHERE m.id IN (
            SELECT movement_id FROM count_lines WHERE session_id = ? AND movement_id IS NOT NULL
            UNION ALL
            SELECT r.movement_id FROM count_restatements r JOIN count_lines l ON l.id = r.line_id WHERE l.session_id = ?)
          ORDER BY m.id
          """,
        arguments: [
          moment.millisecondsSince1970, "reversal of count \(code): \(note)", session.id, session.id,
        ])
      let movements = database.changesCount
      if !acceptsClosedPeriods {
        try ClosedPeriodMovements.requireNone(of: ClosedPeriodMovements.count(database, newMovementsFrom: firstID))
      }
      let settlement = try Ledger.settle(database, newMovementsFrom: firstID, actor: actor, at: moment)
      try Seal.append(
        database, .reversal(session.id), actor: actor, at: moment,
        details: "count \(code) reversed\(remark): \(movements) movements taken back: \(note)")
      return ReversedCount(
        session: try CountSessions.session(database, id: session.id), wasReversedBefore: false, movements: movements,
        restatedLines: settlement.restatedLines)
    }
  }
}

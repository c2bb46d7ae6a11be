internal import GRDB
internal import ProblemKit
public import RetailValues
public import Stock
internal import StockJournal

extension ShopDatabase {
  /// Checks the ledger, the documents, the counts, the audit log and the file. Returns no findings if all checks pass.
  ///
  /// - Parameters:
  ///   - quick: leaves out the comparison of every index with its table.
  ///   - progress: called with the number of completed checks and the number of all checks.
  public func check(quick: Bool = false, progress: ((Int, Int) -> Void)? = nil) throws -> [FailedCheck] {
    let findings = try read { try LedgerCheck.findings($0, quick: quick, progress) }
    // Results from damaged pages, or from views that another program changed, mean nothing.
    guard !findings.contains(where: { [.fileDamaged, .alteredSchema].contains($0.code) }) else { return findings }
    do {
      return findings + (try periodTies())
    } catch  where !findings.isEmpty {
      // Results computed from altered rows prove nothing.
      return findings
    }
  }

  /// The counts that were posted by a version that did not seal them: they are proven by their sums, not by a digest.
  public func unsealedCounts() throws -> [String] {
    try read { try SealCheck.unsealedSessions($0) }
  }

  /// Computes the indexes, the balances, the cost history and the lots issued again; they are derived, so nothing is lost.
  ///
  /// The audit log keeps what was not as the movements say: a count that was posted in the meantime used it.
  public func repairIndex(actor: Actor, at moment: Timestamp = .now) throws {
    try write { database in
      try database.execute(sql: "REINDEX")
      let derived: Set<Problem.Code> = [.wrongBalance, .wrongCancellation, .wrongCostHistory, .wrongLots]
      let found = ((try? LedgerCheck.findings(database, quick: true)) ?? []).filter { derived.contains($0.code) }
      try Ledger.rebuildBalances(database)
      try CancelledMovements.rebuild(database)
      try CostHistory.rebuild(database)
      try LayerCosts.rebuild(database)
      try LotIssues.rebuild(database)
      try RetailCosts.rebuild(database)
      if try !CachedFeed.damaged(database).isEmpty || !TableDigestCheck(database).alteredCachedRows.isEmpty {
        try CachedFeed.forgetAll(database)
        try TableDigests.forget(CachedFeed.tables, database)
      }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: (["rebuilt indexes, balances and cost history from the movements"] + found.map(\.problem.message))
          .joined(separator: "; "))
    }
  }
}

/// The checks of `stockroom check`.
enum LedgerCheck {
  static func findings(
    _ database: Database, quick: Bool, _ progress: ((Int, Int) -> Void)? = nil
  ) throws -> [FailedCheck] {
    var findings: [FailedCheck] = []
    var proven = 0
    // The file and its schema, the proofs in SQL, and those that follow them here.
    func prove() {
      progress?(proven, proofs.count + 12)
      proven += 1
    }
    prove()
    let pragma = quick ? "quick_check" : "integrity_check"
    let damage = try String.fetchAll(database, sql: "PRAGMA \(pragma)").filter { $0 != "ok" }
    guard damage.isEmpty else {
      // All further checks would read damaged pages.
      return [
        FailedCheck(
          code: .fileDamaged,
          message: "the database file: " + damage.prefix(FailedCheck.exampleLimit).joined(separator: "; "),
          count: damage.count)
      ]
    }
    prove()
    let altered = try SchemaCheck.differences(database)
    if !altered.names.isEmpty {
      findings.append(
        FailedCheck(
          code: .alteredSchema,
          message: message("the database is not built as stockroom builds it", altered.names, of: altered.names.count),
          count: altered.names.count))
      if altered.preventsProofs { return findings }
    }
    for proof in proofs {
      prove()
      let rows = try Row.fetchCursor(database, sql: proof.sql)
      var count = 0
      var examples: [String] = []
      while let row = try rows.next() {
        count += 1
        let example: String = row[0]
        if examples.count < FailedCheck.exampleLimit { examples.append(example) }
      }
      guard count > 0 else { continue }
      findings.append(
        FailedCheck(
          code: proof.code, message: message(proof.what, examples, of: count), count: count))
    }
    func skus(_ variants: [Int64]) throws -> [String] {
      try variants.map {
        try String.fetchOne(database, sql: "SELECT sku FROM variants WHERE id = ?", arguments: [$0]) ?? "variant \($0)"
      }
    }
    for (what, differences) in [
      ("the average cost is", CostHistory.differences), ("the cost by layers is", LayerCosts.differences),
      ("the ratio of cost to retail is", RetailCosts.differences),
    ] {
      prove()
      let costs = try differences(database)
      guard costs.count > 0 else { continue }
      findings.append(
        FailedCheck(
          code: .wrongCostHistory,
          message: message("\(what) not what the movements say", try skus(costs.variants), of: costs.count),
          count: costs.count))
    }
    prove()
    let lots = try LotIssues.differences(database)
    if lots.count > 0 {
      findings.append(
        FailedCheck(
          code: .wrongLots,
          message: message(
            "what is left of lots is not what the movements say", try skus(lots.variants), of: lots.count),
          count: lots.count))
    }
    prove()
    let periods = try JournalPeriods.changed(database)
    if !periods.isEmpty {
      findings.append(
        FailedCheck(
          code: .closedPeriodChanged,
          message: message(
            "a closed period does not hold what it held when it was closed", periods,
            of: periods.count), count: periods.count))
    }
    prove()
    let values = try CountValueCheck.wrongLines(database)
    if !values.isEmpty {
      findings.append(
        FailedCheck(
          code: .wrongCountValue,
          message: message(
            "the value of a count line is not its variance at its cost or price", values, of: values.count),
          count: values.count))
    }
    prove()
    let seals = try SealCheck.problems(database)
    for (code, what) in [
      (Problem.Code.brokenSeal, "what was posted is not what was sealed then"),
      (.missingSeal, "what was posted has no seal"),
    ] {
      let texts = seals.filter { $0.code == code }.map(\.text)
      guard !texts.isEmpty else { continue }
      findings.append(
        FailedCheck(
          code: code, message: message(what, texts, of: texts.count), count: texts.count))
    }
    prove()
    let digests = try TableDigestCheck(database)
    for (code, what, texts) in digests.problems {
      findings.append(
        FailedCheck(
          code: code, message: message(what, texts, of: texts.count), count: texts.count))
    }
    prove()
    let feeds = try CachedFeed.damaged(database) + digests.alteredCachedRows
    if !feeds.isEmpty {
      findings.append(
        FailedCheck(
          code: .wrongCachedRows,
          message: message("the rows that are remembered of a file are damaged", feeds, of: feeds.count),
          count: feeds.count))
    }
    prove()
    if let entry = try AuditLog.firstBrokenEntry(database) {
      findings.append(
        FailedCheck(
          code: .brokenAuditLog, message: "the audit log does not hold from entry \(entry) on", count: 1))
    }
    return findings
  }

  private static func message(_ what: String, _ examples: [String], of count: Int) -> String {
    let shown = examples.prefix(FailedCheck.exampleLimit)
    let more = count > shown.count ? " and \(count - shown.count) more" : ""
    return what + ": " + shown.joined(separator: "; ") + more
  }

  /// A query that yields one row, with a text that names it, for everything that breaks a promise.
  private struct Proof {
    var code: Problem.Code
    var what: String
    var sql: String
  }

  private static let proofs: [Proof] = [
    Proof(
      code: .danglingReference, what: "records point to others that do not exist",
      sql: """
        SELECT "table" || ' ' || COALESCE(rowid, '?') || ' → ' || parent FROM pragma_foreign_key_check
        """),
    Proof(
      code: .wrongBalance, what: "a balance is not the sum of its movements",
      // A sum above 64 bits would abort the check itself, so sums are computed in two halves of 32 bits.
      sql: """
        SELECT COALESCE(v.sku, 'variant ' || q.variant_id) || ' at ' || COALESCE(l.code, 'location ' || q.location_id)
        FROM (
          SELECT variant_id, location_id, lot_id, SUM(high) AS high, SUM(low) AS low, SUM(is_balance) AS balances FROM (
            SELECT variant_id, location_id, lot_id, quantity >> 32 AS high, quantity & 4294967295 AS low, 1 AS is_balance
            FROM balances
            UNION ALL
            SELECT variant_id, location_id, COALESCE(lot_id, 0), -(quantity >> 32), -(quantity & 4294967295), 0
            FROM movements
          ) GROUP BY variant_id, location_id, lot_id
        ) q LEFT JOIN variants v ON v.id = q.variant_id LEFT JOIN locations l ON l.id = q.location_id
        WHERE q.high * 4294967296 + q.low <> 0 OR q.balances <> 1
        """),
    Proof(
      code: .wrongBalance, what: "a balance of an earlier time is not the sum of its movements",
      sql: """
        SELECT COALESCE(v.sku, 'variant ' || q.variant_id) || ' at ' || COALESCE(l.code, 'location ' || q.location_id)
        FROM (\(PastBalances.differences)) q
          LEFT JOIN variants v ON v.id = q.variant_id LEFT JOIN locations l ON l.id = q.location_id
        """),
    Proof(
      code: .unbalancedTransfer, what: "the two sides of a transfer do not sum to zero",
      sql: """
        SELECT d.number || ' ' || v.sku FROM (
          SELECT document_id, variant_id FROM movements WHERE kind = 'transfer'
          GROUP BY document_id, variant_id HAVING SUM(quantity) <> 0
        ) q JOIN documents d ON d.id = q.document_id JOIN variants v ON v.id = q.variant_id ORDER BY d.id, v.sku
        """),
    Proof(
      code: .foreignLot, what: "a movement's lot is one of another variant",
      sql: """
        SELECT 'movement ' || m.id FROM movements m JOIN lots t ON t.id = m.lot_id WHERE t.variant_id <> m.variant_id
        """),
    Proof(
      code: .wrongReversal, what: "a reversal is not the opposite of what it reverses",
      sql: """
        SELECT 'movement ' || r.id FROM movements r JOIN movements m ON m.id = r.reverses
        WHERE r.quantity <> -m.quantity OR r.variant_id <> m.variant_id OR r.location_id <> m.location_id
          OR r.lot_id IS NOT m.lot_id OR r.kind <> m.kind OR r.effective_at <> m.effective_at OR r.id <= m.id
          OR r.unit_cost IS NOT m.unit_cost OR r.document_id <> m.document_id
        """),
    Proof(
      code: .wrongCancellation, what: "the list of cancelled movements is not what the reversals say",
      sql: """
        SELECT 'movement ' || movement_id FROM (
          SELECT movement_id, 1 AS side FROM cancelled_movements UNION ALL SELECT member, -1 FROM (\(CancelledMovements.expected))
        ) GROUP BY movement_id HAVING SUM(side) <> 0
        """),
    Proof(
      code: .wrongCountLine, what: "the adjustment of a count line is not its variance",
      sql: """
        SELECT 'count ' || s.code || ' ' || v.sku
        FROM count_lines l JOIN count_sessions s ON s.id = l.session_id JOIN variants v ON v.id = l.variant_id
          LEFT JOIN movements m ON m.id = l.movement_id
        WHERE s.state IN ('posted', 'reversed') AND (
          l.state <> 'excluded' AND l.counted IS NOT NULL AND (l.variance IS NULL OR l.variance <> l.counted - l.expected)
          OR l.state = 'uncounted' AND l.variance IS NOT NULL AND l.variance <> -l.expected
          OR COALESCE(l.variance, 0) <> 0 AND (
            m.id IS NULL OR m.quantity <> l.variance OR m.effective_at <> l.as_of OR m.variant_id <> l.variant_id
            OR m.location_id <> s.location_id OR m.kind <> 'count-adjustment' OR m.reason_id IS NOT l.reason_id
            OR m.document_id IS NOT s.document_id OR m.reverses IS NOT NULL
            OR (s.state = 'reversed') <> EXISTS (SELECT 1 FROM movements r WHERE r.reverses = m.id))
          OR COALESCE(l.variance, 0) = 0 AND l.movement_id IS NOT NULL)
        """),
    Proof(
      code: .strayAdjustment, what: "a movement in the document of a count belongs to none of its lines",
      sql: """
        SELECT 'movement ' || m.id FROM documents d JOIN movements m ON m.document_id = d.id
        WHERE d.kind = 'count' AND m.reverses IS NULL
          AND NOT EXISTS (SELECT 1 FROM count_lines l WHERE l.movement_id = m.id)
          AND NOT EXISTS (SELECT 1 FROM count_restatements r WHERE r.movement_id = m.id) ORDER BY m.id
        """),
    Proof(
      code: .wrongCountSum, what: "the quantity of a count line is not the sum of what was entered",
      sql: """
        SELECT 'count ' || s.code || ' ' || v.sku
        FROM count_lines l JOIN count_sessions s ON s.id = l.session_id JOIN variants v ON v.id = l.variant_id
        WHERE s.state IN ('posted', 'reversed') AND l.state <> 'excluded' AND l.counted IS NOT CASE WHEN l.round IS NULL THEN (
          SELECT g.quantity FROM count_rulings g
          WHERE g.session_id = l.session_id AND g.variant_id = l.variant_id AND g.topic = 'quantity'
          ORDER BY g.id DESC LIMIT 1)
        ELSE (
          SELECT SUM(e.quantity) FROM count_entries e WHERE e.session_id = l.session_id AND e.variant_id = l.variant_id
            AND e.superseded_by IS NULL AND e.round = l.round) END
        """),
    Proof(
      code: .countNotHeld, what: "on hand at the time of a count is not what was counted",
      // Of lines at the same time the last one posted is the one that holds.
      sql: """
        SELECT 'count ' || s.code || ' ' || v.sku
        FROM count_lines l JOIN count_sessions s ON s.id = l.session_id JOIN variants v ON v.id = l.variant_id
        WHERE s.state = 'posted' AND l.variance IS NOT NULL AND l.expected + l.variance <> (
            SELECT COALESCE(SUM(m.quantity), 0) FROM movements m
            WHERE m.variant_id = l.variant_id AND m.location_id = s.location_id AND m.effective_at <= l.as_of)
          AND NOT EXISTS (
            SELECT 1 FROM count_lines o JOIN count_sessions t ON t.id = o.session_id
            WHERE o.variant_id = l.variant_id AND o.as_of = l.as_of AND o.id > l.id AND o.variance IS NOT NULL
              AND t.location_id = s.location_id AND t.state = 'posted')
        """),
  ]
}

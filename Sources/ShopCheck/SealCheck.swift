internal import GRDB
internal import ProblemKit
internal import Stock

/// Computes the digests of all seals again and compares them.
enum SealCheck {
  /// The problems: a code and a text for each seal, session or entry.
  static func problems(_ database: Database) throws -> [(code: Problem.Code, text: String)] {
    var problems: [(code: Problem.Code, text: String)] = []
    let seals = try Row.fetchCursor(
      database,
      sql: """
        SELECT s.id, s.kind, s.session_id, s.first_movement, s.last_movement, s.parts, s.digest, a.details, c.code
        FROM seals s LEFT JOIN audit_log a ON a.id = s.audit_id LEFT JOIN count_sessions c ON c.id = s.session_id
        ORDER BY s.id
        """)
    while let seal = try seals.next() {
      let id: Int64 = seal["id"]
      let code: String? = seal["code"]
      guard let subject = subject(seal) else {
        problems.append((.brokenSeal, "seal \(id) says nothing of what it is of"))
        continue
      }
      let name = name(of: subject, code: code)
      guard let parts = seal["parts"] as String?, let digest = seal["digest"] as String? else { continue }
      guard digest == Seal.digest(of: subject, parts: parts),
        (seal["details"] as String?).flatMap({ Seal.digest(endOf: $0) }) == digest
      else {
        problems.append((.brokenSeal, "\(name): the seal is not the one of the audit log"))
        continue
      }
      let broken = try brokenTables(database, subject, parts)
      if !broken.isEmpty { problems.append((.brokenSeal, "\(name): \(broken.joined(separator: ", "))")) }
    }
    return try problems + missing(database)
  }

  /// Sessions that were posted before there were seals.
  static func unsealedSessions(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT c.code FROM count_sessions c JOIN seals s ON s.session_id = c.id
        WHERE s.kind = 'count' AND s.digest IS NULL ORDER BY c.id
        """)
  }

  private static func subject(_ seal: Row) -> Seal.Subject? {
    let session: Int64? = seal["session_id"]
    let first: Int64? = seal["first_movement"]
    let last: Int64? = seal["last_movement"]
    switch (seal["kind"] as String, session, first, last) {
    case ("count", let session?, nil, nil): return .count(session)
    case ("reversal", let session?, nil, nil): return .reversal(session)
    case ("restatement", nil, let first?, let last?): return .restatement(first: first, last: last)
    default: return nil
    }
  }

  private static func name(of subject: Seal.Subject, code: String?) -> String {
    switch subject {
    case .count(let id): "count \(code ?? "number \(id)")"
    case .reversal(let id): "reversal of count \(code ?? "number \(id)")"
    case .restatement(let first, let last): "corrections \(first) to \(last)"
    }
  }

  /// The tables whose rows are not those that were sealed.
  private static func brokenTables(
    _ database: Database, _ subject: Seal.Subject, _ parts: String
  ) throws -> [String] {
    let tables = try Seal.tables(database, of: subject)
    var broken: [String] = []
    for line in parts.split(separator: "\n") {
      // The content of a seal is looked up, never trusted: it is a text in a file that may have been changed.
      guard let part = Seal.Part(line: line), let table = tables.first(where: { $0.table == part.table }) else {
        broken.append("a table that is gone")
        continue
      }
      let known = Set(try database.columns(in: table.table).map(\.name))
      guard !part.columns.isEmpty, part.columns.allSatisfy(known.contains) else {
        broken.append(table.table)
        continue
      }
      let digest = try Seal.digest(database, table.table, part.columns, where: table.condition, subject)
      if digest != part.digest { broken.append(table.table) }
    }
    return broken
  }

  /// The records that should have a seal and do not.
  private static func missing(_ database: Database) throws -> [(code: Problem.Code, text: String)] {
    var problems = try String.fetchAll(
      database,
      sql: """
        SELECT 'count ' || code FROM count_sessions
        WHERE state IN ('posted', 'reversed') AND id NOT IN (SELECT session_id FROM seals WHERE kind = 'count')
        UNION ALL
        SELECT 'reversal of count ' || code FROM count_sessions
        WHERE (state = 'reversed') <> (id IN (SELECT session_id FROM seals WHERE kind = 'reversal'))
        UNION ALL
        SELECT 'a seal was taken out' FROM (SELECT COUNT(*) AS seals, MIN(id) AS first, MAX(id) AS last FROM seals)
        WHERE seals > 0 AND (first <> 1 OR last <> seals)
        UNION ALL
        SELECT 'count ' || c.code || ', which is no longer posted' FROM count_sessions c
        WHERE c.state NOT IN ('posted', 'reversed') AND c.id IN (SELECT session_id FROM seals WHERE kind = 'count')
        UNION ALL
        SELECT 'count ' || code || ', which says when it was reversed and is not' FROM count_sessions
        WHERE state <> 'reversed' AND (reversed_at IS NOT NULL OR reversed_by IS NOT NULL)
        UNION ALL
        SELECT 'correction ' || r.movement_id FROM count_restatements r WHERE NOT EXISTS (
          SELECT 1 FROM seals s WHERE s.kind = 'restatement' AND r.movement_id BETWEEN s.first_movement AND s.last_movement)
        """
    ).map { (code: Problem.Code.missingSeal, text: $0) }
    let entries = try Row.fetchCursor(
      database,
      sql: """
        SELECT a.id, a.details FROM audit_log a LEFT JOIN seals s ON s.audit_id = a.id
        WHERE s.id IS NULL AND a.details LIKE '%; sealed SHA-256 %' ORDER BY a.id
        """)
    while let entry = try entries.next() {
      if Seal.digest(endOf: entry["details"]) != nil {
        problems.append((code: .missingSeal, text: "audit entry \(entry["id"] as Int64)"))
      }
    }
    return problems
  }
}

/// Holds the money of posted count lines against units × cost and units × price.
enum CountValueCheck {
  /// The lines whose value is not their variance times the cost or the price, rounded half away from zero.
  static func wrongLines(_ database: Database) throws -> [String] {
    let costDivisor = try Int64.fetchOne(
      database, sql: "SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'cost_divisor'")
    guard let costDivisor, costDivisor > 0 else { return ["the setting cost_divisor is not a number"] }
    var wrong: [String] = []
    // With layers of several costs, a value is not one product.
    let lines = try Row.fetchCursor(
      database,
      sql: """
        SELECT s.code, v.sku, l.variance, l.unit_cost, l.cost_value, l.retail_price, l.retail_value
        FROM count_lines l JOIN count_sessions s ON s.id = l.session_id JOIN variants v ON v.id = l.variant_id
        WHERE s.state IN ('posted', 'reversed') AND s.valuation_method <> 'fifo' ORDER BY l.id
        """)
    while let line = try lines.next() {
      let isRight =
        holds(line[4], variance: line[2], each: line[3], divisor: costDivisor)
        && holds(line[6], variance: line[2], each: line[5], divisor: 1000)
      if !isRight { wrong.append("count \(line[0] as String) \(line[1] as String)") }
    }
    return wrong
  }

  static func holds(_ value: Int64?, variance: Int64?, each: Int64?, divisor: Int64) -> Bool {
    guard let variance, let each else { return value == nil }
    guard let value else { return false }
    let product = Int128(variance) * Int128(each)
    let rounded = (product.magnitude + UInt128(divisor) / 2) / UInt128(divisor)
    return rounded == Int128(value).magnitude && (rounded == 0 || (product < 0) == (value < 0))
  }
}

internal import FormatKit
internal import GRDB
internal import RetailValues

/// Suppliers and locations that a file names and the shop does not have, found before the first comparison.
extension StagingArea {
  /// The suppliers or locations that the first comparison would not find, where this can be known before it.
  ///
  /// That is so when a single field of a single kind names them, and nothing else is wrong with the file: then the first
  /// comparison would report them, each with every record that names it, and nothing else. If two fields named some, a
  /// record that lacks one of them would not be examined for the other. A comparison with the foreseen records that ends
  /// without an error proves that nothing else is wrong.
  ///
  /// - Returns: none where it cannot be known; then the comparison finds them.
  func foreseen(_ context: StagingContext, among sources: Set<String>) throws -> [LackingRecord] {
    guard foreseesNewRecords, sources.isDisjoint(with: ["counts", "count_lines"]), try mayLack(context, among: sources),
      try !hasErrors()
    else { return [] }
    var lacking: [LackingRecord] = []
    var isKnown = true
    try database.inSavepoint {
      try addAliases(context)
      try recognisePartners()
      for kind in sources.sorted() where isKnown {
        for named in Self.named where named.kind != kind && staged[kind]?.fields.contains(named.field) == true {
          let found = try lackingCodes(of: named.kind, in: kind, named.field)
          guard !found.isEmpty else { continue }
          isKnown = lacking.isEmpty && canForesee(named.kind, in: kind, named.field, context)
          lacking = found
        }
      }
      return .rollback
    }
    return isKnown ? lacking : []
  }

  /// Whether any code of a supplier or location may be one that the shop does not have. As a rule, a few codes noted on
  /// staging show that none is.
  private func mayLack(_ context: StagingContext, among sources: Set<String>) throws -> Bool {
    // A code for all records that is new itself is found by the comparison.
    for (kind, code) in [("suppliers", context.supplier), ("locations", context.location)] {
      if let code, try !isStored(code, among: kind) { return false }
    }
    return try sources.contains { kind in
      try staged[kind]?.inserter.named.contains { try !$0.areStored() } == true
    }
  }

  private func isStored(_ code: String, among kind: String) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM main.\(kind) WHERE code = ?)")
    return try Bool.fetchOne(statement, arguments: [code]) == true
  }

  /// Whether every record of a kind that names a missing record in a field is reported for just that.
  private func canForesee(_ target: String, in kind: String, _ field: String, _ context: StagingContext) -> Bool {
    guard let code = Self.guardCode(of: target), context.newRecords.contains(code),
      staged[kind]?.inserter.repeats?.isUsed != true
    else { return false }
    // A movement without the location that it leaves is not examined for the one that it goes to.
    guard let stored = kinds[kind] else {
      return field != "to_location" && kinds.ledger.contains { $0.name == kind }
    }
    // Lines look up the supplier of their document, whether or not it is a field of their own.
    return stored.columns.contains { $0.field == field && $0.reference == .known(target) }
      || stored.document != nil && field == "supplier"
  }

  /// The codes in a field that neither the shop nor the source has, in the order in which the comparison finds them.
  private func lackingCodes(of target: String, in kind: String, _ field: String) throws -> [LackingRecord] {
    guard let key = kinds[target]?.keys.first?.field, let code = Self.guardCode(of: target) else { return [] }
    let brought =
      staged[target]?.fields.contains(key) == true
      ? "AND g.code NOT IN (SELECT f_\(key) FROM temp.stage_\(target) WHERE f_\(key) IS NOT NULL)" : ""
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM (
          SELECT f_\(field) AS code, MIN(seq) AS seq, MIN(tbl * 4294967296 + record) AS place,
            COUNT(DISTINCT tbl * 4294967296 + record) AS records
          FROM temp.stage_\(kind) WHERE implied = 0 AND f_\(field) != '' GROUP BY f_\(field)) g
        WHERE NOT EXISTS (SELECT 1 FROM main.\(target) t WHERE t.code = g.code) \(brought)
        ORDER BY place, seq
        """)
    return rows.map { row in
      LackingRecord(
        code: code, kind: kind, field: field, sequence: row["seq"], value: row["code"], records: row["records"])
    }
  }
}

internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Looking up what staged records refer to: other records by their codes, items, orders.
extension StagingArea {
  func resolveReferences(of stored: StoredKind, context: StagingContext) throws {
    let table = "temp.stage_\(stored.kind)"
    if stored.record.recognition == .suppliers { try keepKnownSuppliers() }
    if let document = stored.document { try resolveDocuments(document, of: stored, context) }
    if let supplier = context.supplier, stored.columns.contains(where: { $0.field == "supplier" }) {
      try database.execute(
        sql: "UPDATE \(table) SET f_supplier = ? WHERE f_supplier IS NULL", arguments: [supplier])
    }
    if stored.record.part == .variant {
      // A known variant that names no product keeps its own.
      let unlessKnown =
        try isEmpty("variants")
        ? "" : "AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = stage_variants.f_sku)"
      if !isAlwaysGiven("product_code", in: "variants") {
        try database.execute(
          sql: "UPDATE \(table) SET f_product_code = f_sku WHERE f_product_code IS NULL \(unlessKnown)")
      }
    }
    try settle(stored, context)
    try search(stored, context)
    for column in stored.columns {
      switch column.reference {
      case nil: break
      case .document: break
      case .known(let kind), .made(let kind):
        guard kind != stored.kind else { break }  // a kind's own records are looked up once they have ids
        guard staged[stored.kind]?.compared.settled[column.field] == nil,
          staged[stored.kind]?.blankFields.contains(column.field) != true
        else { break }
        try reportUnfound(column.field, of: kind, in: stored.kind, "r_\(column.field)")
      case .item:
        if staged[stored.kind]?.compared.settled[column.field] == nil {
          try resolveItems(
            in: stored.kind, column: "r_\(column.field)", context: context, keepsUnknown: stored.keepsUnknownItems,
            isSearchedBySKU: true)
          if stored.keepsUnknownItems { try keepUnknownItems(in: stored.kind, column: "r_\(column.field)") }
        }
        try takeOrderLines(of: stored, item: place(of: column, in: stored.kind))
      }
    }
  }

  /// Fills in all that can be looked up by a code alone, in one pass over the staged records.
  private func search(_ stored: StoredKind, _ context: StagingContext) throws {
    var found: [String] = []
    for column in stored.columns where staged[stored.kind]?.compared.settled[column.field] == nil {
      switch column.reference {
      case nil, .document: break
      case .known(let kind), .made(let kind):
        guard kind != stored.kind, staged[stored.kind]?.blankFields.contains(column.field) != true,
          let way = try search(for: column.field, of: kind, in: stored.kind)
        else { break }
        found.append("r_\(column.field) = \(way)")
      case .item:
        let items = itemSearch(in: stored.kind, column: "r_\(column.field)", context)
        try addItemColumns(items, "r_\(column.field)", to: stored.kind)
        guard let way = try items.bySKU() else { break }
        found.append("\(items.columns[0]) = \(way)")
      }
    }
    // Stored records with the same key are found in the same pass, unless references are part of the key.
    if try !isFirst(stored) && !isEmpty(stored.table), stored.isKeyedByCode {
      let match = stored.keys.map { "t.\($0.column) = s.\($0.staged)" }.joined(separator: " AND ")
      found.append("target = (SELECT t.id FROM main.\(stored.table) t WHERE \(match))")
    }
    guard !found.isEmpty else { return }
    try database.execute(sql: "UPDATE temp.stage_\(stored.kind) AS s SET \(found.joined(separator: ", "))")
  }

  /// SQL for the record of a kind that a field of a staged record `s` names; nil when no record can be found.
  private func search(for field: String, of kind: String, in stage: String) throws -> String? {
    guard let target = kinds[kind], let key = target.keys.first else {
      return nil
    }
    return try search(for: "f_\(field)", in: stage, among: target, key, isStored: true)
  }

  /// Looks a code up among the records of a kind, stored or about to be made, and writes down the ones not found.
  func lookUp(_ field: String, of kind: String, in stage: String, into result: String? = nil) throws {
    guard staged[stage]?.blankFields.contains(field) != true else { return }
    let column = result ?? "r_\(field)"
    if let found = try search(for: field, of: kind, in: stage) {
      try database.execute(
        sql: "UPDATE temp.stage_\(stage) AS s SET \(column) = \(found) WHERE f_\(field) IS NOT NULL")
    }
    try reportUnfound(field, of: kind, in: stage, column)
  }

  /// Writes down the codes that lead nowhere.
  private func reportUnfound(_ field: String, of kind: String, in stage: String, _ column: String) throws {
    try dropDependants(in: stage, of: kind, code: "f_\(field)", where: "\(column) IS NULL")
    try reportUnknown(
      in: stage, field: field, where: "f_\(field) IS NOT NULL AND \(column) IS NULL", code: .unknownReference,
      what: "there is no record '%s' among the \(kind)",
      remedy: "Import the \(kind) first, or correct the code.")
  }

  /// SQL for the record that a code of a staged record `s` names: the one that the same row brought, a stored one, or
  /// one about to be made; nil when no record can be found.
  ///
  /// - Parameter isStored: whether to look among the stored ones.
  func search(
    for code: String, in stage: String, among target: StoredKind, _ key: StoredColumn, isStored: Bool
  ) throws -> String? {
    let kind = target.kind
    var ways: [String] = []
    if staged.isMerged(kind) {
      // The record of the row is found by its position if it has the same code. A stored record with that code is its target too.
      if part(of: kind) == .variant && part(of: stage) != .product
        || part(of: kind) == .product && part(of: stage) == .variant
      {
        ways.append(
          "(SELECT m.target FROM temp.merged_\(kind) m WHERE m.seq = s.twin AND m.\(key.staged) = s.\(code))")
      }
    }
    if isStored, try !isEmpty(target.table) {
      ways.append("(SELECT t.id FROM main.\(target.table) t WHERE t.\(key.column) = s.\(code))")
    }
    if staged.isMerged(kind) {
      try indexKeys(of: target)
      ways.append("(SELECT m.target FROM temp.merged_\(kind) m WHERE m.\(key.staged) = s.\(code))")
    }
    guard let first = ways.first else { return nil }
    return ways.count == 1 ? first : "COALESCE(\(ways.joined(separator: ", ")))"
  }

  /// Removes the records that name a refused one. The refusal is reported there; the records themselves are not wrong.
  func dropDependants(in stage: String, of kind: String, code: String, where condition: String) throws {
    guard staged[kind]?.compared.hasRejected == true else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET broken = 1
        WHERE broken = 0 AND (\(condition)) AND \(code) IN (SELECT code FROM temp.rejected_\(kind))
        """)
    if database.changesCount > 0 { staged[stage]?.hasBroken = true }
  }

  /// SQL for whether barcode `b` is what a text says, with or without the zeros in front.
  static func isBarcode(_ text: String, _ barcode: String = "b.canonical") -> String {
    "\(barcode) IN (UPPER(\(text)), CASE WHEN length(\(text)) < 14 THEN substr('00000000000000' || \(text), -14) END)"
  }

  private func barcodesAreDigits() throws -> Bool {
    try fact("barcodes are digits", "SELECT NOT EXISTS (SELECT 1 FROM barcodes WHERE canonical GLOB '*[^0-9]*')")
  }

  /// Whether all barcodes of the shop are digits after what was staged was applied.
  func barcodesStayDigits() throws -> Bool {
    // A fact that was not asked for before is determined from all current data.
    let isKnown = staged.facts["barcodes are digits"] != nil
    guard try barcodesAreDigits() else { return false }
    guard isKnown, staged.isMerged("barcodes"), try hasChanges("barcodes") else { return true }
    return try Bool.fetchOne(
      database, sql: "SELECT NOT EXISTS (SELECT 1 FROM temp.stage_barcodes WHERE f_barcode GLOB '*[^0-9]*')") == true
  }

  /// SQL for whether a text can be a barcode that the shop has. Where all its barcodes are digits, as nearly everywhere,
  /// a text with a letter in it needs no look-up.
  func mayBeBarcode(_ text: String) throws -> String {
    return try barcodesAreDigits() ? "\(text) NOT GLOB '*[^0-9]*'" : "1"
  }

  /// Writes a problem for each unbroken record of a stage that meets a condition, and takes the record out.
  func reportUnknown(
    in stage: String, field: String, where condition: String, code: Problem.Code, shown: String? = nil, what: String,
    shownField: String? = nil, remedy: String
  ) throws {
    let value = shown ?? "CAST(f_\(shownField ?? field) AS TEXT)"
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, \(code.sqlColumns), ?, COALESCE(\(value), ''), replace(?, '%s', COALESCE(\(value), '')), ?, tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND (\(condition));
        """, arguments: [stage, field, what, remedy])
    guard database.changesCount > 0 else { return }
    try database.execute(sql: "UPDATE temp.stage_\(stage) SET broken = 1 WHERE broken = 0 AND (\(condition))")
    staged[stage]?.hasBroken = true
  }
}

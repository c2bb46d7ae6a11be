internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// The suppliers, locations or items that a file names and the shop does not have.
public struct NewRecords: Hashable, Sendable {
  /// How many codes.
  public var codes = 0
  /// How many records of the source name one of them.
  public var records = 0
  /// The first codes, in the order of the source.
  public var first: [String] = []
  /// How many of the first thousand are nearly the code of a record that the shop has.
  public var nearCodes = 0
  /// The first of those.
  public var near: [Near] = []

  /// A code that is probably a misspelling.
  public struct Near: Hashable, Sendable {
    /// As the file has it.
    public var code: String
    /// As the shop has it.
    public var known: String
  }
}

/// Creating the suppliers, locations and items that a file names and the shop does not have, in the same import.
///
/// Missing records are known only after everything was looked up. So the comparison is made, its missing records are
/// noted, the comparison is rolled back, and the missing records are staged as if the file had brought them. Suppliers
/// and locations come first, because a record without them is not examined further; then items by their SKU, then items
/// that have only a supplier's code or a barcode, which an item of the round before may have. Suppliers or locations
/// that one field of the file names are foreseen before the first comparison; see ``foreseen(_:among:)``.
extension StagingArea {
  /// One record to be made, and the staged record that names it first.
  struct LackingRecord: Hashable {
    let code: GuardCode
    let kind: String
    let field: String
    let sequence: Int64
    let value: String
    let records: Int
  }

  /// The kinds that a file may bring along, by their guards.
  static let broughtAlong: [(code: GuardCode, kind: String)] = [
    (.newSuppliers, "suppliers"), (.newLocations, "locations"), (.newItems, "variants"),
  ]

  /// The guard that asks about new records of a kind.
  static func guardCode(of kind: String) -> GuardCode? { broughtAlong.first { $0.kind == kind }?.code }

  /// Compares, and adds the records that must exist first until none is missing.
  func compareWithNewRecords(_ context: StagingContext) throws {
    staged.newRecords.removeAll()
    try database.execute(sql: "DROP TABLE IF EXISTS temp.new_records")
    guard !context.newRecords.isEmpty else { return try compareWithoutRepeats(context) }
    // The records that were set aside are saved here, because they would be lost with the comparison that is rolled back.
    try packRepeats()
    let checkpoint = staged
    // Records that a comparison stages by itself are removed when it is rolled back.
    let sources = Set(staged.kinds.keys)
    var lacking = try foreseen(context, among: sources)
    staged = checkpoint
    var isForeseen = !lacking.isEmpty
    while true {
      var found: [LackingRecord]?
      var isWrong = false
      // Records that are still missing although they were staged remain errors.
      let known = Set(lacking)
      func find() throws -> [LackingRecord] {
        try findLacking(context, among: sources).filter { !known.contains($0) }
      }
      try database.inSavepoint {
        if !lacking.isEmpty { try stage(lacking) }
        try compareWithoutRepeats(context) {
          if isForeseen { return true }
          // What lacks is the same without the records that were set aside, if none of them names it.
          let missing = try find()
          guard !missing.isEmpty, !namesInRepeats(missing, among: sources) else { return false }
          found = missing
          return true
        }
        isWrong = try isForeseen && hasErrors()
        if isWrong { return .rollback }
        found = try found ?? find()
        return found?.isEmpty == false ? .rollback : .commit
      }
      if isWrong { lacking = [] } else if let found, !found.isEmpty { lacking += found } else { return }
      isForeseen = false
      staged = checkpoint
    }
  }

  /// Whether records that were set aside may name some of the missing ones.
  private func namesInRepeats(_ missing: [LackingRecord], among sources: Set<String>) -> Bool {
    let fields = Set(missing.map(\.code)).flatMap { code in
      switch code {
      case .newSuppliers: ["supplier"]
      case .newLocations: ["location", "to_location"]
      default: ["sku", "supplier_code", "barcode"]
      }
    }
    return sources.contains { kind in
      staged[kind]?.inserter.repeats?.isUsed == true && !fields.allSatisfy { staged[kind]?.fields.contains($0) != true }
    }
  }

  /// The records that the comparison did not find, of the first kind that lacks any, as the others may be found with them.
  private func findLacking(_ context: StagingContext, among sources: Set<String>) throws -> [LackingRecord] {
    let isOfSource = sources.sorted().map { kind in
      "kind = '\(kind)' AND EXISTS (SELECT 1 FROM temp.stage_\(kind) s WHERE s.seq = problems.seq AND s.implied = 0)"
    }
    let isError =
      "severity = 'error' AND value != '' AND (\((isOfSource + ["0"]).joined(separator: " OR ")))"
    var found: [LackingRecord] = []
    func add(_ code: GuardCode, _ condition: String, namedBy fields: [String] = []) throws {
      // The kind and the number are those of the first record, because SQLite takes them from the row of the minimum.
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT MIN(id) AS id, kind, field, seq, value, COUNT(DISTINCT tbl || ' ' || record) AS records FROM temp.problems
          WHERE \(condition) GROUP BY value ORDER BY MIN(tbl * 4294967296 + record), MIN(id)
          """)
      let named = rows.isEmpty ? [:] : try records(naming: fields, among: sources)
      for row in rows {
        found.append(
          LackingRecord(
            code: code, kind: row["kind"], field: row["field"], sequence: row["seq"],
            value: row["value"], records: max(row["records"], named[row["value"]] ?? 0)))
      }
    }
    if context.newRecords.contains(.newSuppliers) {
      try add(
        .newSuppliers, "\(isError) AND code = \(Problem.Code.unknownReference.sql) AND field = 'supplier'",
        namedBy: ["supplier"])
    }
    if context.newRecords.contains(.newLocations) {
      try add(
        .newLocations,
        "\(isError) AND code = \(Problem.Code.unknownReference.sql) AND field IN ('location', 'to_location')",
        namedBy: ["location", "to_location"])
    }
    guard found.isEmpty, context.newRecords.contains(.newItems) else { return found }
    let isUnknown =
      "(\(isError) AND code = \(Problem.Code.unknownItem.sql))"
      + (context.makesDocumentItems
        ? " OR (code = \(Problem.Code.unknownDocumentItem.sql) AND (\((isOfSource + ["0"]).joined(separator: " OR "))))"
        : "")
    // A SKU that the profile does not take for the item belongs to another one.
    let isFree = "NOT EXISTS (SELECT 1 FROM main.variants v WHERE v.sku = value)"
    for field in ["sku", "supplier_code", "barcode"] {
      let kinds = staged.kinds.filter { $0.value.fields.contains(field) }.keys.sorted()
      let given = kinds.map { kind in
        "(kind = '\(kind)' AND EXISTS (SELECT 1 FROM temp.stage_\(kind) s WHERE s.seq = problems.seq AND s.f_\(field) IS NOT NULL))"
      }
      guard !given.isEmpty else { continue }
      try add(.newItems, "(\(isUnknown)) AND \(isFree) AND (\(given.joined(separator: " OR ")))")
      if !found.isEmpty { break }
    }
    return found
  }

  /// How many records of the source name each code: a record whose item is unknown is not looked at further, so the problems
  /// do not say it.
  private func records(naming fields: [String], among sources: Set<String>) throws -> [String: Int] {
    let named = sources.sorted().flatMap { kind in
      fields.filter { staged[kind]?.fields.contains($0) == true }.map { field in
        "SELECT f_\(field) AS code, tbl, record FROM temp.stage_\(kind) WHERE implied = 0 AND f_\(field) IS NOT NULL"
      }
    }
    guard !named.isEmpty else { return [:] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT code, COUNT(DISTINCT tbl || ' ' || record) FROM (\(named.joined(separator: " UNION ALL "))) GROUP BY code
        """)
    return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }, uniquingKeysWith: +)
  }

  // MARK: Staging

  private func stage(_ lacking: [LackingRecord]) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE new_records (
          id INTEGER PRIMARY KEY, guard TEXT, code TEXT, records INTEGER, near TEXT, seq INTEGER, tbl INTEGER, line INTEGER,
          record INTEGER, offset INTEGER);
        """)
    var prepared: [String: [Statement]] = [:]
    for record in lacking {
      let name = "\(record.code.rawValue) \(record.kind) \(record.field)"
      let made = try prepared[name] ?? statements(for: record)
      prepared[name] = made
      let values: [String: (any DatabaseValueConvertible)?] = [
        "seq": record.sequence, "records": record.records, "value": record.value,
      ]
      for statement in made {
        try statement.execute(
          arguments: StatementArguments(values.filter { statement.sql.contains(":\($0.key)") }))
      }
    }
  }

  /// The statements that make one record of the staged one that names it: the first notes it, the others stage it.
  private func statements(for record: LackingRecord) throws -> [Statement] {
    let stage = "temp.stage_\(record.kind) s WHERE s.seq = :seq"
    var made: [String] = []
    func note(_ code: String) {
      made.append(
        """
        INSERT INTO temp.new_records (guard, code, records, seq, tbl, line, record, offset)
        SELECT '\(record.code.rawValue)', \(code), :records, s.seq, s.tbl, s.line, s.record, s.offset FROM \(stage)
        """)
    }
    func add(_ kind: String, _ values: [(field: String, value: String)], where condition: String = "1") throws {
      if staged[kind] == nil { _ = try inserter(for: kind, fields: values.map(\.field)) }
      try addFields(values.map(\.field), to: kind)
      // Records that were set aside have numbers of their own, and may be put back.
      let lastNumber = staged[kind]?.inserter.repeats?.lastNumber ?? 0
      made.append(
        """
        INSERT INTO temp.stage_\(kind) (seq, tbl, line, record, offset, broken, clear, implied,
          \(values.map { "f_\($0.field)" }.joined(separator: ", ")))
        SELECT (SELECT MAX(COALESCE(MAX(seq), 0), \(lastNumber)) + 1 FROM temp.stage_\(kind)), s.tbl, s.line, s.record, s.offset, 0, 0, 1, \(values.map(\.value).joined(separator: ", "))
        FROM \(stage) AND :records > 0 AND (\(condition))
        """)
    }
    let fields = Set(staged[record.kind]?.fields ?? [])
    func value(_ field: String) -> String { fields.contains(field) ? "s.f_\(field)" : "NULL" }
    switch record.code {
    case .newSuppliers, .newLocations:
      // A record without one belongs to the supplier or location that the import names for all records.
      let code = fields.contains(record.field) ? "COALESCE(s.f_\(record.field), :value)" : ":value"
      note(code)
      try add(
        record.code == .newSuppliers ? "suppliers" : "locations",
        [(record.code == .newSuppliers ? "supplier" : "location", code)])
    default:
      let barcode = fields.contains("barcode") ? Self.shortBarcode.replacing("f_barcode", with: "s.f_barcode") : "NULL"
      let sku = "COALESCE(\(value("sku")), \(value("supplier_code")), \(barcode))"
      note(sku)
      try add("variants", [("sku", sku)])
      if fields.contains("title") {
        try add("products", [("product_code", sku), ("title", "s.f_title")], where: "s.f_title IS NOT NULL")
      }
      if fields.contains("barcode") {
        try add(
          "barcodes",
          [
            ("barcode", "s.f_barcode"), ("sku", sku), ("barcode_text", "barcode_text(s.f_barcode)"),
            ("symbology", "barcode_symbology(s.f_barcode)"),
          ], where: "s.f_barcode IS NOT NULL")
      }
      if fields.contains("supplier"), fields.contains("supplier_code"), part(of: record.kind) != .supply {
        try add(
          "supplier_items", [("supplier", "s.f_supplier"), ("sku", sku), ("supplier_code", "s.f_supplier_code")],
          where: "s.f_supplier IS NOT NULL AND s.f_supplier_code IS NOT NULL")
      }
    }
    return try made.map { try database.makeStatement(sql: $0) }
  }

  // MARK: The question

  /// Asks about what the file brings along: one guard for each kind, with one case for each code.
  func findNewRecords(_ context: StagingContext) throws {
    guard try hasNewRecords() else { return }
    for (code, kind) in Self.broughtAlong {
      guard context.limits[code] != nil, let stored = kinds[kind], let key = stored.keys.first else { continue }
      var found = NewRecords()
      let total = try Row.fetchOne(
        database, sql: "SELECT COUNT(*) AS codes, SUM(records) AS records FROM temp.new_records WHERE guard = ?",
        arguments: [code.rawValue])
      found.codes = total?["codes"] ?? 0
      found.records = total?["records"] ?? 0
      guard found.codes > 0 else { continue }
      found.first = try String.fetchAll(
        database, sql: "SELECT code FROM temp.new_records WHERE guard = ? ORDER BY id LIMIT 5",
        arguments: [code.rawValue])
      if !hidesStored { try findNear(code, stored.table, key.column, &found) }
      staged.newRecords[code] = found
      try add(
        code,
        """
        SELECT seq, '\(kind)' AS kind, '\(key.field)' AS field, code AS value,
          'the shop has no \(code.newNoun) ''' || code || ''', in ' || records || CASE records WHEN 1 THEN ' record'
            ELSE ' records' END || COALESCE('; did you mean ''' || near || '''?', '') AS message, tbl, line, record, offset
        FROM temp.new_records WHERE guard = '\(code.rawValue)' ORDER BY id
        """)
    }
  }

  func hasNewRecords() throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE type = 'table' AND name = 'new_records')")
      == true
  }

  /// Finds stored codes that the new ones probably misspell, for the first thousand of them.
  private func findNear(
    _ guardCode: GuardCode, _ table: String, _ column: String, _ found: inout NewRecords
  ) throws {
    let new = try String.fetchAll(
      database, sql: "SELECT code FROM temp.new_records WHERE guard = ? ORDER BY id LIMIT 1000",
      arguments: [guardCode.rawValue])
    for (code, near) in try nearCodes(of: new, table, column) {
      found.nearCodes += 1
      if found.near.count < 3 { found.near.append(.init(code: code, known: near)) }
      try database.execute(
        sql: "UPDATE temp.new_records SET near = ? WHERE guard = ? AND code = ?",
        arguments: [near, guardCode.rawValue, code])
    }
  }

  /// The stored codes of a table that new ones probably misspell, in the order of the new ones.
  func nearCodes(of new: [String], _ table: String, _ column: String) throws -> [(code: String, near: String)] {
    var written: [String: String] = [:]
    let wanted = Set(new.map(NearCode.folded))
    let known = try String.fetchCursor(database, sql: "SELECT \(column) FROM main.\(table) ORDER BY id")
    while let code = try known.next() {
      let folded = NearCode.folded(code)
      if wanted.contains(folded), written[folded] == nil { written[folded] = code }
    }
    return try new.compactMap { code in
      guard NearCode.isComparable(code) else { return nil }
      return try (written[NearCode.folded(code)] ?? misspelt(code, table, column)).map { (code: code, near: $0) }
    }
  }

  /// A stored code with the same beginning that differs by a letter or two.
  private func misspelt(_ code: String, _ table: String, _ column: String) throws -> String? {
    let start = String(code.prefix(max(2, code.count / 2)))
    let candidates = try String.fetchAll(
      database,
      sql: "SELECT \(column) FROM main.\(table) WHERE \(column) >= ?1 AND \(column) < ?1 || char(1114111) LIMIT 500",
      arguments: [start])
    return NearCode.misspelt(code, among: candidates)
  }
}

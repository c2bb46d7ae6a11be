internal import GRDB
internal import ProblemKit
internal import RetailValues

/// A partner's code for a supplier or a location of the shop.
public struct PartnerAlias: Hashable, Sendable {
  /// ``NamedKind/suppliers`` or ``NamedKind/locations``.
  public var kind: NamedKind
  /// The name in the partner's files and documents.
  public var alias: String
  /// The code of the shop's own record.
  public var code: String

  public init(_ kind: NamedKind, alias: String, code: String) {
    self.kind = kind
    self.alias = alias
    self.code = code
  }
}

/// Recognising suppliers and locations by what partners call them.
extension StagingArea {
  /// The fields that name a partner or a place, the kind of record that they name, and the kind of its aliases.
  static let named: [(field: String, kind: String, aliases: String)] = [
    ("supplier", "suppliers", "supplier_aliases"), ("location", "locations", "location_aliases"),
    ("to_location", "locations", "location_aliases"),
  ]

  /// Stages the aliases that came with the import, as if the source had them.
  func addAliases(_ context: StagingContext) throws {
    for alias in context.aliases {
      let (kind, field) =
        alias.kind == .suppliers ? ("supplier_aliases", "supplier") : ("location_aliases", "location")
      if staged[kind] == nil { _ = try inserter(for: kind, fields: ["alias", field]) }
      try addFields(["alias", field], to: kind)
      try database.execute(
        sql: """
          INSERT INTO temp.stage_\(kind) (tbl, line, record, offset, broken, clear, implied, f_alias, f_\(field))
          VALUES (0, 0, 0, -1, 0, 0, 1, ?, ?)
          """, arguments: [alias.alias, alias.code])
    }
  }

  /// Resolves a code that is not one of the shop's but that a partner uses for a supplier or a location: by an alias,
  /// otherwise by a Global Location Number that only one of them has.
  func recognisePartners() throws {
    for (field, kind, aliases) in Self.named {
      let kinds = try staged.names.filter { try $0 != aliases && mayNameOthers(field, in: $0) }
      guard !kinds.isEmpty else { continue }
      try recogniseAliases(field, of: kind, aliases, in: kinds)
      if field == "supplier" { try recogniseNames(in: kinds.filter { $0 != kind }) }
      guard try fact("\(kind) have numbers", "SELECT EXISTS (SELECT 1 FROM main.\(kind) WHERE gln IS NOT NULL)")
      else { continue }
      for stage in kinds {
        try database.execute(
          sql: """
            UPDATE temp.stage_\(stage) SET f_\(field) = (SELECT x.code FROM main.\(kind) x WHERE x.gln = f_\(field))
            WHERE length(f_\(field)) = 13 AND NOT EXISTS (SELECT 1 FROM main.\(kind) x WHERE x.code = f_\(field))
              AND (SELECT COUNT(*) FROM (SELECT 1 FROM main.\(kind) x WHERE x.gln = f_\(field) LIMIT 2)) = 1
            """)
      }
    }
  }

  /// Whether a field of a kind may have codes that are not the shop's own. As a rule, the codes noted on staging show it.
  private func mayNameOthers(_ field: String, in kind: String) throws -> Bool {
    guard let known = staged[kind], known.fields.contains(field) else { return false }
    guard !hasBroken(kind), try !hasImplied(kind), let codes = known.inserter.named.first(where: { $0.field == field })
    else { return true }
    return try !codes.areStored()
  }

  private func recogniseAliases(_ field: String, of kind: String, _ aliases: String, in kinds: [String]) throws {
    guard let stored = self.kinds[aliases], let target = stored.values.first else { return }
    var sources: [String] = []
    if try !isEmpty(stored.table) {
      sources.append(
        """
        SELECT a.alias AS alias, x.code AS code, 1 AS place FROM main.\(stored.table) a
          JOIN main.\(kind) x ON x.id = a.\(target.column)
        """)
    }
    // Aliases given with the import have precedence over those of the shop.
    if staged[aliases] != nil {
      sources.append(
        "SELECT f_alias AS alias, f_\(target.field) AS code, 0 AS place FROM temp.stage_\(aliases) WHERE broken = 0")
    }
    guard !sources.isEmpty else { return }
    let code = """
      (SELECT y.code FROM (\(sources.joined(separator: " UNION ALL "))) y WHERE y.alias = f_\(field)
        AND y.code IS NOT NULL ORDER BY y.place LIMIT 1)
      """
    for stage in kinds {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(stage) SET f_\(field) = \(code)
          WHERE f_\(field) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.\(kind) x WHERE x.code = f_\(field))
            AND \(code) IS NOT NULL
          """)
    }
  }

  /// Takes a name that one supplier of the shop has for that supplier, where no supplier has it as a code. A supplier that the
  /// same file brings with that code is a new one.
  private func recogniseNames(in kinds: [String]) throws {
    guard !kinds.isEmpty, try !isEmpty("suppliers") else { return }
    let brought =
      staged["suppliers"]?.fields.contains("supplier") == true
      ? "AND NOT EXISTS (SELECT 1 FROM temp.stage_suppliers b WHERE b.f_supplier = s.f_supplier)" : ""
    // Names are grouped once; a look for each record would take long in a shop with many suppliers.
    let names = """
      (SELECT name, MIN(code) AS code FROM main.suppliers GROUP BY name COLLATE NOCASE HAVING COUNT(*) = 1)
      """
    let named = """
      n.name = trim(s.f_supplier) COLLATE NOCASE
        AND NOT EXISTS (SELECT 1 FROM main.suppliers x WHERE x.code = s.f_supplier) \(brought)
      """
    for kind in kinds {
      try database.execute(
        sql: """
          INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
          SELECT MIN(s.seq), ?, \(Problem.Code.supplierByName.sqlColumns), 'supplier', s.f_supplier,
            '''' || s.f_supplier || ''' is the name of the supplier ''' || n.code || ''', and is taken for it', ?,
            s.tbl, s.line, s.record, s.offset
          FROM temp.stage_\(kind) s JOIN \(names) n ON \(named) WHERE s.implied = 0 GROUP BY s.f_supplier
          """, arguments: [kind, Problem.Code.supplierByName.remedy])
      try database.execute(
        sql: "UPDATE temp.stage_\(kind) AS s SET f_supplier = n.code FROM \(names) n WHERE \(named)")
    }
  }
}

internal import FormatKit
internal import GRDB
internal import ProblemKit

/// A person who belongs to one store changes nothing of another store's, and nothing that all stores share.
extension StagingArea {
  /// Records an error for every record of a file that is not the store's own.
  ///
  /// A product belongs to a store by its `location`. Records that refer to a product or an item belong to the product's
  /// store, and records with a location to that location. Both the existing and the new data must be the store's.
  /// Categories, brands and colours that are created because a product names them are accepted, because this changes no
  /// existing data.
  func refuseOtherStores(_ context: StagingContext) throws {
    guard let store = context.store else { return }
    // Objects as they came in are the whole shop's; what they became is looked at, and they are left out.
    if staged.isMerged("source_objects") { try database.execute(sql: "DELETE FROM temp.merged_source_objects") }
    try findOwnRecords(of: store)
    for stored in kinds.list where staged.isMerged(stored.kind) {
      try refuse(stored, isForeign: isForeign(stored), store: store)
    }
    if staged.hasMovements {
      try addProblems(
        store, kind: "m.source", field: "location", from: "temp.merged_movements m",
        place: "m.stage_seq, m.tbl, m.line, m.record, m.offset",
        where: "m.location IS NULL OR m.location NOT IN (SELECT id FROM temp.own_places)")
    }
    if staged.isMerged("count_lines") {
      try addProblems(
        store, kind: "'count_lines'", field: "location", from: "temp.merged_count_lines m",
        place: "m.seq, m.tbl, m.line, m.record, m.offset", where: "1")
    }
  }

  /// The numbers of what is the store's: its location, its products and its items, those that the file brings included.
  private func findOwnRecords(of store: String) throws {
    for table in ["own_places", "own_products", "own_variants"] {
      try database.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(table);
          """)
    }
    try database.execute(
      sql: "INSERT INTO temp.own_places SELECT id FROM main.locations WHERE code = ?", arguments: [store])
    let place = "(SELECT id FROM temp.own_places)"
    try database.execute(
      sql: "INSERT INTO temp.own_products SELECT id FROM main.products WHERE location_id = \(place)")
    if staged.isMerged("products") {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.own_products SELECT target FROM temp.merged_products
          WHERE target IS NOT NULL AND action = \(PlanAction.create.sql) AND r_location = \(place)
          """)
    }
    try database.execute(
      sql: """
        INSERT INTO temp.own_variants
        SELECT v.id FROM main.variants v JOIN temp.own_products p ON p.id = v.product_id
        """)
    if staged.isMerged("variants") {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.own_variants SELECT target FROM temp.merged_variants
          WHERE target IS NOT NULL AND action = \(PlanAction.create.sql) AND r_product_code IN (SELECT id FROM temp.own_products)
          """)
    }
  }

  /// SQL for whether a merged record `m` is not the store's; constant for kinds that no store has of its own.
  private func isForeign(_ stored: StoredKind) -> String {
    if stored.record.owner == .itself { return "m.target IS NULL OR m.target NOT IN (SELECT id FROM temp.own_places)" }
    guard !stored.record.isPersonal, let (column, names) = stored.storeColumn else { return "1" }
    let table =
      switch names {
      case .place: "own_places"
      case .product: "own_products"
      case .item: "own_variants"
      }
    let own = "(SELECT id FROM temp.\(table))"
    return """
      (m.\(column.staged) IS NOT NULL AND m.\(column.staged) NOT IN \(own))
        OR (m.\(column.staged) IS NULL AND m.action = \(PlanAction.create.sql))
        OR (m.action <> \(PlanAction.create.sql) AND EXISTS (
          SELECT 1 FROM main.\(stored.table) t
          WHERE t.id = m.target AND (t.\(column.column) IS NULL OR t.\(column.column) NOT IN \(own))))
      """
  }

  private func refuse(_ stored: StoredKind, isForeign: String, store: String) throws {
    let field = stored.keys.first?.field ?? ""
    try addProblems(
      store, kind: "'\(stored.kind)'", field: field,
      from: "temp.merged_\(stored.kind) m JOIN temp.stage_\(stored.kind) s ON s.seq = m.seq",
      place: "s.seq, s.tbl, s.line, s.record, s.offset",
      value: stored.keys.first.map { "CAST(s.f_\($0.field) AS TEXT)" } ?? "''",
      // Fields that the record leaves unchanged do not count.
      where:
        "m.action <> \(PlanAction.unchanged.sql) AND (\(isForeign)) AND NOT (s.implied = 1 AND m.action = \(PlanAction.create.sql) AND \(Self.isShared(stored)))"
    )
  }

  private static func isShared(_ stored: StoredKind) -> String {
    stored.record.owner == .allStores ? "1" : "0"
  }

  private func addProblems(
    _ store: String, kind: String, field: String, from source: String, place: String, value: String = "''",
    where condition: String
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT \(place.split(separator: ",")[0]), \(kind), \(Problem.Code.notYourStore.sqlColumns), ?, COALESCE(\(value), ''),
          'this is not your store''s, and you belong to the store ''' || ? || '''',
          'Leave the record out, or ask somebody who belongs to no single store.',
          \(place.split(separator: ",").dropFirst().joined(separator: ","))
        FROM \(source) WHERE \(condition)
        """, arguments: [field, store])
  }
}

internal import GRDB
internal import ProblemKit

/// Items that records name by nothing but their titles, as tills do that know no codes.
extension StagingArea {
  /// Finds the item of each record whose code is not a code but the title of exactly one item, with or without that of its
  /// variant. The title of several items is refused.
  func findByTitle(_ stage: String, _ column: String) throws {
    let open = "SELECT f_sku FROM temp.stage_\(stage) WHERE \(column) IS NULL AND broken = 0 AND f_sku IS NOT NULL"
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.titled_items;
        CREATE TEMP TABLE titled_items (
          title TEXT COLLATE NOCASE NOT NULL, variant INTEGER NOT NULL, PRIMARY KEY (title, variant)) WITHOUT ROWID;
        """)
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (\(open))") == true else { return }
    for title in ["p.title", "v.title", "p.title || ' ' || v.title"] {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.titled_items
          SELECT \(title), v.id FROM variants v JOIN products p ON p.id = v.product_id
          WHERE (\(title)) COLLATE NOCASE IN (\(open))
          """)
    }
    let titled = "SELECT t.variant FROM temp.titled_items t WHERE t.title = stage_\(stage).f_sku"
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET \(column) =
          (SELECT CASE COUNT(*) WHEN 1 THEN MIN(variant) WHEN 0 THEN NULL ELSE \(Self.several) END FROM (\(titled)))
        WHERE \(column) IS NULL AND f_sku IS NOT NULL
        """)
    try refuse(
      in: stage, code: .ambiguousItem, field: "sku", value: "f_sku",
      message: "'''' || f_sku || ''' is the title of several items: ' || \(try itemList(titled))",
      remedy: "Write the SKU of the one that was sold into the file, or give the items different titles.",
      where: "\(column) = \(Self.several) AND EXISTS (\(titled))")
    staged.itemsFoundByTitle =
      try Int.fetchOne(
        database,
        sql: """
          SELECT COUNT(DISTINCT t.variant) FROM temp.stage_\(stage) s JOIN temp.titled_items t ON t.title = s.f_sku
          WHERE s.\(column) = t.variant AND s.broken = 0
          """) ?? 0
  }
}

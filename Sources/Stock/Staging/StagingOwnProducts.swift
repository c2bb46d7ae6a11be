internal import GRDB

/// Rows that name an item of the shop and no product.
extension StagingArea {
  /// Has a row that describes an item describe the product that the item has.
  ///
  /// A row without a product's code is that of a product with the item's SKU for a code, which is right for new items. An item
  /// of the shop keeps the product that it has, among others of its kind, and what the row says of a product it says of that one.
  /// Comes after ``matchDescribedItems(_:)``, which finds items by what else they are known as.
  func keepOwnProducts() throws {
    guard staged["products"]?.insertedFields.contains("product_code") == true,
      let fields = staged["variants"]?.insertedFields,
      fields.contains("sku"), !isAlwaysGiven("product_code", in: "variants"), try !isEmpty("variants")
    else { return }
    let unnamed = fields.contains("product_code") ? "AND w.f_product_code IS NULL" : ""
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS own_products_of_items (
          tbl INTEGER, record INTEGER, sku TEXT, product TEXT, PRIMARY KEY (tbl, record, sku)) WITHOUT ROWID;
        DELETE FROM temp.own_products_of_items;
        INSERT OR IGNORE INTO temp.own_products_of_items
        SELECT w.tbl, w.record, w.f_sku, p.code
        FROM temp.stage_variants w CROSS JOIN variants v CROSS JOIN products p
        WHERE w.broken = 0 \(unnamed) AND v.sku = w.f_sku AND p.id = v.product_id AND p.code != w.f_sku;
        """)
    guard database.changesCount > 0 else { return }
    try spellOutRepeats()
    try database.execute(
      sql: """
        UPDATE temp.stage_products AS s SET f_product_code = r.product FROM temp.own_products_of_items r
        WHERE r.tbl = s.tbl AND r.record = s.record AND r.sku = s.f_product_code
        """)
  }
}

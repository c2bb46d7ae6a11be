extension ShopDatabase {
  /// Fields of other kinds that stand beside those of a kind in its export: a variant has its product's, its barcodes and
  /// the prices that are valid now.
  public static func joinedFields(of kind: String) -> [String] { StoredRecords.joined(to: kind).map(\.0) }
}

extension StoredRecords {
  /// Field and the SQL of its value, for the kind's own query.
  static func joined(to kind: String) -> [(String, String)] { kind == "variants" ? joinedToVariants : [] }

  /// The product is joined by the query as `of_product_code`.
  private static let joinedToVariants: [(String, String)] = [
    ("title", "of_product_code.title"), ("description", "of_product_code.description"),
    ("category", "(SELECT c.code FROM categories c WHERE c.id = of_product_code.category_id)"),
    ("brand", "(SELECT b.code FROM brands b WHERE b.id = of_product_code.brand_id)"),
    ("stock_unit", "of_product_code.stock_unit"), ("tax_rate", "of_product_code.tax_rate"),
    ("status", "of_product_code.status"), ("products.attributes", "of_product_code.attributes"),
    (
      "barcode",
      // Codes that are known outside of the shop, of one unit each.
      """
      (SELECT group_concat(o.code, ',') FROM (SELECT b.code FROM barcodes b WHERE b.variant_id = t.id
        AND b.symbology != 'in-store' AND COALESCE(b.pack_quantity, 1000) = 1000 ORDER BY b.id) o)
      """
    ),
    ("price", price("price", "regular")), ("currency", price("currency", "regular")),
    ("tax_included", price("tax_included", "regular")), ("sale_price", price("price", "sale")),
    (
      "availability",
      """
      CASE WHEN (SELECT SUM(b.quantity) FROM balances b WHERE b.variant_id = t.id) > 0
        THEN 'in_stock' ELSE 'out_of_stock' END
      """
    ),
  ]

  /// A column of the price of a type in the shop's currency that is valid now.
  private static func price(_ column: String, _ type: String) -> String {
    let now = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"
    return """
      (SELECT p.\(column) FROM prices p WHERE p.variant_id = t.id AND p.price_type = '\(type)'
        AND p.currency = (SELECT value FROM settings WHERE name = 'currency')
        AND p.valid_from <= \(now) AND (p.valid_to IS NULL OR p.valid_to >= \(now)) ORDER BY p.valid_from DESC LIMIT 1)
      """
  }
}

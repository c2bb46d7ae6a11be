internal import FormatKit

extension ShopDatabase {
  /// Fields of other kinds that are next to those of a kind in its export: a variant has its product's fields, its
  /// barcodes and the prices that are valid now, with the sale price as in sales events.
  public static func joinedFields(of kind: String) -> [String] { StoredRecords.joined(to: kind).map(\.0) }
}

extension StoredRecords {
  /// Field and the SQL of its value, for the kind's own query.
  static func joined(to kind: String) -> [(String, String)] { isVariants(kind) ? joinedToVariants : [] }

  static func isVariants(_ kind: String) -> Bool { Vocabulary.kind(kind)?.part == .variant }

  /// The product is joined by the query as `of_product_code`.
  private static let joinedToVariants: [(String, String)] = [
    ("title", "of_product_code.title"), ("description", "of_product_code.description"),
    ("category", "(SELECT c.code FROM categories c WHERE c.id = of_product_code.category_id)"),
    ("brand", "(SELECT b.code FROM brands b WHERE b.id = of_product_code.brand_id)"),
    ("colour_family", "(SELECT c.family FROM colours c WHERE c.id = t.colour_id)"),
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
    ("price", EventPrices.regular("price", of: "t.id", at: EventPrices.now)),
    ("currency", EventPrices.regular("currency", of: "t.id", at: EventPrices.now)),
    ("tax_included", EventPrices.regular("tax_included", of: "t.id", at: EventPrices.now)),
    ("list_price", EventPrices.regular("price", of: "t.id", at: EventPrices.now, type: "list")),
    ("sale_price", EventPrices.offered("t.id", at: EventPrices.now)),
    ("sale_price_until", EventPrices.offeredUntil("t.id", at: EventPrices.now)),
    (
      "quantity",
      // Of a location where one is wanted; nothing in a shop that keeps no stock.
      """
      COALESCE((SELECT SUM(b.quantity) FROM balances b WHERE b.variant_id = t.id
        AND (:location = '' OR b.location_id = (SELECT l.id FROM locations l WHERE l.code = :location))),
        CASE WHEN EXISTS (SELECT 1 FROM balances) THEN 0 END)
      """
    ),
    (
      "availability",
      """
      CASE WHEN (SELECT SUM(b.quantity) FROM balances b WHERE b.variant_id = t.id) > 0
        THEN 'in_stock' ELSE 'out_of_stock' END
      """
    ),
  ]
}

/// What customers pay now.
enum CurrentPrices {
  private static let now = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"

  private static func valid(_ type: String, _ column: String = "price") -> String {
    """
    SELECT p.\(column) FROM prices p WHERE p.variant_id = v.id AND p.price_type = '\(type)'
      AND p.currency = (SELECT currency FROM report_shop) AND p.valid_from <= \(now)
      AND (p.valid_to IS NULL OR p.valid_to >= \(now)) ORDER BY p.valid_from DESC LIMIT 1
    """
  }

  static let view = (
    name: "report_current_prices",
    summary: """
    What customers pay now for a unit of each variant, in the shop's currency: price_minor is the lower one of the regular \
    price and what it is offered at; NULL where there is no price.
    """,
    sql: """
    SELECT v.id AS variant_id, v.product_id, (\(valid("regular"))) AS regular_price_minor,
      (SELECT MIN(o.price) FROM (
        SELECT (\(valid("regular"))) AS price UNION ALL SELECT (\(valid("sale")))) o) AS price_minor,
      (\(valid("regular", "tax_included"))) AS tax_included
    FROM variants v
    """
  )
}

internal import RetailValues

extension ReportingViews {
  /// The views of the shop, its goods, its locations, its costs and its prices.
  static let goods: [ReportingView] = [
    ReportingView(
      "report_shop", rows: .catalog,
      columns: [.catalog: ["shop_name", "currency", "time_zone", "cost_divisor", "valuation_method"]],
      "One row: the shop's settings; valuation_method is how stock is valued.",
      """
      SELECT (SELECT value FROM settings WHERE name = 'name') AS shop_name,
        (SELECT value FROM settings WHERE name = 'currency') AS currency,
        (SELECT value FROM settings WHERE name = 'time_zone') AS time_zone,
        CAST((SELECT value FROM settings WHERE name = 'cost_divisor') AS INTEGER) AS cost_divisor,
        COALESCE((SELECT value FROM settings WHERE name = 'valuation'), 'moving-average') AS valuation_method
      """
    ),
    ReportingView(
      "report_variants", rows: .catalog,
      columns: [
        .catalog: [
          "variant_id", "sku", "title", "product_id", "product_code", "product_title", "category_id", "category",
          "category_name", "brand", "colour", "size", "stock_unit", "status", "tax_rate", "barcode",
        ],
        .cost: ["standard_cost_micro"],
      ],
      """
      Each variant with its product, category, colour, size and default codes. tax_rate is in ten-thousandths of a percent, \
      NULL where the product has none.
      """,
      """
      SELECT v.id AS variant_id, v.sku, COALESCE(v.title, p.title, v.sku) AS title, p.id AS product_id,
        p.code AS product_code, p.title AS product_title, p.category_id, COALESCE(c.code, '') AS category,
        COALESCE(c.name, c.code, '') AS category_name, b.code AS brand, col.code AS colour, v.size,
        COALESCE(p.stock_unit, 'each') AS stock_unit, p.status, p.tax_rate, v.standard_cost AS standard_cost_micro,
        (SELECT MIN(bc.code) FROM barcodes bc WHERE bc.variant_id = v.id) AS barcode
      FROM variants v JOIN products p ON p.id = v.product_id
        LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN brands b ON b.id = p.brand_id
        LEFT JOIN colours col ON col.id = v.colour_id
      """
    ),
    ReportingView(
      "report_locations", rows: .places,
      columns: [.places: ["location_id", "location", "location_name", "kind", "gln"]],
      "Each location.",
      "SELECT id AS location_id, code AS location, COALESCE(name, code) AS location_name, kind, gln FROM locations"
    ),
    ReportingView(
      "report_reasons", rows: .expected,
      columns: [.expected: ["reason", "reason_name"]],
      "Each reason of losses and adjustments, also one that is not offered any more.",
      "SELECT code AS reason, name AS reason_name FROM reasons"
    ),
    ReportingView(
      "report_supplier_costs", rows: .cost,
      columns: [.cost: ["variant_id", "unit_cost_micro"]],
      "The lowest list cost of each variant in the shop's currency.",
      """
      SELECT variant_id, MIN(unit_cost) AS unit_cost_micro FROM supplier_items
      WHERE unit_cost IS NOT NULL
        AND COALESCE(currency, (SELECT currency FROM report_shop)) = (SELECT currency FROM report_shop)
      GROUP BY variant_id
      """
    ),
    ReportingView(
      "report_prices", rows: .catalog,
      columns: [
        .catalog: ["price_id", "variant_id", "price_type", "price_minor", "tax_included", "valid_from", "valid_to"]
      ],
      """
      Prices in the shop's currency with their time of validity; valid_from is NULL for ever. What sales events make of \
      regular prices is in report_event_prices, by price_id.
      """,
      """
      SELECT id AS price_id, variant_id, price_type, price AS price_minor, tax_included,
        NULLIF(valid_from, \(Schema.always)) AS valid_from, valid_to
      FROM prices WHERE currency = (SELECT currency FROM report_shop)
      """
    ),
  ]
}

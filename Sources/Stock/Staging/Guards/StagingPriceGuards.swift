internal import GRDB
internal import RetailValues

/// Guards over prices.
extension StagingArea {
  func findPriceChanges(_ limit: Int64) throws {
    guard try hasChanges("prices"), try !isEmpty("prices") else { return }
    try add(
      .priceChanged,
      """
      SELECT \(Self.place), 'prices' AS kind, 'price' AS field, guard_amount(m.f_price, m.f_currency) AS value,
        'the ' || CASE m.f_price_type WHEN 'regular' THEN '' ELSE m.f_price_type || ' ' END || 'price of '''
          || \(try sku("m.r_sku")) || ''' changes ' || guard_change(before, m.f_price, m.f_currency) AS message
      FROM (SELECT p.*, CASE p.action WHEN \(PlanAction.update.sql) THEN (SELECT t.price FROM prices t WHERE t.id = p.target)
          ELSE (SELECT t.price FROM prices t WHERE t.variant_id = p.r_sku AND t.price_type = p.f_price_type
            AND t.currency = p.f_currency AND t.valid_from <= p.f_valid_from ORDER BY t.valid_from DESC LIMIT 1)
          END AS before
        FROM temp.merged_prices p WHERE p.action \(PlanAction.isWrittenSQL) AND p.f_price IS NOT NULL) m
      JOIN temp.stage_prices s ON s.seq = m.seq
      WHERE before > 0 AND \(Self.differs("before", "m.f_price", by: limit)) ORDER BY m.seq
      """)
  }

  /// Compares new and changed prices with the cost that the item then has: its standard cost, else the least that a
  /// supplier asks, else the average cost. All are costs of one stock unit without tax; a price with tax is compared
  /// without it, as far as the product's rate is known.
  func findPricesBelowCost() throws {
    guard try hasChanges("prices") else { return }
    let home = Self.quoted(settings.currency.code)
    // Only where something can be found is it looked for: prices come by the million.
    let isKnown = try !isEmpty("variants")
    var standard = isKnown ? ["(SELECT NULLIF(v.standard_cost, 0) FROM variants v WHERE v.id = m.r_sku)"] : []
    var product = isKnown ? ["(SELECT v.product_id FROM variants v WHERE v.id = m.r_sku)"] : []
    var supplier: [String] = []
    if try !isEmpty("supplier_items") {
      supplier = [
        """
        (SELECT MIN(i.unit_cost) FROM supplier_items i WHERE i.variant_id = m.r_sku AND i.unit_cost > 0
          AND COALESCE(i.currency, \(home)) = \(home))
        """
      ]
    }
    var rate = try isEmpty("products") ? [] : ["(SELECT p.tax_rate FROM products p WHERE p.id = m.product)"]
    let new = { (column: String) in "(SELECT n.\(column) FROM temp.merged_variants n WHERE n.target = m.r_sku)" }
    if gives("variants", "standard_cost") {
      try addIndex("merged_variants", "target")
      standard.insert("NULLIF(\(new("f_standard_cost")), 0)", at: 0)
    }
    // Other costs count only for items without a standard cost.
    if gives("supplier_items", "unit_cost"), try !areStandardCostsKnown() {
      try addIndex("merged_supplier_items", "r_sku")
      let stored =
        supplier.isEmpty ? "NULL" : "(SELECT o.currency FROM supplier_items o WHERE o.id = i.target)"
      supplier.insert(
        """
        (SELECT MIN(i.f_unit_cost) FROM temp.merged_supplier_items i WHERE i.r_sku = m.r_sku
          AND i.f_unit_cost > 0 AND COALESCE(i.f_currency, \(stored), \(home)) = \(home))
        """, at: 0)
    }
    if gives("products", "tax_rate") {
      try addIndex("merged_products", "target")
      rate.insert("(SELECT n.f_tax_rate FROM temp.merged_products n WHERE n.target = m.product)", at: 0)
    }
    if !rate.isEmpty, staged.isMerged("variants") {
      try addIndex("merged_variants", "target")
      product.insert(new("r_product_code"), at: 0)
    }
    let average =
      try isEmpty("cost_history")
      ? []
      : [
        """
        (SELECT h.average_cost FROM cost_history h WHERE h.variant_id = m.r_sku
          ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1)
        """
      ]
    guard !(standard + supplier + average).isEmpty else { return }
    // Hardly any price is so low that the rate of its own product matters: the highest rate of all is enough.
    let rates: [String] =
      (try isEmpty("products") ? [] : ["SELECT MAX(tax_rate) AS rate FROM products"])
      + (gives("products", "tax_rate") ? ["SELECT MAX(f_tax_rate) AS rate FROM temp.merged_products"] : [])
    let highest =
      rates.isEmpty
      ? "1000000" : "(SELECT 1000000 + MAX(0, COALESCE(MAX(rate), 0)) FROM (\(rates.joined(separator: " UNION ALL "))))"
    let inMillionths = ExactDecimal.powersOfTen[UnitCost.fractionDigits - settings.currency.minorUnitDigits]
    let taxed = "(1000000 + CASE WHEN taxed THEN COALESCE(rate, 0) ELSE 0 END)"
    try add(
      .priceBelowCost,
      """
      SELECT \(Self.place), 'prices' AS kind, 'price' AS field, guard_amount(m.f_price, m.f_currency) AS value,
        'the price ' || guard_amount(m.f_price, m.f_currency) || ' of ''' || \(try sku("m.r_sku")) || ''' is '
          || CASE WHEN taxed AND rate > 0
            THEN guard_amount(CAST(m.f_price * 1000000.0 / (1000000 + rate) + 0.5 AS INTEGER), m.f_currency)
              || ' without tax, ' ELSE '' END
          || 'below ' || CASE WHEN standard > 0 THEN 'the standard cost ' WHEN supplier > 0 THEN 'the supplier''s cost '
            ELSE 'the average cost ' END
          || guard_amount(COALESCE(standard, supplier, average), 'cost') AS message
      FROM (SELECT m.*, \(Self.first(of: rate)) AS rate FROM (
          SELECT m.*, \(Self.first(of: standard)) AS standard, \(Self.first(of: supplier)) AS supplier,
            \(Self.first(of: average)) AS average, \(Self.first(of: rate.isEmpty ? [] : product)) AS product,
            COALESCE(m.f_tax_included, (SELECT t.tax_included FROM prices t WHERE t.id = m.target), 1) AS taxed
          FROM temp.merged_prices m WHERE m.f_price IS NOT NULL AND m.f_currency = \(home)
            AND (m.action = \(PlanAction.create.sql) OR m.action = \(PlanAction.update.sql)
              AND m.f_price IS NOT (SELECT t.price FROM prices t WHERE t.id = m.target))) m) m
      JOIN temp.stage_prices s ON s.seq = m.seq
      WHERE CASE WHEN m.f_price * \(inMillionths) * 1000000 < COALESCE(standard, supplier, average) * \(highest)
        THEN m.f_price * \(inMillionths) * 1000000 < COALESCE(standard, supplier, average) * \(taxed) END
      ORDER BY m.seq
      """)
  }
}

extension StagingArea {
  /// Whether all items are new and have a standard cost.
  private func areStandardCostsKnown() throws -> Bool {
    guard staged.isNumberedByPlace("variants"), isAlwaysGiven("standard_cost", in: "variants"),
      try !hasImplied("variants")
    else { return false }
    return try Bool.fetchOne(
      database, sql: "SELECT NOT EXISTS (SELECT 1 FROM temp.merged_variants WHERE f_standard_cost <= 0)") == true
  }
}

/// Compares sale prices with regular ones.
extension StagingArea {
  /// Finds sale prices that are not below the regular price of the same item and currency while both are valid, now or
  /// later, where the import makes or changes one of the two.
  func findSalesNotBelowRegular(at now: Timestamp) throws {
    guard try hasChanges("prices") else { return }
    let has = { (table: String, condition: String) in
      try Bool.fetchOne(self.database, sql: "SELECT EXISTS(SELECT 1 FROM \(table) WHERE \(condition))") == true
    }
    let sale = gives("prices", "price_type") ? "f_price_type = 'sale' AND action \(PlanAction.isWrittenSQL)" : "FALSE"
    // Most shops import regular prices alone, by the million.
    guard try has("temp.merged_prices", sale) || has("prices", "price_type = 'sale'") else { return }
    try addIndex("merged_prices", "target")
    let validTo = gives("prices", "valid_to") ? "m.f_valid_to" : "NULL"
    let never = "9223372036854775807"
    try add(
      .saleNotBelowRegular,
      """
      WITH affected AS (SELECT DISTINCT r_sku AS variant FROM temp.merged_prices WHERE action \(PlanAction.isWrittenSQL)),
      known AS (
        SELECT t.variant_id AS variant, t.price_type AS type, t.currency AS currency, t.valid_from AS starts,
          COALESCE(\(validTo), t.valid_to) AS ends, COALESCE(m.f_price, t.price) AS price, m.seq AS seq
        FROM affected a JOIN prices t ON t.variant_id = a.variant AND t.price_type IN ('regular', 'sale')
          LEFT JOIN temp.merged_prices m ON m.target = t.id AND m.action = \(PlanAction.update.sql)
        UNION ALL SELECT m.r_sku, m.f_price_type, m.f_currency, m.f_valid_from, \(validTo), m.f_price, m.seq
        FROM temp.merged_prices m WHERE m.action = \(PlanAction.create.sql) AND m.f_price_type IN ('regular', 'sale')),
      spans AS (
        SELECT *, MIN(COALESCE(ends + 1, \(never)),
          COALESCE(LEAD(starts) OVER (PARTITION BY variant, type, currency ORDER BY starts), \(never))) AS stops
        FROM known)
      SELECT \(Self.place), 'prices' AS kind, 'price' AS field, guard_amount(m.price, m.currency) AS value,
        'the sale price ' || guard_amount(m.price, m.currency) || ' of ''' || \(try sku("m.variant"))
          || ''' is not below the regular price ' || guard_amount(m.regular, m.currency) AS message
      FROM (SELECT n.variant AS variant, n.currency AS currency, n.price AS price, MIN(r.price) AS regular,
          COALESCE(n.seq, MIN(r.seq)) AS seq
        FROM spans n JOIN spans r ON r.variant = n.variant AND r.currency = n.currency AND r.type = 'regular'
          AND r.starts < n.stops AND n.starts < r.stops
        WHERE n.type = 'sale' AND n.price >= r.price AND (n.seq IS NOT NULL OR r.seq IS NOT NULL)
          AND MIN(n.stops, r.stops) > \(now.millisecondsSince1970)
        GROUP BY n.variant, n.currency, n.starts) m
      JOIN temp.stage_prices s ON s.seq = m.seq ORDER BY m.seq
      """)
  }
}

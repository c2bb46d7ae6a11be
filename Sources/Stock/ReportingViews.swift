internal import GRDB

/// The documented views that reports read. They are the contract: storage tables may change, these do not.
///
/// Units as in the tables: `…_milli` thousandths of the stock unit, `…_micro` millionths of the currency, `…_minor` minor
/// units of the shop's currency, `…_at` milliseconds since 1970 in UTC. Kept within the SQL that SQLite and PostgreSQL
/// share, integer arithmetic included: a value is |quantity| × unit cost, rounded half up, its sign put back, which is half
/// away from zero. Quantities of several rows are added by SUM, which fails when the result is too large, and not by +,
/// which in SQLite goes over to floating point unseen.
enum ReportingViews {
  /// Makes all views anew. They hold no data, so they follow the version of the program, not that of the tables.
  static func make(_ database: Database) throws {
    try drop(database)
    for view in all { try database.execute(sql: "CREATE VIEW \(view.name) AS \(view.sql)") }
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES ('reporting_views', ?)", arguments: [fingerprint])
  }

  /// Takes all views away.
  static func drop(_ database: Database) throws {
    for name in try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'report\\_%' ESCAPE '\\'")
    {
      try database.execute(sql: "DROP VIEW \(name)")
    }
    if try database.tableExists("settings") {
      try database.execute(sql: "DELETE FROM settings WHERE name = 'reporting_views'")
    }
  }

  /// Whether the views of the database are those of this version.
  static func areCurrent(_ database: Database) throws -> Bool {
    guard try database.tableExists("settings") else { return true }
    let made = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'reporting_views'")
    return made == fingerprint
  }

  /// Tells one version's views from another's: FNV-1a, as nobody gains by forging it, and a hash that holds against that costs
  /// every command the start of its library.
  private static let fingerprint: String = {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for view in all {
      for text in [view.name, view.sql] {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
      }
    }
    return String(hash, radix: 16)
  }()

  /// Each view with the sentence that documents it, in the order in which they are created.
  static let all =
    views + costHistories + EventPrices.views + ColourFunctions.views + floor + groupings + journal + supply + lots
    + [productTexts, barcodes] + discovery + listings + counting

  private static let views: [(name: String, summary: String, sql: String)] = [
    (
      "report_shop", "One row: the shop's settings; valuation_method is how stock is valued.",
      """
      SELECT (SELECT value FROM settings WHERE name = 'name') AS shop_name,
        (SELECT value FROM settings WHERE name = 'currency') AS currency,
        (SELECT value FROM settings WHERE name = 'time_zone') AS time_zone,
        CAST((SELECT value FROM settings WHERE name = 'cost_divisor') AS INTEGER) AS cost_divisor,
        COALESCE((SELECT value FROM settings WHERE name = 'valuation'), 'moving-average') AS valuation_method
      """
    ),
    (
      "report_variants",
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
    (
      "report_locations", "Each location.",
      "SELECT id AS location_id, code AS location, COALESCE(name, code) AS location_name, kind FROM locations"
    ),
    (
      "report_supplier_costs", "The lowest list cost of each variant in the shop's currency.",
      """
      SELECT variant_id, MIN(unit_cost) AS unit_cost_micro FROM supplier_items
      WHERE unit_cost IS NOT NULL
        AND COALESCE(currency, (SELECT currency FROM report_shop)) = (SELECT currency FROM report_shop)
      GROUP BY variant_id
      """
    ),
    (
      "report_prices",
      """
      Prices in the shop's currency with their time of validity; valid_from is NULL for ever. What sales events make of \
      regular prices stands in report_event_prices, by price_id.
      """,
      """
      SELECT id AS price_id, variant_id, price_type, price AS price_minor, tax_included,
        NULLIF(valid_from, \(Schema.always)) AS valid_from, valid_to
      FROM prices WHERE currency = (SELECT currency FROM report_shop)
      """
    ),
    (
      "report_movements",
      """
      Every movement, valued by the shop's method as of its moment and at the regular price then, less what a sales event \
      took off then; NULL where unknown. \
      value_cost_minor is what it adds to the value of the stock: at the document's own cost where that sets the cost, else \
      at unit_cost_micro; by FIFO what it takes from or brings to the layers. loss_class is that of its reason, NULL \
      without one. What an undo took back stands beside its reversal, which names it in reverses_movement_id; is_cancelled \
      is 1 for both, and they add up to nothing.
      """,
      """
      SELECT q.movement_id, q.variant_id, q.location_id, q.kind, q.quantity_milli, q.effective_at, q.recorded_at,
        q.document_cost_micro, q.unit_price_minor, q.lot, q.document_kind, q.document, q.document_line, q.import_id,
        q.import_source, q.source_line, q.reason, q.reason_name, q.loss_class, q.note, q.reverses_movement_id,
        q.is_cancelled, q.unit_cost_micro, q.cost_source,
        COALESCE(q.layer_value_minor, \(value(
          "q.quantity_milli",
          atLookedUp: """
            CASE WHEN q.sets_cost = 1 AND q.method <> 'standard' THEN q.document_cost_micro ELSE q.unit_cost_micro END
            """, divisor: "q.cost_divisor"))) AS value_cost_minor,
        q.retail_price_minor, q.tax_included
      FROM (
        SELECT c.*, \(movementCosts.unitCost) AS unit_cost_micro, \(movementCosts.source) AS cost_source
        FROM (
        SELECT m.id AS movement_id, m.variant_id, m.location_id, m.kind, m.quantity AS quantity_milli, m.effective_at,
          m.recorded_at, m.unit_cost AS document_cost_micro, m.unit_price AS unit_price_minor, l.lot,
          d.kind AS document_kind, d.number AS document, m.document_line, m.import_id, i.source AS import_source,
          m.source_line, r.code AS reason, r.name AS reason_name, r.loss_class, m.note,
          m.reverses AS reverses_movement_id,
          CASE WHEN EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id) THEN 1 ELSE 0
            END AS is_cancelled,
          sh.valuation_method AS method, sh.cost_divisor,
          CASE WHEN \(MovingAverageCost.setsCost("m")) THEN 1 ELSE 0 END AS sets_cost,
          CASE WHEN sh.valuation_method = 'fifo' THEN (
            SELECT h.cost_value FROM layer_costs h WHERE h.variant_id = m.variant_id
              AND h.effective_at = m.effective_at AND h.movement_id = m.id) END AS layer_value_minor,
          CASE WHEN m.kind <> 'transfer' AND NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id)
            THEN (SELECT h.unit_cost FROM layer_costs h WHERE h.variant_id = m.variant_id
              AND h.effective_at = m.effective_at AND h.movement_id = m.id)
            ELSE \(latest("stock_cost", of: "layer_costs", variant: "m.variant_id", through: "m.effective_at"))
            END AS layer_cost_micro,
          \(latest("average_cost", of: "cost_history", variant: "m.variant_id", through: "m.effective_at"))
            AS average_cost_micro,
          \(latest("unit_cost_micro", of: "report_last_costs", variant: "m.variant_id", through: "m.effective_at"))
            AS last_cost_micro,
          (SELECT MIN(s.unit_cost) FROM supplier_items s WHERE s.variant_id = m.variant_id
              AND COALESCE(s.currency, (SELECT currency FROM report_shop)) = (SELECT currency FROM report_shop)
          ) AS list_cost_micro, v.standard_cost AS standard_cost_micro,
          \(EventPrices.markedOff("m.variant_id", at: "m.effective_at")) AS retail_price_minor,
          \(EventPrices.regular("tax_included", of: "m.variant_id", at: "m.effective_at")) AS tax_included,
          \(complement(category: "pr.category_id", through: "m.effective_at")) AS complement
        FROM movements m JOIN documents d ON d.id = m.document_id JOIN variants v ON v.id = m.variant_id
          JOIN products pr ON pr.id = v.product_id
          LEFT JOIN reasons r ON r.id = m.reason_id LEFT JOIN lots l ON l.id = m.lot_id
          LEFT JOIN imports i ON i.id = m.import_id CROSS JOIN report_shop sh
        ) c
      ) q
      """
    ),
    (
      "report_known_losses",
      """
      Movements with a known-loss reason as shrinkage: losses positive, valued at cost and at retail in minor units. \
      Variances of counts are not among them, whatever their reason: report_shrinkage_lines has both. A receipt is one \
      when it takes stock out.
      """,
      """
      SELECT m.movement_id, m.variant_id, m.location_id, m.effective_at, m.reason, m.reason_name, m.document,
        m.document_line, m.import_source, m.source_line, -m.quantity_milli AS loss_milli, m.unit_cost_micro,
        m.cost_source, m.retail_price_minor, m.tax_included,
        \(lossValues)
      FROM report_movements m CROSS JOIN report_shop s
      WHERE m.loss_class = 'known' AND m.is_cancelled = 0
        AND (m.kind IN ('adjustment', 'write-off', 'transfer') OR (m.kind = 'receipt' AND m.quantity_milli < 0))
      """
    ),
    (
      "report_other_adjustments",
      """
      What changed the stock and is not shrinkage: adjustments and write-offs without a reason, or with one that is not a \
      loss, valued as known losses are; and variances of posted counts (kind count-adjustment) with such a reason, restated \
      and valued as the count is. What leaves is positive.
      """,
      """
      SELECT m.movement_id, m.variant_id, m.location_id, m.effective_at, m.kind, m.reason, m.reason_name, m.loss_class,
        m.document, m.document_line, m.import_source, m.source_line, -m.quantity_milli AS loss_milli, m.unit_cost_micro,
        m.cost_source, m.retail_price_minor, m.tax_included,
        \(lossValues)
      FROM report_movements m CROSS JOIN report_shop s
      WHERE COALESCE(m.loss_class, 'none') <> 'known' AND m.is_cancelled = 0 AND m.kind IN ('adjustment', 'write-off')
      UNION ALL
      SELECT c.movement_id, c.variant_id, c.location_id, c.as_of AS effective_at, 'count-adjustment' AS kind, c.reason,
        c.reason_name, c.loss_class, c.session AS document, NULL AS document_line, NULL AS import_source, NULL AS source_line,
        -c.variance_restated_milli AS loss_milli, c.unit_cost_micro, c.cost_source, c.retail_price_minor, c.tax_included,
        -c.variance_restated_cost_minor AS loss_cost_minor, -c.variance_restated_retail_minor AS loss_retail_minor
      FROM report_count_lines c
      WHERE c.session_state = 'posted' AND c.variance_restated_milli <> 0 AND c.loss_class = 'none'
      """
    ),
    (
      "report_count_sessions", "Every count session.",
      """
      SELECT s.id AS session_id, s.code AS session, s.location_id, s.kind, s.state, s.is_blind, s.opened_at, s.cut_off_at,
        s.valuation_method, s.uncounted_policy, s.approved_at, s.approved_by, s.posted_at, s.posted_by
      FROM count_sessions s
      """
    ),
    (
      "report_count_lines",
      """
      The lines of posted and of reversed sessions (session_state tells): counted, expected, variance, and their value as \
      posted; variance is counted − expected. The …restated… columns are what these are with the movements that came \
      after the count: restated_milli is added to the variance and taken from what was expected. It is NULL where \
      none came, and where what came was undone, so that the corrections add up to nothing; else the values are computed \
      from the restated variance. reason is unknown for a line that had no \
      variance when it was posted and was restated later, as the journal books it. round is the count that the quantity is \
      of, 0 being the first and 1 the first recount; NULL when a manager decided it.
      """,
      """
      SELECT q.line_id, q.session_id, q.session, q.session_state, q.variant_id, q.location_id, q.state, q.as_of,
        q.counted_milli, q.expected_milli, q.variance_milli, q.unit_cost_micro, q.cost_source, q.variance_cost_minor,
        q.retail_price_minor, q.variance_retail_minor, q.restated_milli, q.expected_restated_milli,
        q.variance_restated_milli,
        CASE WHEN q.restated_milli IS NULL THEN q.variance_cost_minor
          WHEN ABS(q.variance_restated_milli) > 9000000000000000000 / (ABS(q.unit_cost_micro) + 1) THEN NULL
          WHEN q.variance_restated_milli < 0 THEN
            -((-q.variance_restated_milli * q.unit_cost_micro + h.cost_divisor / 2) / h.cost_divisor)
          ELSE (q.variance_restated_milli * q.unit_cost_micro + h.cost_divisor / 2) / h.cost_divisor
          END AS variance_restated_cost_minor,
        CASE WHEN q.restated_milli IS NULL THEN q.variance_retail_minor
          WHEN ABS(q.variance_restated_milli) > 9000000000000000000 / (ABS(q.retail_price_minor) + 1) THEN NULL
          WHEN q.variance_restated_milli < 0 THEN
            -((-q.variance_restated_milli * q.retail_price_minor + 500) / 1000)
          ELSE (q.variance_restated_milli * q.retail_price_minor + 500) / 1000 END AS variance_restated_retail_minor,
        q.tax_included, q.reason, q.reason_name, q.loss_class, q.movement_id, q.complement_micro, q.round
      FROM (
        SELECT cl.id AS line_id, cl.session_id, s.code AS session, s.state AS session_state, cl.variant_id,
          s.location_id, cl.state, cl.as_of, cl.counted AS counted_milli, cl.expected AS expected_milli,
          cl.variance AS variance_milli, cl.unit_cost AS unit_cost_micro, cl.cost_source,
          cl.cost_value AS variance_cost_minor, cl.retail_price AS retail_price_minor,
          cl.retail_value AS variance_retail_minor, t.restated_milli,
          COALESCE(t.expected_milli, cl.expected) AS expected_restated_milli,
          COALESCE(t.variance_milli, cl.variance) AS variance_restated_milli, cl.tax_included,
          cl.complement AS complement_micro, cl.round, r.code AS reason, r.name AS reason_name, COALESCE(r.loss_class, 'unknown') AS loss_class, cl.movement_id
        FROM count_lines cl JOIN count_sessions s ON s.id = cl.session_id
          LEFT JOIN (
            SELECT a.line_id, NULLIF(CAST(SUM(a.restated) AS BIGINT), 0) AS restated_milli,
              CAST(SUM(a.variance) AS BIGINT) AS variance_milli, CAST(SUM(a.expected) AS BIGINT) AS expected_milli
            FROM (
              SELECT cr.line_id, m.quantity AS restated, m.quantity AS variance, -m.quantity AS expected
              FROM count_restatements cr JOIN movements m ON m.id = cr.movement_id
              UNION ALL
              SELECT l.id AS line_id, 0 AS restated, l.variance, l.expected
              FROM count_lines l WHERE l.id IN (SELECT cr.line_id FROM count_restatements cr)
            ) a GROUP BY a.line_id
          ) t ON t.line_id = cl.id
          LEFT JOIN reasons r ON r.id = COALESCE(cl.reason_id, CASE WHEN cl.variance <> 0 OR t.restated_milli IS NOT NULL
            THEN (SELECT n.id FROM reasons n WHERE n.code = 'unknown') END)
      ) q CROSS JOIN report_shop h
      """
    ),
    (
      "report_count_restatements",
      """
      The corrections by movements that arrived after a count, one by one, with the reason that the journal books them \
      under; report_count_lines has them added up by line.
      """,
      """
      SELECT cr.movement_id, cr.line_id, cl.session_id, cl.variant_id, m.location_id, m.effective_at, m.recorded_at,
        m.quantity AS restated_milli, cl.unit_cost AS unit_cost_micro,
        CASE WHEN ABS(m.quantity) > 9000000000000000000 / (ABS(cl.unit_cost) + 1) THEN NULL
          WHEN m.quantity < 0 THEN -((-m.quantity * cl.unit_cost + s.cost_divisor / 2) / s.cost_divisor)
          ELSE (m.quantity * cl.unit_cost + s.cost_divisor / 2) / s.cost_divisor END AS restated_cost_minor,
        CASE WHEN ABS(m.quantity) > 9000000000000000000 / (ABS(cl.retail_price) + 1) THEN NULL
          WHEN m.quantity < 0 THEN -((-m.quantity * cl.retail_price + 500) / 1000)
          ELSE (m.quantity * cl.retail_price + 500) / 1000 END AS restated_retail_minor, r.code AS reason,
        r.name AS reason_name
      FROM count_restatements cr JOIN count_lines cl ON cl.id = cr.line_id JOIN movements m ON m.id = cr.movement_id
        LEFT JOIN reasons r ON r.id = m.reason_id CROSS JOIN report_shop s
      """
    ),
    (
      "report_count_entries",
      """
      What was counted, entry by entry, with its file and line; superseded ones are marked. round is 0 for the first count \
      of an item, then one more for each recount.
      """,
      """
      SELECT e.id AS entry_id, e.session_id, e.variant_id, e.code, e.section, e.quantity AS counted_milli, e.counted_at,
        e.counter, i.source AS import_source, e.source_line, e.superseded_by, e.round
      FROM count_entries e LEFT JOIN imports i ON i.id = e.import_id
      """
    ),
    (
      "report_count_recounts", "Every recount that was asked for; round as in report_count_entries.",
      "SELECT session_id, variant_id, round, asked_at, asked_by FROM count_recounts"
    ),
    (
      "report_shrinkage_lines",
      """
      Every line of shrinkage, losses positive: the variances of posted counts, restated by the movements that came later \
      (origin count), and the known losses (origin movement), with line_id or movement_id to follow them back. part is \
      known or unknown as the class of the reason says, as in the journal; a variance without a reason is unknown. A count \
      line is one line here; it has none when its restated variance is zero, or when its reason is not a loss: that is in \
      report_other_adjustments.
      """,
      """
      SELECT CASE c.loss_class WHEN 'known' THEN 'known' ELSE 'unknown' END AS part, 'count' AS origin, c.variant_id, c.location_id, c.as_of AS effective_at, c.session_id, c.line_id,
        c.movement_id, c.reason, c.reason_name, -c.variance_restated_milli AS loss_milli, c.cost_source,
        -c.variance_restated_cost_minor AS loss_cost_minor, -c.variance_restated_retail_minor AS loss_retail_minor,
        c.tax_included
      FROM report_count_lines c
      WHERE c.session_state = 'posted' AND c.variance_restated_milli <> 0 AND c.loss_class <> 'none'
      UNION ALL
      SELECT 'known' AS part, 'movement' AS origin, k.variant_id, k.location_id, k.effective_at, NULL AS session_id, NULL AS line_id,
        k.movement_id, k.reason, k.reason_name, k.loss_milli, k.cost_source, k.loss_cost_minor, k.loss_retail_minor,
        k.tax_included
      FROM report_known_losses k
      """
    ),
    (
      "report_sales",
      """
      Sales and customer returns: units sold (returns negative) and net sales at the price paid, tax included. What an undo \
      took back is left out, and so is its reversal.
      """,
      """
      SELECT m.movement_id, m.variant_id, m.location_id, m.effective_at, -m.quantity_milli AS sold_milli,
        m.unit_price_minor,
        CASE WHEN ABS(m.quantity_milli) > 9000000000000000000 / (ABS(m.unit_price_minor) + 1) THEN NULL
          WHEN m.quantity_milli > 0 THEN -((m.quantity_milli * m.unit_price_minor + 500) / 1000)
          ELSE (-m.quantity_milli * m.unit_price_minor + 500) / 1000 END AS net_sales_minor
      FROM (
        SELECT id AS movement_id, variant_id, location_id, effective_at, quantity AS quantity_milli, kind,
          unit_price AS unit_price_minor
        FROM movements
        WHERE NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = movements.id)
      ) m WHERE m.kind IN ('sale', 'customer-return')
      """
    ),
    (
      "report_stock_on_hand",
      "What is on hand now by variant and location, with its cost by the shop's method and its value.",
      """
      SELECT q.variant_id, q.location_id, q.quantity_milli, q.unit_cost_micro, q.cost_source,
        \(value("q.quantity_milli", atLookedUp: "q.unit_cost_micro", divisor: "s.cost_divisor")) AS value_cost_minor
      FROM (
        SELECT b.variant_id, b.location_id, b.quantity_milli, \(balanceCosts.unitCost) AS unit_cost_micro,
          \(balanceCosts.source) AS cost_source
        FROM (
          SELECT g.variant_id, g.location_id, g.quantity_milli,
            \(latest("average_cost", of: "cost_history", variant: "g.variant_id", through: nil)) AS average_cost,
            \(latest("stock_cost", of: "layer_costs", variant: "g.variant_id", through: nil)) AS layer_cost,
            \(latest("unit_cost_micro", of: "report_last_costs", variant: "g.variant_id", through: nil)) AS last_cost,
            \(complement(category: "gp.category_id", through: nil)) AS complement, sh.cost_divisor,
            CASE WHEN sh.valuation_method = 'retail'
              THEN \(EventPrices.markedOff("g.variant_id", at: EventPrices.now)) END AS price
          FROM (
            SELECT variant_id, location_id, SUM(quantity) AS quantity_milli FROM balances GROUP BY variant_id, location_id
          ) g JOIN variants gv ON gv.id = g.variant_id JOIN products gp ON gp.id = gv.product_id
            CROSS JOIN report_shop sh
        ) b JOIN variants v ON v.id = b.variant_id
          LEFT JOIN report_supplier_costs sc ON sc.variant_id = b.variant_id
      ) q CROSS JOIN report_shop s
      """
    ),
    (
      "report_imports",
      """
      Every import, undo and redo in order. reverts_import_id is the import that an undo or redo is about; state is \
      applied or undone. Of an undo or redo, updated counts what it reverted or brought back, unchanged what it kept, \
      and rejected what was blocked.
      """,
      """
      SELECT id AS import_id, operation, reverts AS reverts_import_id, source, byte_count, file_sha256, format, profile,
        applied_at, actor, created, updated, unchanged, rejected, state
      FROM imports
      """
    ),
    (
      "report_audit_log", "Who did what and when; each entry carries the SHA-256 that holds it to the one before.",
      "SELECT id AS entry_id, at, actor, role, command, details, hash FROM audit_log"
    ),
  ]
}

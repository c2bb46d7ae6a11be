internal import RetailValues

extension ReportingViews {
  /// The views of sales, of stock on hand, and of the shop's records of its own changes.
  static let stock: [ReportingView] = [
    ReportingView(
      "report_sales", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "effective_at", "sold_milli", "unit_price_minor",
          "net_sales_minor",
        ]
      ],
      """
      Sales and customer returns: units sold (returns negative) and net sales at the price paid, tax included. What an undo \
      took back is left out, and so is its reversal.
      """,
      """
      SELECT m.movement_id, m.variant_id, m.location_id, m.effective_at, -m.quantity_milli AS sold_milli,
        m.unit_price_minor,
        \(value("-m.quantity_milli", at: "m.unit_price_minor", divisor: "1000")) AS net_sales_minor
      FROM (
        SELECT id AS movement_id, variant_id, location_id, effective_at, quantity AS quantity_milli, kind,
          unit_price AS unit_price_minor
        FROM movements
        WHERE NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = movements.id)
      ) m WHERE m.kind IN ('sale', 'customer-return')
      """
    ),
    ReportingView(
      "report_stock_changes", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "effective_at", "kind", "quantity_milli", "is_cancelled",
        ]
      ],
      """
      How each movement changes the stock: the rows of report_movements without values, documents and names, which are \
      faster to read.
      """,
      """
      SELECT m.id AS movement_id, m.variant_id, m.location_id, m.effective_at, m.kind, m.quantity AS quantity_milli,
        CASE WHEN EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id) THEN 1 ELSE 0 END AS is_cancelled
      FROM movements m
      """
    ),
    ReportingView(
      "report_past_balances", rows: .expected,
      columns: [.expected: ["variant_id", "location_id", "ends_at", "quantity_milli"]],
      """
      What was on hand of a variant at a location at the end of each four weeks in which it moved; they are counted from \
      1970 in UTC. The stock at a moment is the last of them before it and the movements since: see stock-at.sql.
      """,
      "SELECT variant_id, location_id, ends_at, quantity AS quantity_milli FROM past_balances"
    ),
    // From each pair the index leads to the next: a look-up for each, however many balances it has.
    ReportingView(
      "report_stocked_items", rows: .expected,
      columns: [.expected: ["variant_id", "location_id"]],
      "Each variant with each location where it ever moved, as report_past_balances has them.",
      """
      WITH RECURSIVE report_stocked_items (variant_id, location_id) AS (
        SELECT b.variant_id, b.location_id FROM past_balances b
        WHERE (b.variant_id, b.location_id, b.ends_at) = (
          SELECT f.variant_id, f.location_id, f.ends_at FROM past_balances f
          ORDER BY f.variant_id, f.location_id, f.ends_at LIMIT 1)
        UNION ALL
        SELECT n.variant_id, n.location_id FROM report_stocked_items i CROSS JOIN past_balances n
        WHERE (n.variant_id, n.location_id, n.ends_at) = (
          SELECT x.variant_id, x.location_id, x.ends_at FROM (
            SELECT * FROM (
              SELECT f.variant_id, f.location_id, f.ends_at FROM past_balances f
              WHERE f.variant_id = i.variant_id AND f.location_id > i.location_id
              ORDER BY f.location_id, f.ends_at LIMIT 1) o
            UNION ALL
            SELECT * FROM (
              SELECT f.variant_id, f.location_id, f.ends_at FROM past_balances f WHERE f.variant_id > i.variant_id
              ORDER BY f.variant_id, f.location_id, f.ends_at LIMIT 1) o
          ) x ORDER BY x.variant_id LIMIT 1)
      )
      SELECT i.variant_id, i.location_id FROM report_stocked_items i
      """
    ),
    ReportingView(
      "report_stock_on_hand", rows: .expected,
      columns: [
        .expected: ["variant_id", "location_id", "quantity_milli"],
        .cost: ["unit_cost_micro", "cost_source", "value_cost_minor"],
      ],
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
              THEN \(EventPrices.markedDown("g.variant_id", at: EventPrices.now)) END AS price
          FROM (
            SELECT variant_id, location_id, SUM(quantity) AS quantity_milli FROM balances GROUP BY variant_id, location_id
          ) g JOIN variants gv ON gv.id = g.variant_id JOIN products gp ON gp.id = gv.product_id
            CROSS JOIN report_shop sh
        ) b JOIN variants v ON v.id = b.variant_id
          LEFT JOIN report_supplier_costs sc ON sc.variant_id = b.variant_id
      ) q CROSS JOIN report_shop s
      """
    ),
    ReportingView(
      "report_imports", rows: .shopOnly,
      columns: [
        .shopOnly: [
          "import_id", "operation", "reverts_import_id", "source", "byte_count", "file_sha256", "format", "profile",
          "applied_at", "created", "updated", "unchanged", "rejected", "state",
        ],
        .person: ["actor"],
      ],
      """
      Every import, undo and redo in order, and every deletion of a count whose entries were undone (operation \
      discard). reverts_import_id is the import that an undo or redo is about; state is applied or undone. Of an undo \
      or redo, updated counts what it reverted or brought back, unchanged what it kept, and rejected what was blocked.
      """,
      """
      SELECT id AS import_id, operation, reverts AS reverts_import_id, source, byte_count, file_sha256, format, profile,
        applied_at, actor, created, updated, unchanged, rejected, state
      FROM imports
      """
    ),
    ReportingView(
      "report_audit_log", rows: .shopOnly,
      columns: [
        .shopOnly: ["entry_id", "at", "role", "command", "details", "hash"],
        .person: ["actor"],
      ],
      "Who did what and when; each entry carries the SHA-256 that holds it to the one before.",
      "SELECT id AS entry_id, at, actor, role, command, details, hash FROM audit_log"
    ),
  ]
}

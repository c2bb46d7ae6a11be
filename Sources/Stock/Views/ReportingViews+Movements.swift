internal import RetailValues

extension ReportingViews {
  /// The views of movements, and of those that were a loss.
  static let movements: [ReportingView] = [
    ReportingView(
      "report_movements", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "kind", "quantity_milli", "effective_at", "recorded_at",
          "unit_price_minor", "lot", "document_kind", "document", "document_line", "source_line", "reason",
          "reason_name", "loss_class", "reverses_movement_id", "is_cancelled", "retail_price_minor", "tax_included",
        ],
        .cost: ["document_cost_micro", "unit_cost_micro", "cost_source", "value_cost_minor"],
        .shopOnly: ["import_id", "import_source", "note"],
      ],
      """
      Every movement, valued by the shop's method as of its moment and at the regular price then, less what a sales event \
      took off then; NULL where unknown. \
      value_cost_minor is what it adds to the value of the stock: at the document's own cost where that sets the cost, else \
      at unit_cost_micro; by FIFO what it takes from or brings to the layers. loss_class is that of its reason, NULL \
      without one. What an undo took back is listed with its reversal, which names it in reverses_movement_id; is_cancelled \
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
          \(EventPrices.markedDown("m.variant_id", at: "m.effective_at")) AS retail_price_minor,
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
    ReportingView(
      "report_known_losses", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "effective_at", "reason", "reason_name", "document",
          "document_line", "source_line", "loss_milli", "retail_price_minor", "tax_included", "loss_retail_minor",
        ],
        .cost: ["unit_cost_micro", "cost_source", "loss_cost_minor"],
        .shopOnly: ["import_id", "import_source"],
      ],
      """
      Movements with a known-loss reason as shrinkage: losses positive, valued at cost and at retail in minor units. \
      Variances of counts are not among them, whatever their reason: report_shrinkage_lines has both. A receipt is one \
      when it takes stock out.
      """,
      """
      SELECT m.movement_id, m.variant_id, m.location_id, m.effective_at, m.reason, m.reason_name, m.document,
        m.document_line, m.import_id, m.import_source, m.source_line, -m.quantity_milli AS loss_milli,
        m.unit_cost_micro, m.cost_source, m.retail_price_minor, m.tax_included,
        \(lossValues)
      FROM report_movements m CROSS JOIN report_shop s
      WHERE m.loss_class = 'known' AND m.is_cancelled = 0
        AND (m.kind IN ('adjustment', 'write-off', 'transfer') OR (m.kind = 'receipt' AND m.quantity_milli < 0))
      """
    ),
    ReportingView(
      "report_other_adjustments", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "effective_at", "kind", "reason", "reason_name", "loss_class",
          "document", "document_line", "source_line", "loss_milli", "retail_price_minor", "tax_included",
          "loss_retail_minor",
        ],
        .cost: ["unit_cost_micro", "cost_source", "loss_cost_minor"],
        .shopOnly: ["import_source"],
      ],
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
  ]
}

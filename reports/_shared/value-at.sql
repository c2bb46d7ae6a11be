-- The stock of each item and location at a moment (SELECT at FROM moment), at cost by the shop's method as of then; all of
-- :location, or all together. Limited to keep SQLite from working the unit cost out as often as the value names it.
SELECT b.variant_id, b.location_id, b.quantity_milli, b.unit_cost_micro,
  /* include product.sql (quantity: b.quantity_milli; price: b.unit_cost_micro; divisor: s.cost_divisor) */ AS value_cost_minor
FROM (
  SELECT k.variant_id, k.location_id, k.quantity_milli,
    COALESCE(CASE k.method WHEN 'fifo' THEN k.layer_cost WHEN 'last' THEN k.last_cost
      WHEN 'standard' THEN v.standard_cost_micro WHEN 'retail' THEN k.retail_cost END, k.average_cost, k.last_cost, c.unit_cost_micro,
      v.standard_cost_micro) AS unit_cost_micro
  FROM (
    SELECT m.variant_id, m.location_id, m.quantity_milli, h.valuation_method AS method,
      (SELECT x.average_cost_micro FROM report_cost_history x
        WHERE x.variant_id = m.variant_id AND x.effective_at <= (SELECT at FROM moment)
        ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS average_cost,
      (SELECT x.stock_cost_micro FROM report_layer_costs x
        WHERE x.variant_id = m.variant_id AND x.effective_at <= (SELECT at FROM moment)
        ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS layer_cost,
      CASE h.valuation_method WHEN 'retail' THEN COALESCE(
        (SELECT x.unit_cost_micro FROM report_retail_event_costs x
          WHERE x.variant_id = m.variant_id AND x.effective_at <= (SELECT at FROM moment) AND x.valid_from <= (SELECT at FROM moment)
            AND (x.valid_to IS NULL OR x.valid_to >= (SELECT at FROM moment))
            AND x.starts_at <= (SELECT at FROM moment) AND (x.ends_at IS NULL OR x.ends_at >= (SELECT at FROM moment))
          ORDER BY x.effective_at DESC, x.valid_from DESC, x.unit_cost_micro LIMIT 1),
        (SELECT x.unit_cost_micro FROM report_retail_costs x
          WHERE x.variant_id = m.variant_id AND x.effective_at <= (SELECT at FROM moment) AND x.valid_from <= (SELECT at FROM moment)
            AND (x.valid_to IS NULL OR x.valid_to >= (SELECT at FROM moment))
          ORDER BY x.effective_at DESC, x.valid_from DESC LIMIT 1)) END AS retail_cost,
      (SELECT x.unit_cost_micro FROM report_last_costs x
          WHERE x.variant_id = m.variant_id AND x.effective_at <= (SELECT at FROM moment)
          ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS last_cost
    FROM (
      SELECT r.variant_id, r.location_id, r.quantity_milli
      FROM (/* include stock-at.sql (moment: (SELECT at FROM moment)) */) r
        JOIN report_locations p ON p.location_id = r.location_id
      WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
    ) m CROSS JOIN report_shop h
    WHERE m.quantity_milli <> 0
  ) k
    JOIN report_variants v ON v.variant_id = k.variant_id
    LEFT JOIN report_supplier_costs c ON c.variant_id = k.variant_id
  LIMIT 9223372036854775807
) b CROSS JOIN report_shop s

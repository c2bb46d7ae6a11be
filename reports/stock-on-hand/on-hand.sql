-- What is on hand, now or at a time, at cost by the shop's method and at the regular price of that time, less what a sales
-- event takes off then. Items whose movements come to nothing are left out.
SELECT q.variant_id, q.quantity_milli, q.unit_cost_micro, q.cost_source, q.value_cost_minor,
  COALESCE(o.price_minor, r.price_minor) AS price_minor, r.tax_included,
  /* include product.sql (quantity: q.quantity_milli; price: COALESCE(o.price_minor, r.price_minor); divisor: 1000) */ AS value_retail_minor,
  p.location, p.location_name, v.category, v.category_name, v.sku, v.title, v.barcode, v.stock_unit
FROM (
  SELECT s.variant_id, s.location_id, s.quantity_milli, s.unit_cost_micro, s.cost_source, s.value_cost_minor
  FROM report_stock_on_hand s WHERE CAST(:at AS BIGINT) IS NULL
  UNION ALL
  SELECT b.variant_id, b.location_id, b.quantity_milli, b.unit_cost_micro, b.cost_source,
    /* include product.sql (quantity: b.quantity_milli; price: b.unit_cost_micro; divisor: s.cost_divisor) */ AS value_cost_minor
  FROM (
    SELECT a.variant_id, a.location_id, a.quantity_milli,
      COALESCE(a.method_cost, a.average_cost, a.last_cost, c.unit_cost_micro, v.standard_cost_micro) AS unit_cost_micro,
      CASE WHEN a.method_cost IS NOT NULL THEN CASE a.method WHEN 'retail' THEN 'retail-method' ELSE a.method END WHEN a.average_cost IS NOT NULL THEN 'moving-average'
        WHEN a.last_cost IS NOT NULL THEN 'last' WHEN c.unit_cost_micro IS NOT NULL THEN 'supplier-list'
        WHEN v.standard_cost_micro IS NOT NULL THEN 'standard' ELSE 'unvalued' END AS cost_source
    FROM (
      SELECT k.variant_id, k.location_id, k.quantity_milli, k.method, k.average_cost, k.last_cost,
        CASE k.method WHEN 'fifo' THEN k.layer_cost WHEN 'last' THEN k.last_cost
          WHEN 'standard' THEN k.standard_cost WHEN 'retail' THEN k.retail_cost ELSE k.average_cost END AS method_cost
      FROM (
        SELECT m.variant_id, m.location_id, m.quantity_milli, h.valuation_method AS method,
          (SELECT x.standard_cost_micro FROM report_variants x WHERE x.variant_id = m.variant_id) AS standard_cost,
          (SELECT x.average_cost_micro FROM report_cost_history x
            WHERE x.variant_id = m.variant_id AND x.effective_at <= :at
            ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS average_cost,
          (SELECT x.stock_cost_micro FROM report_layer_costs x
            WHERE x.variant_id = m.variant_id AND x.effective_at <= :at
            ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS layer_cost,
          CASE h.valuation_method WHEN 'retail' THEN COALESCE(
            (SELECT x.unit_cost_micro FROM report_retail_event_costs x
              WHERE x.variant_id = m.variant_id AND x.effective_at <= :at AND x.valid_from <= :at
                AND (x.valid_to IS NULL OR x.valid_to >= :at)
                AND x.starts_at <= :at AND (x.ends_at IS NULL OR x.ends_at >= :at)
              ORDER BY x.effective_at DESC, x.valid_from DESC, x.unit_cost_micro LIMIT 1),
            (SELECT x.unit_cost_micro FROM report_retail_costs x
              WHERE x.variant_id = m.variant_id AND x.effective_at <= :at AND x.valid_from <= :at
                AND (x.valid_to IS NULL OR x.valid_to >= :at)
              ORDER BY x.effective_at DESC, x.valid_from DESC LIMIT 1)) END AS retail_cost,
          (SELECT x.unit_cost_micro FROM report_last_costs x
              WHERE x.variant_id = m.variant_id AND x.effective_at <= :at
              ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1) AS last_cost
        FROM (
          /* include stock-at.sql (moment: :at) */
        ) m CROSS JOIN report_shop h
      ) k
    ) a
      JOIN report_variants v ON v.variant_id = a.variant_id
      LEFT JOIN report_supplier_costs c ON c.variant_id = a.variant_id
  ) b CROSS JOIN report_shop s
  WHERE CAST(:at AS BIGINT) IS NOT NULL
) q
  JOIN report_locations p ON p.location_id = q.location_id
  JOIN report_variants v ON v.variant_id = q.variant_id
  LEFT JOIN report_prices r ON r.variant_id = q.variant_id AND r.price_type = 'regular'
    AND (r.valid_from IS NULL OR r.valid_from <= COALESCE(:at, :generated_at))
    AND (r.valid_to IS NULL OR r.valid_to >= COALESCE(:at, :generated_at))
    AND NOT EXISTS (
      SELECT 1 FROM report_prices n WHERE n.variant_id = r.variant_id AND n.price_type = 'regular'
        AND n.valid_from <= COALESCE(:at, :generated_at)
        AND (n.valid_to IS NULL OR n.valid_to >= COALESCE(:at, :generated_at))
        AND (r.valid_from IS NULL OR n.valid_from > r.valid_from))
  LEFT JOIN (
    SELECT e.price_id, MIN(e.price_minor) AS price_minor FROM report_event_prices e
    WHERE e.starts_at <= COALESCE(:at, :generated_at) AND (e.ends_at IS NULL OR e.ends_at >= COALESCE(:at, :generated_at))
    GROUP BY e.price_id) o ON o.price_id = r.price_id
WHERE q.quantity_milli <> 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)

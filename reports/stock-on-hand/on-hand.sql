-- What is on hand, now or at a time. Items whose movements come to nothing are left out.
SELECT q.variant_id, q.quantity_milli, q.unit_cost_micro, q.cost_source, q.value_cost_minor, p.location,
  p.location_name, v.category, v.category_name, v.sku, v.title, v.barcode, v.stock_unit
FROM (
  SELECT s.variant_id, s.location_id, s.quantity_milli, s.unit_cost_micro, s.cost_source, s.value_cost_minor
  FROM report_stock_on_hand s WHERE CAST(:at AS BIGINT) IS NULL
  UNION ALL
  SELECT b.variant_id, b.location_id, b.quantity_milli, b.unit_cost_micro, b.cost_source,
    CASE WHEN ABS(b.quantity_milli) > 9000000000000000000 / (ABS(b.unit_cost_micro) + 1) THEN NULL
      WHEN b.quantity_milli < 0 THEN
        -((-b.quantity_milli * b.unit_cost_micro + s.cost_divisor / 2) / s.cost_divisor)
      ELSE (b.quantity_milli * b.unit_cost_micro + s.cost_divisor / 2) / s.cost_divisor END AS value_cost_minor
  FROM (
    SELECT a.variant_id, a.location_id, a.quantity_milli,
      COALESCE(a.average_cost, c.unit_cost_micro, v.standard_cost_micro) AS unit_cost_micro,
      CASE WHEN a.average_cost IS NOT NULL THEN 'moving-average' WHEN c.unit_cost_micro IS NOT NULL THEN 'supplier-list'
        WHEN v.standard_cost_micro IS NOT NULL THEN 'standard' ELSE 'unvalued' END AS cost_source
    FROM (
      SELECT m.variant_id, m.location_id, m.quantity_milli,
        (SELECT h.average_cost_micro FROM report_cost_history h
          WHERE h.variant_id = m.variant_id AND h.effective_at <= :at
          ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1) AS average_cost
      FROM (
        SELECT r.variant_id, r.location_id, SUM(r.quantity_milli) AS quantity_milli
        FROM report_movements r WHERE r.effective_at <= :at GROUP BY r.variant_id, r.location_id
      ) m
    ) a
      JOIN report_variants v ON v.variant_id = a.variant_id
      LEFT JOIN report_supplier_costs c ON c.variant_id = a.variant_id
  ) b CROSS JOIN report_shop s
  WHERE CAST(:at AS BIGINT) IS NOT NULL
) q
  JOIN report_locations p ON p.location_id = q.location_id
  JOIN report_variants v ON v.variant_id = q.variant_id
WHERE q.quantity_milli <> 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)

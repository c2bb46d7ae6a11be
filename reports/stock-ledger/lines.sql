-- Each item and location with its balances: at the beginning, at the end, and as the stock on hand now leads back to them.
-- A cost is NULL where something in it has none. place is the order in which they are listed.
SELECT ROW_NUMBER() OVER (ORDER BY p.location, g.sku, b.variant_id) AS place, b.variant_id, b.location_id,
  p.location, p.location_name, g.sku, g.title, g.stock_unit, b.movements, b.opening_milli, b.moved_milli,
  b.closing_milli, b.back_to_closing_milli, b.back_to_closing_milli - b.moved_milli AS back_to_opening_milli,
  CASE WHEN b.opening_unvalued = 0 THEN b.opening_cost END AS opening_cost,
  CASE WHEN b.moved_unvalued = 0 THEN b.moved_cost END AS moved_cost,
  CASE WHEN b.closing_unvalued = 0 THEN b.closing_cost END AS closing_cost
FROM (
  SELECT q.variant_id, q.location_id, SUM(q.movements) AS movements, SUM(q.opening_milli) AS opening_milli,
    SUM(q.moved_milli) AS moved_milli, SUM(q.closing_milli) AS closing_milli, SUM(q.back_milli) AS back_to_closing_milli,
    COALESCE(SUM(q.opening_cost), 0) AS opening_cost, SUM(q.opening_unvalued) AS opening_unvalued,
    COALESCE(SUM(q.moved_cost), 0) AS moved_cost, SUM(q.moved_unvalued) AS moved_unvalued,
    COALESCE(SUM(q.closing_cost), 0) AS closing_cost, SUM(q.closing_unvalued) AS closing_unvalued
  FROM (
    SELECT o.variant_id, o.location_id, 0 AS movements, o.quantity_milli AS opening_milli, 0 AS moved_milli, 0 AS closing_milli,
      0 AS back_milli, o.value_cost_minor AS opening_cost, CASE WHEN o.value_cost_minor IS NULL THEN 1 ELSE 0 END AS opening_unvalued,
      NULL AS moved_cost, 0 AS moved_unvalued, NULL AS closing_cost, 0 AS closing_unvalued
    FROM opening o
    UNION ALL
    SELECT m.variant_id, m.location_id, COUNT(*) AS movements, 0 AS opening_milli, SUM(m.quantity_milli) AS moved_milli,
      0 AS closing_milli, 0 AS back_milli, NULL AS opening_cost, 0 AS opening_unvalued, SUM(m.value_cost_minor) AS moved_cost,
      SUM(CASE WHEN m.value_cost_minor IS NULL THEN m.is_counted ELSE 0 END) AS moved_unvalued, NULL AS closing_cost, 0 AS closing_unvalued
    FROM moves m GROUP BY m.variant_id, m.location_id
    UNION ALL
    SELECT c.variant_id, c.location_id, 0 AS movements, 0 AS opening_milli, 0 AS moved_milli, c.quantity_milli AS closing_milli,
      0 AS back_milli, NULL AS opening_cost, 0 AS opening_unvalued, NULL AS moved_cost, 0 AS moved_unvalued,
      c.value_cost_minor AS closing_cost, CASE WHEN c.value_cost_minor IS NULL THEN 1 ELSE 0 END AS closing_unvalued
    FROM closing c
    UNION ALL
    SELECT h.variant_id, h.location_id, 0 AS movements, 0 AS opening_milli, 0 AS moved_milli, 0 AS closing_milli,
      h.quantity_milli AS back_milli, NULL AS opening_cost, 0 AS opening_unvalued, NULL AS moved_cost, 0 AS moved_unvalued,
      NULL AS closing_cost, 0 AS closing_unvalued
    FROM report_stock_on_hand h
    UNION ALL
    SELECT l.variant_id, l.location_id, 0 AS movements, 0 AS opening_milli, 0 AS moved_milli, 0 AS closing_milli,
      -l.quantity_milli AS back_milli, NULL AS opening_cost, 0 AS opening_unvalued, NULL AS moved_cost, 0 AS moved_unvalued,
      NULL AS closing_cost, 0 AS closing_unvalued
    FROM report_stock_changes l WHERE l.effective_at > :to
  ) q
  GROUP BY q.variant_id, q.location_id
) b
  JOIN goods g ON g.variant_id = b.variant_id
  JOIN report_locations p ON p.location_id = b.location_id
WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (b.movements > 0 OR b.opening_milli <> 0 OR b.closing_milli <> 0 OR b.back_to_closing_milli <> 0)

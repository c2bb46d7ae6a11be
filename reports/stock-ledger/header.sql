SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(c.ancestor_name) FROM report_category_tree c WHERE c.ancestor = :category) AS category_name,
  CASE WHEN CAST(:item AS TEXT) IS NOT NULL THEN COALESCE((SELECT MIN(g.title) FROM goods g), 'no such item') END AS item_title,
  (SELECT s.valuation_method FROM report_shop s) AS valuation_method,
  CASE WHEN CAST(:from AS BIGINT) IS NULL THEN 0 ELSE 1 END AS has_start,
  t.moved_lines, t.unmoved_lines, CASE WHEN :unmoved = 'yes' THEN 1 ELSE 0 END AS lists_unmoved, t.movements, m.cancelled,
  t.opening_cost, t.closing_cost, m.unvalued, t.unvalued_lines,
  CASE WHEN m.unvalued + t.unvalued_lines > 0 THEN 1 ELSE 0 END AS has_unvalued, t.negative_lines,
  CASE WHEN t.negative_lines > 0 THEN 1 ELSE 0 END AS has_negative, CASE WHEN t.differing_lines = 0 THEN 1 ELSE 0 END AS ties
FROM (
  SELECT COALESCE(SUM(CASE WHEN l.movements > 0 THEN 1 ELSE 0 END), 0) AS moved_lines,
    COALESCE(SUM(CASE WHEN l.movements = 0 THEN 1 ELSE 0 END), 0) AS unmoved_lines,
    COALESCE(SUM(l.movements), 0) AS movements, COALESCE(SUM(l.opening_cost), 0) AS opening_cost,
    COALESCE(SUM(l.closing_cost), 0) AS closing_cost,
    COALESCE(SUM(CASE WHEN l.closing_cost IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_lines,
    COALESCE(SUM(CASE WHEN l.closing_milli < 0 THEN 1 ELSE 0 END), 0) AS negative_lines,
    COALESCE(SUM(CASE WHEN l.opening_milli + l.moved_milli <> l.closing_milli
      OR l.closing_milli <> l.back_to_closing_milli THEN 1 ELSE 0 END), 0) AS differing_lines
  FROM lines l
) t CROSS JOIN (
  SELECT COALESCE(SUM(v.is_cancelled), 0) AS cancelled,
    COALESCE(SUM(CASE WHEN v.value_cost_minor IS NULL THEN v.is_counted ELSE 0 END), 0) AS unvalued
  FROM moves v
) m

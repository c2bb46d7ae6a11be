-- Without a posted count there is one row all the same, of nothing.
SELECT s.session, s.state, CASE WHEN s.state IN ('posted', 'reversed') THEN 1 ELSE 0 END AS is_posted, p.location_name,
  s.kind, s.cut_off_at, s.posted_at, s.posted_by, s.valuation_method, t.lines, t.matched_lines, t.variance_lines,
  t.uncounted_lines, t.unvalued_lines, CASE WHEN t.unvalued_lines > 0 THEN 1 ELSE 0 END AS has_unvalued,
  t.net_cost, t.short_cost, t.over_cost, t.net_retail, t.tax
FROM (SELECT 1 AS one) o
  LEFT JOIN report_count_sessions s ON s.session = :session
  LEFT JOIN report_locations p ON p.location_id = s.location_id
  CROSS JOIN (
    SELECT COUNT(*) AS lines, COALESCE(SUM(CASE WHEN c.variance_restated_milli = 0 THEN 1 ELSE 0 END), 0) AS matched_lines,
      COALESCE(SUM(CASE WHEN c.variance_restated_milli <> 0 THEN 1 ELSE 0 END), 0) AS variance_lines,
      COALESCE(SUM(CASE WHEN c.state = 'uncounted' THEN 1 ELSE 0 END), 0) AS uncounted_lines,
      COALESCE(SUM(CASE WHEN c.variance_restated_milli <> 0 AND c.variance_restated_cost_minor IS NULL THEN 1 ELSE 0 END), 0)
        AS unvalued_lines,
      COALESCE(SUM(c.variance_restated_cost_minor), 0) AS net_cost,
      COALESCE(SUM(CASE WHEN c.variance_restated_cost_minor < 0 THEN c.variance_restated_cost_minor END), 0) AS short_cost,
      COALESCE(SUM(CASE WHEN c.variance_restated_cost_minor > 0 THEN c.variance_restated_cost_minor END), 0) AS over_cost,
      COALESCE(SUM(c.variance_restated_retail_minor), 0) AS net_retail,
      CASE WHEN MIN(c.tax_included) IS NULL THEN 'unknown'
        WHEN MIN(c.tax_included) <> MAX(c.tax_included) THEN 'included in some prices and not in others'
        WHEN MIN(c.tax_included) = 1 THEN 'included' ELSE 'not included' END AS tax
    FROM report_count_lines c WHERE c.session = :session
  ) t

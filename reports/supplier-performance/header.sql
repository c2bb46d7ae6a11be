SELECT q.supplier_name, q.is_promised, q.orders, q.lines, q.done_lines, q.fill_rate, q.dated_lines, q.on_time_rate,
  q.in_full_rate, q.on_time_in_full_rate, q.lead_days, q.timed_lines, q.done_lines - q.dated_lines AS undated_lines,
  CASE WHEN q.done_lines > q.dated_lines THEN 1 ELSE 0 END AS has_undated, q.overdue_lines, q.has_overdue,
  (SELECT COUNT(*) FROM returned r) AS return_lines
FROM (
  SELECT (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name,
    CASE :against WHEN 'expected' THEN 0 ELSE 1 END AS is_promised, g.orders, g.lines, g.done_lines,
    /* include rates.sql */,
    /* include lead.sql */ AS lead_days, g.timed_lines
  FROM (
    SELECT COUNT(DISTINCT j.order_id) AS orders,
      /* include sums.sql */
    FROM judged j
  ) g
) q

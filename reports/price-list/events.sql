SELECT e.event, e.event_title, e.starts_at, e.ends_at, e.rate_group, e.category, e.brand, e.product_code, e.gender,
  e.mark_off_micro AS mark_off
FROM report_sales_events e CROSS JOIN moment m
WHERE e.rate_group IS NOT NULL AND e.starts_at <= m.at AND (e.ends_at IS NULL OR e.ends_at >= m.at)
ORDER BY e.event, e.rate_group

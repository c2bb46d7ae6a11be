-- The largest markdown that reaches each regular price at the moment; of equal ones the event that comes first by its code.
SELECT q.price_id, q.event, q.event_title, q.mark_off, q.price_minor
FROM (
  SELECT e.price_id, e.event, e.event_title, e.mark_off_micro AS mark_off, e.price_minor,
    ROW_NUMBER() OVER (PARTITION BY e.price_id ORDER BY e.price_minor, e.event, e.rate_group) AS place
  FROM report_event_prices e CROSS JOIN moment m
  WHERE e.starts_at <= m.at AND (e.ends_at IS NULL OR e.ends_at >= m.at)
) q WHERE q.place = 1

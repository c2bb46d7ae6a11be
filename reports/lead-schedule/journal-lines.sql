-- What the journal books of each count and day, by reason: a loss debits the expense of its reason and credits the stock.
SELECT b.entry, l.session, l.session_id, COALESCE(l.reason, '') AS reason,
  COALESCE(MIN(l.reason_name), 'No reason given') AS reason_name, COUNT(*) AS lines,
  COALESCE(-SUM(CASE WHEN l.variance_cost_minor < 0 THEN l.variance_cost_minor END), 0) AS debit,
  COALESCE(SUM(CASE WHEN l.variance_cost_minor > 0 THEN l.variance_cost_minor END), 0) AS credit,
  COALESCE(-SUM(l.variance_cost_minor), 0) AS net,
  COALESCE(SUM(l.variance_cost_minor - l.variance_restated_cost_minor), 0) AS restated,
  SUM(CASE WHEN l.variance_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued
FROM lines l JOIN booked b ON b.session_id = l.session_id AND l.as_of >= b.starts_at AND l.as_of <= b.ends_at
WHERE l.variance_milli <> 0 OR l.restated_milli <> 0
GROUP BY b.entry, l.session_id, l.session, COALESCE(l.reason, '')

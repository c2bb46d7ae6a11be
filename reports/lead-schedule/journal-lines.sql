-- What the journal books of each count, by reason: a loss debits the expense of its reason and credits the stock.
SELECT 'count-' || l.session AS entry, l.session, l.session_id, COALESCE(l.reason, '') AS reason,
  COALESCE(MIN(l.reason_name), 'No reason given') AS reason_name, COUNT(*) AS lines,
  COALESCE(-SUM(CASE WHEN l.variance_cost_minor < 0 THEN l.variance_cost_minor END), 0) AS debit,
  COALESCE(SUM(CASE WHEN l.variance_cost_minor > 0 THEN l.variance_cost_minor END), 0) AS credit,
  COALESCE(-SUM(l.variance_cost_minor), 0) AS net,
  COALESCE(SUM(l.variance_cost_minor - l.variance_restated_cost_minor), 0) AS restated,
  SUM(CASE WHEN l.variance_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued
FROM lines l WHERE l.variance_milli <> 0 OR l.restated_milli <> 0
GROUP BY l.session_id, l.session, COALESCE(l.reason, '')

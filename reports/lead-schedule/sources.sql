-- Where the movements of the period come from: each file with its hash, and what was entered or posted without one.
SELECT i.import_id, i.operation, i.source, i.file_sha256 AS sha256, i.applied_at, q.movements, q.units, q.cost
FROM (
  SELECT m.import_id, SUM(m.is_counted) AS movements, SUM(m.quantity_milli) AS units,
    COALESCE(SUM(m.value_cost_minor), 0) AS cost
  FROM moves m GROUP BY m.import_id
  HAVING SUM(m.is_counted) > 0 OR SUM(m.value_cost_minor) <> 0
) q LEFT JOIN report_imports i ON i.import_id = q.import_id
ORDER BY CASE WHEN i.import_id IS NULL THEN 1 ELSE 0 END, i.import_id

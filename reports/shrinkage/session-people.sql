-- Who counted in each posted session, in the order of their names, with the lines that they had a hand in.
SELECT q.session, q.counter, CASE WHEN q.place > 1 THEN 1 ELSE 0 END AS is_further, q.lines
FROM (
  SELECT n.session_id, n.session, n.counter, n.lines, ROW_NUMBER() OVER (PARTITION BY n.session_id ORDER BY n.counter) AS place
  FROM (
    SELECT c.session_id, c.session, COALESCE(NULLIF(e.counter, ''), 'not named') AS counter,
      COUNT(DISTINCT e.variant_id) AS lines
    FROM report_count_entries e JOIN counted c ON c.session_id = e.session_id AND c.variant_id = e.variant_id
    WHERE e.superseded_by IS NULL
    GROUP BY c.session_id, c.session, COALESCE(NULLIF(e.counter, ''), 'not named')
  ) n
) q
ORDER BY q.session_id, q.place

SELECT t.findings, t.failing_checks, (SELECT COUNT(*) FROM checks k) AS checks, i.items, i.items - t.faulty_items AS clean_items,
  /* include ratio.sql (part: (i.items - t.faulty_items); whole: i.items) */ AS percent_clean,
  i.left_out, CASE WHEN i.left_out > 0 THEN 1 ELSE 0 END AS has_left_out
FROM (
  SELECT COUNT(*) AS findings, COUNT(DISTINCT f.place) AS failing_checks,
    (SELECT COUNT(DISTINCT n.variant_id) FROM findings n JOIN goods g ON g.variant_id = n.variant_id) AS faulty_items
  FROM findings f
) t CROSS JOIN (
  SELECT COALESCE(SUM(CASE WHEN v.status = 'discontinued' THEN 0 ELSE 1 END), 0) AS items,
    COALESCE(SUM(CASE WHEN v.status = 'discontinued' THEN 1 ELSE 0 END), 0) AS left_out
  FROM report_variants v
) i

-- The ratios of cost to retail of the place and time asked for, of goods valued by the retail method: those that counts were
-- valued with, and in a shop that values so those of the books at the end.
SELECT c.session, v.category, MIN(v.category_name) AS category_name, MIN(c.as_of) AS effective_at, NULL AS cost_minor,
  NULL AS retail_minor, c.complement_micro, COUNT(*) AS lines, 1 AS place
FROM counted q JOIN report_count_lines c ON c.line_id = q.line_id
  JOIN report_variants v ON v.variant_id = c.variant_id
WHERE c.complement_micro IS NOT NULL
GROUP BY c.session, v.category, c.complement_micro
UNION ALL
SELECT 'books' AS session, h.category, h.category_name, h.effective_at, h.cost_minor, h.retail_minor, h.complement_micro,
  NULL AS lines, 2 AS place
FROM report_retail_complements h
WHERE (CAST(:to AS BIGINT) IS NULL OR h.effective_at <= :to)
  AND NOT EXISTS (SELECT 1 FROM report_retail_complements n WHERE n.category_id = h.category_id
    AND n.effective_at > h.effective_at AND (CAST(:to AS BIGINT) IS NULL OR n.effective_at <= :to))
  AND (CAST(:category AS TEXT) IS NULL
    OR h.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))

-- The categories that have others below them, each with all of those; none above the one that was asked for, of which only a part
-- is among the lines.
SELECT g.category, g.category_name, g.lines, g.unknown_cost, g.known_cost, g.net_cost, g.loss_cost, g.gain_cost, g.net_retail,
  g.loss_retail, g.gain_retail
FROM (
  SELECT t.ancestor AS category, MIN(t.ancestor_name) AS category_name, COUNT(*) AS lines,
    /* include parts.sql */,
    /* include loss-sums.sql */
  FROM chosen c JOIN report_category_tree t ON t.category = c.category
  WHERE EXISTS (SELECT 1 FROM report_category_tree k WHERE k.ancestor = t.ancestor AND k.category <> t.ancestor)
    AND (CAST(:category AS TEXT) IS NULL
      OR t.ancestor IN (SELECT a.category FROM report_category_tree a WHERE a.ancestor = :category))
  GROUP BY t.ancestor
) g
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, g.category

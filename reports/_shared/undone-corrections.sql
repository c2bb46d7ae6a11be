-- The corrections of count lines that add up to nothing, because what came after the count was undone. For reports of shops that
-- include it; those that ship look each movement up with is-undone-correction.sql.
SELECT u.movement_id FROM report_count_restatements u
WHERE u.line_id IN (
  SELECT z.line_id FROM report_count_restatements z GROUP BY z.line_id HAVING SUM(z.restated_milli) = 0)

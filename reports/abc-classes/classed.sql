-- An item is of class A as long as those before it make less than the share of A: the one that crosses the line belongs to it.
-- Shares are of the whole, in ten-thousandths of a percent; beyond 9,000,000,000,000 they are not computed.
SELECT r.variant_id, r.units, r.amount, r.lines, r.left_out_lines, r.place, r.total,
  CASE WHEN r.amount IS NULL THEN 'not known' WHEN r.amount <= 0 THEN 'C' WHEN r.total > 9000000000000 THEN 'not known'
    WHEN (r.cumulated - r.amount) * 1000000 < r.total * :a THEN 'A'
    WHEN (r.cumulated - r.amount) * 1000000 < r.total * :b THEN 'B' ELSE 'C' END AS class,
  /* include ratio.sql (part: r.amount; whole: r.total) */ AS share,
  CASE WHEN r.amount IS NOT NULL THEN /* include ratio.sql (part: r.cumulated; whole: r.total) */ END AS cumulated_share
FROM ranked r

-- Month by month in the shop's time zone; net sales of the month as the denominator.
SELECT m.month, COALESCE(g.lines, 0) AS lines, COALESCE(g.unknown_cost, CASE WHEN g.month IS NULL THEN 0 END) AS unknown_cost,
  COALESCE(g.known_cost, CASE WHEN g.month IS NULL THEN 0 END) AS known_cost,
  COALESCE(g.net_cost, CASE WHEN g.month IS NULL THEN 0 END) AS net_cost,
  COALESCE(g.loss_cost, CASE WHEN g.month IS NULL THEN 0 END) AS loss_cost,
  COALESCE(g.gain_cost, CASE WHEN g.month IS NULL THEN 0 END) AS gain_cost,
  COALESCE(g.net_retail, CASE WHEN g.month IS NULL THEN 0 END) AS net_retail,
  COALESCE(g.loss_retail, CASE WHEN g.month IS NULL THEN 0 END) AS loss_retail,
  COALESCE(g.gain_retail, CASE WHEN g.month IS NULL THEN 0 END) AS gain_retail,
  CASE WHEN :denominator <> 'book-stock' THEN n.amount END AS denominator,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
    /* include ratio.sql (part: g.percent_loss; whole: n.amount) */
    WHEN :denominator = 'cost-of-goods-sold' THEN /* include ratio.sql (part: g.net_cost; whole: n.amount) */ END AS percent
FROM months m LEFT JOIN (
  SELECT x.month, COUNT(*) AS lines,
    /* include parts.sql */,
    /* include loss-sums.sql */,
    /* include percent-loss.sql */
  FROM chosen c JOIN months x ON c.effective_at >= x.starts_at AND c.effective_at <= x.ends_at GROUP BY x.month
) g ON g.month = m.month LEFT JOIN (
  SELECT x.month, SUM(b.amount_minor) AS amount
  FROM base b JOIN months x ON b.effective_at >= x.starts_at AND b.effective_at <= x.ends_at GROUP BY x.month
) n ON n.month = m.month
ORDER BY m.month

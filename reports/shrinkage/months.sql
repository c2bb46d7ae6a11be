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
  CASE WHEN :denominator = 'net-sales' THEN CASE WHEN n.amount > 0 AND ABS(g.net_retail) < 9000000000000 THEN
    CASE WHEN g.net_retail < 0 THEN -((-g.net_retail * 1000000 + n.amount / 2) / n.amount)
      ELSE (g.net_retail * 1000000 + n.amount / 2) / n.amount END END
    WHEN :denominator = 'cost-of-goods-sold' THEN CASE WHEN n.amount > 0 AND ABS(g.net_cost) < 9000000000000 THEN
    CASE WHEN g.net_cost < 0 THEN -((-g.net_cost * 1000000 + n.amount / 2) / n.amount)
      ELSE (g.net_cost * 1000000 + n.amount / 2) / n.amount END END END AS percent
FROM months m LEFT JOIN (
  SELECT x.month, COUNT(*) AS lines,
    CASE WHEN COUNT(CASE WHEN c.part = 'unknown' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'unknown' THEN c.loss_cost_minor END) END AS unknown_cost,
    CASE WHEN COUNT(CASE WHEN c.part = 'known' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'known' THEN c.loss_cost_minor END) END AS known_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(SUM(c.loss_cost_minor), 0) END AS net_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(SUM(CASE WHEN c.loss_cost_minor > 0 THEN c.loss_cost_minor END), 0) END AS loss_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(-SUM(CASE WHEN c.loss_cost_minor < 0 THEN c.loss_cost_minor END), 0) END AS gain_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(SUM(c.loss_retail_minor), 0) END AS net_retail,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(SUM(CASE WHEN c.loss_retail_minor > 0 THEN c.loss_retail_minor END), 0) END AS loss_retail,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(-SUM(CASE WHEN c.loss_retail_minor < 0 THEN c.loss_retail_minor END), 0) END AS gain_retail
  FROM chosen c JOIN months x ON c.effective_at >= x.starts_at AND c.effective_at <= x.ends_at GROUP BY x.month
) g ON g.month = m.month LEFT JOIN (
  SELECT x.month, SUM(b.amount_minor) AS amount
  FROM base b JOIN months x ON b.effective_at >= x.starts_at AND b.effective_at <= x.ends_at GROUP BY x.month
) n ON n.month = m.month
ORDER BY m.month

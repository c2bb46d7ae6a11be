-- The net loss of a group g as a share of the denominator n: of net sales at retail, of the others at cost.
CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
  CASE WHEN n.amount > 0 AND ABS(g.percent_loss) < 9000000000000 THEN
  CASE WHEN g.percent_loss < 0 THEN -((-g.percent_loss * 1000000 + n.amount / 2) / n.amount)
    ELSE (g.percent_loss * 1000000 + n.amount / 2) / n.amount END END
  ELSE CASE WHEN n.amount > 0 AND ABS(g.net_cost) < 9000000000000 THEN
  CASE WHEN g.net_cost < 0 THEN -((-g.net_cost * 1000000 + n.amount / 2) / n.amount)
    ELSE (g.net_cost * 1000000 + n.amount / 2) / n.amount END END END

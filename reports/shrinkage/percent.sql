-- The net loss of a group g as a share of the denominator n: of net sales at retail, of the others at cost.
CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
  /* include ratio.sql (part: g.percent_loss; whole: n.amount) */
  ELSE /* include ratio.sql (part: g.net_cost; whole: n.amount) */ END

-- The net loss at retail of a group g as a share of net sales n.
CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
  /* include ratio.sql (part: g.percent_loss; whole: n.amount) */ END

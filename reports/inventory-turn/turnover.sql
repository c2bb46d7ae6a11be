-- Cost of goods sold ÷ average stock, to two decimals, in thousandths; nothing where there was no stock or no cost.
CASE WHEN g.total > 0 AND g.cost >= 0 AND g.cost <= 9000000000000000000 / (n.points * 100 + 1)
  THEN (g.cost * n.points * 100 + g.total / 2) / g.total * 10 END

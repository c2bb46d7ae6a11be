-- Average stock ÷ cost of goods sold × days of the period, to one decimal, in thousandths.
CASE WHEN g.total >= 0 AND g.cost > 0 AND g.cost <= 9000000000000000 AND g.total <= 9000000000000000000 / (n.days * 10 + 1)
  THEN (g.total * n.days * 10 + g.cost * n.points / 2) / (g.cost * n.points) * 100 END

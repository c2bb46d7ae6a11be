-- Average stock ÷ cost of goods sold × days of the period, to one decimal, in thousandths.
CASE WHEN g.total >= 0 AND g.cost BETWEEN 1 AND 9000000000000000
  THEN 100 * /* include product.sql (quantity: g.total; price: n.days * 10; divisor: g.cost * n.points) */ END

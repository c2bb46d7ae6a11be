-- Cost of goods sold ÷ average stock, to two decimals, in thousandths; nothing where there was no stock or no cost.
CASE WHEN g.total > 0 AND g.cost >= 0
  THEN 10 * /* include product.sql (quantity: g.cost; price: n.points * 100; divisor: g.total) */ END

-- The average to one decimal, in thousandths.
CASE WHEN g.timed_lines > 0
  THEN 100 * /* include product.sql (quantity: g.lead_days_sum; price: 10; divisor: g.timed_lines) */ END

-- The sums of each item; NULL where none of its lines is complete.
SELECT l.variant_id, MIN(l.category) AS category, MIN(l.category_name) AS category_name, MIN(l.stock_unit) AS stock_unit,
  SUM(l.sold_milli) AS units, COUNT(*) AS lines, SUM(l.is_complete) AS counted_lines,
  SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor END) AS net_sales,
  SUM(CASE WHEN l.is_complete = 1 THEN l.cost_minor END) AS cost,
  SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor - l.cost_minor END) AS profit,
  SUM(CASE WHEN l.missing = 'price' THEN 1 ELSE 0 END) AS unpriced_lines,
  SUM(CASE WHEN l.missing = 'tax' THEN 1 ELSE 0 END) AS untaxed_lines,
  SUM(CASE WHEN l.missing = 'cost' THEN 1 ELSE 0 END) AS uncosted_lines,
  SUM(CASE WHEN l.missing = 'tax' THEN l.amount_minor END) AS untaxed_sales,
  SUM(CASE WHEN l.missing = 'cost' THEN l.amount_minor END) AS uncosted_sales,
  SUM(l.cost_minor) AS all_cost
FROM lines l GROUP BY l.variant_id

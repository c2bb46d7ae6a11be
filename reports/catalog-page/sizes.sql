-- What there is of each product in every colour and size, in the order of products.sql; the first size of a colour brings
-- its swatch.
SELECT q.product_code, q.colour, c.red, c.green, c.blue,
  CASE WHEN c.red IS NOT NULL AND c.green IS NOT NULL AND c.blue IS NOT NULL THEN 1 ELSE 0 END AS has_shade,
  CASE WHEN q.place = 1 THEN 1 ELSE 0 END AS begins_colour, q.size,
  CASE WHEN :stock = 'left' THEN q.quantity END AS quantity_left, CASE WHEN q.quantity > 0 THEN 1 ELSE 0 END AS is_left
FROM (
  SELECT p.category_name, p.title, w.product_code, w.colour, w.size, w.size_rank, SUM(w.quantity) AS quantity,
    ROW_NUMBER() OVER (PARTITION BY w.product_code, w.colour ORDER BY w.size_rank, w.size) AS place
  FROM left_over w JOIN shown p ON p.product_id = w.product_id WHERE w.colour <> '' AND w.size <> ''
  GROUP BY p.category_name, p.title, w.product_code, w.colour, w.size, w.size_rank
) q LEFT JOIN report_colours c ON c.colour = q.colour
ORDER BY title_order(q.category_name), q.category_name, title_order(q.title), q.title, q.product_code, q.colour, q.size_rank, q.size

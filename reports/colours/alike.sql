-- Each two colours of one family with nearly the same name or shade, the one that came first first.
SELECT q.family, q.colour, q.other, q.colour_id, q.other_id, q.products, q.other_products,
  CASE WHEN q.is_name = 1 AND q.is_shade = 1 THEN 'name and shade' WHEN q.is_name = 1 THEN 'name' ELSE 'shade' END AS likeness
FROM (
  SELECT a.family, a.colour, b.colour AS other, a.colour_id, b.colour_id AS other_id, a.products, b.products AS other_products,
    colours_alike(a.colour, b.colour) AS is_name,
    CASE WHEN a.has_shade = 1 AND b.has_shade = 1 AND ABS(a.red - b.red) <= 3 AND ABS(a.green - b.green) <= 3
      AND ABS(a.blue - b.blue) <= 3 THEN 1 ELSE 0 END AS is_shade
  FROM shades a JOIN shades b ON b.family = a.family AND b.colour_id > a.colour_id
  WHERE a.family <> ''
) q WHERE q.is_name = 1 OR q.is_shade = 1

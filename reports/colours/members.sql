SELECT s.family, s.colour, s.red, s.green, s.blue, s.has_shade, s.products,
  (SELECT MIN(CASE WHEN a.colour = s.colour THEN a.other ELSE a.colour END) FROM alike a
    WHERE a.family = s.family AND (a.colour_id = s.colour_id OR a.other_id = s.colour_id)) AS nearest
FROM shades s ORDER BY CASE WHEN s.family = '' THEN 1 ELSE 0 END, s.family, s.colour

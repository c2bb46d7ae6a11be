SELECT c.colour_id, c.colour, COALESCE(c.family, '') AS family, c.red, c.green, c.blue, c.products,
  CASE WHEN c.red IS NOT NULL AND c.green IS NOT NULL AND c.blue IS NOT NULL THEN 1 ELSE 0 END AS has_shade
FROM report_colours c WHERE CAST(:family AS TEXT) IS NULL OR c.family = :family

-- The stock at each of those moments.
SELECT p.place, p.at, COUNT(k.variant_id) AS holdings, COUNT(k.value_minor) AS valued, SUM(k.value_minor) AS value_minor,
  COUNT(DISTINCT k.variant_id) AS items, COUNT(DISTINCT CASE WHEN k.value_minor IS NULL THEN k.variant_id END) AS unvalued_items
FROM points p LEFT JOIN stock k ON k.place = p.place GROUP BY p.place, p.at

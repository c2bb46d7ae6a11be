-- Places, those with most books first; a page draws twenty thousand of them.
SELECT CASE WHEN COUNT(*) = 1 THEN MIN(COALESCE(c.title, c.isbn, c.listing))
    ELSE MIN(COALESCE(c.title, c.isbn, c.listing)) || ' +' || (COUNT(*) - 1) END AS label,
  c.latitude, c.longitude, COUNT(*) AS books
FROM chosen c WHERE c.latitude IS NOT NULL AND c.longitude IS NOT NULL
GROUP BY c.latitude, c.longitude ORDER BY COUNT(*) DESC, c.latitude, c.longitude LIMIT 20000

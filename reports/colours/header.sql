SELECT (SELECT COUNT(*) FROM shades s) AS colours, (SELECT COUNT(DISTINCT s.family) FROM shades s WHERE s.family <> '') AS families,
  (SELECT COUNT(*) FROM alike a) AS near, (SELECT COUNT(*) FROM shades s WHERE s.family = '') AS without_family,
  (SELECT COUNT(*) FROM shades s WHERE s.has_shade = 0) AS without_shade

SELECT s.family, CASE WHEN s.family = '' THEN 'No family' ELSE s.family END AS family_name, COUNT(*) AS colours
FROM shades s GROUP BY s.family ORDER BY CASE WHEN s.family = '' THEN 1 ELSE 0 END, s.family

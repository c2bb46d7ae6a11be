SELECT m.at AS valid_at, (SELECT MIN(c.ancestor_name) FROM report_category_tree c WHERE c.ancestor = :category) AS category_name,
  t.items, t.reduced, t.unpriced, t.tax
FROM (
  SELECT COUNT(*) AS items, COALESCE(SUM(CASE WHEN p.price < p.regular_price THEN 1 ELSE 0 END), 0) AS reduced,
    COALESCE(SUM(CASE WHEN p.price IS NULL THEN 1 ELSE 0 END), 0) AS unpriced,
    CASE WHEN MIN(p.tax_included) IS NULL THEN 'unknown'
      WHEN MIN(p.tax_included) <> MAX(p.tax_included) THEN 'included in some prices and not in others'
      WHEN MIN(p.tax_included) = 1 THEN 'included' ELSE 'not included' END AS tax
  FROM priced p
) t CROSS JOIN moment m

SELECT (SELECT MIN(i.list_title) FROM report_own_list_items i WHERE i.list = :list) AS list_title,
  (SELECT COUNT(*) FROM report_own_list_items i WHERE i.list = :list AND i.done = 0) AS items,
  (SELECT COUNT(*) FROM stops) AS stores, (SELECT COALESCE(SUM(r.metres), 0) FROM route r) AS metres,
  (SELECT COUNT(*) FROM report_own_list_items i LEFT JOIN report_products p ON p.product_id = i.product_id
    WHERE i.list = :list AND i.done = 0
      AND (p.location_id IS NULL OR p.status <> 'active' OR p.location_id NOT IN (SELECT x.location_id FROM stops x)))
    AS elsewhere

SELECT r.step, p.store, (
    SELECT MIN(c.section_title) FROM report_section_products c
    WHERE c.product_id = p.product_id AND c.location_id = p.location_id) AS section,
  COALESCE(i.title, p.title) AS title, i.quantity_milli AS quantity, i.item_note AS note
FROM report_own_list_items i JOIN report_products p ON p.product_id = i.product_id
  JOIN stops x ON x.location_id = p.location_id LEFT JOIN route r ON r.location_id = p.location_id AND r.step > 0
WHERE i.list = :list AND i.done = 0 AND p.status = 'active'
ORDER BY CASE WHEN r.step IS NULL THEN 1 ELSE 0 END, r.step, section,
  title_order(COALESCE(i.title, p.title)), title

-- What is to be counted, and what to be counted again, by where it stands.
SELECT c.session, v.sku, v.title, v.barcode, MIN(x.section_title) AS place,
  CASE WHEN h.sheet_state = 'recount' THEN 'count again' ELSE 'count' END AS left_to_do,
  CASE WHEN h.sheet_state = 'recount' THEN 1 ELSE 0 END AS is_recount
FROM chosen c JOIN report_count_sheet h ON h.session_id = c.session_id
  JOIN report_variants v ON v.variant_id = h.variant_id
  LEFT JOIN report_section_products x ON x.product_id = v.product_id AND x.location_id = c.location_id
WHERE h.sheet_state IN ('uncounted', 'recount')
GROUP BY c.opened_at, c.session, v.sku, v.title, v.barcode, h.sheet_state
ORDER BY c.opened_at, c.session, CASE WHEN MIN(x.section_title) IS NULL THEN 1 ELSE 0 END,
  title_order(MIN(x.section_title)), MIN(x.section_title), v.sku

-- Products in sections that the location does not have, and products in none.
SELECT x.product_code, COALESCE(x.title, x.product_code) AS title, x.section,
  'not on the list of sections' AS reason
FROM report_section_products x
WHERE x.location = :location AND NOT EXISTS (SELECT 1 FROM placed p WHERE p.section = x.section)
UNION ALL
SELECT p.product_code, COALESCE(p.title, p.product_code) AS title, NULL AS section, 'no section' AS reason
FROM report_products p
WHERE COALESCE(p.status, 'active') = 'active' AND NOT EXISTS (
  SELECT 1 FROM report_section_products x WHERE x.product_id = p.product_id AND x.location = :location)
ORDER BY reason, section, product_code

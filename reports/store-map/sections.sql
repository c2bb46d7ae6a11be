SELECT p.section, COALESCE(p.section_title, p.section) AS section_title, p.is_placed,
  (SELECT COUNT(*) FROM report_section_products x WHERE x.location = :location AND x.section = p.section) AS product_count
FROM placed p ORDER BY p.section

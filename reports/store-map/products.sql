SELECT x.section, x.product_code, COALESCE(x.title, x.product_code) AS title, x.category
FROM report_section_products x JOIN placed p ON p.section = x.section
WHERE x.location = :location ORDER BY title_order(x.section), x.section, title_order(x.title), x.title, x.product_code

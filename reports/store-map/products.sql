SELECT x.section, x.product_code, COALESCE(x.title, x.product_code) AS title, x.category
FROM report_section_products x JOIN placed p ON p.section = x.section
WHERE x.location = :location ORDER BY x.section, x.title, x.product_code

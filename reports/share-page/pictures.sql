SELECT CASE WHEN i.file LIKE 'https://%' OR i.file LIKE 'http://%' THEN i.file
    WHEN i.file LIKE '%:%' THEN NULL ELSE CAST(:base AS TEXT) || i.file END AS file, CAST(i.picture_width AS TEXT) AS width,
  CAST(i.picture_height AS TEXT) AS height
FROM report_pictures i JOIN report_products p ON p.product_id = i.product_id
WHERE p.product_code = :product AND p.status = 'active' AND i.picture_width = (
  SELECT MAX(x.picture_width) FROM report_pictures x
  WHERE x.product_id = i.product_id AND x.position = i.position AND x.picture_width BETWEEN 1 AND 740)
ORDER BY i.position

-- A picture is shown by an address of the web, or by its name below the base; anything else is not an address.
SELECT p.title, p.description, p.brand, s.store_name AS store, s.address, s.opening_hours,
  m.price_minor AS price,
  -- For programs: no separators, and as many decimals as the currency has.
  CASE WHEN m.unit > 1 THEN CAST(m.price_minor / m.unit AS TEXT) || '.'
    || SUBSTR(CAST(m.unit + m.price_minor % m.unit AS TEXT), 2) ELSE CAST(m.price_minor AS TEXT) END AS amount,
  COALESCE(l.likes, 0) AS likes,
  CASE WHEN i.file LIKE 'https://%' OR i.file LIKE 'http://%' THEN i.file
    WHEN i.file LIKE '%:%' THEN NULL ELSE CAST(:base AS TEXT) || i.file END AS picture,
  CAST(i.picture_width AS TEXT) AS picture_width, CAST(i.picture_height AS TEXT) AS picture_height,
  CASE WHEN p.status = 'active' AND COALESCE(s.status, 'active') = 'active' THEN 1 ELSE 0 END AS is_shown
FROM report_products p
  LEFT JOIN (SELECT v.product_id, MIN(r.price_minor) AS price_minor, 1000000000 / MIN(h.cost_divisor) AS unit
    FROM report_variants v JOIN report_prices r ON r.variant_id = v.variant_id CROSS JOIN report_shop h
    WHERE v.product_code = :product AND r.price_type = 'regular'
      AND (r.valid_from IS NULL OR r.valid_from <= :generated_at)
      AND (r.valid_to IS NULL OR r.valid_to >= :generated_at)
    GROUP BY v.product_id) m ON m.product_id = p.product_id
  LEFT JOIN report_stores s ON s.location_id = p.location_id
  LEFT JOIN report_product_likes l ON l.product_id = p.product_id
  LEFT JOIN report_pictures i ON i.product_id = p.product_id AND i.position = (
      SELECT MIN(x.position) FROM report_pictures x WHERE x.product_id = p.product_id AND x.picture_width > 0)
    AND i.picture_width = (
      SELECT MAX(y.picture_width) FROM report_pictures y
      WHERE y.product_id = i.product_id AND y.position = i.position AND y.picture_width <= 1220 AND y.picture_width > 0)
WHERE p.product_code = :product

-- What each variant costs at the moment: the lowest of its regular price, what an event makes of that, and its sale price.
SELECT q.sku, q.title, q.category, q.category_name, q.brand, q.colour, q.size, q.barcode, q.regular_price, q.mark_off, q.event,
  q.event_title, q.sale_price, q.tax_included,
  CASE WHEN q.event_price IS NULL AND q.sale_price IS NULL THEN q.regular_price
    WHEN q.event_price IS NULL THEN CASE WHEN q.sale_price < COALESCE(q.regular_price, q.sale_price + 1) THEN q.sale_price
      ELSE q.regular_price END
    WHEN q.sale_price IS NULL OR q.event_price <= q.sale_price THEN q.event_price
    ELSE q.sale_price END AS price
FROM (
  SELECT v.sku, v.title, v.category, v.category_name, v.brand, v.colour, v.size, v.barcode, r.price_minor AS regular_price,
    CASE WHEN o.price_minor < r.price_minor THEN o.mark_off END AS mark_off,
    CASE WHEN o.price_minor < r.price_minor THEN o.event END AS event,
    CASE WHEN o.price_minor < r.price_minor THEN o.event_title END AS event_title,
    CASE WHEN o.price_minor < r.price_minor THEN o.price_minor END AS event_price,
    s.price_minor AS sale_price, COALESCE(r.tax_included, s.tax_included) AS tax_included
  FROM report_variants v
    LEFT JOIN valid r ON r.variant_id = v.variant_id AND r.price_type = 'regular'
    LEFT JOIN valid s ON s.variant_id = v.variant_id AND s.price_type = 'sale'
    LEFT JOIN offers o ON o.price_id = r.price_id
  WHERE COALESCE(v.status, 'active') = 'active'
    AND (CAST(:category AS TEXT) IS NULL OR v.category_id IN (
      SELECT t.category_id FROM report_category_tree t WHERE t.ancestor = :category))
) q

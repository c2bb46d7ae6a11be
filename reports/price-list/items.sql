SELECT p.sku, p.title, p.colour, p.size, p.barcode, p.category, p.regular_price, p.mark_off, p.event_title AS event, p.sale_price,
  p.price, CASE WHEN p.price < p.regular_price THEN 1 ELSE 0 END AS is_reduced
FROM priced p ORDER BY title_order(p.category), p.category, title_order(p.title), p.sku

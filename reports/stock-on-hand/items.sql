SELECT h.location, h.category, h.sku, h.title, h.barcode, h.quantity_milli AS quantity, h.stock_unit,
  CASE WHEN h.quantity_milli < 0 THEN 1 ELSE 0 END AS is_negative, h.unit_cost_micro AS unit_cost, h.cost_source,
  h.value_cost_minor AS value_cost, h.price_minor AS price, h.value_retail_minor AS value_retail
FROM on_hand h ORDER BY h.location, h.category, h.sku

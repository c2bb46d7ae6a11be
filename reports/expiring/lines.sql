SELECT w.expires_on, w.days_left, w.sku, w.title, w.category_name, w.lot, w.location, w.remaining_milli AS remaining,
  w.stock_unit, w.unit_cost_micro AS unit_cost, w.value_cost_minor AS value_cost
FROM valued w ORDER BY w.expires_on, w.sku, w.location, w.lot

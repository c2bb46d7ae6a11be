SELECT n.supplier, n.sku, n.title, n.supplier_code, n.barcode, n.on_hand_milli AS on_hand, n.on_order_milli AS on_order,
  n.reorder_point_milli AS reorder_point, n.order_up_to_milli AS order_up_to, n.sold_milli AS sold,
  n.daily_milli AS daily_sales, n.suggested_milli AS suggested_units, n.order_quantity_milli AS order_quantity, n.order_unit,
  n.pack_milli AS pack_size, n.unit_cost_micro AS unit_cost, n.currency, n.cost_minor AS line_cost, n.reason
FROM needs n WHERE n.supplier IS NOT NULL
ORDER BY n.supplier, n.sku

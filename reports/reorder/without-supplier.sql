SELECT n.sku, n.title, n.barcode, n.on_hand_milli AS on_hand, n.on_order_milli AS on_order,
  n.reorder_point_milli AS reorder_point, n.order_up_to_milli AS order_up_to, n.sold_milli AS sold,
  n.daily_milli AS daily_sales, n.suggested_milli AS suggested_units, n.reason
FROM needs n WHERE n.supplier IS NULL
ORDER BY n.sku

SELECT r.supplier, r.order_number, r.line, COALESCE(r.supplier_code, i.supplier_code) AS supplier_code, v.sku,
  (SELECT CASE b.symbology WHEN 'upc-e' THEN SUBSTR(b.canonical, 3) WHEN 'isbn-10' THEN SUBSTR(b.canonical, 2)
      ELSE b.barcode END
    FROM report_barcodes b WHERE b.variant_id = r.variant_id AND b.symbology <> 'in-store'
    ORDER BY CASE WHEN COALESCE(b.pack_milli, 1000) = 1000 THEN 0 ELSE 1 END, b.barcode_id LIMIT 1) AS gtin,
  v.title, r.order_quantity_milli AS quantity,
  COALESCE(r.order_unit, CASE WHEN r.pack_milli = i.pack_milli THEN i.order_unit END) AS order_unit, r.pack_milli AS pack_size,
  CASE WHEN r.pack_milli <> 1000 THEN r.ordered_milli END AS units, v.stock_unit,
  CASE WHEN r.cancelled_milli > 0 THEN CASE r.state WHEN 'refused' THEN 'refused by the supplier' ELSE 'cancelled' END
    END AS status,
  CASE WHEN r.cancelled_milli > 0 THEN r.cancelled_milli END AS cancelled,
  /* include product.sql (quantity: r.pack_milli; price: r.unit_cost_micro; divisor: 1000) */ AS order_unit_price,
  r.unit_cost_micro AS unit_cost, r.currency, r.amount_minor AS amount
FROM ordered r JOIN report_variants v ON v.variant_id = r.variant_id
  LEFT JOIN report_supplier_items i ON i.supplier = r.supplier AND i.variant_id = r.variant_id
ORDER BY r.order_line_id

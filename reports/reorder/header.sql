SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name,
  COALESCE(:at, :generated_at) - :days * 86400000 AS sold_from, COALESCE(:at, :generated_at) AS sold_to,
  t.items, t.suppliers, t.at_point, t.sells_out, t.unpriced_items, t.without_supplier,
  CASE WHEN t.without_supplier > 0 THEN 1 ELSE 0 END AS has_without_supplier
FROM (
  SELECT COUNT(n.supplier) AS items, COUNT(DISTINCT n.supplier) AS suppliers,
    COALESCE(SUM(CASE WHEN n.supplier IS NOT NULL AND n.reorder_point_milli IS NOT NULL THEN 1 ELSE 0 END), 0) AS at_point,
    COALESCE(SUM(CASE WHEN n.supplier IS NOT NULL AND n.reorder_point_milli IS NULL THEN 1 ELSE 0 END), 0) AS sells_out,
    COALESCE(SUM(CASE WHEN n.supplier IS NOT NULL AND n.cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_items,
    COALESCE(SUM(CASE WHEN n.supplier IS NULL THEN 1 ELSE 0 END), 0) AS without_supplier
  FROM needs n
) t

-- The order that is asked for, else the latest one. A number that several suppliers have says nothing without the supplier.
SELECT q.order_id
FROM (
  SELECT o.order_id, COUNT(*) OVER () AS orders,
    ROW_NUMBER() OVER (ORDER BY COALESCE(o.ordered_on, '') DESC, o.order_id DESC) AS place
  FROM report_order_numbers o
  WHERE (CAST(:supplier AS TEXT) IS NULL OR o.supplier = :supplier)
    AND (CAST(:order AS TEXT) IS NULL OR o.order_number = :order)
) q
WHERE q.place = 1 AND (CAST(:order AS TEXT) IS NULL OR q.orders = 1)

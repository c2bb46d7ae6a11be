-- The stores that have something of what is open on the list.
SELECT s.location_id, s.store, s.latitude, s.longitude FROM report_stores s
WHERE s.status = 'active' AND s.location_id IN (
  SELECT p.location_id FROM report_own_list_items i JOIN report_products p ON p.product_id = i.product_id
  WHERE i.list = :list AND i.done = 0 AND p.status = 'active')

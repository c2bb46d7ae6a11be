-- Of each check as many as are asked for, by SKU.
SELECT k.check_code, CASE WHEN n.position = 1 THEN 1 ELSE 0 END AS is_first, k.finding, n.sku, n.title, n.subject,
  n.detail_count, n.detail, n.detail_of, n.quantity, n.price, n.cost, k.what_to_do
FROM (
  SELECT f.place, v.sku, v.title, f.subject, f.detail_count, f.detail, f.detail_of, f.quantity, f.price, f.cost,
    ROW_NUMBER() OVER (PARTITION BY f.place ORDER BY v.sku, f.subject, f.detail, f.detail_of) AS position
  FROM findings f LEFT JOIN report_variants v ON v.variant_id = f.variant_id
) n JOIN checks k ON k.place = n.place
WHERE (:each = 0 OR n.position <= :each) AND (:check = 'all' OR k.check_code = :check)
ORDER BY n.place, n.position

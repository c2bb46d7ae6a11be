-- In the order of their amounts, those of one amount in the order of their SKU. What is below zero takes nothing from the whole.
SELECT m.variant_id, v.sku, m.units, m.amount, m.lines, m.left_out_lines,
  ROW_NUMBER() OVER (ORDER BY CASE WHEN m.amount IS NULL THEN 1 ELSE 0 END, m.amount DESC, v.sku) AS place,
  SUM(CASE WHEN m.amount > 0 THEN m.amount ELSE 0 END) OVER (
    ORDER BY CASE WHEN m.amount IS NULL THEN 1 ELSE 0 END, m.amount DESC, v.sku ROWS UNBOUNDED PRECEDING) AS cumulated,
  SUM(CASE WHEN m.amount > 0 THEN m.amount ELSE 0 END) OVER () AS total
FROM measured m JOIN report_variants v ON v.variant_id = m.variant_id

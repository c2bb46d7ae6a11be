-- What the sales d of a group come to: nothing without any, NULL where none of them has a price, or none a tax rate.
SUM(CASE WHEN d.sold_milli > 0 THEN 1 ELSE 0 END) AS sale_lines,
SUM(CASE WHEN d.sold_milli < 0 THEN 1 ELSE 0 END) AS return_lines,
CASE WHEN COUNT(d.sold_milli) = 0 OR COUNT(d.amount_minor) > 0
  THEN COALESCE(SUM(CASE WHEN d.sold_milli > 0 THEN d.amount_minor END), 0) END AS gross_sales,
CASE WHEN COUNT(d.sold_milli) = 0 OR COUNT(d.amount_minor) > 0
  THEN COALESCE(-SUM(CASE WHEN d.sold_milli < 0 THEN d.amount_minor END), 0) END AS returns,
CASE WHEN COUNT(d.sold_milli) = 0 OR COUNT(d.amount_minor) > 0 THEN COALESCE(SUM(d.amount_minor), 0) END AS net_sales,
CASE WHEN COUNT(d.sold_milli) = 0 OR COUNT(d.tax_minor) > 0 THEN COALESCE(SUM(d.tax_minor), 0) END AS tax,
SUM(CASE WHEN d.sold_milli IS NOT NULL AND d.amount_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines

SELECT d.stock_unit, COALESCE(SUM(CASE WHEN d.sold_milli > 0 THEN d.sold_milli END), 0) AS sold_units,
  COALESCE(-SUM(CASE WHEN d.sold_milli < 0 THEN d.sold_milli END), 0) AS returned_units, SUM(d.sold_milli) AS net_units
FROM placed d
GROUP BY d.stock_unit ORDER BY d.stock_unit

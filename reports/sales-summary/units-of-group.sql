-- Units of different kinds are not added up.
CASE WHEN COUNT(d.sold_milli) = 0 OR MIN(d.stock_unit) = MAX(d.stock_unit) THEN COALESCE(SUM(d.sold_milli), 0) END AS net_units,
CASE WHEN MIN(d.stock_unit) = MAX(d.stock_unit) THEN MIN(d.stock_unit)
  WHEN COUNT(d.sold_milli) > 0 THEN 'mixed units' END AS stock_unit

-- Gross profit of net sales in the group g; nothing where nothing was sold for more than nothing.
CASE WHEN g.net_sales > 0 AND ABS(g.profit) < 9000000000000 THEN
  CASE WHEN g.profit < 0 THEN -((-g.profit * 1000000 + g.net_sales / 2) / g.net_sales)
    ELSE (g.profit * 1000000 + g.net_sales / 2) / g.net_sales END END

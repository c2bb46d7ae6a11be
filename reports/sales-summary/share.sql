-- The share of the group g of all net sales n.
CASE WHEN n.net_sales > 0 AND ABS(g.net_sales) < 9000000000000 THEN
  CASE WHEN g.net_sales < 0 THEN -((-g.net_sales * 1000000 + n.net_sales / 2) / n.net_sales)
    ELSE (g.net_sales * 1000000 + n.net_sales / 2) / n.net_sales END END

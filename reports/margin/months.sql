SELECT g.month, g.net_sales, g.cost AS cost_of_goods_sold, g.profit AS gross_profit,
  /* include margin.sql */ AS gross_margin,
  g.left_out_lines, CASE WHEN g.left_out_lines > 0 THEN 1 ELSE 0 END AS has_left_out
FROM monthly g ORDER BY g.month

COUNT(*) AS items, SUM(b.net_sales) AS net_sales, SUM(b.cost) AS cost, SUM(b.profit) AS profit,
SUM(b.lines - b.counted_lines) AS left_out_lines

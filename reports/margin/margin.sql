-- Gross profit of net sales in the group g; nothing where nothing was sold for more than nothing.
/* include ratio.sql (part: g.profit; whole: g.net_sales) */

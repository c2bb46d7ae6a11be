-- The share of the group g of all net sales n.
/* include ratio.sql (part: g.net_sales; whole: n.net_sales) */

-- The share of the group g of all gross profit n.
/* include ratio.sql (part: g.profit; whole: n.profit) */

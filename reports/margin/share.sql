-- The share of the group g of all gross profit n.
CASE WHEN n.profit > 0 AND ABS(g.profit) < 9000000000000 THEN
  CASE WHEN g.profit < 0 THEN -((-g.profit * 1000000 + n.profit / 2) / n.profit)
    ELSE (g.profit * 1000000 + n.profit / 2) / n.profit END END

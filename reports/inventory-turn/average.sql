-- The average of the n moments, of the group g: rounded once.
CASE WHEN g.total < 0 THEN -((-g.total + n.points / 2) / n.points) ELSE (g.total + n.points / 2) / n.points END

-- The unknown and the known losses at cost of the lines c of a group; NULL where no line of the part has a value.
CASE WHEN COUNT(CASE WHEN c.part = 'unknown' THEN 1 END) = 0 THEN 0
  ELSE SUM(CASE WHEN c.part = 'unknown' THEN c.loss_cost_minor END) END AS unknown_cost,
CASE WHEN COUNT(CASE WHEN c.part = 'known' THEN 1 END) = 0 THEN 0
  ELSE SUM(CASE WHEN c.part = 'known' THEN c.loss_cost_minor END) END AS known_cost

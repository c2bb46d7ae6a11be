-- The net loss of the lines c of a group that percentages at retail are reckoned with; NULL where no line of it is known.
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.percent_retail_minor) > 0
  THEN COALESCE(SUM(c.percent_retail_minor), 0) END AS percent_loss

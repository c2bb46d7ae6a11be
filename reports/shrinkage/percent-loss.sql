-- The net loss of the lines c of a group used in percentages at retail; NULL where no line of it is known.
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.percent_retail_minor) > 0
  THEN COALESCE(SUM(c.percent_retail_minor), 0) END AS percent_loss

-- Net, gross loss and gross gain of the lines c of a group: nothing without lines, NULL where no line has a value.
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
  THEN COALESCE(SUM(c.loss_cost_minor), 0) END AS net_cost,
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
  THEN COALESCE(SUM(CASE WHEN c.loss_cost_minor > 0 THEN c.loss_cost_minor END), 0) END AS loss_cost,
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
  THEN COALESCE(-SUM(CASE WHEN c.loss_cost_minor < 0 THEN c.loss_cost_minor END), 0) END AS gain_cost,
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
  THEN COALESCE(SUM(c.loss_retail_minor), 0) END AS net_retail,
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
  THEN COALESCE(SUM(CASE WHEN c.loss_retail_minor > 0 THEN c.loss_retail_minor END), 0) END AS loss_retail,
CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
  THEN COALESCE(-SUM(CASE WHEN c.loss_retail_minor < 0 THEN c.loss_retail_minor END), 0) END AS gain_retail

CASE WHEN g.ordered > 0 AND g.received <= 9000000000000 THEN (g.received * 1000000 + g.ordered / 2) / g.ordered END
  AS fill_rate,
CASE WHEN g.done_lines > 0 THEN (g.full_lines * 1000000 + g.done_lines / 2) / g.done_lines END AS in_full_rate,
g.dated_lines, g.on_time_lines,
CASE WHEN g.dated_lines > 0 THEN (g.on_time_lines * 1000000 + g.dated_lines / 2) / g.dated_lines END AS on_time_rate,
CASE WHEN g.dated_lines > 0 THEN (g.on_time_in_full_lines * 1000000 + g.dated_lines / 2) / g.dated_lines END
  AS on_time_in_full_rate,
g.overdue_lines, CASE WHEN g.overdue_lines > 0 THEN 1 ELSE 0 END AS has_overdue

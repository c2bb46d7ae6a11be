/* include ratio.sql (part: g.received; whole: g.ordered) */
  AS fill_rate,
/* include ratio.sql (part: g.full_lines; whole: g.done_lines) */ AS in_full_rate,
g.dated_lines, g.on_time_lines,
/* include ratio.sql (part: g.on_time_lines; whole: g.dated_lines) */ AS on_time_rate,
/* include ratio.sql (part: g.on_time_in_full_lines; whole: g.dated_lines) */
  AS on_time_in_full_rate,
g.overdue_lines, CASE WHEN g.overdue_lines > 0 THEN 1 ELSE 0 END AS has_overdue

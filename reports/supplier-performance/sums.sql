-- What the lines j of a group come to; rates are of lines that are done, those of time of the ones that had a day.
COUNT(*) AS lines, COALESCE(SUM(j.is_done), 0) AS done_lines, COALESCE(SUM(j.is_full), 0) AS full_lines,
COALESCE(SUM(CASE WHEN j.is_done = 1 THEN j.ordered_milli ELSE 0 END), 0) AS ordered,
COALESCE(SUM(CASE WHEN j.is_done = 1 THEN j.filled_milli ELSE 0 END), 0) AS received,
COUNT(j.is_on_time) AS dated_lines, COALESCE(SUM(j.is_on_time), 0) AS on_time_lines,
COALESCE(SUM(j.is_on_time * j.is_full), 0) AS on_time_in_full_lines, COALESCE(SUM(j.is_overdue), 0) AS overdue_lines,
COUNT(j.lead_days) AS timed_lines, SUM(j.lead_days) AS lead_days_sum

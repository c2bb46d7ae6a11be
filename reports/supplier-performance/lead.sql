-- The average to one decimal, in thousandths.
CASE WHEN g.timed_lines > 0 THEN CASE WHEN g.lead_days_sum < 0
    THEN -((-g.lead_days_sum * 10 + g.timed_lines / 2) / g.timed_lines)
    ELSE (g.lead_days_sum * 10 + g.timed_lines / 2) / g.timed_lines END * 100 END

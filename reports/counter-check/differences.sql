SELECT c.subject_kind, c.subject, c.counter AS counter_name, c.stated, c.counted, c.stated - c.counted AS difference
FROM report_counters c WHERE c.stated <> c.counted
ORDER BY c.subject_kind, c.subject, c.counter

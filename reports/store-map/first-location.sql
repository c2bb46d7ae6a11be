SELECT MIN(s.location) AS location FROM report_sections s

SELECT j.entry, j.session, j.reason, j.reason_name, j.lines, j.debit, j.credit, j.net, j.restated, j.unvalued
FROM journal j ORDER BY j.session_id, j.reason

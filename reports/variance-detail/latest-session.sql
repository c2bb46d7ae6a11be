SELECT s.session FROM report_count_sessions s WHERE s.state = 'posted'
ORDER BY s.posted_at DESC, s.session_id DESC LIMIT 1

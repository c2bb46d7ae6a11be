SELECT k.check_code, k.finding, COALESCE(t.findings, 0) AS findings, CASE WHEN t.findings > 0 THEN 0 ELSE 1 END AS is_clean,
  k.what_to_do
FROM checks k LEFT JOIN (SELECT f.place, COUNT(*) AS findings FROM findings f GROUP BY f.place) t ON t.place = k.place
ORDER BY k.place

SELECT (SELECT l.location_name FROM report_locations l WHERE l.location = :location) AS location_name, t.sections,
  t.placed, t.sections - t.placed AS unplaced, CASE WHEN t.placed > 0 THEN 1 ELSE 0 END AS has_map,
  COALESCE(t.min_x, 0) - t.edge AS view_x, COALESCE(t.min_y, 0) - t.edge AS view_y,
  COALESCE(t.max_x - t.min_x, 1) + 2 * t.edge AS view_width, COALESCE(t.max_y - t.min_y, 1) + 2 * t.edge AS view_height,
  t.edge AS text_size,
  (SELECT COUNT(*) FROM report_products p WHERE COALESCE(p.status, 'active') = 'active' AND NOT EXISTS (
    SELECT 1 FROM report_section_products x WHERE x.product_id = p.product_id AND x.location = :location)) AS without_section
FROM (
  SELECT COUNT(*) AS sections, COALESCE(SUM(p.is_placed), 0) AS placed,
    MIN(CASE WHEN p.is_placed = 1 THEN p.map_x END) AS min_x, MIN(CASE WHEN p.is_placed = 1 THEN p.map_y END) AS min_y,
    MAX(CASE WHEN p.is_placed = 1 THEN p.map_x + p.map_width END) AS max_x,
    MAX(CASE WHEN p.is_placed = 1 THEN p.map_y + p.map_height END) AS max_y,
    COALESCE(MAX(CASE WHEN p.is_placed = 1 THEN p.map_x + p.map_width END)
      - MIN(CASE WHEN p.is_placed = 1 THEN p.map_x END), 40) / 40 + 1 AS edge
  FROM placed p
) t

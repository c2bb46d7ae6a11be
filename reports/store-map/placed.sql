-- The sections of the location, and whether they have a place on the map.
SELECT s.section, s.section_title, s.map_x, s.map_y, s.map_width, s.map_height,
  CASE WHEN s.map_x IS NOT NULL AND s.map_y IS NOT NULL AND s.map_width > 0 AND s.map_height > 0 THEN 1 ELSE 0 END AS is_placed
FROM report_sections s WHERE s.location = :location

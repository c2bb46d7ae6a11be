SELECT p.section, COALESCE(p.section_title, p.section) AS section_title, p.map_x, p.map_y, p.map_width, p.map_height,
  p.map_x + p.map_width / 2 AS text_x, p.map_y + p.map_height / 2 AS text_y
FROM placed p WHERE p.is_placed = 1 ORDER BY p.section

extension ReportingViews {
  /// The views of products as customers know them, and of where they stand in a store.
  static let floor: [(name: String, summary: String, sql: String)] = [
    (
      "report_sections",
      "The numbered sections of each location, with their place on its map in the units of that; NULL where they have none.",
      """
      SELECT l.code AS location, s.section, s.title AS section_title, s.map_x, s.map_y, s.map_width, s.map_height
      FROM sections s JOIN locations l ON l.id = s.location_id
      """
    ),
    (
      "report_section_products", "Which product stands in which section; the section need not be one that is listed.",
      """
      SELECT l.code AS location, x.location_id, x.section, COALESCE(n.title, x.section) AS section_title, p.id AS product_id, p.code AS product_code, p.title, c.code AS category
      FROM section_products x JOIN locations l ON l.id = x.location_id JOIN products p ON p.id = x.product_id
        LEFT JOIN categories c ON c.id = p.category_id
        LEFT JOIN sections n ON n.location_id = x.location_id AND n.section = x.section
      """
    ),
  ]
}

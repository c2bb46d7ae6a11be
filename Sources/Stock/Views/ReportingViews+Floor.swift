internal import RetailValues

extension ReportingViews {
  /// The views of products as customers know them, and of their positions in a store.
  static let floor: [ReportingView] = [
    ReportingView(
      "report_sections", rows: .places,
      columns: [
        .places: ["location", "section", "section_title", "map_x", "map_y", "map_width", "map_height"]
      ],
      "The numbered sections of each location, with their place on its map in the units of that; NULL where they have none.",
      """
      SELECT l.code AS location, s.section, s.title AS section_title, s.map_x, s.map_y, s.map_width, s.map_height
      FROM sections s JOIN locations l ON l.id = s.location_id
      """
    ),
    ReportingView(
      "report_section_products", rows: .catalog,
      columns: [
        .catalog: [
          "location", "location_id", "section", "section_title", "product_id", "product_code", "title", "category",
        ]
      ],
      "Which product is in which section; the section need not be one that is listed.",
      """
      SELECT l.code AS location, x.location_id, x.section, COALESCE(n.title, x.section) AS section_title, p.id AS product_id, p.code AS product_code, p.title, c.code AS category
      FROM section_products x JOIN locations l ON l.id = x.location_id JOIN products p ON p.id = x.product_id
        LEFT JOIN categories c ON c.id = p.category_id
        LEFT JOIN sections n ON n.location_id = x.location_id AND n.section = x.section
      """
    ),
  ]
}

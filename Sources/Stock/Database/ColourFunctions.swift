internal import GRDB
internal import RetailValues

/// SQL functions about colours, on every connection to a shop; reports may call them too.
enum ColourFunctions {
  /// `colours_alike(name, name)`: 1 where two names are probably one colour's.
  static let alike = DatabaseFunction("colours_alike", argumentCount: 2, pure: true) { values in
    guard let one = String.fromDatabaseValue(values[0]), let other = String.fromDatabaseValue(values[1]) else {
      return nil
    }
    return ColourLikeness.areAlike(one, other) ? 1 : 0
  }

  /// SQL for whether two shades look the same; NULL where one is not given.
  static func isSameShade(_ one: (red: String, green: String, blue: String), _ other: String) -> String {
    [(one.red, "red"), (one.green, "green"), (one.blue, "blue")].map {
      "ABS(\($0.0) - \(other).\($0.1)) <= \(ColourLikeness.shadeTolerance)"
    }.joined(separator: " AND ")
  }

  /// The view of colours.
  static let views: [ReportingView] = [
    ReportingView(
      "report_colours", rows: .catalog,
      columns: [.catalog: ["colour_id", "colour", "family", "red", "green", "blue", "products"]],
      """
      Each colour with its family and shade; products counts those that have stock-keeping variants or are said to come in it.
      """,
      """
      SELECT c.id AS colour_id, c.code AS colour, c.family, c.red, c.green, c.blue,
        (SELECT COUNT(*) FROM (SELECT v.product_id FROM variants v WHERE v.colour_id = c.id
          UNION SELECT o.product_id FROM product_colours o WHERE o.colour_id = c.id) u) AS products
      FROM colours c
      """
    )
  ]
}

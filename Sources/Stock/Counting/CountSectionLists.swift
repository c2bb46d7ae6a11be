internal import GRDB

/// How far the list of a section has come: the items of a count's sheet whose products are in that section of the location.
public struct CountSectionProgress: Hashable, Sendable {
  public let section: String
  /// What people read; nil where the section has no title.
  public let title: String?
  /// How many items its list has; 0 where no products are known to be in it.
  public let listed: Int
  /// How many of them somebody counted in the section, zero included.
  public let counted: Int
}

/// The lists of sections, within a transaction.
enum CountSectionList {
  /// SQL for the items of a list, by the arguments `:session` and `:section`.
  ///
  /// - Parameter isWhole: whether the section is the location as a whole, whose list is the sheet.
  static func items(ofWhole isWhole: Bool) -> String {
    let own = "SELECT c.variant_id FROM count_sheet c WHERE c.session_id = :session AND c.section = :section"
    if isWhole { return own }
    return """
      \(own)
      UNION
      SELECT c.variant_id FROM count_sessions s
        JOIN section_products x ON x.location_id = s.location_id AND x.section = :section
        JOIN variants v ON v.product_id = x.product_id
        JOIN count_sheet c ON c.session_id = s.id AND c.variant_id = v.id
      WHERE s.id = :session
      """
  }

  /// The sections that the location of a session is known to have, in the order of a dictionary.
  static func progress(_ database: Database, of session: CountSession) throws -> [CountSectionProgress] {
    try Row.fetchAll(
      database,
      sql: """
        WITH place AS (SELECT location_id AS id FROM count_sessions WHERE id = :session),
          known AS (
            SELECT section FROM sections WHERE location_id = (SELECT id FROM place)
            UNION SELECT section FROM section_products WHERE location_id = (SELECT id FROM place)),
          listed AS (
            SELECT DISTINCT x.section, c.variant_id FROM section_products x
              JOIN variants v ON v.product_id = x.product_id
              JOIN count_sheet c ON c.session_id = :session AND c.variant_id = v.id
            WHERE x.location_id = (SELECT id FROM place)),
          totals AS (
            SELECT i.section, COUNT(*) AS listed, SUM(EXISTS (
              SELECT 1 FROM count_entries e WHERE e.session_id = :session AND e.variant_id = i.variant_id
                AND e.section = i.section AND e.superseded_by IS NULL)) AS counted
            FROM listed i GROUP BY i.section)
        SELECT k.section, n.title, COALESCE(t.listed, 0), COALESCE(t.counted, 0) FROM known k
          LEFT JOIN sections n ON n.location_id = (SELECT id FROM place) AND n.section = k.section
          LEFT JOIN totals t ON t.section = k.section
        ORDER BY title_order(k.section), k.section
        """, arguments: ["session": session.id]
    ).map { CountSectionProgress(section: $0[0], title: $0[1], listed: $0[2], counted: $0[3]) }
  }
}

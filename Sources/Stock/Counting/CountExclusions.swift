internal import GRDB

/// An item that was left out of a count by a decision.
public struct ExcludedCountItem: Hashable, Sendable {
  public let sku: String
  public let title: String
  /// Why it was left out.
  public let note: String
}

extension ShopDatabase {
  /// The items that are left out of a count, by SKU.
  ///
  /// - Throws: ``Problems`` `.notFound` for the session.
  public func excludedItems(of code: String) throws -> [ExcludedCountItem] {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      return try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, COALESCE(v.title, p.title, v.sku), g.note
          FROM count_rulings g JOIN variants v ON v.id = g.variant_id JOIN products p ON p.id = v.product_id
          WHERE g.session_id = ?1 AND g.is_withdrawn = 0 AND g.id IN (
            SELECT MAX(o.id) FROM count_rulings o WHERE o.session_id = ?1 AND o.topic = 'exclusion' GROUP BY o.variant_id)
          ORDER BY v.sku
          """, arguments: [session.id]
      ).map { row in ExcludedCountItem(sku: row[0], title: row[1], note: row[2]) }
    }
  }
}

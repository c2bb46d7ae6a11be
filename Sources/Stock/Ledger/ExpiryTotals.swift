internal import GRDB
public import RetailValues

/// How much in stock has expired, and how much expires soon.
///
/// Lots are counted at each location; an item counts once, whatever the number of its lots. An item of which some lots
/// have expired and others expire soon is in both numbers.
public struct ExpiryTotals: Hashable, Sendable {
  public let expiredItems: Int
  public let expiredLots: Int
  public let expiringItems: Int
  public let expiringLots: Int
}

extension ShopDatabase {
  /// Counts what has expired, and what expires in the days from the given one on.
  ///
  /// - Parameters:
  ///   - today: the first day of those days; what was to be used before it has expired.
  ///   - last: the last of them.
  public func expiryTotals(on today: CalendarDate, through last: CalendarDate) throws -> ExpiryTotals {
    try read { database in
      // The order of the join is kept: from the lots, an item with many of them would be looked through once for each.
      let found = try Row.fetchOne(
        database,
        sql: """
          SELECT COUNT(DISTINCT CASE WHEN t.expires_on < :today THEN b.variant_id END),
            COUNT(CASE WHEN t.expires_on < :today THEN 1 END),
            COUNT(DISTINCT CASE WHEN t.expires_on >= :today THEN b.variant_id END),
            COUNT(CASE WHEN t.expires_on >= :today THEN 1 END)
          FROM lot_balances b CROSS JOIN lots t ON t.id = b.lot_id
          WHERE b.quantity > 0 AND t.expires_on <= :last
          """, arguments: ["today": today.description, "last": last.description])
      guard let row = found else {
        return ExpiryTotals(expiredItems: 0, expiredLots: 0, expiringItems: 0, expiringLots: 0)
      }
      return ExpiryTotals(expiredItems: row[0], expiredLots: row[1], expiringItems: row[2], expiringLots: row[3])
    }
  }
}

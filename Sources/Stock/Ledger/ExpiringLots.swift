internal import GRDB
public import RetailValues

/// The remaining quantity of a lot at a location, with its expiry date.
public struct ExpiringLot: Hashable, Sendable {
  public let variantID: Int64
  public let sku: String
  public let title: String
  public let lot: String
  public let expiresOn: CalendarDate
  /// Code of the location.
  public let location: String
  public let remaining: Quantity
  /// The stock of the item there in all. It is less than the remainder of the lot if more was issued than was booked in.
  public let onHand: Quantity
  /// When a movement of the item was last recorded; the first moment of 1970 if it was not requested.
  public let recordedAt: Timestamp
}

extension ShopDatabase {
  /// Reads the lots with a remaining quantity, those that expire first before the others. They are streamed, so there
  /// may be any number of them.
  ///
  /// - Parameters:
  ///   - last: leaves out lots that expire later; nil for all lots.
  ///   - location: code of a location, nil for all.
  ///   - isDated: whether to return when a movement of each item was last recorded.
  ///   - skip: how many lots are passed over first.
  ///   - limit: the most lots after them; nil for all.
  /// - Throws: ``Problem/Code/notFound`` for a location that does not exist.
  public func expiringLots(
    through last: CalendarDate? = nil, location: String? = nil, isDated: Bool = false, skip: Int = 0,
    limit: Int? = nil,
    _ receive: (ExpiringLot) throws -> Void
  ) throws {
    try read { database in
      var arguments: StatementArguments = [last?.description ?? "9999-12-31"]
      if let location { arguments += [try LocationLookup.id(database, of: location)] }
      arguments += [limit ?? -1, skip]
      // Both sums go once through what they add up, in its own order: an item may have a hundred thousand lots.
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT b.variant_id, v.sku, COALESCE(v.title, p.title, v.sku), t.lot, t.expires_on, l.code, b.quantity, b.on_hand,
            \(isDated ? "r.recorded_at" : "0")
          FROM (
            SELECT variant_id, location_id, lot_id, quantity,
              SUM(quantity) OVER (PARTITION BY variant_id, location_id) AS on_hand
            FROM lot_balances
          ) b JOIN lots t ON t.id = b.lot_id JOIN variants v ON v.id = b.variant_id
            JOIN products p ON p.id = v.product_id JOIN locations l ON l.id = b.location_id
            \(isDated ? "JOIN (\(Self.lastRecorded)) r ON r.variant_id = b.variant_id" : "")
          WHERE t.expires_on <= ? AND b.quantity > 0 \(location == nil ? "" : "AND b.location_id = ?")
          ORDER BY t.expires_on, v.sku, l.code, t.lot LIMIT ? OFFSET ?
          """, arguments: arguments)
      while let row = try rows.next() {
        let day: String = row[4]
        guard let expiresOn = CalendarDate(day) else { continue }
        try receive(
          ExpiringLot(
            variantID: row[0], sku: row[1], title: row[2], lot: row[3], expiresOn: expiresOn, location: row[5],
            remaining: Quantity(scaled: row[6]), onHand: Quantity(scaled: row[7]),
            recordedAt: Timestamp(millisecondsSince1970: row[8])))
      }
    }
  }

  /// How many lots ``expiringLots(through:location:isDated:skip:limit:_:)`` reads without a limit.
  ///
  /// Parameters and errors are the same.
  public func expiringLotCount(through last: CalendarDate? = nil, location: String? = nil) throws -> Int {
    try read { database in
      var arguments: StatementArguments = [last?.description ?? "9999-12-31"]
      if let location { arguments += [try LocationLookup.id(database, of: location)] }
      return try Int.fetchOne(
        database,
        sql: """
          SELECT COUNT(*) FROM lot_balances b JOIN lots t ON t.id = b.lot_id
          WHERE t.expires_on <= ? AND b.quantity > 0 \(location == nil ? "" : "AND b.location_id = ?")
          """, arguments: arguments) ?? 0
    }
  }

  private static let lastRecorded = """
    SELECT variant_id, MAX(recorded_at) AS recorded_at FROM movements
    WHERE variant_id IN (SELECT variant_id FROM lot_balances) GROUP BY variant_id
    """
}

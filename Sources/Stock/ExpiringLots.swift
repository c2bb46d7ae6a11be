public import Catalog
internal import GRDB

/// What is left of a lot at a location, with its last day of use.
public struct ExpiringLot: Hashable, Sendable {
  public let variantID: Int64
  public let sku: String
  public let title: String
  public let lot: String
  public let expiresOn: CalendarDate
  /// Code of the location.
  public let location: String
  public let remaining: Quantity
  /// What is on hand of the item there in all: less than remains of the lot where more left than was booked in.
  public let onHand: Quantity
  /// When the ledger last learnt of the item; the first moment of 1970 where nobody asked.
  public let recordedAt: Timestamp
}

extension ShopDatabase {
  /// The lots of which something is left, those that expire first ahead; streamed, so that it may be any number.
  ///
  /// - Parameters:
  ///   - last: leaves out lots that expire later; nil for none.
  ///   - location: code of a location, nil for all.
  ///   - isDated: whether to say when the ledger last learnt of each item.
  /// - Throws: ``StockError/Code/notFound`` for a location that does not exist.
  public func expiringLots(
    through last: CalendarDate? = nil, location: String? = nil, isDated: Bool = false,
    _ receive: (ExpiringLot) throws -> Void
  ) throws {
    try read { database in
      var arguments: StatementArguments = [last?.description ?? "9999-12-31"]
      if let location { arguments += [try LocationLookup.id(database, of: location)] }
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
          ORDER BY t.expires_on, v.sku, l.code, t.lot
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

  private static let lastRecorded = """
    SELECT variant_id, MAX(recorded_at) AS recorded_at FROM movements
    WHERE variant_id IN (SELECT variant_id FROM lot_balances) GROUP BY variant_id
    """
}

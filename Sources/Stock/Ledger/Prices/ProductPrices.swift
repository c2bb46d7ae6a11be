internal import GRDB
public import RetailValues

/// A sale price of one variant that is valid at some moment.
public struct SalePrice: Hashable, Sendable {
  public let sku: String
  /// Code of the currency (ISO 4217).
  public let currency: String
  public let validFrom: Timestamp
  public let price: Money
}

extension ShopDatabase {
  /// The sale prices of a product's variants that are valid at a moment.
  public func salePrices(ofProduct code: String, at moment: Timestamp) throws -> [SalePrice] {
    try read { database in
      let now = moment.millisecondsSince1970
      return try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, t.currency, t.valid_from, t.price FROM products p JOIN variants v ON v.product_id = p.id
            JOIN prices t ON t.variant_id = v.id AND t.price_type = 'sale'
          WHERE p.code = ? AND t.valid_from <= ? AND (t.valid_to IS NULL OR t.valid_to >= ?)
            AND NOT EXISTS (SELECT 1 FROM prices l WHERE l.variant_id = t.variant_id AND l.price_type = 'sale'
              AND l.currency = t.currency AND l.valid_from > t.valid_from AND l.valid_from <= ?)
          ORDER BY v.id, t.currency
          """, arguments: [code, now, now, now]
      ).compactMap { row in
        guard let currency = Currency(row["currency"] as String) else { return nil }
        return SalePrice(
          sku: row["sku"], currency: currency.code,
          validFrom: Timestamp(millisecondsSince1970: row["valid_from"]),
          price: Money(minorUnits: row["price"], currency: currency))
      }
    }
  }
}

internal import RetailValues
public import Stock
internal import Synchronization

/// New shops for tests: the first of its settings is made, and the others are copies of its file, because tests make
/// thousands of them.
public enum NewShop {
  private static let shops = Mutex<[String: PreparedShop]>([:])

  /// The database of a new shop, as `ShopDatabase.create` makes it.
  public static func make(at path: String, settings: ShopSettings) throws -> ShopDatabase {
    let key = "\(settings.name)\n\(settings.currency.code)\n\(settings.timeZone)\n\(settings.valuation.rawValue)"
    let shop = try shops.withLock { shops in
      if let shop = shops[key] { return shop }
      let shop = try PreparedShop(closing: ShopDatabase.create(at: path, settings: settings))
      shops[key] = shop
      return shop
    }
    return try shop.copy(to: path)
  }
}

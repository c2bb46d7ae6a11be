internal import GRDB

extension ShopDatabase {
  /// The last position that a product has a picture at, 0 when it has none; nil when there is no such product.
  public func lastPicturePosition(of product: String) throws -> Int? {
    try read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT COALESCE((SELECT MAX(position) FROM pictures WHERE product_id = p.id), 0) FROM products p WHERE p.code = ?
          """, arguments: [product])
    }
  }
}

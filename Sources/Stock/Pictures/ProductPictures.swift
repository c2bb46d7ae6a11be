internal import GRDB

extension ShopDatabase {
  /// The last picture position of a product, 0 if it has no pictures; nil if the product does not exist.
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

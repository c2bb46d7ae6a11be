import GRDB
import StockTesting
import Testing

@testable import Stock

/// Items that are looked for by names, as a list of sales has them in place of goods.
@Suite struct ItemNameTests {
  @Test(
    arguments: [
      (["TIP"], true), (["nothing", "Trinkgeld"], true), (["SERVICE"], true), (["nothing", "else"], false), ([], false),
    ] as [([String], Bool)])
  func anItemIsFoundByAnyOfSomeNames(names: [String], isFound: Bool) throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.write { database in
        try database.execute(sql: "INSERT INTO variants (sku, title, product_id) VALUES ('tip', 'Service', 1)")
        try database.execute(sql: "UPDATE products SET title = 'trinkgeld' WHERE id = 1")
      }
      let found = try shop.hasItem(called: names)
      #expect(found == isFound)
    }
  }
}

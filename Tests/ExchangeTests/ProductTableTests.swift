import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import StandardFormats
import Stock
import Testing

/// Products of a table, through a shop and back into both forms.
struct ProductTableTests {
  private static let json = """
    [{"product_id": 9, "name": "Canvas Bag", "description": "Two\\nlines \\"quoted\\"", "regular_price": 20, "sale_price": 14.99,
      "colors": ["Red", "Blue"], "stores": {"Downtown": 1, "Süd": 0}},
     {"name": "Tea Towel", "regular_price": 0.1, "stores": {}},
     {"name": "Free Sample", "colors": ["Ecru"], "stores": {"Süd": 2.5}}]
    """

  private func exported(_ shop: TestShop, _ options: [String: String] = [:]) throws -> [UInt8] {
    let sink = ByteSink.memory()
    try RecordExport(shop: shop.shop).writeAll(
      format: standardFormats.format("product-table"), options: options, to: sink)
    return sink.collectedBytes
  }

  private func taking(_ bytes: [UInt8], _ name: String) throws -> TestShop {
    let shop = try TestShop()
    let summary = try shop.take("", name: name) {
      $0.source = .memory(bytes, name: name)
      $0.location = nil
    }
    #expect(summary.isApplied, "\(summary.reported)")
    return shop
  }

  private func contents(_ shop: TestShop) throws -> [String] {
    try [
      "products", "variants", "product_colours", "pictures", "prices", "stock_levels", "locations",
    ].map { try $0 + shop.lines($0).sorted().joined(separator: "\n") }
  }

  @Test(arguments: [
    [["shape": "json"], ["shape": "sqlite"], ["shape": "json"]], [["shape": "sqlite"], ["shape": "sqlite"]],
  ])
  func aSecondReadingIsEqual(shapes: [[String: String]]) throws {
    var shop = try taking(Array(Self.json.utf8), "products.json")
    let first = try contents(shop)
    var ids: [String] = []
    for (number, options) in shapes.enumerated() {
      let bytes = try exported(shop, options)
      #expect(try exported(shop, options) == bytes, "the same shop gives the same bytes")
      shop = try taking(bytes, options["shape"] == "json" ? "again\(number).json" : "again\(number).db")
      let again = try contents(shop)
      // The table numbers what had no number.
      ids = again.filter { $0.hasPrefix("products") }
      #expect(again.dropFirst() == first.dropFirst())
    }
    #expect(ids.first?.contains("product_id\"\":9") == true)
  }

  /// What SQLite itself says of what was written.
  @Test func writesTheTableThatTheAppHas() throws {
    let shop = try taking(Array(Self.json.utf8), "products.json")
    let file = shop.folder.appendingPathComponent("products.db").path
    try Data(exported(shop, ["shape": "sqlite"])).write(to: URL(fileURLWithPath: file))
    let rows = try DatabaseQueue(path: file).read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM products ORDER BY product_id").map { row in
        row.databaseValues.map { $0.isNull ? "NULL" : "\($0)" }.joined(separator: "|")
      }
    }
    #expect(
      rows == [
        "9|\"Canvas Bag\"|\"Two\\nlines \\\"quoted\\\"\"|20|14.99|NULL|\"Red,Blue\"|\"{\\\"Downtown\\\":1,\\\"Süd\\\":0}\"",
        "10|\"Free Sample\"|\"\"|0|0|NULL|\"Ecru\"|\"{\\\"Süd\\\":2.5}\"",
        "11|\"Tea Towel\"|\"\"|0.1|0|NULL|\"\"|\"{}\"",
      ])
  }

  @Test func givesPhotosBack() throws {
    let folder = try #require(PackageRoot.path()) + "/Plugins/ProductTable/Fixtures/table/input.sqlite"
    let original = Array(try Data(contentsOf: URL(fileURLWithPath: folder)))
    let shop = try taking(original, "table.sqlite")
    let file = shop.folder.appendingPathComponent("again.db").path
    try Data(exported(shop, ["shape": "sqlite"])).write(to: URL(fileURLWithPath: file))
    let sql =
      "SELECT product_id, product_name, product_photo FROM products WHERE length(product_photo) > 0 ORDER BY product_id"
    func photos(_ path: String) throws -> [Row] {
      try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
    }
    let source = shop.folder.appendingPathComponent("original.db").path
    try Data(original).write(to: URL(fileURLWithPath: source))
    #expect(try photos(file) == photos(source))
    #expect(try photos(file).count == 1)
  }

  @Test(arguments: [
    ("sku,product_code\nA,P\nB,P\n", "sqlite", "has several variants"),
    ("product_code,colour\nP,\"red, dark\"\n", "sqlite", "comes in 'red, dark'"),
    ("product_code,attributes\nP,\"{\"\"shelf\"\": 3}\"\n", "sqlite", "has an attribute 'shelf'"),
    ("product_code,attributes\nP,\"{\"\"colors\"\": 3}\"\n", "json", "has an attribute 'colors'"),
    ("product_code,position,picture_width,file\nP,1,0,http://example.com/a.png\n", "sqlite", "outside of the shop"),
    ("sku,price,currency\nP,1,EUR\nP,2,USD\n", "json", "has prices in EUR and USD"),
  ])
  func refusesWhatHasNoPlace(file: String, shape: String, message: String) throws {
    let shop = try TestShop()
    try shop.take("sku,product_code,title\nP,P,Thing\n")
    try shop.take(file, name: "more.csv") {
      if file.hasPrefix("product_code,colour") { $0.kind = "product_colours" }
    }
    do {
      _ = try exported(shop, ["shape": shape])
      Issue.record("\(message) is refused")
    } catch let error as Problems {
      #expect(error.code.id == "product-table-unwritable")
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  @Test func writesThePriceThatIsValidNow() throws {
    let shop = try TestShop()
    try shop.take("sku,title\nP,Thing\n")
    try shop.take(
      "sku,price_type,price,valid_from,valid_to\nP,regular,10,,\nP,regular,12,2026-01-01,\nP,regular,99,2999-01-01,\n"
        + "P,sale,8,2026-01-01,2026-01-02\n")
    let text = String(decoding: try exported(shop), as: UTF8.self)
    #expect(text.contains("\"regular_price\": 12,"))
    #expect(text.contains("\"sale_price\": 0,"))
  }
}

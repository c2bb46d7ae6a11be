import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import StandardFormats
import Stock
import Testing

/// A boutique's tree taken over, given back, and taken over again.
struct BoutiqueRoundTripTests {
  private static func tree() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(PackageRoot.path() ?? ".")/samples/boutique/store.json"))
  }

  /// What a shop holds, in the words of its own exports, as far as the tree holds it too.
  private func contents(_ shop: TestShop) throws -> [String: String] {
    let fields = [
      "products": ["product_code", "title", "description", "category", "attributes"],
      "variants": ["sku", "product_code", "colour", "size", "price"], "barcodes": ["barcode", "sku"],
      "colours": ["colour", "colour_family", "red", "green", "blue"], "stock_levels": ["sku", "location", "quantity"],
      "locations": ["location", "location_name", "opening_hours"], "users": ["user", "display_name", "user_kind"],
      "favourites": ["user", "product_code"], "prices": ["sku", "price_type", "currency", "price"],
    ]
    var texts: [String: String] = [:]
    for (name, fields) in fields {
      texts[name] = try shop.export(name, fields: fields).split(separator: "\n").sorted().joined(separator: "\n")
    }
    return texts
  }

  private func written(_ shop: TestShop) throws -> String {
    let sink = ByteSink.memory()
    try RecordExport(shop: shop.shop).writeAll(format: standardFormats.format("store-inventory"), to: sink)
    return sink.collectedText
  }

  @Test func theSecondReadingIsTheFirst() throws {
    let first = try TestShop()
    let taken = try first.take(String(decoding: Self.tree(), as: UTF8.self), name: "store.json")
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(taken.problems.count > 30)
    let back = try written(first)
    let second = try TestShop()
    let again = try second.take(back, name: "back.json")
    try #require(again.isApplied, "\(again.reported)")
    // Only problems of the shop's own data remain. A colour without a shade is not such a problem.
    #expect(Set(again.problems.map(\.code.id)) == ["store-inventory-unusual-price"], "\(again.reported)")
    #expect(try contents(second) == contents(first))
    #expect(try written(second) == back)
    // Read into the first shop, it changes nothing but the totals that had drifted.
    let unchanged = try first.take(back, name: "back.json")
    #expect(unchanged.isApplied)
    #expect(
      Set(unchanged.counts.filter { $0.action.isWritten }.map(\.kind)) == ["counters"],
      "\(unchanged.counts)")
  }

  /// A kind that the tree needs in two places is reported as written once.
  @Test func recordsAreCountedOnce() throws {
    let shop = try TestShop()
    _ = try shop.take(String(decoding: Self.tree(), as: UTF8.self), name: "store.json")
    let counts = try RecordExport(shop: shop.shop).writeAll(
      format: standardFormats.format("store-inventory"), to: ByteSink.memory())
    let variants = try shop.export("variants", fields: ["sku"]).split(separator: "\n").count - 1
    #expect(counts["variants"] == variants && variants > 100)
  }

  /// Every count against the file itself, read by another program's rules.
  @Test func stockIsWhatTheColoursCount() throws {
    let shop = try TestShop()
    let data = try Self.tree()
    _ = try shop.take(String(decoding: data, as: UTF8.self), name: "store.json")
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let inventory = try #require(root["inventory"] as? [String: [String: Any]])
    var expected: [String: Int64] = [:]
    for (id, product) in inventory {
      for (_, colours) in product["Colors"] as? [String: [String: [String: Any]]] ?? [:] {
        for (colour, sizes) in colours {
          for (size, count) in sizes {
            let number = (count as? Int) ?? Int(count as? String ?? "")
            expected["\(id)/\(colour)/\(size)"] = Int64(try #require(number))
          }
        }
      }
    }
    let stored = try shop.shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, COALESCE((SELECT SUM(b.quantity) FROM balances b WHERE b.variant_id = v.id), 0) / 1000
          FROM variants v WHERE v.colour_id IS NOT NULL
          """
      ).map { ($0[0] as String, $0[1] as Int64) }
    }
    #expect(Dictionary(uniqueKeysWithValues: stored).filter { $0.value != 0 } == expected.filter { $0.value != 0 })
    #expect(expected.values.reduce(0, +) > 500)
  }
}

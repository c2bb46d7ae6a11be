import Foundation
import Testing
import WebTesting

@Suite struct ImportAllTests {
  /// Weekly files of a till, whose names are not in the order of their weeks.
  @Test func filesOfSeveralWeeksAreImportedInTheOrderOfTheirDates() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try folder.write("places.csv", "location\nshop\n")
    try folder.write("goods.csv", "product_code,title,sku,price\nP1,Cup,A1,5.00\n")
    for name in ["places.csv", "goods.csv"] { try shop.must(["import", "../\(name)"]) }
    var paths: [String] = []
    for (name, day) in [("a.csv", "2026-10-12"), ("b.csv", "2026-10-05"), ("c.csv", "2026-10-19")] {
      let sale = "document,sku,quantity,unit_price,effective_at\n\(day),A1,1,5.00,\(day)\n"
      paths.append(try folder.write(name, sale))
    }
    let served = try ServedShop(shop.path, environment: folder.environment)
    let list = try served.send(paths)
    let done = try served.client.follow(try served.client.post("/imports/all", [], from: list))
    #expect(done.text.contains("All files are imported."), "\(done.text)")
    let output = try shop.must(["imports", "list", "--limit", "3", "--json"]).output
    let imports = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    let sources = imports.map { (($0["source"] as? String ?? "") as NSString).lastPathComponent }
    #expect(sources == ["c.csv", "a.csv", "b.csv"], "the latest is the first of the list")
    let numbers = imports.compactMap { $0["number"] as? Int }
    #expect(numbers.count == 3 && Set(numbers).count == 3)
    for number in numbers { try shop.must(["imports", "undo", "\(number)"]) }
  }
}

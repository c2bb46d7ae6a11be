import Foundation
import Testing

@Suite struct CornerShopTests {
  @Test func theWholeMonthComesOutAsDerivedByHand() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    let expectedStock = try CornerShop.expected("expected-stock.csv")
    #expect(try ShopContents.rows(shop.database, PlainSQL.stock).sorted() == expectedStock)
    // The same through the product's own answer.
    let answer = try shop.must(["stock", "--json"])
    #expect(try stockLevels(answer.output) == expectedStock.compactMap(withoutZero).sorted())

    try shop.must(["reconcile", "1"])
    let before = try shop.contents()
    try shop.must(["reconcile", "1", "--json"])
    #expect(try shop.contents().differences(from: before).isEmpty, "looking changes nothing")
    try shop.must(["reconcile", "1", "--post"])

    // sku, category, as_of, state, …: the category is not the count's.
    let expected = try CornerShop.expected("expected-count-lines.csv").map { line in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false)
      cells.remove(at: 1)
      return cells
    }
    let posted = try ShopContents.rows(shop.database, PlainSQL.postedLines).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let byItem = Dictionary(uniqueKeysWithValues: posted.map { ($0[0], $0) })
    for cells in expected where cells[2] != "uncounted" {
      // A matched line has this state once it is posted; an item found that is not on the sheet stays unexpected.
      guard let line = byItem[cells[0]] else {
        Issue.record("\(cells[0]) has no posted line")
        continue
      }
      #expect(line[1] == cells[1] && Array(line[3...]) == Array(cells[3...]), "\(cells.joined(separator: ","))")
    }
    #expect(posted.filter { $0[2] != "uncounted" }.count == 297)

    let independent = try ShopContents.rows(shop.database, PlainSQL.variances).sorted()
    let variances = expected.filter { $0[2] != "uncounted" }.map {
      [$0[0], $0[1], $0[3], $0[4], $0[5]].joined(separator: ",")
    }
    #expect(independent == variances.sorted())
    #expect(try ShopContents.rows(shop.database, PlainSQL.totals) == ["20434,35016,14582"])
    #expect(try ShopContents.rows(shop.database, PlainSQL.wrongBalances).isEmpty)
    #expect(try ShopContents.rows(shop.database, PlainSQL.wrongTransfers).isEmpty)
    // What the books say is what was counted, moved on by what happened after the count.
    let corrected = try ShopContents.rows(
      shop.database, "SELECT COUNT(*), SUM(m.quantity) FROM movements m WHERE m.kind = 'count-adjustment'")
    let sum = variances.compactMap { $0.split(separator: ",").last.flatMap { Int($0) } }.reduce(0, +)
    #expect(corrected == ["74|\(sum)"])

    let after = try shop.contents()
    let again = try shop.run(["reconcile", "1", "--post"])
    #expect(again.status == 0 && !again.timedOut, "\(again.shown)")
    #expect(try shop.contents().differences(from: after).isEmpty, "posting twice does nothing")
    try shop.must(["check"])
  }

  @Test func theCountIsNotPostedBeforeItsUnknownItemIsKnown() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try CornerShop.importPriceList(("price-list.csv", "price-list"), into: shop)
    for (file, options) in CornerShop.history { try shop.must(["import", CornerShop.samples + "/" + file] + options) }
    let before = try shop.contents()
    let refused = try shop.run(["reconcile", "1", "--post"])
    #expect(refused.status == 4 && refused.errorText.contains("2419999000423"), "\(refused.shown)")
    #expect(try shop.contents().differences(from: before).isEmpty)
    try shop.must(["import", CornerShop.samples + "/" + CornerShop.unknownItem.0] + CornerShop.unknownItem.1)
    try shop.must(["reconcile", "1", "--post"])
  }

  @Test func theSamePriceListInFourFormsGivesTheSameCatalog() throws {
    let folder = try TestFolder()
    var catalogs: [[[String]]] = []
    for (index, list) in CornerShop.priceLists.enumerated() {
      let shop = try CornerShop.make(in: folder, name: "shop\(index)")
      try CornerShop.importPriceList(list, into: shop)
      catalogs.append(try PlainSQL.catalog.map { try ShopContents.rows(shop.database, $0) })
    }
    #expect(catalogs[0].map(\.count).reduce(0, +) > 1000)
    for (index, catalog) in catalogs.enumerated().dropFirst() {
      for (part, rows) in catalog.enumerated() {
        let difference = Set(rows).symmetricDifference(catalogs[0][part]).sorted().prefix(4)
        #expect(rows == catalogs[0][part], "\(CornerShop.priceLists[index].0): \(difference)")
      }
    }
  }

  @Test(arguments: ["price-list.csv", "sales-2026-10.csv"]) func theSameFileTwiceChangesNothing(file: String) throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try CornerShop.importPriceList(("price-list.csv", "price-list"), into: shop)
    let options = file.hasPrefix("price") ? ["--profile", "price-list"] : []
    if !file.hasPrefix("price") { try shop.must(["import", CornerShop.samples + "/" + file]) }
    let before = try shop.contents()
    let again = try shop.must(["import", CornerShop.samples + "/" + file] + options)
    #expect(again.outputText.contains("Already applied as import"))
    #expect(try shop.contents().differences(from: before).isEmpty)

    // The same bytes under another name are the same file.
    let renamed = folder.path + "/" + "renamed-" + file
    try FileManager.default.copyItem(atPath: CornerShop.samples + "/" + file, toPath: renamed)
    let other = try shop.must(["import", renamed, "--json"] + options)
    #expect(other.outputText.contains("\"already-applied\""))
    #expect(try shop.contents().differences(from: before).isEmpty)
  }

  @Test func theSameRecordsInAnotherFileAreUnchanged() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try CornerShop.importPriceList(("price-list.csv", "price-list"), into: shop)
    try shop.must(["import", CornerShop.samples + "/sales-2026-10.csv"])
    let tables = ["movements", "documents", "balances", "products", "variants", "prices", "barcodes", "supplier_items"]
    let before = try shop.contents()
    let soldBefore = try ShopContents.rows(
      shop.database, "SELECT COUNT(*), SUM(quantity) FROM movements WHERE kind IN ('sale', 'customer-return')")
    #expect(soldBefore[0].hasPrefix("3231|"))

    // Other bytes, the same goods: JSON in place of CSV, and the till's file with one line more.
    try CornerShop.importPriceList(("price-list.json", "price-list-json"), into: shop)
    let sales = try String(contentsOfFile: CornerShop.samples + "/sales-2026-10.csv", encoding: .utf8)
    let longer = try folder.write("sales.csv", sales + "K1-999999,2026-10-31T19:59:00,L001,,0.250,2.99,shop\n")
    let run = try shop.must(["import", longer, "--json"])
    #expect(run.outputText.contains("\"unchanged\"") && run.outputText.contains("3231"), "\(run.shown)")
    let after = try shop.contents()
    for table in tables where !["movements", "documents", "balances"].contains(table) {
      #expect(after.tables[table] == before.tables[table], "\(table)")
    }
    let sold = "SELECT COUNT(*) - 1, SUM(quantity) + 250 FROM movements WHERE kind IN ('sale', 'customer-return')"
    #expect(try ShopContents.rows(shop.database, sold) == soldBefore)
    try shop.must(["check"])
  }

  // MARK: Reading answers

  private struct StockAnswer: Decodable {
    struct Level: Decodable {
      let sku: String
      let location: String
      let quantity: String
    }
    let stock: [Level]
  }

  private func stockLevels(_ data: Data) throws -> [String] {
    try JSONDecoder().decode(StockAnswer.self, from: data).stock.map { "\($0.sku),\($0.location),\($0.quantity)" }
      .sorted()
  }

  /// `sku,location,milli,cost` as `sku,location,quantity`; nil for nothing on hand, which is not listed.
  private func withoutZero(_ line: String) -> String? {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    guard let milli = Int(cells[2]), milli != 0 else { return nil }
    var fraction = String(String(1000 + abs(milli) % 1000).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return
      "\(cells[0]),\(cells[1]),\(milli < 0 ? "-" : "")\(abs(milli) / 1000)\(fraction.isEmpty ? "" : "." + fraction)"
  }
}

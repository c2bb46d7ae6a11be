import Foundation
import Testing

/// The catalog as customers and clerks search it, on the command line.
@Suite struct CatalogCommandTests {
  private static let made: Result<KeptFolder, any Error> = Result { try KeptFolder { try make($0) } }

  private static func make(_ folder: TestFolder) throws {
    let shop = try folder.shop()
    let files: [(name: String, text: String)] = [
      ("locations", "location,latitude,longitude\neast,52.5200,13.4500\nwest,52.5000,13.3000\n"),
      ("categories", "category,category_name,parent_category\nclothes,Clothes,\ncoats,Coats,clothes\n"),
      ("colours", "colour,colour_family\ncrimson,red\nnavy,blue\n"),
      (
        "products",
        "product_code,title,description,category,location,status\nC1,Übergangsmantel,For the rain,coats,east,\n"
          + "C2,Hat,For the sun,clothes,west,\nC3,Old hat,,clothes,,discontinued\n"
      ),
      ("variants", "sku,product_code,colour,size\nC1-S,C1,crimson,S\nC1-M,C1,navy,M\nC2-1,C2,navy,\nC3-1,C3,,\n"),
      ("prices", "sku,price\nC1-S,80\nC1-M,90\nC2-1,12.50\n"),
      ("levels", "sku,location,quantity\nC1-S,west,2\nC1-M,west,0\n"),
    ]
    for file in files { try shop.must(["import", folder.write(file.name + ".csv", file.text)]) }
  }

  private func shop(_ folder: TestFolder) throws -> TestShopFolder {
    try Self.made.get().copy(to: folder)
    return TestShopFolder(folder: folder, path: folder.path + "/shop")
  }

  private func codes(_ shop: TestShopFolder, _ arguments: String...) throws -> [String] {
    let run = try shop.must(["catalog", "list", "--json"] + arguments)
    let answer = try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any]
    return (answer?["products"] as? [[String: Any]] ?? []).compactMap { $0["product"] as? String }
  }

  @Test func whatIsAskedForIsFound() throws {
    let shop = try shop(TestFolder())
    #expect(try codes(shop) == ["C2", "C1"])
    #expect(try codes(shop, "--title", "MANTEL") == ["C1"])
    #expect(try codes(shop, "--title", "übER") == ["C1"])
    #expect(try codes(shop, "--category", "clothes") == ["C2", "C1"])
    #expect(try codes(shop, "--category", "coats") == ["C1"])
    #expect(try codes(shop, "--colour-family", "red", "--size", "M").isEmpty)
    #expect(try codes(shop, "--colour", "navy", "--size", "M") == ["C1"])
    #expect(try codes(shop, "--price-to", "12.50") == ["C2"])
    #expect(try codes(shop, "--status", "all", "--order", "code") == ["C1", "C2", "C3"])
    #expect(try codes(shop, "--near", "52.5,13.3", "--within", "500m") == ["C2", "C1"])
    #expect(try codes(shop, "--near", "52.5,13.3", "--within", "500m", "--role", "customer") == ["C2"])
    #expect(try codes(shop, "--near", "52.52,13.45", "--order", "distance") == ["C1", "C2"])
    #expect(try codes(shop, "--in-stock") == ["C1"])
    #expect(try codes(shop, "--in-stock", "--size", "M").isEmpty)
  }

  /// A customer sees the remaining stock only if the shop allows it.
  @Test func whatIsLeftIsShownWhereTheShopSaysSo() throws {
    let shop = try shop(TestFolder())
    let hidden = try shop.must(["catalog", "show", "C1", "--role", "customer"]).outputText
    #expect(
      hidden.contains("crimson") && hidden.contains("80.00 EUR") && !hidden.contains("west") && !hidden.contains("left")
    )
    let refused = try shop.run(["catalog", "list", "--in-stock", "--role", "customer"])
    #expect(refused.status == 4 && refused.errorText.contains("what is on hand"), "\(refused.shown)")
    #expect(try shop.must(["catalog", "show", "C1"]).outputText.contains("west 2"))
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    try (String(contentsOf: settings, encoding: .utf8) + "\ncatalog: { show_stock: true }\n")
      .write(to: settings, atomically: true, encoding: .utf8)
    #expect(try shop.must(["catalog", "show", "C1", "--role", "customer"]).outputText.contains("west 2"))
    #expect(try codes(shop, "--in-stock", "--role", "customer") == ["C1"])
    for wrong in ["catalog: { show_stock: maybe }", "catalog: { stock: true }", "catalog: yes"] {
      let text = try String(contentsOf: settings, encoding: .utf8)
      try text.replacing("catalog: { show_stock: true }", with: wrong)
        .write(to: settings, atomically: true, encoding: .utf8)
      let run = try shop.run(["catalog", "list"])
      #expect(run.status == 2 && run.errorText.contains("catalog"), "\(run.shown)")
      try text.write(to: settings, atomically: true, encoding: .utf8)
    }
  }

  @Test func aSearchIsGoneOnWith() throws {
    let shop = try shop(TestFolder())
    let first = try shop.must(["catalog", "list", "--page-size", "1"]).outputText
    let token = try #require(first.split(separator: " ").last).trimmingCharacters(in: .newlines)
    let second = try shop.must(["catalog", "list", "--after", token, "--page-size", "1"]).outputText
    #expect(first.contains("C2") && !first.contains("C1"))
    #expect(second.contains("C1") && !second.contains("Next page"))
  }

  @Test(
    arguments: [
      (["--near", "91,0"], "not a place on earth"), (["--near", "1"], "not a place on earth"),
      (["--near", "a,b"], "not a place"),
      (["--within", "5km"], "from where"), (["--near", "1,1", "--within", "5"], "not a distance"),
      (["--near", "1,1", "--within=-5km"], "not a distance"), (["--order", "distance"], "from where"),
      (["--order", "colour"], "'colour' is invalid for '--order"),
      (["--price-from", "2", "--price-to", "1"], "is more than"),
      (["--price-from", "x"], "not an amount"), (["--price-to=-1"], "not an amount"),
      (["--page-size", "0"], "out of range"),
      (["--page", "0"], "count from 1"), (["--gender", "cats"], "'cats' is invalid for '--gender"),
      (["--status", "gone"], "'gone' is invalid for '--status"),
      (["--after", "x.1", "--size", "M"], "as it was begun"), (["--after", "x.1"], "no search 'x.1'"),
      (["--category", "cloths"], "Did you mean 'clothes'?"), (["--store", "north"], "no store 'north'"),
      (["--colour-family", "green"], "no colour family 'green'"),
    ] as [([String], String)])
  func whatCannotBeAskedIsTold(arguments: [String], reported: String) throws {
    let run = try shop(TestFolder()).run(["catalog", "list"] + arguments)
    #expect(run.status == 2 || run.status == 4, "\(run.shown)")
    #expect(run.errorText.contains(reported), "\(run.shown)")
  }
}

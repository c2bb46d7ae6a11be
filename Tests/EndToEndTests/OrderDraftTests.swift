import Foundation
import Testing

/// Drafting an order with quantities of one's own.
@Suite struct OrderDraftTests {
  private let folder: TestFolder
  private let shop: TestShopFolder

  /// A shop without stock, so that ten cups and four mugs are suggested.
  init() throws {
    folder = try TestFolder()
    shop = try folder.shop()
    let files = [
      ("suppliers", "supplier\nA\n"), ("locations", "location,location_name,address\nshop,Main shop,12 High Street\n"),
      ("variants", "sku\nCUP\nMUG\n"),
      (
        "supplier_items",
        "supplier,sku,supplier_code,unit_cost,pack_size,order_unit\nA,CUP,AX,1.5,1,each\nA,MUG,AY,2,1,each\n"
      ),
      ("reorder_levels", "sku,location,reorder_point,order_up_to\nCUP,shop,5,10\nMUG,shop,2,4\n"),
    ]
    for (kind, text) in files {
      try folder.write("\(kind).csv", text)
      try shop.must(["import", "../\(kind).csv", "--kind", kind])
    }
  }

  private func lines() throws -> [String] {
    try ShopContents.rows(
      shop.database,
      "SELECT v.sku, l.order_quantity FROM order_lines l JOIN variants v ON v.id = l.variant_id ORDER BY l.id")
  }

  @Test(
    arguments: [
      ([], ["CUP|10000", "MUG|4000"]), (["--quantity", "CUP=3"], ["CUP|3000", "MUG|4000"]),
      (["--quantity", "MUG=0"], ["CUP|10000"]), (["--quantity", "MUG=6", "--only-given"], ["MUG|6000"]),
      (["--quantity", "MUG=6", "--quantity", "CUP=1"], ["CUP|1000", "MUG|6000"]),
    ] as [([String], [String])])
  func quantitiesReplaceWhatIsSuggested(options: [String], expected: [String]) throws {
    try shop.must(["order", "draft", "--supplier", "A"] + options)
    #expect(try lines() == expected)
  }

  @Test(arguments: [
    ("NONE=1", "the item 'NONE' is not among those that are running low"),
    ("CUP", "is not an item and how much of it to order"), ("CUP=", "is not an item and how much of it to order"),
    ("CUP=-1", "is not an item and how much of it to order"), ("=3", "is not an item and how much of it to order"),
    ("CUP=1.2345", "is not an item and how much of it to order"),
  ])
  func whatIsNoQuantityIsRefused(option: String, message: String) throws {
    let run = try shop.run(["order", "draft", "--supplier", "A", "--quantity", option])
    #expect(run.status != 0 && run.errorText.contains(message), "\(run.shown)")
    #expect(try lines().isEmpty)
  }

  /// The items have no unit and no movements: nothing says whether half a cup is meant.
  @Test func aPartOfAPieceIsAskedAboutWhenItIsOrderedAndReceived() throws {
    let question = "of 'CUP' has a fraction, and the item has no unit"
    let draft = ["order", "draft", "--supplier", "A", "--number", "PO-1", "--only-given", "--quantity", "CUP=1.5"]
    let asked = try shop.run(draft)
    #expect(asked.status == 4 && asked.shown.contains("the quantity 1.5 \(question)"), "\(asked.shown)")
    #expect(try lines().isEmpty)
    try shop.must(draft + ["--accept", "fraction-of-piece"])
    #expect(try lines() == ["CUP|1500"])
    let receipt = ["order", "receive", "PO-1", "--line", "1=0.3"]
    let received = try shop.run(receipt)
    #expect(received.status == 4 && received.shown.contains("the quantity 0.3 \(question)"), "\(received.shown)")
    try shop.must(receipt + ["--accept", "fraction-of-piece"])
    // Now the shop knows that there are parts of it.
    try shop.must(["order", "receive", "PO-1", "--line", "1=0.5"])
  }

  @Test func anOrderOfNothingIsRefused() throws {
    let options = ["--quantity", "CUP=0", "--quantity", "MUG=0"]
    let run = try shop.run(["order", "draft", "--supplier", "A"] + options)
    #expect(run.status == 2 && run.errorText.contains("every item is left out"), "\(run.shown)")
    #expect(try lines().isEmpty)
  }

  /// Adds a pot of the same supplier, which is not low, and tea of another one.
  private func addItems() throws {
    let files = [
      ("suppliers", "supplier\nB\n"), ("variants", "sku\nPOT\nTEA\n"),
      (
        "supplier_items",
        "supplier,sku,supplier_code,unit_cost,pack_size,order_unit,minimum_order\nA,POT,AZ,3,6,case,2\nB,TEA,BT,1,1,each,\n"
      ),
      ("stock_levels", "sku,location,quantity\nPOT,shop,30\n"),
    ]
    for (kind, text) in files {
      try folder.write("more-\(kind).csv", text)
      try shop.must(["import", "../more-\(kind).csv", "--kind", kind])
    }
  }

  private func items(_ options: [String] = []) throws -> [[String: Any]] {
    let output = try shop.must(["order", "items", "--supplier", "A", "--json"] + options).output
    return try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
  }

  @Test func anyItemOfTheSupplierIsOrdered() throws {
    try addItems()
    let low = try shop.run(["order", "draft", "--supplier", "A", "--quantity", "POT=2"])
    #expect(low.status != 0 && low.errorText.contains("is not among those that are running low"), "\(low.shown)")
    let options = ["--any-item", "--quantity", "POT=2", "--quantity", "CUP=1"]
    try shop.must(["order", "draft", "--supplier", "A", "--number", "PO-1"] + options)
    #expect(try lines() == ["CUP|1000", "POT|2000"])
    let shown = try shop.must(["order", "show", "PO-1"]).outputText
    #expect(shown.contains("2 case") && shown.contains("37.50 EUR"), "two cases of six: \(shown)")
  }

  @Test func theItemsOfASupplierAreListed() throws {
    try addItems()
    try shop.must(["order", "draft", "--supplier", "A", "--any-item", "--quantity", "POT=2"])
    let items = try items(["--location", "shop"])
    let skus = items.compactMap { $0["sku"] as? String }
    #expect(skus == ["CUP", "MUG", "POT"])
    let pot = try #require(items.last)
    #expect(pot["on_hand"] as? String == "30" && pot["on_order"] as? String == "12", "\(pot)")
    #expect(pot["pack_size"] as? String == "6" && pot["order_unit"] as? String == "case", "\(pot)")
    #expect(pot["minimum_order"] as? String == "2" && pot["reorder_point"] == nil, "\(pot)")
    #expect(pot["unit_cost"] as? String == "3" && pot["currency"] as? String == "EUR", "\(pot)")
    let cup = try #require(items.first)
    #expect(cup["reorder_point"] as? String == "5" && cup["on_order"] as? String == "0", "\(cup)")
    let unknown = try shop.run(["order", "items", "--supplier", "NONE"])
    #expect(unknown.status != 0 && unknown.errorText.contains("there is no supplier 'NONE'"), "\(unknown.shown)")
  }

  @Test(
    arguments: [
      (["--quantity", "TEA=1"], "the supplier 'A' has no item 'TEA'"), ([], "every item is left out"),
      (["--quantity", "POT=0"], "every item is left out"),
      (["--quantity", "POT=1", "--param", "days=7"], "--any-item takes nothing from the report"),
    ] as [([String], String)])
  func whatTheSupplierDoesNotHaveIsRefused(options: [String], message: String) throws {
    try addItems()
    let run = try shop.run(["order", "draft", "--supplier", "A", "--any-item"] + options)
    #expect(run.status != 0 && run.errorText.contains(message), "\(run.shown)")
    #expect(try lines().isEmpty)
  }

  @Test func theSupplierReadsTheDraft() throws {
    try shop.must(["order", "draft", "--supplier", "A", "--number", "PO-1", "--quantity", "CUP=3"])
    let report = try shop.must(["report", "purchase-order", "--param", "supplier=A", "--param", "order=PO-1"])
    #expect(report.outputText.contains("Purchase order PO-1") && report.outputText.contains("12.50 EUR"))
    #expect(report.outputText.contains("12 High Street"), "it says where to deliver")
  }

  @Test func aLateOrderSaysByHowManyDays() throws {
    let lines = [
      "supplier,order_number,line,sku,ordered_quantity,ordered_on,expected_on",
      "A,PO-1,1,CUP,3,2026-01-02,2026-01-05", "A,PO-2,1,CUP,3,2026-01-02,2999-01-05",
    ]
    try folder.write("lines.csv", lines.joined(separator: "\n") + "\n")
    try shop.must(["import", "../lines.csv", "--kind", "order_lines"])
    let output = try shop.must(["order", "list", "--json"]).output
    let orders = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    let late = try #require(orders.first { $0["order_number"] as? String == "PO-1" })
    let days = try #require(late["days_late"] as? Int)
    // Days from 1970-01-01 to 2026-01-05; the shop may be in another time zone.
    #expect(late["is_late"] as? Bool == true && abs(Int(Date().timeIntervalSince1970 / 86_400) - 20_458 - days) <= 1)
    let other = try #require(orders.first { $0["order_number"] as? String == "PO-2" })
    #expect(other["is_late"] as? Bool == false && other["days_late"] as? Int == 0)
  }

  @Test func aDraftIsOneUntilTheSupplierAnswers() throws {
    try shop.must(["order", "draft", "--supplier", "A", "--number", "PO-1", "--quantity", "CUP=3", "--only-given"])
    func order() throws -> [String: Any] {
      let output = try shop.must(["order", "list", "--json"]).outputText
      return try #require((try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])?.first)
    }
    let drafted = try order()
    #expect(drafted["is_draft"] as? Bool == true && drafted["state"] as? String == "open")
    #expect(drafted["location"] as? String == "shop", "the only one of the shop")
    try folder.write(
      "answer.csv", "supplier,order_number,response_number,line,sku,confirmed_quantity\nA,PO-1,R1,1,CUP,0\n")
    try shop.must(["import", "../answer.csv", "--kind", "order_response_lines"])
    let refused = try order()
    #expect(refused["is_draft"] as? Bool == false && refused["state"] as? String == "refused")
    #expect(refused["open_lines"] as? Int == 0)
  }
}

import Foundation
import Testing

/// Products, stores, listings and scans one at a time, on the command line.
@Suite struct ProductCommandTests {
  private func shop(_ folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop()
    for (name, text) in [
      ("locations", "location,location_name\nS1,Downtown\n"), ("categories", "category,category_name\nk7,Mugs\n"),
    ] { try shop.must(["import", folder.write(name + ".csv", text)]) }
    return shop
  }

  @Test func aProductIsMadeFromTheCommandLine() throws {
    let shop = try shop(TestFolder())
    let new = ["product", "new", "MUG-7", "--name", "Mug, blue", "--category", "mugs", "--colour", "Blue"]
    let stock = ["--barcode", "4006381333931", "--quantity", "12", "--location", "downtown"]
    try shop.must(new + ["--price", "12.50", "--sale-price", "10"] + stock)
    let shown = try shop.must(["catalog", "show", "4006381333931"]).outputText
    for part in ["Mug, blue (MUG-7)", "Mugs", "10.00 EUR", "12.50 EUR", "Blue"] {
      #expect(shown.contains(part), "\(part)\n\(shown)")
    }
    let level = try shop.must(["export", "stock_levels", "--fields", "sku,location,quantity"]).outputText
    #expect(level.contains("MUG-7,S1,12"), "\(level)")
    for (arguments, status, text) in [
      (new, 4, "there is a product 'MUG-7' already"),
      (["product", "new", "T", "--price", "1,5"], 2, "'1,5' is not an amount"),
      (["product", "new", "T", "--quantity", "3", "--location", "Uptown"], 2, "there is no location 'Uptown'"),
      (["product", "new", "T", "--location", "S1"], 2, "does not say how many"),
    ] as [([String], Int32, String)] {
      let run = try shop.run(arguments)
      #expect(run.status == status && run.errorText.contains(text), "\(run.shown)")
    }
    #expect(try shop.must(["export", "products", "--fields", "product_code"]).outputText.contains("T\n") == false)
    // Its movements stay in the ledger, taken back, and so does the product.
    #expect(try shop.run(["imports", "undo", "3"]).status == 3)
    let after = try shop.must(["export", "stock_levels", "--fields", "sku,location,quantity"]).outputText
    #expect(after.contains("MUG-7,S1,0"), "\(after)")
    #expect(try shop.must(["check"]).status == 0)
  }

  /// A store that is not known is named, and made only when that is asked for; no record of the command's own is shown.
  @Test func stockOfANewStoreComesWithARemedy() throws {
    let shop = try shop(TestFolder())
    try shop.must(["product", "new", "TOWEL", "--price", "5"])
    let add = ["product", "stock", "add", "TOWEL", "2", "--location", "Uptown"]
    let refused = try shop.run(add)
    #expect(refused.status == 2 && refused.errorText.contains("--new-location"), "\(refused.shown)")
    #expect(!(refused.errorText + refused.outputText).contains("{"), "\(refused.shown)")
    let counter = try shop.run(add + ["--new-location", "--role", "counter"])
    #expect(counter.status == 4 && counter.errorText.contains("may not"), "\(counter.shown)")
    try shop.must(add + ["--new-location"])
    try shop.must(["product", "stock", "add", "TOWEL", "1", "--location", "downtown"])
    let levels = try shop.must(["export", "stock_levels", "--fields", "sku,location,quantity"]).outputText
    #expect(levels.contains("TOWEL,Uptown,2") && levels.contains("TOWEL,S1,1"), "\(levels)")
    #expect(try shop.must(["stock", "TOWEL", "--location", "DOWNTOWN"]).outputText.contains("S1"))
  }

  @Test func aScanLeavesOutWhatIsUnknown() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    try shop.must(["product", "new", "BEER", "--barcode", "4006381333931"])
    let list = try folder.write("delivery.txt", "4006381333931,2\nNO-SUCH-CODE,1\nBEER,1\n")
    let scan = [
      "scan", list, "--kind", "receipt", "--location", "S1", "--document", "DN-1", "--at", "2026-10-01T08:00",
    ]
    let refused = try shop.run(scan)
    #expect(refused.status == 5 && refused.outputText.contains("--on-error skip"), "\(refused.shown)")
    #expect(try shop.run(scan + ["--on-error", "perhaps"]).status == 2)
    let rest = folder.path + "/rest.txt"
    let taken = try shop.run(scan + ["--on-error", "skip", "--rejects", rest, "--accept", "many-rejected"])
    #expect(taken.status == 3 && taken.outputText.contains("1 of 3 records"), "\(taken.shown)")
    // What was left out is corrected there and scanned like any other list.
    let left = try String(contentsOfFile: rest, encoding: .utf8)
    #expect(left.contains("NO-SUCH-CODE"), "\(left)")
    try folder.write("rest.txt", left.replacing("NO-SUCH-CODE", with: "BEER"))
    try shop.must(["scan", rest, "--kind", "receipt", "--location", "S1", "--document", "DN-2"])
    let levels = try shop.must(["export", "stock_levels", "--fields", "sku,quantity"]).outputText
    #expect(levels.contains("BEER,4"), "\(levels)")
  }

  @Test func aListingIsTakenOut() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    let list = try folder.write("books.txt", "9781900001205\n1-900001-21-7\n")
    try shop.must(["import", list, "--set", "user=emil"])
    let unknown = try shop.run(["listing", "delete", "emil 978"])
    #expect(unknown.status == 2 && unknown.errorText.contains("there is no listing 'emil 978'"), "\(unknown.shown)")
    try shop.must(["listing", "delete", "emil 9781900001205", "--dry-run"])
    let before = try shop.must(["export", "listings", "--fields", "listing,isbn"]).outputText
    #expect(before.contains("emil 9781900001205,9781900001205") && before.contains("emil 1-900001-21-7"), "\(before)")
    try shop.must(["listing", "delete", "emil 9781900001205"])
    #expect(!(try shop.must(["report", "books", "--format", "csv"]).outputText.contains("9781900001205")))
    try shop.must(["imports", "undo", "4"])
    #expect(try shop.must(["export", "listings", "--fields", "listing,isbn"]).outputText == before)
  }
}

import Exchange
import FormatKit
import Foundation
import RetailValues
import Stock
import Testing

/// Cells of codes that are not the code itself: what spreadsheets and programs write around it, or instead of it.
@Suite struct CodeValueTests {
  private func taken(_ list: String, kind: String? = nil) throws -> (shop: TestShop, summary: ImportSummary) {
    let shop = try TestShop()
    let summary = try shop.take(list.replacing("|", with: "\n") + "\n") {
      $0.kind = kind
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "new-suppliers"]
    }
    return (shop, summary)
  }

  @Test(arguments: [
    ("sku,title,price|1001.0,Cap,9.5|1002.0,Hat,19.5", ["1001", "1002"], "code-decimals-removed"),
    ("sku;title;price|1001,0;Cap;9,5", ["1001"], "code-decimals-removed"),
    ("sku,title,price|'00123,Cap,9.5|'A-1,Hat,19.5", ["00123", "A-1"], "code-apostrophe"),
    // Where other codes have no `.0`, it is a part of the code.
    ("sku,title,price|1001.0,Cap,9.5|1002.1,Hat,19.5", ["1001.0", "1002.1"], nil),
    ("sku,title,price|'x',Cap,9.5|B,Hat,19.5", ["'x'", "B"], nil),
  ]) func marksAroundCodesAreTakenOff(list: String, codes: [String], code: String?) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku").sorted() == codes.sorted())
    let reported = summary.problems.map(\.code.id).filter { $0.hasPrefix("code-") }
    #expect(reported == (code.map { [$0] } ?? []), "\(summary.reported)")
  }

  @Test(arguments: ["NULL", "N/A", "n/a", "None", "nan", "-", "--", "0", "#N/A", "?", "TBD"])
  func aSignForAMissingCodeIsNoCode(sign: String) throws {
    let (shop, summary) = try taken("sku,title,price|\(sign),Cap,9.50|X2,Hat,19.50")
    #expect(summary.errors == ["2 code-placeholder"], "\(summary.reported)")
    #expect(try shop.lines("variants", "sku").isEmpty)
    // What was counted may have any sign.
    let counted = try taken("count,location,sku,counted_quantity|C1,shop,\(sign),1", kind: "count_lines").summary
    #expect(!counted.reported.contains("code-placeholder"), "\(counted.reported)")
  }

  @Test func aLineOfADocumentMayNameItsItemByAnotherCode() throws {
    let shop = try TestShop()
    try shop.take("sku,title,barcode\nA,Cap,4006381333931\n")
    let lines = "supplier,order_number,line,sku,barcode,order_quantity\nS,1,1,N/A,4006381333931,2\n"
    let summary = try shop.take(lines) {
      $0.kind = "order_lines"
      $0.accepted = ["new-suppliers"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("order_lines", "sku", "order_quantity") == ["A,2"])
  }

  @Test(arguments: [
    ("Nr;Artikel;Bezeichnung;Preis|1;0012;Saft;2,50|2;0013;Most;2,49", ["0012", "0013"]),
    ("Nr;Artikel;Preis|17;Saft;2,50|21;Most;2,49", ["17", "21"]),
  ]) func rowNumbersAreNoCodes(list: String, codes: [String]) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku").sorted() == codes)
  }

  @Test func rowNumbersNextToNamesAreAskedAbout() throws {
    let list = "Nr;Artikel;Preis|1;Apfelsaft;2,50|2;Birnensaft;2,49"
    do {
      _ = try taken(list)
      Issue.record("the import asks")
    } catch let error as Problems {
      #expect(error.code == .nothingMapped)
      #expect(error.remedy.contains("--map Nr=sku") && error.remedy.contains("--map Artikel=sku"), "\(error.remedy)")
    }
    for (column, codes) in [("Nr", ["1", "2"]), ("Artikel", ["Apfelsaft", "Birnensaft"])] {
      let shop = try TestShop()
      let summary = try shop.take(list.replacing("|", with: "\n") + "\n") { $0.columns = [column: "sku"] }
      #expect(summary.isApplied, "\(summary.reported)")
      #expect(try shop.lines("variants", "sku").sorted() == codes)
    }
  }

  /// A workbook, and the errors about its cells.
  @Test(arguments: [
    ("dates-as-codes", ["2 code-not-text"]), ("dates-as-sizes", ["2 code-not-text"]),
    ("never-calculated", ["2 value-lost", "3 value-lost"]),
  ]) func aCellThatIsNotWhatItShouldBeIsAnError(name: String, errors: [String]) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shop = try TestShop()
    let summary = try shop.take(.file(root.path + "/Plugins/Spreadsheet/Fixtures/\(name)/input.xlsx"))
    #expect(summary.errors == errors && !summary.isApplied, "\(summary.reported)")
  }

  /// A SKU that is made of an ISBN has its zeros, as the barcode has.
  @Test func skusMadeOfISBNsGetTheirZeros() throws {
    let shop = try TestShop()
    try shop.take("isbn,title,price\n439023483,The Hunger Games,10.99\n316015849,Twilight,9.99\n")
    #expect(try shop.lines("variants", "sku").sorted() == ["0316015849", "0439023483"])
  }

  /// Where the barcode is the only code of a list, an item is known by it whatever its SKU is.
  @Test func booksAreFoundByTheirNumber() throws {
    let shop = try TestShop()
    try shop.take("sku,title,barcode,price\nHG,Hunger Games,9780439023481,10\n")
    let summary = try shop.take("isbn,title,price\n439023483,Hunger Games,12\n")
    #expect(summary.isApplied, "\(summary.problems.map(\.message))")
    #expect(summary.tally.contains("prices update 1"), "\(summary.tally)")
    #expect(try shop.lines("variants", "sku") == ["HG"])
  }
}

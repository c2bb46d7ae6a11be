import Catalog
import Exchange
import FormatKit
import Foundation
import Testing

/// What spreadsheets do to codes: found, restored only where certain, told.
@Suite struct SpreadsheetDamageTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\nC\nD\n") { $0.kind = "variants" }
    return shop
  }

  private func told(_ summary: ImportSummary, _ code: String) -> [Diagnostic] {
    summary.problems.filter { $0.code.id == code }
  }

  @Test func lostZerosAreRestoredAmongGTINs() throws {
    let shop = try shop()
    let summary = try shop.take("barcode;sku\n036000291452;A\n12345678905;B\n4006381333931;C\n72527273076;D\n")
    #expect(summary.isApplied, "\(summary.told)")
    let notices = told(summary, "leading-zeros-restored")
    let notice = try #require(notices.first, "\(summary.told)")
    #expect(notices.count == 1 && notice.severity == .notice && notice.position.line == 3)
    #expect(
      notice.message
        == "barcode '12345678905' is read as 012345678905; 2 values of the column are such: '12345678905' in line 3, '72527273076' in line 5"
    )
    #expect(try shop.lines("barcodes", "barcode", "sku").contains("012345678905,B"))
  }

  @Test func whereTheColumnDoesNotProveThemItWarns() throws {
    for text in ["barcode;sku\n12345678905;A\n", "barcode;sku\n12345678905;A\n4006381333931;B\n1001;C\n1002;D\n"] {
      let summary = try shop().take(text)
      #expect(summary.isApplied && told(summary, "leading-zeros-restored").isEmpty)
      let warnings = told(summary, "leading-zeros-doubtful")
      #expect(warnings.map { "\($0.severity) \($0.position.line)" } == ["warning 2"], "\(summary.told)")
    }
  }

  @Test func roundedNumbers() throws {
    let shop = try shop()
    let summary = try shop.take(
      "barcode;sku\n4.00638E+12;A\n4.006381333931E+12;B\n4006381333931.0;B\n4.006381333932E+12;C\n036000291452;1.23E+05\n"
    )
    #expect(summary.errors == ["2 number-damaged", "5 number-damaged", "6 number-damaged"])
    #expect(told(summary, "barcode-restored").map(\.position.line) == [3, 4])
    #expect(summary.told.contains("barcode '4.00638E+12' is a rounded number, not a barcode"))
    #expect(summary.told.contains("sku '1.23E+05' is a rounded number, not a code"))
  }

  @Test func codesThatLostZerosAgainstTheCatalog() throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\nOTHER\n") { $0.kind = "suppliers" }
    try shop.take("sku\n00123\n0456\n456\nX\n") { $0.kind = "variants" }
    try shop.take("supplier;sku;supplier_code\nACME;X;007\n") { $0.kind = "supplier_items" }
    let summary = try shop.take("sku;title;price\n123;Cup;1\n456;Hat;1\n789;Bag;1\n", plan: true)
    let warnings = told(summary, "leading-zeros-lost")
    #expect(warnings.map { "\($0.position.line) \($0.message)" } == ["2 sku '123' is not known, but '00123' is"])
    // Nothing is matched by it: a new item is a new item.
    #expect(summary.count("variants", "create") == 2)
    let codes = try shop.take("supplier;sku;supplier_code\nACME;456;7\nOTHER;456;7\n", plan: true)
    #expect(
      told(codes, "leading-zeros-lost").map { "\($0.position.line) \($0.message)" } == [
        "2 supplier_code '7' is not known, but '007' is"
      ])
    // Where the rest is compared again without what is faulty, it is told once all the same.
    let skipped = try shop.take("sku;title;price\n123;Cup;1\n457;Hat;x\n", plan: true) {
      $0.onError = .skip(rejects: shop.folder.path + "/rejects.csv")
    }
    #expect(told(skipped, "leading-zeros-lost").count == 1, "\(skipped.told)")
    let unknown = try shop.take("sku,quantity,effective_at\n123,1,2026-01-01\n") { $0.kind = "sales" }
    #expect(unknown.errors == ["2 unknown-item"] && told(unknown, "leading-zeros-lost").count == 1)
    #expect(try !shop.temporaryTables().contains { $0.hasPrefix("zero") })
  }

  @Test func codesThatBecameDates() throws {
    let summary = try TestShop().take("sku;size\n3-Apr;Mär 04\nP-1;42\n5-May;XL\n")
    let warnings = told(summary, "code-looks-like-date")
    #expect(summary.isApplied && warnings.map(\.position.field) == ["size", "sku"], "\(summary.told)")
    #expect(
      warnings.last?.message.contains("2 values of the column are such: '3-Apr' in line 2, '5-May' in line 4") == true)
  }

  @Test(arguments: [
    ("csv", "sku\n00123\n"), ("json", "[{\"sku\":\"00123\"}]"), ("xml", "<items><item><sku>00123</sku></item></items>"),
  ]) func zerosOfCodesStay(format: String, text: String) throws {
    let shop = try TestShop()
    try shop.take(text, name: "items.\(format)") {
      $0.kind = "variants"
      $0.format = format
      if format == "xml" { $0.options = ["record": "item"] }
    }
    #expect(try shop.lines("variants", "sku") == ["00123"])
  }
}

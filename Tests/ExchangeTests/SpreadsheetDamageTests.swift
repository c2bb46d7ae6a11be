import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import RetailValues
import Stock
import Testing

/// Codes that spreadsheets have damaged: found, reported, and restored only if the original is certain.
@Suite struct SpreadsheetDamageTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\nC\nD\n") { $0.kind = "variants" }
    return shop
  }

  private func reported(_ summary: ImportSummary, _ code: String) -> [Problem] {
    summary.problems.filter { $0.code.id == code }
  }

  @Test func lostZerosAreRestoredAmongGTINs() throws {
    let shop = try shop()
    let summary = try shop.take("barcode;sku\n036000291452;A\n12345678905;B\n4006381333931;C\n72527273076;D\n")
    #expect(summary.isApplied, "\(summary.reported)")
    let notices = reported(summary, "leading-zeros-restored")
    let notice = try #require(notices.first, "\(summary.reported)")
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
      #expect(summary.isApplied && reported(summary, "leading-zeros-restored").isEmpty)
      let warnings = reported(summary, "leading-zeros-doubtful")
      #expect(warnings.map { "\($0.severity) \($0.position.line)" } == ["warning 2"], "\(summary.reported)")
    }
  }

  /// The name of a column, its values, and the result of each: the stored barcode, or the code of the error.
  static let books: [(column: String, values: [String], expected: [String], remark: String?)] = [
    ("isbn", ["439023483"], ["9780439023481"], "isbn-restored"),
    ("ISBN-10", ["61120081", "553296981"], ["9780061120084", "9780553296983"], "isbn-restored"),
    ("isbn", ["439023483.0", "439023484", "0439023484"], ["9780439023481", "!", "!"], "isbn-restored"),
    ("isbn", ["9780439023481", "96385074", "B000ABC123"], ["9780439023481", "96385074", "B000ABC123"], nil),
    // Nothing but the values says that they are books.
    (
      "barcode", ["439023483", "439554934", "316015849", "61120081"],
      ["9780439023481", "9780439554930", "9780316015844", "9780061120084"], "isbn-restored"
    ),
    ("barcode", ["439023483", "4006381333931"], ["439023483", "4006381333931"], "isbn-doubtful"),
    ("barcode", ["439023483"], ["439023483"], "isbn-doubtful"),
    // Two readings, and nothing that says which of them is right.
    ("barcode", ["553296981"], ["!barcode-unclear"], nil),
    ("barcode", ["61120081", "4006381333931"], ["!barcode-unclear", "4006381333931"], nil),
    // Among articles a number of nine digits is one of theirs.
    (
      "barcode", ["4006381333931", "5901234123457", "036000291452", "439023483"],
      ["4006381333931", "5901234123457", "036000291452", "439023483"], nil
    ),
  ]

  @Test(arguments: books.indices) func booksThatLostZeros(index: Int) throws {
    let (column, values, expected, remark) = Self.books[index]
    let shop = try shop()
    let lines = zip(values, ["A", "B", "C", "D"]).map { "\($0);\($1)\n" }.joined()
    let summary = try shop.take("\(column);sku\n" + lines) {
      $0.kind = "barcodes"
      $0.onError = .skip(rejects: shop.folder.path + "/rejects.csv")
      $0.accepted = ["many-rejected"]
    }
    for (place, right) in expected.enumerated() where right.hasPrefix("!") {
      let code = right == "!" ? "barcode-invalid" : String(right.dropFirst())
      #expect(summary.errors.contains("\(place + 2) \(code)"), "\(summary.reported)")
    }
    let stored = zip(expected, ["A", "B", "C", "D"]).filter { !$0.0.hasPrefix("!") }.map { "\($0),\($1)" }.sorted()
    #expect(try shop.lines("barcodes", "barcode", "sku").sorted() == stored, "\(summary.reported)")
    for code in ["isbn-restored", "isbn-doubtful"] {
      #expect(reported(summary, code).isEmpty == (code != remark), "\(summary.reported)")
    }
    #expect(!summary.reported.contains("would be right"))
  }

  @Test func aBookThatTheCatalogKnowsIsFoundWithoutItsZeros() throws {
    let shop = try shop()
    try shop.take("barcode,sku\n9780439023481,A\n") { $0.kind = "barcodes" }
    let summary = try shop.take("barcode,sku\n439023483,A\n") { $0.kind = "barcodes" }
    #expect(reported(summary, "isbn-restored").count == 1, "\(summary.reported)")
    #expect(try shop.lines("barcodes", "barcode", "sku") == ["9780439023481,A"])
    let sale = try shop.take("barcode,quantity,effective_at,location\n439023483,1,2026-01-01,shop\n", plan: true) {
      $0.kind = "sales"
    }
    #expect(!sale.reported.contains("unknown-item") && reported(sale, "isbn-restored").count == 1, "\(sale.reported)")
  }

  @Test(.enabled(if: Corpora.isAvailable("onix"), "\(Corpora.notice)")) func aRealListOfBooksIsRestored() throws {
    guard let corpora = Corpora.folder() else { return }
    let shop = try TestShop()
    let file = corpora + "/onix/goodbooks/samples/books.csv"
    let summary = try shop.take(.file(file))
    #expect(summary.isApplied && summary.count("barcodes", .create) == 99, "\(summary.reported)")
    // An independent reading of the file: the ISBN-10 with its zeros, as thirteen digits.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let written = text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropFirst(5).first.map(String.init)
    }
    let expected = written.map { isbn in
      let body = "978" + String(repeating: "0", count: 10 - isbn.count) + isbn.dropLast()
      let sum = body.enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
      return body + "\((10 - sum % 10) % 10)"
    }
    #expect(expected.count == 99)
    #expect(try shop.lines("barcodes", "barcode").sorted() == expected.sorted())
  }

  @Test func roundedNumbers() throws {
    let shop = try shop()
    let summary = try shop.take(
      "barcode;sku\n4.00638E+12;A\n4.006381333931E+12;B\n4006381333931.0;B\n4.006381333932E+12;C\n036000291452;1.23E+05\n"
    )
    #expect(summary.errors == ["2 number-damaged", "5 number-damaged", "6 number-damaged"])
    #expect(reported(summary, "barcode-restored").map(\.position.line) == [3, 4])
    #expect(summary.reported.contains("barcode '4.00638E+12' is a rounded number, not a barcode"))
    #expect(summary.reported.contains("sku '1.23E+05' is a rounded number, not a code"))
  }

  @Test func codesThatLostZerosAgainstTheCatalog() throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\nOTHER\n") { $0.kind = "suppliers" }
    try shop.take("sku\n00123\n0456\n456\nX\n") {
      $0.kind = "variants"
      $0.accepted = ["similar-code"]
    }
    try shop.take("supplier;sku;supplier_code\nACME;X;007\n") { $0.kind = "supplier_items" }
    let summary = try shop.take("sku;title;price\n123;Cup;1\n456;Hat;1\n789;Bag;1\n", plan: true)
    let warnings = reported(summary, "leading-zeros-lost")
    #expect(warnings.map { "\($0.position.line) \($0.message)" } == ["2 sku '123' is not known, but '00123' is"])
    // Nothing is matched by it: a new item is a new item.
    #expect(summary.count("variants", .create) == 2)
    let codes = try shop.take("supplier;sku;supplier_code\nACME;456;7\nOTHER;456;7\n", plan: true)
    #expect(
      reported(codes, "leading-zeros-lost").map { "\($0.position.line) \($0.message)" } == [
        "2 supplier_code '7' is not known, but '007' is"
      ])
    // If the rest is compared again without the invalid records, it is still reported only once.
    let skipped = try shop.take("sku;title;price\n123;Cup;1\n457;Hat;x\n", plan: true) {
      $0.onError = .skip(rejects: shop.folder.path + "/rejects.csv")
    }
    #expect(reported(skipped, "leading-zeros-lost").count == 1, "\(skipped.reported)")
    let unknown = try shop.take("sku,quantity,effective_at\n123,1,2026-01-01\n") { $0.kind = "sales" }
    #expect(unknown.errors == ["2 unknown-item"] && reported(unknown, "leading-zeros-lost").count == 1)
    #expect(try !shop.temporaryTables().contains { $0.hasPrefix("zero") })
  }

  @Test func codesThatBecameDates() throws {
    let summary = try TestShop().take("sku;size\n3-Apr;Mär 04\nP-1;42\n5-May;XL\n")
    let warnings = reported(summary, "code-looks-like-date")
    #expect(summary.isApplied && warnings.map(\.position.field) == ["size", "sku"], "\(summary.reported)")
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

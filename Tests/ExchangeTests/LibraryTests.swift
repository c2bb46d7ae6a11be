import Exchange
import FormatKit
import Stock
import Testing

/// Libraries as people have them: a list of ISBNs, or a table of books without codes of its own.
@Suite struct LibraryTests {
  private func listings(_ shop: TestShop) throws -> [String] {
    try shop.export("listings", fields: ["listing", "user", "isbn", "title"]).split(whereSeparator: \.isNewline)
      .dropFirst().map(String.init).sorted()
  }

  /// Nothing but ISBNs, with hyphens and without, is a library; the same list again changes nothing.
  @Test(arguments: [nil, "listings"]) func aListOfISBNsIsALibrary(kind: String?) throws {
    let shop = try TestShop()
    let text = "9781900001205\n\n1-900001-21-7\r\n978-1-900001-22-9\n"
    func configure(_ request: inout ImportRequest) {
      request.kind = kind
      request.constants = ["user": "emil"]
    }
    let taken = try shop.take(text, name: "books.txt", configure)
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(
      try listings(shop).map { $0.split(separator: ",").prefix(2).joined(separator: ",") } == [
        "emil 1-900001-21-7,emil", "emil 978-1-900001-22-9,emil", "emil 9781900001205,emil",
      ])
    let again = try shop.take(text, name: "books.txt") { request in
      configure(&request)
      request.again = true
    }
    #expect(again.counts.allSatisfy { $0.action == .unchanged }, "\(again.counts)")
  }

  @Test func aWrongCheckDigitIsToldWithItsLine() throws {
    let shop = try TestShop()
    let taken = try shop.take("9781900001205\n9781900001212\n9781900001229\n9781900001992\n", name: "books.txt")
    #expect(!taken.isApplied)
    #expect(taken.problems.map { "\($0.position.line) \($0.code.id)" } == ["4 barcode-invalid"], "\(taken.reported)")
  }

  /// Numbers that are not ISBNs are not a library.
  @Test(arguments: ["4006381333931\n4006381333948\n", "1\n2\n3\n", "9781900001205,5\n9781900001212,1\n"])
  func otherListsAreNot(text: String) throws {
    let shop = try TestShop()
    #expect(throws: (any Error).self) { _ = try shop.take(text, name: "codes.txt") }
  }

  /// A table as a reading site gives it: codes are made of the user and the ISBN, or else the title.
  @Test func aTableWithoutCodesIsALibrary() throws {
    let shop = try TestShop()
    let taken = try shop.take(
      "Title,Author,ISBN\nEmma,Jane Austen,9781900001205\nTides,Ann Other,\n,,\n", name: "library.csv"
    ) { request in
      request.kind = "listings"
      request.constants = ["user": "emil"]
    }
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(
      try listings(shop).map { $0.split(separator: ",").prefix(2).joined(separator: ",") } == [
        "emil 9781900001205,emil", "emil Tides,emil",
      ])
  }
}

import FormatKit
import StandardFormats
import Testing

@testable import Exchange

/// Files without a header: nothing is imported, and the message suggests a command that was tried.
@Suite struct NamelessColumnTests {
  private func remedy(_ text: String, options: [String: String] = [:]) throws -> String {
    var request = ImportRequest(source: .text(text, name: "feed.csv"))
    request.options = options
    let error = try #require(throws: Problems.self) { try OpenedSource(request, registry: standardFormats) }
    #expect(error.code == .nothingMapped)
    return error.remedy
  }

  private static let books = """
    9780002201438,50.00,10
    9780006280545,7.99,24
    9780006479888,8.99,0
    9780006479895,8.99,0

    """

  @Test func aClearFileGetsItsCommand() throws {
    let remedy = try remedy(Self.books)
    #expect(
      remedy.contains(
        "`stockroom import feed.csv --option header=no --option columns=barcode,price,quantity`"), "\(remedy)")
    for part in ["column 1 ('9780002201438') as barcode", "column 2 ('50.00') as price", "column 3 ('10') as quantity"]
    {
      #expect(remedy.contains(part))
    }
    // The given options stay, and the file name is quoted for a shell.
    let semicolons = Self.books.replacing(",", with: ";")
    #expect(
      try self.remedy(semicolons, options: ["delimiter": ";"]).contains("--option 'delimiter=;' --option header=no"))
  }

  /// A code with letters, and a column that is not used.
  @Test func codesAreItems() throws {
    let rows = ["AB-1,2.50,x,7", "AB-2,3.50,x,9", "AB-3,2.50,x,7", "AB-4,1.25,x,12"].joined(separator: "\n")
    #expect(try remedy(rows).contains("columns=sku,price,unused-3,quantity`"))
  }

  @Test func twoColumnsThatFitAreAChoice() throws {
    let rows = Self.books.split(separator: "\n").map { "\($0),\($0.prefix(13))" }.joined(separator: "\n")
    let remedy = try remedy(rows)
    #expect(!remedy.contains("stockroom import"))
    #expect(remedy.contains("the barcode may be column 1 ('9780002201438'), column 4 ('9780002201438')"), "\(remedy)")
  }

  /// Running numbers and names may be anything, such as reasons.
  @Test func runningNumbersAreNoItems() throws {
    let rows = (1...9).map { "\($0)\tBrake assembly no \($0)\t2008-04-30" }.joined(separator: "\n")
    #expect(try !remedy(rows).contains("stockroom import"))
  }

  /// A row that would be refused prevents the suggestion of a command.
  @Test func whatWasTriedAndFailsIsNotSuggested() throws {
    let rows = Self.books + (0..<30).map { _ in "9780006479888,8.99,3\n" }.joined() + "9780006479889,8.99,3\n"
    let remedy = try remedy(rows)
    #expect(!remedy.contains("stockroom import"))
    #expect(remedy.contains("line 35: "), "\(remedy)")
  }
}

import FormatKit
import StandardFormats
import Testing

@testable import Exchange

/// Columns that are known by their values, because their names say nothing.
@Suite struct ColumnLookTests {
  private static let barcodes = ["4006381333931", "9780002201438", "96385074", "036000291452", "5901234123457"]

  private func inspect(_ text: String, kind: String? = nil) throws -> Inspection {
    var request = ImportRequest(source: .text(text, name: "x.csv"))
    request.kind = kind
    return try Inspection(request, registry: standardFormats)
  }

  private func meanings(_ inspection: Inspection) -> [String: [String]] {
    Dictionary(grouping: inspection.meanings, by: \.column).mapValues { $0.map(\.field).sorted() }
  }

  @Test func barcodesAreKnownByTheirCheckDigits() throws {
    let rows = Self.barcodes.enumerated().map { "\($0.1);Thing \($0.0);\($0.0),50" }
    let inspection = try inspect("Nummer X;Was;VK\n" + rows.joined(separator: "\n"))
    #expect(
      meanings(inspection) == [
        "Nummer X": ["barcode", "product_code", "sku"], "Was": ["title"], "VK": ["price"],
      ])
    #expect(
      inspection.evidence(of: "Nummer X", in: "records") == "100 % of its values are GTINs with a right check digit")
    #expect(inspection.evidence(of: "Was", in: "records") == "the only column of texts, such as 'Thing 0'")
  }

  @Test func oneBadCodeAmongManyDoesNotHideThem() throws {
    let rows = (0..<60).map { "\(Self.barcodes[$0 % 5]);\($0),50" } + ["4006381333930;1,00"]
    let inspection = try inspect("Nummer X;VK\n" + rows.joined(separator: "\n"))
    #expect(
      inspection.evidence(of: "Nummer X", in: "records") == "98 % of its values are GTINs with a right check digit")
  }

  /// Never against a name, never where two columns may be meant, never on thin evidence.
  @Test(arguments: [
    "Lot;VK\n4006381333931;1\n9780002201438;2\n96385074;3\n",
    "A;C;VK\n4006381333931;9780002201438;1\n96385074;036000291452;2\n5901234123457;4006381333931;3\n",
    "A;VK\n4006381333931;1\n9780002201438;2\n", "A;VK\n00000000;1\n00000000;2\n00000000;3\n00000000;4\n",
    "A;VK\n20261031;1\n20261101;2\n20261102;3\n20261103;4\n",
  ]) func doubtIsNoEvidence(text: String) throws {
    let inspection = try inspect(text)
    #expect(inspection.recordKinds.isEmpty)
    #expect(inspection.problems.map(\.code) == [.nothingMapped])
  }

  /// `Cond.` is the size of a pack in a French price list, and may be what goods are wrapped in or their condition.
  @Test(arguments: [("6", true), ("Boîte", false), ("2,50", false), ("1234567", false)])
  func aNameWithAConditionNeedsItsValues(value: String, isSize: Bool) throws {
    let text = "sku;title;unit_cost;Cond.\nA1;Cup;1,50;\(value)\nA2;Mug;2,50;\(value)\n"
    var request = ImportRequest(source: .text(text, name: "x.csv"))
    request.supplier = "acme"
    let found = meanings(try Inspection(request, registry: standardFormats))
    #expect((found["Cond."] ?? []).contains("pack_size") == isSize, "\(found)")
  }

  @Test func aColumnCalledLikeACodeMayHoldNames() throws {
    let inspection = try inspect("Product code;Product;Price\nA1;Red cup;1.50\nA2;Blue mug;2.50\n")
    #expect(
      meanings(inspection) == [
        "Product code": ["product_code", "sku"], "Product": ["title"], "Price": ["price"],
      ])
  }

  @Test func aProductsCodeTellsItemsApart() throws {
    let text = "Product code,Name,EAN,Price\nA1,Cup,4006381333931,1.5\nA2,Mug,,2.5\n"
    #expect(meanings(try inspect(text))["Product code"]?.contains("sku") == true)
    let styles = "Style,Name,EAN,Price\nA,Cup,4006381333931,1.5\nA,Cup,96385074,2.5\n"
    #expect(meanings(try inspect(styles))["EAN"]?.contains("sku") == true)
  }

  @Test func aKindThatIsNamedIsCompleted() throws {
    let text = "Filler;When it was;N\nA1;31.10.2026;2\nA2;30.10.2026;-1\n"
    let sales = try inspect(text.replacing("Filler", with: "SKU"), kind: "sales")
    #expect(meanings(sales) == ["SKU": ["sku"], "When it was": ["effective_at"], "N": ["quantity"]])
    #expect(
      sales.evidence(of: "N", in: "records") == "the only column left where all its values are whole numbers")
  }

  @Test func choicesThatFitNothingAreNoChoices() throws {
    let text = "SKU,Name,State\nA1,Cup,Ohio\nA2,Mug,Texas\n"
    #expect(meanings(try inspect(text))["State"] == nil)
    #expect(meanings(try inspect(text.replacing("Ohio", with: "Active")))["State"] == ["status"])
  }

  @Test func aCountedListIsSentToItsCount() throws {
    let inspection = try inspect("Item No;Name;Counted Qty\nA1;Cup;5\n")
    #expect(inspection.recordKinds.isEmpty)
    #expect(inspection.problems.first?.remedy.contains("stockroom count enter") == true)
  }

  /// Little memory is used for the looks of any file.
  @Test func looksAreBounded() throws {
    var look = ColumnLook()
    for number in 0..<100_000 {
      let text = Array("value \(number)".utf8)
      text.withUnsafeBufferPointer { look.note($0) }
    }
    #expect(look.words.count <= 21)
    #expect(look.filled == 100_000)
  }

  @Test(arguments: [
    ("12,50 EUR", "12,50"), ("€ 12.50", "12.50"), ("12.50", "12.50"), ("EUR12", "12"), ("12 pcs", "12 pcs"),
    ("-3 kr", "-3 kr"), ("$-3", "-3"), ("EUR", "EUR"), ("", ""), ("1 USD 2", "1 USD 2"),
  ]) func currenciesComeOff(text: String, amount: String) { #expect(text.trimmingCurrency == amount) }

  /// The pages of catalogues: an item several times, described in the same way. Reviews of items are not.
  @Test func itemsInSeveralGroupsAreItems() throws {
    func rows(_ title: (Int, Int) -> String) -> String {
      "catalogCode,productCode,productName\n"
        + (0..<20).map { "C\($0 % 4),P\($0 % 5),\(title($0, $0 % 5))\n" }.joined()
    }
    #expect(try inspect(rows { "Red pen no \($1)" }).recordKinds == ["products", "variants"])
    #expect(try inspect(rows { row, _ in "Good pen, bought \(row)" }).recordKinds.isEmpty)
  }
}

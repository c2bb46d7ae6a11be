import FormatKit
import FormatKitTesting
import Testing
import WooCommerceFormat

@Suite struct WooCommerceTableTests {
  private static let header =
    "ID,Type,SKU,Name,In stock?,Stock,Backorders allowed?,Date sale price starts,Date sale price ends,Sale price,"
    + "Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)\n"

  private static let prices: [(String, String)] = [
    ("12.50", "12.50"), ("12,50", "12.50"), ("7", "7"), ("0.125", "0.125"), ("€ 3,99", "3.99"),
  ]

  @Test(arguments: prices) func readsPrices(_ text: String, _ price: String) {
    let reading = WooCommerceSamples.reading(Self.header + "1,simple,A,A,1,,0,,,,\"\(text)\",,,,\n")
    #expect(reading.values("prices", "price") == [price])
    #expect(reading.problemCodes == [])
  }

  @Test(arguments: ["1.250,00", "1,250.00", "call us", "-4", "=1+1", "1e3", "'=1+1"])
  func refusesPricesThatAreNone(_ price: String) {
    let reading = WooCommerceSamples.reading(Self.header + "1,simple,A,A,1,,0,,,,\"\(price)\",,,,\n")
    #expect(reading.problemCodes == ["woocommerce-invalid-number"])
    #expect(reading.table("prices")?.records.first?.problems.first?.position.line == 2)
  }

  private static let dates: [(String, String?)] = [
    ("2026-10-31", "2026-10-31"), ("2026-10-31 18:00:00", "2026-10-31T18:00:00"),
    ("2026-10-31 18:00", "2026-10-31T18:00"), ("2026-10-31T18:00:00", "2026-10-31T18:00:00"), ("31.10.2026", nil),
    ("2026-13-01", nil), ("2026-10-31 25:00", nil), ("2026-10-31x", nil), ("0000-10-31", nil), ("2026-1-1", nil),
    ("2026-10-31 18:00:00 ", "2026-10-31T18:00:00"), ("2026-10-31 18", nil),
  ]

  @Test(arguments: dates) func readsSaleDates(_ text: String, _ date: String?) {
    let reading = WooCommerceSamples.reading(Self.header + "1,simple,A,A,1,,0,,\(text),3,4,,,,\n")
    if let date { #expect(reading.values("prices", "valid_to") == [date, nil]) }
    #expect(reading.problemCodes == (date == nil ? ["woocommerce-invalid-date"] : []))
  }

  private static let categories: [(String, String, Bool)] = [
    ("Clothing", "Clothing", false), ("Clothing > Shirts", "Clothing/Shirts", false), ("A > B, C", "A/B", true),
    (#"Gifts\, small > For him"#, "Gifts, small/For him", false), ("Audio/Video", "Audio/Video", true),
    ("A>B", "A/B", true),
  ]

  @Test(arguments: categories) func readsCategories(_ text: String, _ path: String, _ isKeptToo: Bool) {
    let reading = WooCommerceSamples.reading(Self.header + "1,simple,A,A,1,,0,,,,4,\"\(text)\",,,\n")
    #expect(reading.values("products", "category") == [path])
    #expect((reading.values("products", "attributes")[0]?.contains("categories") ?? false) == isKeptToo)
  }

  private static let stock: [(String, String?)] = [
    ("0", "0"), ("-3", "-3"), ("2.5", "2.5"), ("2,5", "2.5"), ("", nil), ("parent", nil), ("Parent", nil),
  ]

  @Test(arguments: stock) func takesStockWhenTold(_ text: String, _ quantity: String?) {
    let row = Self.header + "1,simple,A,A,1,\"\(text)\",0,,,,4,,,,\n"
    let reading = WooCommerceSamples.reading(row, options: ["stock": "yes"])
    #expect(reading.values("stock_levels", "quantity") == (quantity.map { [$0] } ?? []))
    #expect(reading.problemCodes == [])
    let untold = WooCommerceSamples.reading(row)
    #expect(untold.table("stock_levels") == nil)
    #expect(untold.problemCodes == (quantity == nil ? [] : ["woocommerce-stock-not-taken"]))
  }

  @Test func findsAnSKUThatComesTwiceAnywhere() {
    let reading = WooCommerceSamples.reading(
      Self.header + "1,simple,A,A,1,,0,,,,4,,,,\n2,simple,B,B,1,,0,,,,4,,,,\n3,simple,A,C,1,,0,,,,4,,,,\n")
    #expect(reading.problemCodes == ["woocommerce-duplicate-sku"])
    #expect(reading.values("products", "product_code") == ["A", "B"])
    #expect(reading.values("prices", "sku") == ["A", "B"])
  }

  @Test func tellsOfTypesOfExtensionsOnce() {
    let rows = (1...5).map { "\($0),bundle,S-\($0),A,1,,0,,,,4,,,,\n" }.joined()
    let reading = WooCommerceSamples.reading(
      Self.header + rows + "6,variable-subscription,P,P,1,,0,,,,,,,,\n7,subscription_variation,P-1,P,1,,0,,,,4,,P,,\n")
    #expect(reading.problemCodes.count { $0 == "woocommerce-unknown-type" } == 3)
    #expect(reading.values("variants", "product_code").last == "P")
  }

  @Test func refusesOtherFiles() {
    #expect(WooCommerceSamples.reading("sku,name\nA-1,Mug\n").problemCodes == ["wrong-format"])
  }
}

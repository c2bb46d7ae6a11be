import FormatKit
import FormatKitTesting
import Testing

@testable import ONIXFormat

/// Single values: costs, dates, texts, territories, codes.
@Suite struct ONIXValueTests {
  @Test(arguments: [
    ("8.99", "37.5", "5.61875", true), ("10", "0", "10", true), ("10", "100", "0", true),
    ("9.999999", "33.333", "6.666699", false),
    ("0.000001", "50", "0.000001", false), ("123456789012", "0.000001", "123456787777.43211", false),
  ])
  func takesPercentOff(price: String, percent: String, text: String, isExact: Bool) {
    let cost = NetCost(price, lessPercent: percent)
    #expect(cost?.text == text)
    #expect(cost?.isExact == isExact)
  }

  @Test(arguments: [
    ("10", "101"), ("10", "-1"), ("10", "a"), ("1e5", "1"), ("", "1"), ("9999999999999999999", "1"),
    ("1", "1.0000000001"),
    ("1.", "1"), (".5", "1"),
  ])
  func refusesWhatIsNoDiscount(price: String, percent: String) {
    #expect(NetCost(price, lessPercent: percent) == nil)
  }

  @Test func takesAmountsOff() {
    #expect(NetCost("10.00", lessAmount: "3.25")?.text == "6.75")
    #expect(NetCost("3", lessAmount: "3.25") == nil)
  }

  @Test(arguments: [
    ("20060807", "00", "2006-08-07", "2006-08-07"), ("200608", "01", "2006-08", "2006-08-31"),
    ("2006", "05", "2006", "2006-12-31"),
    ("20060807", "", "2006-08-07", "2006-08-07"), ("200612", "", "2006-12", "2006-12-31"),
    ("20060807T1015", "13", "2006-08-07", "2006-08-07"), ("2006-08-07", "00", "2006-08-07", "2006-08-07"),
  ])
  func readsDates(written: String, format: String, text: String, last: String) {
    let date = WrittenDate(written, format: format)
    #expect(date?.text == text)
    #expect(date?.lastDay == last)
  }

  @Test(arguments: [("20060231", "00"), ("2006", "00"), ("2006Q1", "03"), ("", ""), ("spring", "12"), ("0", "05")])
  func refusesWhatIsNoDate(written: String, format: String) {
    #expect(WrittenDate(written, format: format) == nil)
  }

  @Test func knowsEveryNameInBothStyles() {
    #expect(TagNames.resolve("a001")?.name == "RecordReference")
    #expect(TagNames.resolve("productidentifier")?.name == "ProductIdentifier")
    #expect(TagNames.resolve("x425")?.name == "MainSubject")
    #expect(TagNames.resolve("mainsubject")?.name == "MainSubject")
    #expect(TagNames.resolve("j303")?.name == "Territory")
    #expect(TagNames.resolve("Recordreference") == nil)
    // No name of XHTML is a name of ONIX in either style. Otherwise texts and elements could not be distinguished.
    for name in TagNames.markup { #expect(TagNames.resolve(name) == nil, "\(name)") }
  }

  @Test func knowsCodesByRelease() {
    #expect(CodeList.productForm(before3: true).word("DG") == "e-book")
    #expect(!CodeList.productForm(before3: false).contains("DG"))
    #expect(CodeList.productForm(before3: true).word("DA") == CodeList.productForm(before3: false).word("DA"))
    #expect(CodeList.productForm(before3: false).word("BC") == "paperback")
    #expect(CodeList.productFormDetail(before3: false).contains("B407"))
    #expect(CodeList.productFormDetail(before3: false).word("B407") == "B407")
    #expect(CodeList.country.contains("GB") && CodeList.language.contains("eng") && !CodeList.language.contains("en"))
    for code in PriceKind.types.keys { #expect(CodeList.priceType.contains(code), "\(code)") }
  }

  /// According to the text of list 58, which states it for each of its types.
  @Test func knowsWhichPricesContainTax() {
    let withTax = PriceKind.types.filter(\.value.includesTax).keys.sorted()
    #expect(withTax == ["02", "04", "07", "09", "12", "14", "17", "22", "24", "27", "34", "42"])
  }

  @Test(arguments: [
    ("<CountriesIncluded>GB IE</CountriesIncluded>", "IE", true),
    ("<CountriesIncluded>GB IE</CountriesIncluded>", "DE", false),
    ("<RegionsIncluded>WORLD</RegionsIncluded><CountriesExcluded>US</CountriesExcluded>", "US", false),
    ("<RegionsIncluded>WORLD</RegionsIncluded><CountriesExcluded>US</CountriesExcluded>", "DE", true),
    ("<RegionsIncluded>ECZ</RegionsIncluded>", "HR", true), ("<RegionsIncluded>ECZ</RegionsIncluded>", "SE", false),
    ("<RegionsIncluded>GB-ENG</RegionsIncluded>", "GB", true), ("", "SE", true),
  ])
  func knowsMarkets(territory: String, country: String, isThere: Bool) {
    let price =
      "<Price><PriceType>02</PriceType><PriceAmount>1.00</PriceAmount><CurrencyCode>EUR</CurrencyCode>"
      + "<Territory>\(territory)</Territory></Price>"
    let product = ONIXSamples.product("9781900000017", ONIXSamples.supply(price))
    let reading = ONIXSamples.reading(ONIXSamples.message(product), options: ["country": country.lowercased()])
    #expect(reading.values("prices", "price") == (isThere ? ["1.00"] : []))
  }

  @Test(arguments: [
    ("plain", "plain"), ("a &lt; b", "a < b"), ("a &lt;b>c", "a c"),
    ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two &amp;amp; three&lt;/p&gt;", "One\nTwo & three"),
    ("<p>One</p><p>Two <i>x</i>&#160;y</p>", "One\nTwo x y"), ("One<br/>Two", "One\nTwo"), ("&lt;script", "<script"),
    ("Tom &amp;amp; Jerry", "Tom &amp; Jerry"), ("&lt;i&gt;&amp;#8217;&amp;#xD800;&amp;bogus;", "’&#xD800;&bogus;"),
  ])
  func makesTextsPlain(written: String, plain: String) {
    let text =
      "<CollateralDetail><TextContent><TextType>03</TextType><Text>\(written)</Text></TextContent></CollateralDetail>"
    let reading = ONIXSamples.reading(ONIXSamples.message(ONIXSamples.product("9781900000017", text)))
    #expect(reading.values("products", "description") == [plain])
  }

  @Test(arguments: [
    ("02", "1900000105", "9781900000109"), ("02", "1-900000-10-5", "9781900000109"),
    ("02", "080442957x", "9780804429573"),
    ("05", "M-2306-7118-7", "9790230671187"), ("25", "9790230671187", "9790230671187"),
    ("04", "036000291452", "036000291452"),
    ("14", "04006381333931", "4006381333931"), ("03", "4006381333931", "4006381333931"), ("01", "ABC-1", "ABC-1"),
  ])
  func callsProductsByTheirNumber(type: String, value: String, code: String) {
    let product =
      "<Product><RecordReference>1</RecordReference><NotificationType>03</NotificationType><ProductIdentifier>"
      + "<ProductIDType>\(type)</ProductIDType><IDValue>\(value)</IDValue></ProductIdentifier></Product>"
    let reading = ONIXSamples.reading(ONIXSamples.message(product))
    #expect(reading.values("variants", "sku") == [code])
    #expect(reading.values("barcodes", "barcode") == (type == "01" ? [] : [code]))
  }
}

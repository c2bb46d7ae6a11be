import FormatKit
import FormatKitTesting
import ONIXFormat
import Testing

/// Malicious files, and files from programs with errors.
@Suite struct ONIXHostileTests {
  private static let product = ONIXSamples.product("9781900000017")

  /// The content of a file, and the code of the error that it ends with; nil if it can be read.
  @Test(arguments: [
    ("truncated in a product", String(ONIXSamples.message(product).dropLast(40)), "source-truncated"),
    ("truncated behind a product", "<ONIXMessage>\(product)", "source-truncated"),
    (
      "nested a thousand deep",
      ONIXSamples.message(
        "<Product>" + String(repeating: "<Text>", count: 1000) + String(repeating: "</Text>", count: 1000)
          + "</Product>"),
      "too-deep"
    ),
    (
      "nested deep where nothing is kept",
      ONIXSamples.message(
        "<Product><RelatedMaterial>" + String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000)
          + "</RelatedMaterial></Product>"), "too-deep"
    ),
    (
      "a billion laughs",
      "<!DOCTYPE ONIXMessage [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\"><!ENTITY c \"&b;&b;\">]>"
        + ONIXSamples.message("<Product><RecordReference>&c;</RecordReference></Product>"), "xml-entity-refused"
    ),
    (
      "a file outside",
      "<!DOCTYPE ONIXMessage [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
        + ONIXSamples.message("<Product><RecordReference>&x;</RecordReference></Product>"), "xml-entity-refused"
    ),
    (
      "a parameter of a declaration",
      "<!DOCTYPE ONIXMessage [<!ENTITY % p SYSTEM \"http://example.org/p\"> %p;]>"
        + ONIXSamples.message(product), "xml-entity-refused"
    ),
    (
      "attributes without end",
      ONIXSamples.message("<Product " + (0..<1100).map { "a\($0)='1'" }.joined(separator: " ") + "/>"),
      "xml-too-many-attributes"
    ),
    (
      "a product of a hundred thousand elements",
      ONIXSamples.message(
        "<Product>" + String(repeating: "<Price/>", count: 100_001) + "</Product>"), "xml-element-too-large"
    ),
    ("something behind the end", ONIXSamples.message(product) + "<more/>", "xml-syntax"),
    ("no element", "<?xml version=\"1.0\"?>\n", "source-truncated"),
    ("another document", "<?xml version=\"1.0\"?>\n<feed/>\n", "wrong-format"),
    ("the message's name in other letters", "<onixmessage/>", "onix-wrong-root"),
    ("no XML", "isbn,title\n", "wrong-format"),
  ])
  func endsWithTheRightWords(what: String, text: String, code: String) {
    let reading = ONIXSamples.reading(text)
    #expect(reading.error?.code.id == code, "\(what)")
    #expect(reading.contractViolations == [])
  }

  @Test func handsOverWhatStoodAheadOfTheTrouble() {
    let text = ONIXSamples.message(Self.product, "<Product><RecordReference>x</Product>")
    let reading = ONIXSamples.reading(text)
    #expect(reading.error?.code.id == "xml-syntax")
    #expect(reading.values("products", "product_code") == ["9781900000017"])
  }

  @Test func readsTheDTDNowhereAndItsCharactersAllTheSame() {
    let doctype =
      "<!DOCTYPE ONIXMessage SYSTEM \"http://www.editeur.org/onix/2.1/reference/onix-international.dtd\">"
    let title = "<Title><TitleType>01</TitleType><TitleText>Caf&eacute; &ndash; &what;</TitleText></Title>"
    let reading = ONIXSamples.reading(
      doctype + ONIXSamples.message(ONIXSamples.product("9781900000017", title), root: "ONIXMessage"))
    #expect(reading.error == nil)
    #expect(reading.values("products", "title").first??.hasPrefix("Café –") == true)
    #expect(reading.allProblems.map(\.code.id) == ["xml-unknown-entity"])
  }

  /// Found by damage: an attribute may be there and say nothing.
  @Test func readsMessagesThatNameNoRelease() {
    let text = ONIXSamples.message(Self.product, root: "ONIXMessage release=\"\"")
    let reading = ONIXSamples.reading(text)
    #expect(reading.contractViolations == [])
    #expect(reading.findings.first { $0.name == "release" }?.value == "2.1")
  }

  /// Texts of any length, and characters of any length, give fields that a batch can hold.
  @Test func shortensWhatIsTooLong() {
    let long = "e" + String(repeating: "\u{301}", count: 1 << 20)
    let text = "<TextContent><TextType>03</TextType><Text>\(long)\(long)</Text></TextContent>"
    let publisher = "<Publisher><PublisherName>\(long)</PublisherName></Publisher>"
    let price =
      "<Price><PriceType>02</PriceType><PriceAmount>1</PriceAmount><CurrencyCode>\(long)</CurrencyCode></Price>"
    let product = ONIXSamples.product(
      "9781900000017", reference: long,
      "<CollateralDetail>\(text)</CollateralDetail><PublishingDetail>\(publisher)</PublishingDetail>"
        + ONIXSamples.supply(price))
    let reading = ONIXSamples.reading(ONIXSamples.message(product))
    #expect(reading.error == nil)
    #expect(reading.contractViolations == [])
    #expect(reading.allProblems.allSatisfy { $0.message.utf8.count < 2000 })
    let longest = reading.tables.flatMap(\.records).flatMap(\.fields).map(\.text.utf8.count).max() ?? 0
    #expect(longest < 1 << 20)
  }

  /// Each unknown name and code is reported once, regardless of their number.
  @Test func tellsWhatComesByTheThousandOnce() {
    let body =
      "<Foo/><NotificationTyp>1</NotificationTyp><DescriptiveDetail><ProductForm>QQ</ProductForm></DescriptiveDetail>"
    let many = String(repeating: ONIXSamples.product("9781900000017", reference: "r", body), count: 300)
    let reading = ONIXSamples.reading(ONIXSamples.message(many))
    let counts = Dictionary(grouping: reading.allProblems, by: \.code.id).mapValues(\.count)
    #expect(counts["onix-unknown-element"] == 2)
    #expect(counts["onix-unknown-code"] == 1)
    #expect(counts["onix-repeated-record"] == 299)
    #expect(reading.values("products", "product_code").count == 300)
  }

  /// A list of products takes a limited number of rows at a time, regardless of its length.
  @Test func handsOverRowsAsTheyCome() throws {
    let products = (0..<5000).map { ONIXSamples.product("9781900000017", reference: "r\($0)") }.joined()
    let format = ONIXFormat(options: ONIXOptions())
    var reader = try format.reader(for: .text(ONIXSamples.message(products)))
    var batch = RecordBatch()
    var largest = 0
    var total = 0
    while try reader.read(into: &batch) {
      largest = max(largest, batch.rowCount)
      if batch.schema.table == "products" { total += batch.rowCount }
    }
    #expect(total == 5000)
    #expect(largest <= 1024)
  }
}

import DelimitedReading
import Testing

@Suite struct HeaderLayoutTests {
  private enum Key: Hashable { case code, option, quantity, tax }

  private static let layout = HeaderLayout<Key>([
    .field(.code, "Handle", "URL handle"), .field(.option, "Option{n} Name"),
    .field(.quantity, "Current Quantity {location}"), .field(.tax, "Tax - {name} ({rate}%)"),
    .attribute(.product, "tags", "Tags"), .attribute(.variant, nil, "Meta: {name}"), .passedOver("Position"),
  ])

  private static let headers: [(String, Key?)] = [
    ("Handle", .code), ("  url   HANDLE", .code), ("option12 name", .option), ("Option Name", nil),
    ("Optionx Name", nil), ("Option0 Name", nil), ("Option1000 Name", nil), ("Current Quantity A, \"B\"", .quantity),
    ("Current Quantity ", nil), ("Tax - GST (10%)", .tax), ("Tax - GST", nil), ("", nil), ("HANDLE\u{301}", nil),
  ]

  @Test(arguments: headers)
  private func findsColumns(_ header: String, _ key: Key?) { #expect(Self.layout.key(of: header) == key) }

  @Test func keepsWhatStandsInAName() {
    let header = MatchedHeader(
      [
        "Option2 Name", "Handle", "Option1 Name", "Current Quantity Straße 1, Hof", "Handle (2)", "URL handle",
        "Position",
      ],
      layout: Self.layout)
    #expect(header[.code] == 1)
    #expect(header.placed(.option).map(\.number) == [1, 2])
    #expect(header.column(.option, 1) == 2)
    #expect(header.placed(.quantity).map(\.name) == ["Straße 1, Hof"])
    #expect(header.unknown.map(\.name) == ["Handle (2)", "URL handle"])
    #expect(header.passedOver == ["Position"])
  }

  @Test func ordersAttributesByTheLayout() {
    let header = MatchedHeader(["Meta: b", "Tags", "Meta: a", "tags"], layout: Self.layout)
    #expect(header.variantAttributes.map(\.name) == ["Meta: a", "Meta: b"])
    #expect(header.productAttributes.map(\.column) == [1])
  }
}

@Suite struct NumberTextTests {
  static let numbers: [(String, NumberText.Comma, String?)] = [
    ("12.50", NumberText.Comma.refused, "12.50"), ("12,50", .decimal, "12.50"), ("1,250.00", .grouping, "1250.00"),
    ("$1,250", .grouping, "1250"), ("12 €", .refused, "12"), ("-$3", .refused, "-3"), ("$-3", .refused, "-3"),
    ("12,50", .refused, nil), ("1,25", .grouping, nil), ("1,2500", .grouping, nil), ("0,125", .grouping, nil),
    (",125", .grouping, nil), ("1.2.3", .decimal, nil), ("1,2,3", .decimal, nil), ("", .decimal, nil),
    (".", .decimal, nil),
    ("$", .decimal, nil), ("1e3", .decimal, nil), ("\u{A0}7\u{A0}", .refused, "7"), (".5", .refused, "0.5"),
    (String(repeating: "9", count: 41), .refused, nil), ("1.", .refused, "1"),
  ]

  @Test(arguments: numbers)
  func readsNumbers(_ text: String, _ comma: NumberText.Comma, _ digits: String?) {
    #expect(NumberText.digits(text, comma: comma, isMoney: true) == digits)
  }
}

@Suite struct AttributeTextTests {
  @Test func readsBackWhatItWrote() throws {
    var attributes = AttributeText()
    attributes.add("a \"b\"", "line\none\ttwo \u{1} \\ € \u{1F600}")
    attributes.add("none", nil as String?)
    attributes.add("list", ["x", "y,z"])
    attributes.add("empty", [])
    let json = try #require(attributes.json)
    #expect(json == #"{"a \"b\"":"line\none\ttwo \u0001 \\ € 😀","list":["x","y,z"]}"#)
    #expect(AttributeText(parsing: json) == attributes)
    #expect(AttributeText().json == nil)
  }

  @Test(arguments: [
    ("{}", ""), (#" { "a" : 1.10 , "b" : true, "c": null, "d": [ ] } "#, "a=1.10 b=true"),
    (#"{"a":"\u00e9\ud83d\ude00\/"}"#, "a=é😀/"),
  ])
  func readsObjects(_ json: String, _ shown: String) throws {
    let found = try #require(AttributeText(parsing: json))
    #expect(found.values.map { "\($0.name)=\(found.text($0.name) ?? "")" }.joined(separator: " ") == shown)
  }

  @Test(arguments: [
    "", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":{}}", "{\"a\":1,}", "{\"a\":\"x}", "{\"a\":\"\\q\"}",
    "{\"a\":\"\\ud83d\"}",
    "{\"a\":[1", "{} x", "{\"a\":nul}",
  ])
  func refusesOtherText(_ json: String) { #expect(AttributeText(parsing: json) == nil) }
}

import Testing

@testable import Web

/// What commands answer, as the pages read it.
@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("7", "7"), ("-3", "-3"), ("9223372036854775808", "9223372036854775808"), ("1.50", "1.5"), ("1e3", "1000"),
      (#""a\n\u00e9 \ud83d\ude00 \"\/""#, "a\né 😀 \"/"), (#""""#, ""), ("true", nil), ("null", nil), ("[1]", nil),
    ] as [(String, String?)])
  func textsAndNumbersAreWhatTheyAre(json: String, text: String?) throws {
    let value = try #require(JSONValue(json))
    #expect(value.text == text)
    #expect(value.isTrue == (json == "true"))
    #expect(value.integer == (json.count < 3 ? text.flatMap { Int($0) } : nil))
  }

  @Test func membersAndElementsAreFound() throws {
    let value = try #require(
      JSONValue(
        """
        {"records" : [{"key" : "A1", "fields" : []}, {"key" : "B2", "fields" : [{"after" : null}]}], "total" : 2}

        """))
    #expect(value["records"].elements.map { $0["key"].text } == ["A1", "B2"])
    #expect(value["records"].elements[1]["fields"].elements.count == 1)
    #expect(value["total"].integer == 2 && value["total"]["x"].text == nil && value["nothing"].elements.isEmpty)
    #expect(value["records"].elements[1].members.keys.sorted() == ["fields", "key"])
  }

  @Test(arguments: ["", " ", "{", "[1,]", "{} {}", "nul", "{\"a\"}"])
  func whatIsNotJSONIsNoValue(text: String) {
    #expect(JSONValue(text) == nil)
  }
}

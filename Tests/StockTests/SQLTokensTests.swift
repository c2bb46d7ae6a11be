import Testing

@testable import Stock

@Suite struct SQLTokensTests {
  private func tokens(_ sql: String) -> [SQLTokens.Token] {
    var reader = SQLTokens(sql)
    var found: [SQLTokens.Token] = []
    while let token = reader.next() { found.append(token) }
    return found
  }

  @Test(arguments: [
    ("SELECT a.B", ["name SELECT", "name a", "sign .", "name B"]),
    ("x -- it's\n/* don't */ y", ["name x", "name y"]),
    ("'it''s' \"a b\" [c d] `e`", ["text it's", "quotedName a b", "quotedName c d", "quotedName e"]),
    ("a >= :from", ["name a", "sign >", "sign =", "parameter from"]),
    ("'%H:%M' || ':x'", ["text %H:%M", "sign ||", "text :x"]),
    ("a::b : c", ["name a", "sign :", "parameter b", "sign :", "name c"]), ("größe_1", ["name größe_1"]),
    ("'open", ["text open"]), ("/* open", []), ("-", ["sign -"]), ("", []),
  ])
  func partsAreFound(_ sql: String, _ expected: [String]) {
    #expect(tokens(sql).map { "\($0.kind) \($0.content)" } == expected)
  }

  @Test func placesAreThoseOfTheBytes() {
    let sql = "SELECT 'ü' AS \"x\" /* - */ , :from"
    let places = tokens(sql).map { String(decoding: Array(sql.utf8)[$0.range], as: UTF8.self) }
    #expect(places == ["SELECT", "'ü'", "AS", "\"x\"", ",", ":from"])
    #expect(tokens(":FROM").first?.lowercased == ":FROM" && tokens("FROM").first?.lowercased == "from")
  }
}

import FormatKit
import Foundation
import RetailValues
import StandardFormats
import Testing

@testable import Exchange

let testFormats = standardFormats

@Suite struct ValueStepTests {
  private static let columns = ["Pack": "6", "Zero": "0", "Half": "0,5", "Word": "six"]

  private func apply(_ step: ValueStep, _ text: String, _ mark: ExactDecimal.Mark = .point) throws -> String? {
    try step.apply(to: text, mark: mark) { Self.columns[$0] }
  }

  private static let cases: [(ValueStep, String, String?)] = [
    (ValueStep.trim, " \u{A0}a b\u{2003}", "a b"), (.collapseSpaces, "a \u{A0}\n b", "a b"),
    (.upper, "straße", "STRASSE"),
    (.lower, "ÄÖÜ", "äöü"), (.slug, "Été: T-Shirt (XL)!", "été-t-shirt-xl"), (.slug, "!!!", ""),
    (.stripPrefix("SKU-"), "SKU-1", "1"), (.stripPrefix("SKU-"), "sku-1", "sku-1"),
    (.stripPrefix("e"), "e\u{301}t", "e\u{301}t"),
    (.stripSuffix(" EUR"), "12 EUR", "12"), (.stripSuffix(""), "x", "x"),
    (.split(by: ",", take: 1), "a, b ,,c", "a"), (.split(by: ",", take: 2), "a, b ,,c", "b"),
    (.split(by: ",", take: -1), "a, b ,,c", "c"), (.split(by: ",", take: 4), "a,b", nil),
    (.split(by: ",", take: -9), "a,b", nil), (.split(by: "", take: 1), "ab", "ab"),
    (.split(by: ",", take: .min), "a", nil),
    (.join(by: "\n", with: "/", most: 2), "a\n b\n\nc", "a/b"), (.join(by: ">", with: "/", most: .max), "a > b", "a/b"),
    (.replace(text: "a", with: "b"), "banana", "bbnbnb"), (.replace(text: "", with: "b"), "x", "x"),
    (.regex(pattern: "^(\\d+)(x)?", with: "$1$2"), "12kg", "12"), (.regex(pattern: "^(\\d+)", with: "$1"), "kg", nil),
    (.regex(pattern: "(\\d+) (\\d+)", with: "$2-$1 $$ $9 5$"), "1 2", "2-1 $ $9 5$"),
    (.regex(pattern: "ß", with: "$0$0"), "straße", "ßß"),
    (.map(values: ["L": "large"], otherwise: .keep), "L", "large"),
    (.map(values: ["L": "large"], otherwise: .keep), "M", "M"),
    (.map(values: [:], otherwise: .nothing), "M", nil), (.noValue(["0", "-"]), "0", nil), (.noValue(["0"]), "00", "00"),
    (.keyValue(pairs: ",", sign: "=", key: "size"), "color=Black, size = XS", "XS"),
    (.keyValue(pairs: ",", sign: "=", key: "size"), "size", nil),
    (.keyValue(pairs: ",", sign: "=", key: "fit"), "a=b", nil),
    (.json(path: "a.b"), #"{"a":{"b":"x"}}"#, "x"), (.json(path: "a.2"), #"{"a":[1,2.50]}"#, "2.5"),
    (.json(path: "a"), #"{"a":["x","y"]}"#, "x, y"), (.json(path: "a"), "{", nil), (.json(path: "b"), #"{"a":1}"#, nil),
    (.json(path: ""), "\"x\"", "x"), (.json(path: "a.0"), #"{"a":[1]}"#, nil),
    (.negate, "12.50", "-12.5"), (.negate, "-3", "3"), (.negate, "0", "0"), (.absolute, "-3.25", "3.25"),
    (.absolute, "1e3", "1000"), (.divide("Pack"), "10", "1.666666666"), (.divide("Pack"), "12", "2"),
    (.divide("3"), "1", "0.333333333"), (.multiply("2.5"), "1.1", "2.75"), (.multiply("Pack"), "-2", "-12"),
    (.amount, "12.50 EUR", "12.50"), (.amount, "€ 1,204.50", "1,204.50"), (.amount, "12 pcs", "12 pcs"),
    (.currency, "12.50 EUR", "EUR"), (.currency, "€ 12.50", "EUR"), (.currency, "£3", "GBP"), (.currency, "$3", "$"),
    (.currency, "12.50", nil), (.currency, "eur 5", "EUR"), (.currency, "EUR", "EUR"),
    (.divide("-8"), "1", "-0.125"), (.divide("0.000000001"), "1", "1000000000"),
  ]

  @Test(arguments: cases) func givesTheText(step: ValueStep, text: String, expected: String?) throws {
    #expect(try apply(step, text) == expected)
  }

  @Test func numbersKeepTheMarkOfTheirColumns() throws {
    #expect(try apply(.negate, "1.234,5", .comma) == "-1234,5")
    #expect(try apply(.divide("Half"), "1,5", .comma) == "3")
    // What the profile itself says has a point.
    #expect(try apply(.multiply("1.5"), "2,5", .comma) == "3,75")
    #expect(try apply(.json(path: "q"), #"{"q":12.375}"#, .comma) == "12,375")
  }

  @Test(arguments: [
    (ValueStep.divide("Zero"), "1"), (.divide("Word"), "1"), (.divide("Nowhere"), "1"), (.negate, "abc"),
    (.multiply("999999999999999999"), "999999999999999999"), (.absolute, ""),
  ]) func refusesWhatIsNoNumber(step: ValueStep, text: String) {
    #expect(throws: ValueStep.NotANumber.self) { try apply(step, text) }
  }

  @Test func refusesWhatIsNotInTheMap() {
    #expect(throws: ValueStep.NotMapped.self) { try apply(.map(values: ["a": "b"], otherwise: .error), "x") }
  }

  /// The reader of a quotient rounds it, once: 0.0149999999… is one cent and not two.
  @Test func quotientsAreRoundedOnce() throws {
    let shown = try #require(try apply(.divide("66.6666666667"), "1"))
    let written = try ExactDecimal(parsing: shown.utf8)
    #expect(written.scaled(toFractionDigits: 2)?.value == 1)
    let half = try #require(try apply(.divide("8"), "0.04"))
    #expect(try ExactDecimal(parsing: half.utf8).scaled(toFractionDigits: 2)?.value == 1)
    let above = try #require(try apply(.divide("199.9999999"), "1"))
    #expect(try ExactDecimal(parsing: above.utf8).scaled(toFractionDigits: 2)?.value == 1)
  }

  @Test(arguments: [
    ("<p>Soft&nbsp;&amp; <b>warm</b></p>", "Soft & warm"), ("AT&T", "AT&T"), ("a && b &amp;&amp; c", "a && b && c"),
    ("for ages < 3 and > 1", "for ages < 3 and > 1"), ("&lt;b&gt;", "<b>"), ("&amp;lt;", "&lt;"), ("&#65;&#x42;", "AB"),
    ("&#0;x&#31;", "x"), ("&#1114112;", "&#1114112;"), ("&#xD800;", "&#xD800;"), ("&unknown;", "&unknown;"), ("&", "&"),
    ("&auml;&Ouml;&szlig;&euro;", "äÖß€"), ("a<!-- x > y -->b", "a b"), ("a<!-- open", "a"), ("<br/>a<BR>b", "a b"),
    ("<style>p { x > y }</style>text", "text"), ("<SCRIPT>if (a<b) {}</SCRIPT >x", "x"), ("a <b", "a"), ("", ""),
    ("a<b>é</b>", "a é"), ("a<!--- b --->c", "a c"),
  ]) func takesMarkupOut(markup: String, plain: String) throws {
    #expect(try apply(.stripHTML, markup) == plain)
  }

  @Test func longAndHostileTextsEnd() throws {
    let long = String(repeating: "a<b&", count: 100_000)
    for step in [
      ValueStep.stripHTML, .slug, .collapseSpaces, .split(by: "b", take: -1), .join(by: "b", with: "c", most: 3),
      .replace(text: "a<", with: "x"), .keyValue(pairs: "&", sign: "<", key: "zz"), .json(path: "a.b"),
    ] { _ = try apply(step, long) }
    _ = try apply(.json(path: "1"), String(repeating: "[", count: 200_000))
    _ = try apply(.json(path: "1"), String(repeating: "{\"a\":", count: 100_000))
    let error = try #require(throws: Problems.self) {
      try apply(.regex(pattern: "^(a+)+$", with: "x"), String(repeating: "a", count: 60) + "b")
    }
    #expect(error.code == .patternTooSlow)
  }
}

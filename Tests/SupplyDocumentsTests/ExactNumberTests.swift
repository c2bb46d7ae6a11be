import Foundation
import SupplyDocuments
import Testing

@Suite struct ExactNumberTests {
  @Test(arguments: [
    ("12", true), ("+1.5", true), (".5", true), ("5.", true), ("-0", true), ("", false), ("1,5", false), ("1e3", false),
    ("--1", false), ("1.2.3", false), ("0x10", false), ("9999999999999999999999999", false), ("١", false), ("-", false),
    (".", false),
  ])
  func readsDecimals(_ text: String, _ isNumber: Bool) { #expect((ExactNumber(text) != nil) == isNumber) }

  @Test(arguments: [("1440", 2, "14.40"), ("-5", 2, "-0.05"), ("7", 0, "7"), ("1.5", 2, nil)])
  func readsImpliedDecimals(_ text: String, _ decimals: Int, _ expected: String?) {
    #expect(ExactNumber(text, impliedDecimals: decimals)?.text == expected)
  }

  @Test(arguments: [
    ("1.50", "1.50", "1.5"), ("007", "7", "7"), (".5", "0.5", "0.5"), ("-0.00", "0.00", "0"), ("100", "100", "100"),
  ])
  func writesDigits(_ text: String, _ expected: String, _ shortest: String) {
    #expect(ExactNumber(text)?.text == expected)
    #expect(ExactNumber(text)?.shortest == shortest)
  }

  @Test func comparesValues() {
    #expect(ExactNumber("1.50") == ExactNumber("1.5"))
    #expect(Set([ExactNumber("1.50"), ExactNumber("1.5"), ExactNumber("15")]).count == 2)
    #expect(ExactNumber("1.000")?.isOne == true)
    #expect(ExactNumber("-1")?.isOne == false)
    #expect(ExactNumber("-0.00") == .zero)
  }

  /// Against the decimals of Foundation.
  @Test func dividesAsFoundationDoes() throws {
    let numbers = ["14.40", "10", "1", "0.05", "19.99", "-7.5", "123456.789", "0"]
    for left in numbers {
      for right in ["12", "7", "3", "0.5", "1000", "24", "-6"] {
        let (x, y) = (try #require(ExactNumber(left)), try #require(ExactNumber(right)))
        let quotient = try #require(x.divided(by: y, decimals: 6))
        let (a, b) = (try #require(Decimal(string: left)), try #require(Decimal(string: right)))
        var (exact, rounded) = (a / b, Decimal())
        NSDecimalRound(&rounded, &exact, 6, .plain)
        #expect(Decimal(string: quotient.value.text) == rounded, "\(left) / \(right)")
        #expect(quotient.isExact == (rounded * b == a), "\(left) / \(right)")
      }
      for right in numbers {
        let (a, b) = (try #require(Decimal(string: left)), try #require(Decimal(string: right)))
        let (x, y) = (try #require(ExactNumber(left)), try #require(ExactNumber(right)))
        #expect(x.adding(y).flatMap { Decimal(string: $0.text) } == a + b)
        #expect(x.multiplied(by: y).flatMap { Decimal(string: $0.text) } == a * b)
      }
    }
    #expect(ExactNumber("1")?.divided(by: .zero, decimals: 6) == nil)
    #expect(ExactNumber(String(repeating: "9", count: 25)) == nil)
  }

  @Test(arguments: [
    ("1.005", 2, "1.01"), ("-1.005", 2, "-1.01"), ("1.004", 2, "1.00"), ("3", 2, "3"), ("899.835", 2, "899.84"),
  ])
  func roundsHalfAwayFromZero(_ text: String, _ places: Int, _ expected: String) {
    #expect(ExactNumber(text)?.rounded(to: places).text == expected)
  }

  @Test func addsExactly() {
    var sum = ExactSum()
    for text in ["0.1", "0.2", "-1000000", "0.000001", "0.0000001"] { sum.add(ExactNumber(text)) }
    #expect(sum.value?.shortest == "-999999.6999989")
    sum.add(nil)
    #expect(sum.value == nil)
    sum.add(.one)
    #expect(sum.value == nil, "a sum that is not known stays so")
    var large = ExactSum()
    let number = ExactNumber("9" + String(repeating: "0", count: 23))
    for _ in 0..<8 { large.add(number) }
    #expect(large.value?.shortest == "7200000000000000000000000")
    large.add(ExactNumber("0." + String(repeating: "0", count: 22) + "1"))
    #expect(large.value == nil, "with 48 digits it is not exact any more")
  }
}

import FormatKitTesting
import Foundation
import Testing

@testable import Jobs

/// Compares sums of columns with whole numbers added in a loop.
@Suite struct ControlSumTests {
  private func sum(_ numbers: [String]) -> DecimalSum {
    var sum = DecimalSum()
    for number in numbers { Array(number.utf8).withUnsafeBufferPointer { sum.add($0) } }
    return sum
  }

  @Test(
    arguments: [
      ([], "0"), (["1", "2.5", "-3.25"], "0.25"), (["12.50", "0.50"], "13.00"), (["-0.001"], "-0.001"),
      (["9223372036854775.807", "9223372036854775.807"], "18446744073709551.614"),
      (["0.000001", "999999999999999999"], "999999999999999999.000001"),
    ] as [([String], String)])
  func addsExactly(_ numbers: [String], _ text: String) {
    #expect(sum(numbers).text == text)
    #expect(sum(numbers).values == numbers.count)
  }

  @Test(arguments: ["x", "", "1e3", "1.2.3", "-", ".", "1,5", "0.0000000001", String(repeating: "9", count: 31)])
  func givesUpOnOtherTexts(_ text: String) {
    #expect(sum(["1", text]).text == nil)
  }

  @Test func agreesWithWholeNumbers() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let numbers = (0..<40).map { _ in Int.random(in: -9_999_999...9_999_999, using: &random) }
      let total = numbers.reduce(0, +)
      let texts = numbers.map { number in
        "\(number < 0 ? "-" : "")\(abs(number) / 1000).\(String(1000 + abs(number) % 1000).dropFirst())"
      }
      let expected = "\(total < 0 ? "-" : "")\(abs(total) / 1000).\(String(1000 + abs(total) % 1000).dropFirst())"
      #expect(sum(texts).text == expected)
    }
  }

  @Test func keepsCurrenciesApart() {
    var sum = ControlSum(isAmount: true, currency: "EUR")
    for (number, currency) in [("1.50", "EUR"), ("2", "USD"), ("0.25", nil), ("3", "USD")] as [(String, String?)] {
      Array(number.utf8).withUnsafeBufferPointer { number in
        guard let currency else { return sum.add(number, currency: nil) }
        Array(currency.utf8).withUnsafeBufferPointer { sum.add(number, currency: $0) }
      }
    }
    #expect(
      sum.totals(of: "price") == [
        ControlTotal(field: "price", currency: "EUR", values: 2, sum: "1.75"),
        ControlTotal(field: "price", currency: "USD", values: 2, sum: "5"),
      ])
  }
}

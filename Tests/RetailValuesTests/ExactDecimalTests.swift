import Foundation
import RetailValues
import Testing

@Suite struct ExactDecimalTests {
  typealias Mark = ExactDecimal.Mark
  typealias ParseError = ExactDecimal.ParseError

  @Test(
    arguments: [
      ("0", .point, 0, 0), ("00", .point, 0, 0), ("-0", .point, 0, 0), ("0.000", .point, 0, 0), ("12", .point, 12, 0),
      ("+12", .point, 12, 0), ("-12.50", .point, -1250, -2), (".5", .point, 5, -1), ("5.", .point, 5, 0),
      ("-.5", .point, -5, -1), ("12,5", .comma, 125, -1), (",5", .comma, 5, -1), ("1,234", .point, 1234, 0),
      ("1.234", .comma, 1234, 0), ("1,234,567.89", .point, 123_456_789, -2), ("1.234.567,89", .comma, 123_456_789, -2),
      ("1 234 567,89", .comma, 123_456_789, -2), ("1\u{A0}234,5", .comma, 12345, -1),
      ("1\u{202F}234,5", .comma, 12345, -1), ("1\u{2009}234\u{2009}567.8", .point, 12_345_678, -1),
      ("1'234.5", .point, 12345, -1), ("1’234.5", .point, 12345, -1), ("12 345.6", .point, 123_456, -1),
      ("1e3", .point, 1, 3), ("1E+3", .point, 1, 3), ("1.5e-3", .point, 15, -4), ("1,5E2", .comma, 15, 1),
      ("0e60", .point, 0, 0), ("0.0E-60", .point, 0, 0), ("999999999999999999", .point, 999_999_999_999_999_999, 0),
      ("000000000000000000000000012", .point, 12, 0), ("0.00000000000000000000000000001", .point, 1, -29),
      ("1.0000000000000000000000000000", .point, 100_000_000_000_000_000, -17), ("1e30", .point, 1, 30),
      ("1e-30", .point, 1, -30),
    ] as [(String, Mark, Int64, Int)])
  func reads(text: String, mark: Mark, coefficient: Int64, exponent: Int) throws {
    let written = try ExactDecimal(parsing: text.utf8, mark: mark)
    #expect(written == ExactDecimal(coefficient: coefficient, exponent: exponent))
  }

  @Test(
    arguments: [
      ("", .point, .notANumber), ("-", .point, .notANumber), ("+-1", .point, .notANumber), (".", .point, .notANumber),
      ("abc", .point, .notANumber), ("12a", .point, .notANumber), ("1.2.3", .point, .notANumber),
      (" 1", .point, .notANumber),
      ("1-", .point, .notANumber), ("(1)", .point, .notANumber), ("1e", .point, .notANumber),
      ("1e+", .point, .notANumber),
      ("e5", .point, .notANumber), ("1e5.0", .point, .notANumber), ("1e5x", .point, .notANumber),
      (",5", .point, .notANumber),
      ("1.5,0", .point, .notANumber), ("€5", .point, .notANumber), ("٣", .point, .notANumber),
      ("0x1F", .point, .notANumber),
      ("NaN", .point, .notANumber), ("1\u{0}", .point, .notANumber), ("--1", .point, .notANumber),
      ("0,123", .point, .misplacedGrouping), ("0.123", .comma, .misplacedGrouping),
      ("000,123", .point, .misplacedGrouping),
      ("1,23,456.78", .point, .misplacedGrouping), ("1,23", .point, .misplacedGrouping),
      ("1,2345", .point, .misplacedGrouping),
      ("1234,567", .point, .misplacedGrouping),
      ("12,34,567", .point, .misplacedGrouping), ("1.23", .comma, .misplacedGrouping),
      ("1.23,4", .comma, .misplacedGrouping),
      ("1,,234", .point, .misplacedGrouping), ("1,234,", .point, .misplacedGrouping),
      ("1,234 ", .point, .misplacedGrouping),
      ("1,234e3x", .point, .notANumber), ("1 2", .point, .misplacedGrouping), ("1,23e3", .point, .misplacedGrouping),
      ("1,234 567", .point, .misplacedGrouping),
      ("12 3", .point, .misplacedGrouping), ("12\u{A0}3", .point, .misplacedGrouping),
      ("12\u{2009}3", .comma, .misplacedGrouping), ("12\u{202F}3", .comma, .misplacedGrouping),
      ("12'3", .point, .misplacedGrouping), ("12’3", .point, .misplacedGrouping),
      ("1 2345", .point, .misplacedGrouping), ("1 234 56", .point, .misplacedGrouping),
      ("1\u{202F}234’567", .point, .misplacedGrouping), ("1 234'567", .point, .misplacedGrouping),
      ("1234567890123456789", .point, .tooManyDigits), ("1.234567890123456789", .point, .tooManyDigits),
      ("1000000000000000000", .point, .tooManyDigits), ("1e31", .point, .tooManyDigits),
      ("1e-31", .point, .tooManyDigits),
      ("1e99999999999999999999", .point, .tooManyDigits), ("0.0000000000000000000000000000001", .point, .tooManyDigits),
    ] as [(String, Mark, ParseError)])
  func refuses(text: String, mark: Mark, expected: ParseError) {
    #expect(throws: expected) { try ExactDecimal(parsing: text.utf8, mark: mark) }
  }

  @Test func refusesABillionDigitsAtOnce() {
    let start = ContinuousClock.now
    #expect(throws: ParseError.tooManyDigits) {
      try ExactDecimal(parsing: repeatElement(UInt8(ascii: "9"), count: 1_000_000_000))
    }
    #expect(throws: ParseError.tooManyDigits) {
      try ExactDecimal(parsing: Array("1e".utf8) + repeatElement(UInt8(ascii: "9"), count: 10_000))
    }
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test(
    arguments: [
      ("1.2345", 3, 1235, false), ("1.2344", 3, 1234, false), ("-1.2345", 3, -1235, false), ("1.5", 0, 2, false),
      ("2.5", 0, 3, false), ("-2.5", 0, -3, false), ("0.5", 0, 1, false), ("-0.5", 0, -1, false),
      ("0.4999", 0, 0, false),
      ("-0.4999", 0, 0, false), ("12", 2, 1200, true), ("1e3", 0, 1000, true), ("0e30", 18, 0, true),
      ("1e-30", 6, 0, false), ("999999999999999999e-18", 0, 1, false), ("5e-19", 0, 0, false), ("1.10", 1, 11, true),
    ] as [(String, Int, Int64, Bool)])
  func roundsHalfAwayFromZero(text: String, digits: Int, value: Int64, isExact: Bool) throws {
    let scaled = try #require(try ExactDecimal(parsing: text.utf8).scaled(toFractionDigits: digits))
    #expect(scaled == (value, isExact))
  }

  @Test(arguments: [("1e30", 0), ("999999999999999999", 3), ("10", 18), ("-1e19", 0)])
  func tellsThatANumberIsOutOfRange(text: String, digits: Int) throws {
    #expect(try ExactDecimal(parsing: text.utf8).scaled(toFractionDigits: digits) == nil)
  }

  @Test func survivesNumbersMadeWithoutParsing() {
    for exponent in [Int.min, -1000, -19, -18, 0, 18, 19, 1000, Int.max] {
      for coefficient in [Int64.min, -1, 0, 1, Int64.max] {
        let number = ExactDecimal(coefficient: coefficient, exponent: exponent)
        for digits in [0, 6, 18] { _ = number.scaled(toFractionDigits: digits) }
      }
    }
  }

  /// A pattern says the same of digits with one sign between them: they are a number where each group has three.
  @Test func groupsOfThreeAloneAreRead() {
    var random = RandomNumbers(seed: 23)
    let signs = ["'", " ", ",", "’", "\u{A0}", "\u{2009}", "\u{202F}"]
    var read = 0
    for _ in 0..<20_000 {
      let sign = signs[Int.random(in: 0..<signs.count, using: &random)]
      let groups = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let count = Int.random(in: 0..<8, using: &random)
        return (0..<(count < 5 ? 3 : count - 4)).map { _ in "\(Int.random(in: 1...9, using: &random))" }.joined()
      }
      let text = groups.joined(separator: sign)
      let number = try? ExactDecimal(parsing: text.utf8)
      let isGrouped = text.wholeMatch(of: /[0-9]{1,3}([^0-9][0-9]{3})*/) != nil
      #expect(number?.coefficient == (isGrouped ? Int64(groups.joined()) : nil), "\(text)")
      if isGrouped, groups.count > 1 { read += 1 }
    }
    #expect(read > 1000)
  }

  /// Numbers in memory are read by a shorter way where they are plain; it must say the same as the long one.
  @Test func bytesInMemoryAreReadAlike() {
    var random = RandomNumbers(seed: 7)
    let signs = Array("0123456789012345678901234567890123456789.,.,-+ e'".utf8)
    var read = 0
    for _ in 0..<50_000 {
      let text = (0..<Int.random(in: 0...22, using: &random)).map { _ in
        signs[Int.random(in: 0..<signs.count, using: &random)]
      }
      for mark in Mark.allCases {
        let long = Result { () throws(ParseError) in try ExactDecimal(parsing: text, mark: mark) }
        let short = Result { () throws(ParseError) in
          try text.withUnsafeBufferPointer { bytes throws(ParseError) in try ExactDecimal(parsing: bytes, mark: mark) }
        }
        #expect(long == short, "\(String(decoding: text, as: UTF8.self)) with a decimal \(mark)")
        if case .success = short { read += 1 }
      }
    }
    #expect(read > 1000)
  }
}

import SupplyDocuments
import Testing

@Suite struct UnitPriceTests {
  /// Divided by hand, halves away from zero.
  @Test(arguments: [
    ("30.00", ["12"], "2.5", true), ("3630.1724", ["100"], "36.301724", true), ("100", ["3"], "33.333333", false),
    ("2", ["3"], "0.666667", false), ("-2", ["3"], "-0.666667", false), ("0.000001", ["2"], "0.000001", false),
    ("-0.000001", ["2"], "-0.000001", false), ("0.0000005", [], "0.000001", false), ("8.4", [], "8.4", true),
    ("12.80", [], "12.80", true), ("12.80", ["1", "1.000"], "12.80", true), ("1", ["0.001"], "1000", true),
    ("10", ["2.5", "4"], "1", true), ("14.40", ["1", "12"], "1.2", true), ("125", ["10", "1"], "12.5", true),
    ("0", ["1", "7"], "0", true), ("1.00", ["1000", "1"], "0.001", true), ("-2", ["1", "8"], "-0.25", true),
    ("999999999999999999999", ["1"], "999999999999999999999", true), ("-2", ["-8"], "0.25", true),
  ])
  func divides(_ price: String, _ divisors: [String], _ expected: String, _ isExact: Bool) throws {
    let numbers = try divisors.map { try #require(ExactNumber($0)) }
    let amount = try #require(ExactNumber(price))
    let found = try #require(UnitPrice(amount, per: numbers))
    #expect((found.text, found.isExact) == (expected, isExact))
  }

  @Test func keepsTheDigitsOfAPriceThatNothingDivides() throws {
    let price = try #require(ExactNumber("0012.5"))
    #expect(UnitPrice(price, written: "0012.5", per: .one)?.text == "0012.5")
    #expect(UnitPrice(price, written: "0012.5", per: ExactNumber(5))?.text == "2.5")
  }

  @Test(arguments: [["0"], ["3", "0.00"], ["999999999999999999999999", "999999999999999999999999"]])
  func refuses(_ divisors: [String]) throws {
    let numbers = try divisors.map { try #require(ExactNumber($0)) }
    #expect(UnitPrice(.one, per: numbers) == nil)
  }

  @Test func readsListsOfUnits() {
    let units = SupplyUnit.list("EA each 1,CS case\nDZN dozen 12,DZP dozen packs,HD half dozen 6,MTK m2,broken")
    #expect(units.count == 6)
    #expect(units["EA"] == SupplyUnit(word: "each", stockUnits: .one))
    #expect(units["CS"] == SupplyUnit(word: "case", stockUnits: nil))
    #expect(units["DZP"] == SupplyUnit(word: "dozen packs", stockUnits: nil))
    #expect(units["HD"] == SupplyUnit(word: "half dozen", stockUnits: ExactNumber(6)))
    #expect(units["MTK"]?.word == "m2")
  }

  /// The unit gives its content, otherwise the pack; a line without either counts in stock units.
  @Test(arguments: [
    ("DZN", "6", false, "12"), ("CS", "6", false, "6"), ("CS", nil, false, nil), ("??", "6", false, "6"),
    ("", nil, false, "1"), ("", "6", true, "6"), ("", "0", false, "1"), ("", "0", true, nil), ("CS", "0", false, nil),
  ])
  func measuresLines(_ code: String, _ pack: String?, _ isPacked: Bool, _ content: String?) {
    let units = SupplyUnit.list("CS case,DZN dozen 12")
    let measure = LineMeasure(unitCode: code, of: units, pack: pack.flatMap { ExactNumber($0) }, isPacked: isPacked)
    #expect(measure.content?.shortest == content)
    #expect(measure.word == ["DZN": "dozen", "CS": "case", "??": "??"][code])
    #expect(measure.stockUnits(ExactNumber(3)) == measure.content?.multiplied(by: ExactNumber(3)))
  }
}

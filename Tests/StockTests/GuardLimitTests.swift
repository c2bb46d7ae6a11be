import Testing

@testable import Stock

struct GuardLimitTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let code: GuardCode
    let text: String
    /// Nil if the text is not a limit.
    let shown: String?
    var testDescription: String { "\(code.rawValue): \(text)" }
  }

  static let cases: [Case] = [
    Case(code: .unitCostChanged, text: "30", shown: "30 %"),
    Case(code: .unitCostChanged, text: "12.5 %", shown: "12.5 %"),
    Case(code: .unitCostChanged, text: "250", shown: "250 %"), Case(code: .priceChanged, text: "off", shown: "off"),
    Case(code: .priceChanged, text: "false", shown: "off"), Case(code: .priceChanged, text: "On", shown: "50 %"),
    Case(code: .priceChanged, text: "0", shown: nil), Case(code: .priceChanged, text: "-5", shown: nil),
    Case(code: .priceChanged, text: "many", shown: nil), Case(code: .priceChanged, text: "", shown: nil),
    Case(code: .priceChanged, text: "0.00001", shown: nil), Case(code: .priceChanged, text: "1e30", shown: nil),
    Case(code: .priceChanged, text: "1000001", shown: nil), Case(code: .manyRejected, text: "100", shown: "100 %"),
    Case(code: .manyRejected, text: "101", shown: nil), Case(code: .missingFromFeed, text: "0.5", shown: "0.5 %"),
    Case(code: .quantityFarOff, text: "5000", shown: "5000"), Case(code: .quantityFarOff, text: "0.5", shown: "0.5"),
    Case(code: .quantityFarOff, text: "5000 %", shown: nil), Case(code: .quantityFarOff, text: "5 000", shown: "5000"),
    Case(code: .quantityFarOff, text: "50 00", shown: nil), Case(code: .priceChanged, text: "2 5", shown: nil),
    Case(code: .priceChanged, text: "2 5 %", shown: nil), Case(code: .priceChanged, text: "1 250 %", shown: "1250 %"),
    Case(code: .quantityFarOff, text: "true", shown: "9999999"),
    Case(code: .dateFarOff, text: "3", shown: "3 years"), Case(code: .dateFarOff, text: "1.5", shown: nil),
    Case(code: .dateFarOff, text: "1001", shown: nil), Case(code: .priceBelowCost, text: "off", shown: "off"),
    Case(code: .priceBelowCost, text: "true", shown: "on"), Case(code: .priceBelowCost, text: "20", shown: nil),
    Case(code: .packSizeChanged, text: "1", shown: nil),
  ]

  @Test(arguments: cases) func limitsAreReadOrRefused(item: Case) {
    var limits = GuardLimits.standard
    #expect(limits.set(item.code, to: item.text) == (item.shown != nil))
    #expect(limits.text(of: item.code) == item.shown ?? GuardLimits.standard.text(of: item.code))
    for other in GuardCode.allCases where other != item.code {
      #expect(limits[other] == GuardLimits.standard[other])
    }
  }
}

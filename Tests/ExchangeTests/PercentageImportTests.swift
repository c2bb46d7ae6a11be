import Exchange
import FormatKit
import Testing

/// Tax rates as files have them, through the whole import: a rate of 19 % is never taken for 0.19 %.
@Suite struct PercentageImportTests {
  /// The tax rates of a list of items, or the errors and warnings.
  private func rates(_ rates: [String], header: String = "VAT", profile: String? = nil) throws -> [String] {
    let shop = try TestShop()
    let rows = rates.enumerated().map { "A\($0.offset);Mug;2.50;\($0.element)\n" }.joined()
    let summary = try shop.take("sku;title;price;\(header)\n" + rows, profile: profile)
    guard summary.isApplied else { return summary.errors }
    return try shop.lines("products", "tax_rate")
  }

  @Test(arguments: [
    (["0.19", "0.07", "0"], ["19", "7", "0"]), (["0,19", "0,055"], ["19", "5.5"]),
    (["19", "7", "5.5", "0"], ["19", "7", "5.5", "0"]), (["19 %", "0.5 %"], ["19", "0.5%"]),
    (["1", "19"], ["1", "19"]),
    // Next to whole percentages, a rate that is not in use, and a fraction that is rounded.
    (["19", "0.07"], ["3 percentage-unclear"]), (["0.19", "0.333"], ["2 percentage-unclear", "3 percentage-unclear"]),
    (["0.5"], ["2 percentage-unclear"]), (["0.19", "1"], ["2 percentage-unclear"]),
    (["0.19 %", "0.19"], ["0.19%", "19"]),
  ])
  func ratesOfAColumn(written: [String], expected: [String]) throws {
    #expect(try rates(written) == expected)
  }

  @Test func aLaterRateThatIsNotAFractionIsRefused() throws {
    let many = Array(repeating: "0.19", count: 6000)
    #expect(try rates(many + ["7"]).contains("6002 percentage-unclear"))
    #expect(try rates(many.map { _ in "19" } + ["0.07"]).contains("6002 percentage-unclear"))
  }

  @Test func aProfileMayCalculate() throws {
    let profile = """
      profile: x
      records:
        - kind: products
          fields: { product_code: sku, tax_rate: { column: VAT, apply: [multiply: 100] } }
      """
    #expect(try rates(["0.19", "0.005"], profile: profile) == ["19", "0.5%"])
  }

  /// What a shop writes is read again as it was.
  @Test func smallRatesComeBack() throws {
    let shop = try TestShop()
    try shop.take("sku,title,tax_rate\nA,Mug,0.5 %\nB,Cup,19\n")
    for format in ["csv", "json", "xlsx"] {
      let written = try shop.exported("products", format: format)
      let other = try TestShop()
      let summary = try other.take(.memory(written, name: "products.\(format)"))
      #expect(summary.isApplied, "\(summary.reported)")
      #expect(try other.export("products") == shop.export("products"))
    }
  }
}

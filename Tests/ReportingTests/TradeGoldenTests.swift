import Testing

@testable import Reporting

private struct TradeCase: CustomTestStringConvertible {
  let report: String
  let name: String
  var parameters: [String: String] = [:]
  var testDescription: String { name }
}

private let tradeCases = [
  TradeCase(report: "sales-summary", name: "sales-summary"),
  TradeCase(
    report: "sales-summary", name: "sales-summary-shop-october",
    parameters: ["by": "week", "location": "shop", "period": "2026-10"]),
  TradeCase(report: "margin", name: "margin"),
  TradeCase(
    report: "margin", name: "margin-acme-with-tax",
    parameters: ["supplier": "acme", "tax": "with", "period": "2026-Q3"]),
  TradeCase(report: "inventory-turn", name: "inventory-turn"),
  TradeCase(
    report: "inventory-turn", name: "inventory-turn-shop-october",
    parameters: ["location": "shop", "period": "2026-10"]),
  TradeCase(report: "abc-classes", name: "abc-classes"),
  TradeCase(
    report: "abc-classes", name: "abc-classes-profit",
    parameters: ["measure": "gross-profit", "a": "60%", "b": "90%", "period": "2026-Q4"]),
]

private let textFormats = ReportFormat.allCases.filter { $0 != .xlsx && $0 != .pdf }

@Test(arguments: tradeCases, textFormats)
private func reportsOfTradeWriteTheirGoldenOutput(_ golden: TradeCase, format: ReportFormat) throws {
  try withShop(TradeShop.fill) { path in
    let report = try shippedReports.report(named: golden.report)
    let text = try report.text(on: path, golden.parameters, format: format)
    try expectGolden(text, "\(golden.name).\(format.rawValue)")
  }
}

@Test(arguments: Set(tradeCases.map(\.report)).sorted(), textFormats)
private func aShopWithoutTradeHasReportsOfItToo(_ name: String, format: ReportFormat) throws {
  try withShop { _ in
  } _: { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "empty-\(name).\(format.rawValue)")
  }
}

@Test(arguments: Set(tradeCases.map(\.report)).sorted())
private func aShopWithOneSaleHasReportsOfItToo(_ name: String) throws {
  try withShop(TradeShop.fillWithOneSale) { path in
    let report = try shippedReports.report(named: name)
    for format in textFormats { #expect(try report.text(on: path, format: format).contains("TEA-1") || format == .csv) }
    try expectGolden(try report.text(on: path, format: .json), "one-\(name).json")
  }
}

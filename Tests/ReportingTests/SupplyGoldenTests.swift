import Testing

@testable import Reporting

private struct SupplyCase: CustomTestStringConvertible {
  let report: String
  let name: String
  var parameters: [String: String] = [:]
  var testDescription: String { name }
}

private let supplyCases = [
  SupplyCase(report: "reorder", name: "reorder"),
  SupplyCase(report: "reorder", name: "reorder-acme-store", parameters: ["supplier": "acme", "location": "store"]),
  SupplyCase(report: "open-orders", name: "open-orders"),
  SupplyCase(report: "open-orders", name: "open-orders-due", parameters: ["due": "2026-11-18", "at": "2026-11-25"]),
  SupplyCase(report: "delivery-differences", name: "delivery-differences"),
  SupplyCase(
    report: "delivery-differences", name: "delivery-differences-november",
    parameters: ["period": "2026-11", "supplier": "acme"]),
  SupplyCase(report: "supplier-performance", name: "supplier-performance"),
  SupplyCase(
    report: "supplier-performance", name: "supplier-performance-november",
    parameters: ["period": "2026-11", "against": "expected"]),
  SupplyCase(report: "invoice-check", name: "invoice-check"),
  SupplyCase(
    report: "invoice-check", name: "invoice-check-october",
    parameters: ["period": "2026-10", "tolerance": "15%", "tolerance_amount": "1.00"]),
]

private let textFormats = ReportFormat.allCases.filter { $0 != .xlsx && $0 != .pdf }

@Test(arguments: supplyCases, textFormats)
private func reportsOfSupplyWriteTheirGoldenOutput(_ golden: SupplyCase, format: ReportFormat) throws {
  try withShop(SupplyShop.fill) { path in
    let report = try shippedReports.report(named: golden.report)
    let text = try report.text(on: path, golden.parameters, format: format)
    try expectGolden(text, "\(golden.name).\(format.rawValue)")
  }
}

@Test(arguments: Set(supplyCases.map(\.report)).sorted(), textFormats)
private func aShopWithoutOrdersHasReportsOfSupplyToo(_ name: String, format: ReportFormat) throws {
  try withShop { _ in
  } _: { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "empty-\(name).\(format.rawValue)")
  }
}

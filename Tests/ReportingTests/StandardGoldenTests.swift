import GRDB
import Testing

@testable import Reporting

private struct StandardCase: CustomTestStringConvertible {
  let report: String
  let name: String
  var parameters: [String: String] = [:]
  var fill: @Sendable (Database) throws -> Void = { try LedgerShop.fill($0) }
  var testDescription: String { name }
}

private let standardCases = [
  StandardCase(report: "stock-ledger", name: "stock-ledger", parameters: ["period": "2026-10"]),
  StandardCase(
    report: "stock-ledger", name: "stock-ledger-food-unmoved", parameters: ["category": "food", "unmoved": "yes"]),
  StandardCase(report: "slow-movers", name: "slow-movers"),
  StandardCase(
    report: "slow-movers", name: "slow-movers-store",
    parameters: ["location": "store", "days": "10", "window": "30", "at": "2026-11-15"]),
  StandardCase(
    report: "count-progress", name: "count-progress", fill: { try CountingShop.fill($0) }),
  StandardCase(
    report: "count-progress", name: "count-progress-posted", parameters: ["session": "C-0"],
    fill: { try CountingShop.fill($0) }),
  StandardCase(report: "data-quality", name: "data-quality", fill: { try UntidyShop.fill($0) }),
  StandardCase(
    report: "data-quality", name: "data-quality-title-shared", parameters: ["check": "title-shared", "each": "1"],
    fill: { try UntidyShop.fill($0) }),
  StandardCase(report: "expiring", name: "expiring", parameters: ["days": "14"], fill: { try LotShop.fill($0) }),
  StandardCase(
    report: "expiring", name: "expiring-store", parameters: ["location": "store", "at": "2026-11-18", "days": "2"],
    fill: { try LotShop.fill($0) }),
  StandardCase(report: "expired", name: "expired", fill: { try LotShop.fill($0) }),
]

private let textFormats = ReportFormat.allCases.filter { $0 != .xlsx && $0 != .pdf }

@Test(arguments: standardCases, textFormats)
private func standardReportsWriteTheirGoldenOutput(_ golden: StandardCase, format: ReportFormat) throws {
  try withShop(golden.fill) { path in
    let report = try shippedReports.report(named: golden.report)
    try expectGolden(
      try report.text(on: path, golden.parameters, format: format), "\(golden.name).\(format.rawValue)")
  }
}

private let standardReports = Set(standardCases.map(\.report)).sorted()

@Test(arguments: standardReports, textFormats)
private func anEmptyShopHasStandardReportsToo(_ name: String, format: ReportFormat) throws {
  try withShop { _ in
  } _: { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "empty-\(name).\(format.rawValue)")
  }
}

/// A shop with one item that came in once and is being counted: each report contains it in every format, and no list
/// contains more. As CSV the progress of counts is a list of sessions.
@Test(arguments: ["stock-ledger", "slow-movers", "data-quality", "count-progress"], textFormats)
private func aShopOfOneItemHasStandardReportsToo(_ name: String, format: ReportFormat) throws {
  try withShop(LedgerShop.fillWithOne) { path in
    let parameters = name == "slow-movers" ? ["days": "30"] : [:]
    let text = try shippedReports.report(named: name).text(on: path, parameters, format: format)
    if name == "count-progress", format == .csv {
      #expect(text.contains("C-1"))
    } else {
      #expect(text.contains("PEAR-1") && text.contains("Pears, loose"))
    }
    #expect(!text.contains("BOWL-1"))
    if format == .csv, name != "data-quality" {
      #expect(text.split(separator: "\r\n").count == (name == "stock-ledger" ? 4 : 2), "\(text)")
    }
  }
}

import Foundation
import Testing

@testable import Reporting

/// Compares with a file under `Golden`. With RECORD_GOLDEN=1 it writes the file again; read the difference.
func expectGolden(_ text: String, _ name: String) throws {
  let file = packageRoot.appendingPathComponent("Tests/ReportingTests/Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return
  }
  let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  guard text != expected else { return }
  let lines = zip(
    text.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false))
  let difference = lines.enumerated().first { $1.0 != $1.1 }
  Issue.record(
    """
    \(name) differs from line \(difference.map { $0.offset + 1 } ?? 0) on: \
    \(difference.map { "'\($0.element.0)' instead of '\($0.element.1)'" } ?? "one is longer")
    """)
}

private struct GoldenCase: CustomTestStringConvertible {
  let report: String
  let name: String
  let parameters: [String: String]
  var testDescription: String { name }
}

private let goldenCases = [
  GoldenCase(report: "shrinkage", name: "shrinkage", parameters: [:]),
  GoldenCase(
    report: "shrinkage", name: "shrinkage-store-october", parameters: ["location": "store", "period": "2026-10"]),
  GoldenCase(report: "stock-on-hand", name: "stock-on-hand", parameters: [:]),
  GoldenCase(report: "stock-on-hand", name: "stock-on-hand-at", parameters: ["at": "2026-10-25"]),
  GoldenCase(report: "lead-schedule", name: "lead-schedule", parameters: ["period": "2026-10"]),
  GoldenCase(report: "variance-detail", name: "variance-detail", parameters: [:]),
]

/// A workbook and a PDF are not text; ``WorkbookTests`` and ``PDFTests`` read them back.
private let textFormats = ReportFormat.allCases.filter { $0 != .xlsx && $0 != .pdf }

@Test(arguments: goldenCases, textFormats)
private func shippedReportsWriteTheirGoldenOutput(_ golden: GoldenCase, format: ReportFormat) throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: golden.report)
    let text = try report.text(on: path, golden.parameters, format: format)
    try expectGolden(text, "\(golden.name).\(format.rawValue)")
  }
}

@Test(arguments: ["lead-schedule", "shrinkage", "stock-on-hand"], textFormats)
private func anEmptyShopHasReportsToo(_ name: String, format: ReportFormat) throws {
  try withShop { _ in
  } _: { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "empty-\(name).\(format.rawValue)")
  }
}

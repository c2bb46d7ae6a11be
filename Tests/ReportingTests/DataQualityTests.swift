import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func finding(_ row: [String: Any]) -> String {
  let details = [
    (row["detail_count"] as? Int).map { "\($0)" }, row["detail"] as? String, row["detail_of"] as? String,
  ].compactMap { $0 }
  return
    (["check_code", "sku", "subject"].map { row[$0] as? String ?? "-" }
    + [details.isEmpty ? "-" : details.joined(separator: " ")]).joined(separator: " | ")
}

/// Every finding in `UntidyShop`, written by hand.
private let expected = [
  "barcode-shared | ZERO-1 | 0012345 | also ZERO-2", "barcode-shared | ZERO-2 | 12345 | also ZERO-1",
  "sku-is-barcode | 4006381333931 | 4006381333931 | a barcode of TIDY-1",
  "supplier-code-shared | PAIR-1 | acme A-17 | also PAIR-2", "supplier-code-shared | PAIR-2 | acme A-17 | also PAIR-1",
  "title-shared | TWIN-1 | - | also TWIN-2", "title-shared | TWIN-2 | - | also TWIN-1",
  "check-digit | WRONG-1 | 4006381333932 | the last digit should be 1",
  "check-digit | WRONG-2 | 12345678 | the last digit should be 0", "barcode-missing | BARE-1 | - | -",
  "title-missing | BARE-1 | - | -", "category-missing | BARE-1 | - | -", "price-missing | BARE-1 | - | none",
  "price-missing | FREE-1 | - | zero or less", "cost-missing | BARE-1 | - | -", "supplier-missing | BARE-1 | - | -",
  "price-below-cost | CHEAP-1 | regular price | compared without tax",
  "price-below-cost | NET-1 | sale price | price without tax",
  "price-below-cost | UNTAXED-1 | regular price | with tax, rate unknown", "stock-below-zero | MINUS-1 | shop | -",
  "stock-without-cost | OLD-1 | shop | -", "sale-without-price | TIDY-1 | - | 2 lines, the first till",
  "order-without-lines | - | acme O-1 | -", "order-without-date | - | acme O-2 | 2 open lines",
  "order-line-without-cost | TIDY-1 | acme O-2 | line 1", "product-without-item | - | EMPTY | Nothing in it",
]

@Test func everythingUntidyIsFoundAndNothingElse() throws {
  try withShop(UntidyShop.fill) { path in
    let data = try shippedReports.report(named: "data-quality").data(on: path)
    #expect(rows(data, "lines").map(finding) == expected)
    let checks = rows(data, "checks")
    #expect(checks.count == 19)
    for check in checks {
      let code = check["check_code"] as? String ?? ""
      #expect(check["findings"] as? Int == expected.count { $0.hasPrefix(code + " |") }, "\(code)")
      #expect((check["what_to_do"] as? String ?? "").hasSuffix("."))
    }
    let header = data["header"] as? [String: Any]
    let faulty = Set(expected.map { $0.split(separator: "|")[1].trimmingCharacters(in: .whitespaces) })
      .subtracting(["-", "OLD-1"])
    #expect(header?["items"] as? Int == 18 && header?["left_out"] as? Int == 1)
    #expect(header?["clean_items"] as? Int == 18 - faulty.count)
  }
}

/// The choices of the parameter are the checks, and one that is chosen is listed alone.
@Test func oneCheckIsListedAndAllAreCounted() throws {
  try withShop(UntidyShop.fill) { path in
    let report = try shippedReports.report(named: "data-quality")
    let all = rows(try report.data(on: path), "checks").compactMap { $0["check_code"] as? String }
    #expect(report.parameters.first { $0.name == "check" }?.choices == ["all"] + all)
    for code in ["check-digit", "order-without-lines"] {
      let data = try report.data(on: path, ["check": code])
      #expect(rows(data, "lines").map(finding) == expected.filter { $0.hasPrefix(code + " |") })
      #expect(rows(data, "checks").reduce(0) { $0 + ($1["findings"] as? Int ?? 0) } == expected.count)
    }
    #expect(rows(try report.data(on: path, ["each": "1"]), "lines").count == 19)
    #expect(rows(try report.data(on: path, ["each": "0"]), "lines").count == expected.count)
  }
}

/// What the parser of barcodes refuses for its check digit is found, and nothing that it takes.
@Test func checkDigitsAreThoseOfTheParser() throws {
  // Each number with every last digit, one of which is valid. Eight digits that begin with 0 or 1 may be a UPC-E, which
  // is stored in its long form.
  let codes = [8, 12, 13, 14].flatMap { length in
    (1...6).flatMap { number in
      let digits = "\(number + 2)" + "\(number * 7_919_104_729_381)\(number * 104_729)".prefix(length - 2)
      return (0...9).map { "\(digits)\($0)" }
    }
  }
  let wrong = Set(
    codes.filter { code in
      guard case .some(.wrongCheckDigit) = parseError(code) else { return false }
      return true
    })
  try withShop { database in
    try UntidyShop.fill(database)
    try database.execute(sql: "DELETE FROM barcodes")
    for code in codes {
      let canonical = String(repeating: "0", count: 14 - code.count) + code
      try database.execute(
        sql: "INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES (?, ?, 'gtin', 1)",
        arguments: [canonical, code])
    }
  } _: { path in
    let data = try shippedReports.report(named: "data-quality").data(on: path, ["check": "check-digit", "each": "0"])
    let found = Set(rows(data, "lines").compactMap { $0["subject"] as? String })
    #expect(found == wrong)
    #expect(codes.count == 240 && wrong.count == 216)
  }
}

private func parseError(_ code: String) -> Barcode.ParseError? {
  do throws(Barcode.ParseError) {
    _ = try Barcode(parsing: code)
    return nil
  } catch { return error }
}

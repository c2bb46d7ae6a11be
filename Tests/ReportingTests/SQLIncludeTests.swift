import Foundation
import ProblemKit
import Testing

@testable import Reporting

private func reportFiles(_ files: [String: String], _ work: (ReportFiles) throws -> Void) throws {
  try withReport(files) { library in
    try work(ReportFiles(folders: [library.folders[0] + "/x"], sharedFolders: [library.folders[0] + "/_shared"]))
  }
}

@Test func includedSQLTakesExpressions() throws {
  try reportFiles([
    "x/a.sql": "SELECT /* include half.sql (part: g.a * 2; whole: :n) */ AS x, /* include b.sql */ AS y",
    "x/b.sql": "/* include half.sql (part: MAX(1, 2);\n  whole: CASE WHEN 1 THEN 2 END) */",
    "_shared/half.sql": "({part}) / ({whole}) + ({part})\n",
  ]) { files in
    let sql = try files.sql("a.sql")
    #expect(
      sql
        == "SELECT (g.a * 2) / (:n) + (g.a * 2) AS x, (MAX(1, 2)) / (CASE WHEN 1 THEN 2 END) + (MAX(1, 2)) AS y")
  }
}

private let brokenInclusions: [(sql: String, message: String)] = [
  ("/* include half.sql */", "half.sql has the parameters 'part, whole', but is given ''"),
  ("/* include half.sql (part: 1) */", "has the parameters 'part, whole', but is given 'part'"),
  ("/* include half.sql (part: 1; whole: 2; more: 3) */", "is given 'more, part, whole'"),
  ("/* include half.sql (part: 1; part: 2) */", "has ' part: 2', which is not one name and expression"),
  ("/* include half.sql (part) */", "has 'part', which is not one name and expression"),
  ("/* include half.sql (part:; whole: 1) */", "which is not one name and expression"),
  ("/* include circle.sql */", "files include one another more than 4 deep"),
  ("/* include nothing.sql */", "the file cannot be read"),
]

@Test(arguments: brokenInclusions)
private func anInclusionThatCannotBeFilledIsRefused(_ broken: (sql: String, message: String)) throws {
  try reportFiles([
    "x/a.sql": "SELECT \(broken.sql)", "x/circle.sql": "/* include circle.sql */",
    "_shared/half.sql": "{part} / {whole}",
  ]) { files in
    let error = #expect(throws: Problems.self) { try files.sql("a.sql") }
    #expect(error?.description.contains(broken.message) == true, "\(error?.description ?? "")")
  }
}

/// The shared ratio and the shared product against decimals, also at the ends of the range; beyond it they are not known.
@Test func sharedRatiosAndProductsAreExactOrNotKnown() throws {
  let edges: [Int64] = [
    0, 1, -1, 2, -2, 3, 7, -7, 499_999, 1_000_000, 8_999_999_999_999, 9_000_000_000_000, -9_000_000_000_000,
    9_000_000_000_001, 400_000_000_000_000_000, 400_000_000_000_000_001, .max, -.max,
  ]
  var state: UInt64 = 42
  func random() -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let size = Int64(1) << Int64(state >> 40 & 62)
    return Int64(bitPattern: state) % size
  }
  let pairs = edges.flatMap { one in edges.map { (one, $0) } } + (0..<150).map { _ in (random(), random()) }
  let values = pairs.map { "SELECT \($0.0) AS a, \($0.1) AS b" }.joined(separator: " UNION ALL ")
  try withReport([
    "x/report.yml": """
    title: X
    summary: x
    queries: {rows: {file: rows.sql, columns: {a: whole-number, b: whole-number, ratio: whole-number, product: whole-number}}}
    """,
    "x/rows.sql": """
    SELECT v.a, v.b, /* include ratio.sql (part: v.a; whole: v.b) */ AS ratio,
      /* include product.sql (quantity: v.a; price: v.b; divisor: 1000) */ AS product
    FROM (\(values)) v
    """,
  ]) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    try withShop({ _ in }) { path in
      let rows = queryRows(try library.report(named: "x").data(on: path), "rows")
      #expect(rows.count == pairs.count)
      for (row, (a, b)) in zip(rows, pairs) {
        let isInRange = b > 0 && b <= 400_000_000_000_000_000 && a.magnitude <= 9_000_000_000_000
        let ratio = isInRange ? rounded(Decimal(a) * 1_000_000 / Decimal(b)) : nil
        #expect((row["ratio"] as? NSNumber)?.int64Value == ratio, "\(a) of \(b)")
        let isKnown = a.magnitude <= 9_000_000_000_000_000_000 / (b.magnitude + 1)
        let product = isKnown ? rounded(Decimal(a) * Decimal(b) / 1000) : nil
        #expect((row["product"] as? NSNumber)?.int64Value == product, "\(a) times \(b)")
      }
    }
  }
}

/// Half away from zero.
private func rounded(_ number: Decimal) -> Int64 {
  var (number, result) = (number, Decimal())
  NSDecimalRound(&result, &number, 0, .plain)
  return NSDecimalNumber(decimal: result).int64Value
}

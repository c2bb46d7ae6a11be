import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

/// A report with that SQL in place of one that reads items.
private func run(_ sql: String, rows: String = "many", timeLimit: Double = 1) throws {
  let files = [
    "bad/report.yml": """
    title: Bad
    summary: Harm.
    queries: {q: {file: q.sql, rows: \(rows), columns: {x: text}}}
    """, "bad/q.sql": sql,
  ]
  try withReport(files) { library in
    try withShop { _ in
    } _: { path in
      let report = try library.report(named: "bad")
      var count = 0
      try report.run(on: path, ReportOptions(format: .json, generatedAt: generatedAt, timeLimit: timeLimit)) {
        count += $0.count
      }
    }
  }
}

/// Everything that a statement might do to the machine or the shop is refused before it runs.
@Test(arguments: [
  "SELECT zeroblob(1000000000) AS x", "SELECT hex(randomblob(1000000000)) AS x", "SELECT printf('%999999999d', 1) AS x",
  "SELECT format('%999999999d', 1) AS x", "SELECT group_concat(v.sku) AS x FROM report_variants v",
  "SELECT load_extension('x') AS x", "SELECT readfile('/etc/passwd') AS x", "SELECT writefile('/tmp/x', 'x') AS x",
  "SELECT replace('aaaa', 'a', 'bbbbbbbb') AS x", "SELECT fts3_tokenizer('simple') AS x", "SELECT char(65) AS x",
  "SELECT json_group_array(v.sku) AS x FROM report_variants v", "SELECT sqlite_compileoption_get(1) AS x",
  "ATTACH '/tmp/x.sqlite' AS y", "DETACH main", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = ON",
  "VACUUM INTO '/tmp/x.sqlite'", "DELETE FROM variants", "CREATE TABLE t (x)", "CREATE TEMP TABLE t (x)",
  "CREATE VIRTUAL TABLE t USING fts5(x)", "INSERT INTO variants DEFAULT VALUES", "BEGIN", "REINDEX", "ANALYZE",
  "SELECT sku AS x FROM variants", "SELECT sku AS x FROM main.variants", "SELECT name AS x FROM sqlite_master",
  "SELECT name AS x FROM pragma_table_info('variants')", "SELECT value AS x FROM json_each('[1]')",
  "SELECT value AS x FROM generate_series(1, 9)", "SELECT 1 AS x; DROP TABLE variants",
  "WITH report_variants AS (SELECT * FROM variants) SELECT sku AS x FROM report_variants",
])
private func whatDoesMoreThanReadIsRefused(_ sql: String) throws {
  let error = #expect(throws: Problems.self) { try run(sql) }
  #expect([.sqlNotAllowed, .sqlInvalid].contains(error?.code), "\(String(describing: error))")
}

@Test(arguments: [
  // Without end.
  "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) AS x FROM n",
  "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0",
  "WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n) SELECT x FROM n ORDER BY x DESC",
  // Of everything with everything.
  """
  WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
  SELECT COUNT(*) AS x FROM n a, n b, n c, n d
  """,
])
private func whatTakesForEverIsStopped(_ sql: String) throws {
  let start = ContinuousClock.now
  let error = #expect(throws: Problems.self) { try run(sql, timeLimit: 0.2) }
  #expect(error?.code == .reportTooSlow, "\(String(describing: error))")
  #expect(start.duration(to: .now) < .seconds(60))
}

/// Rows that come quickly and without end: their reader takes nearly all of the time.
@Test func rowsWithoutEndAreStopped() throws {
  let sql = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 'n' || x AS x FROM n"
  let error = #expect(throws: Problems.self) { try run(sql, rows: "streamed", timeLimit: 0.1) }
  #expect(error?.code == .reportTooSlow, "\(String(describing: error))")
}

@Test func aTextThatDoublesHasAnEnd() throws {
  let sql = "WITH RECURSIVE n(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM n) SELECT length(x) AS x FROM n"
  let error = #expect(throws: Problems.self) { try run(sql, timeLimit: 30) }
  #expect(error?.code == .reportTooLarge, "\(String(describing: error))")
  #expect(error?.description.contains("a value may have 16 MiB") == true)
}

@Test func rowsInMemoryHoldNoMoreThanTheyMay() throws {
  let files = [
    "bad/report.yml": """
    title: Bad
    summary: Harm.
    queries: {q: {file: q.sql, columns: {x: text}}}
    html: q.html.mustache
    """,
    "bad/q.sql": """
    WITH RECURSIVE n(i, x) AS (SELECT 1, 'abcdefgh' UNION ALL SELECT i + 1, CASE WHEN i < 18 THEN x || x ELSE x END FROM n WHERE i < 200)
    SELECT x FROM n
    """, "bad/q.html.mustache": "{{#q}}{{x}}{{/q}}",
  ]
  try withReport(files) { library in
    try withShop { _ in
    } _: { path in
      let error = #expect(throws: Problems.self) {
        try library.report(named: "bad").text(on: path, format: .html)
      }
      #expect(error?.description.contains("the rows hold more than 64 MiB of text") == true)
    }
  }
}

private func refusal(of templates: [String: String]) throws -> String {
  var files = itemsFiles
  for (name, text) in templates { files[name] = text }
  return try withReport(files) { library in
    let error = #expect(throws: Problems.self) { try library.report(named: "items") }
    return error?.description ?? ""
  }
}

@Test func templatesThatMultiplyOrNestWithoutEndAreRefused() throws {
  #expect(
    try refusal(of: [
      "_shared/a.mustache": "{{>b}}", "_shared/b.mustache": "{{>a}}", "items/items.html.mustache": "{{>a}}",
    ]).contains("includes itself"))
  // Two to the power of thirty.
  var laughs = ["items/items.html.mustache": "{{>a0}}"]
  for level in 0..<30 { laughs["_shared/a\(level).mustache"] = "{{>a\(level + 1)}}{{>a\(level + 1)}}" }
  laughs["_shared/a30.mustache"] = "ha"
  #expect(try refusal(of: laughs).contains("becomes larger than any page"))
  let deep = String(repeating: "{{#few}}", count: 100_000)
  #expect(try refusal(of: ["items/items.html.mustache": deep]).contains("more than 64 sections are nested"))
  let calls = "{{" + String(repeating: "a(", count: 100_000) + "}}"
  #expect(try refusal(of: ["items/items.html.mustache": calls]).contains("is not a name"))
}

@Test func aPageThatWouldNotGoIntoTheMemoryIsNotMade() throws {
  var files = itemsFiles
  files["items/few.sql"] = """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5000) SELECT 'a' AS sku, 'b' AS title FROM n
    """
  files["items/items.html.mustache"] = "{{#few}}{{#few}}{{sku}}{{/few}}{{/few}}"
  try withReport(files) { library in
    try withItems([]) { path in
      let error = #expect(throws: Problems.self) {
        try library.report(named: "items").text(on: path, format: .html)
      }
      #expect(error?.description.contains("the page would be larger than 256 MiB") == true)
    }
  }
}

@Test(arguments: [
  String(repeating: "[", count: 200_000), String(repeating: "a: {", count: 100_000),
  String(repeating: "- ", count: 100_000),
  "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + (0..<30).map { "b\($0): &b\($0) [*\($0 == 0 ? "a" : "b\($0 - 1)"),*\($0 == 0 ? "a" : "b\($0 - 1)")]\n" }.joined(),
])
private func aDefinitionThatIsABombIsToldToBeWrong(_ yaml: String) throws {
  try withReport(["bad/report.yml": yaml]) { library in
    _ = #expect(throws: Problems.self) { _ = try library.report(named: "bad") }
  }
}

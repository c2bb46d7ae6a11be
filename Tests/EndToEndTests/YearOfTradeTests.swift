import FormatKitTesting
import Foundation
import Testing

/// A year of one shop's trade and counts, made by `shop-scenario` and taken in by the commands of its script, against what
/// that program knows of it: books kept by plain loops over the papers, and the thefts, damages and mistakes it invented.
@Suite struct YearOfTradeTests {
  /// One year, and how large it is.
  struct Scale: CustomTestStringConvertible, Sendable {
    let seed: Int
    var options: [String] = []
    /// How many numbers are compared at least.
    let numbers: Int

    var testDescription: String { "seed \(seed) \(options.joined(separator: " "))" }
  }

  /// What must come out: a row of expected.csv.
  struct Row {
    let table: String
    let key: String
    let measure: String
    let value: String
  }

  /// A shop after its year.
  struct WholeYear {
    let folder: TestFolder
    let shop: TestShopFolder
    let rows: [Row]
  }

  static let sample = Executable.samples + "/year-of-trade"

  static func whole(_ scale: Scale) throws -> WholeYear {
    let folder = try TestFolder()
    guard let program = Executable.built("shop-scenario") else {
      throw SpawnFailure(description: "the program shop-scenario was not built next to the tests")
    }
    let made = try RunningCommand(
      program, [sample, folder.path + "/year", "--seed", "\(scale.seed)"] + scale.options, in: folder.path,
      environment: folder.environment
    ).finish(within: 120)
    guard made.status == 0 else { throw SpawnFailure(description: made.shown) }
    let script = try RunningCommand(
      "/bin/bash", [folder.path + "/year/run.sh", folder.path + "/shop"], in: folder.path,
      environment: folder.environment
    ).finish(within: 600)
    guard script.status == 0 else { throw SpawnFailure(description: script.shown + script.outputText.suffix(1000)) }
    let text = try String(contentsOfFile: folder.path + "/year/expected.csv", encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Row(table: cells[0], key: cells[1], measure: cells[2], value: cells[3])
    }
    return WholeYear(folder: folder, shop: TestShopFolder(folder: folder, path: folder.path + "/shop"), rows: rows)
  }

  /// The columns that identify a report's rows in expected.csv.
  private static let keys = [
    "statement": ["part"], "categories": ["category"], "locations": ["location"], "months": ["month"],
    "reasons": ["reason"], "accuracy": ["stock_unit"], "units": ["part", "stock_unit"],
  ]

  /// What the statement says of a row.
  private static func found(_ row: Row, in data: [String: Any]) -> String {
    if row.table == "header" { return (data["header"] as? [String: Any])?[row.measure].map { "\($0)" } ?? "nothing" }
    let table = row.table == "invented" ? "units" : row.table
    let name = row.table == "invented" ? "unknown " + row.key : row.key
    let chosen = (data[table] as? [[String: Any]])?.first { candidate in
      keys[table]?.map { candidate[$0] as? String ?? "" }.joined(separator: " ") == name
    }
    return chosen?[row.measure].map { "\($0)" } ?? "nothing"
  }

  private static func areEqual(_ one: String, _ other: String) -> Bool {
    one == other || (Decimal(string: one) != nil && Decimal(string: one) == Decimal(string: other))
  }

  @Test(arguments: [
    Scale(seed: 2025, options: ["--items", "120", "--lines", "14"], numbers: 450),
    Scale(seed: 1, options: ["--items", "40", "--months", "2", "--lines", "9"], numbers: 150),
    Scale(seed: 7, options: ["--items", "60", "--months", "2", "--lines", "6"], numbers: 200),
  ])
  func theStatementIsWhatHappened(scale: Scale) throws {
    let year = try Self.whole(scale)
    let run = try year.shop.must(["report", "shrinkage", "--param", "period=2025", "--format", "json"])
    let report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let data = try #require(report["data"] as? [String: Any])
    var compared: [String: Int] = [:]
    for row in year.rows where row.table != "stock" && row.table != "journal" {
      compared[row.table, default: 0] += 1
      let found = Self.found(row, in: data)
      #expect(Self.areEqual(found, row.value), "\(row.table) \(row.key) \(row.measure): \(found), not \(row.value)")
    }
    for table in [
      "statement", "header", "units", "categories", "locations", "reasons", "months", "accuracy", "invented",
    ] {
      #expect(compared[table, default: 0] > 0, "nothing of \(table) was compared")
    }
    let onHand = try ShopContents.rows(
      year.shop.database,
      """
      SELECT v.sku || ' ' || l.code, SUM(b.quantity) FROM balances b JOIN variants v ON v.id = b.variant_id
        JOIN locations l ON l.id = b.location_id GROUP BY 1 ORDER BY 1
      """)
    let expected = year.rows.filter { $0.table == "stock" }.map { row in
      let milli = (Decimal(string: row.value) ?? .nan) * 1000
      return "\(row.key)|\(milli)"
    }
    #expect(onHand == expected.sorted())
    // Every line has a reason, so that the statement and the journal tie line by line.
    #expect((data["reasons"] as? [[String: Any]])?.contains { ($0["reason"] as? String ?? "").isEmpty } == false)
    try compareJournal(year)
    try compareTrade(year)
    try compareLedger(year)
    #expect(compared.values.reduce(0, +) + expected.count > scale.numbers)
    // Every recount that the rules ask for is one that the plain books ask for.
    for sheet in try FileManager.default.contentsOfDirectory(atPath: year.shop.path) where sheet.hasPrefix("recount-") {
      let parts = sheet.dropFirst("recount-".count).dropLast(".csv".count).split(separator: "-")
      let own = "\(year.folder.path)/year/\(parts[0])-\(parts[1])/recount-\(parts[2]).csv"
      #expect(try Self.column("sku", of: year.shop.path + "/" + sheet) == Self.column("sku", of: own), "\(sheet)")
    }
  }

  /// The distinct values of a column whose cells before it hold no comma.
  private static func column(_ name: String, of file: String) throws -> Set<String> {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines.first?.firstIndex(of: name))
    return Set(lines.dropFirst().map { $0[place] })
  }

  private func compareJournal(_ year: WholeYear) throws {
    let run = try year.shop.must(["journal", "--format", "json"])
    let journal = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    var sums: [String: Decimal] = [:]
    for entry in try #require(journal["entries"] as? [[String: Any]]) {
      for posting in try #require(entry["postings"] as? [[String: String]]) {
        sums[posting["account"] ?? "", default: 0] += Decimal(string: posting["amount"] ?? "") ?? .nan
      }
    }
    let expected = year.rows.filter { $0.table == "journal" }.map { ($0.key, Decimal(string: $0.value) ?? .nan) }
    #expect(sums == Dictionary(expected) { one, _ in one })
  }

  @Test(.enabled(if: hledger != nil, "hledger is not installed")) func hledgerHasTheSameSums() throws {
    let program = try #require(hledger)
    let year = try Self.whole(Scale(seed: 11, options: ["--items", "24", "--months", "2", "--lines", "9"], numbers: 0))
    try year.shop.must(["journal", "--out", year.shop.path + "/out.journal"])
    let balances = try RunningCommand(
      program, ["-f", year.shop.path + "/out.journal", "balance", "-N", "--flat", "-O", "csv"], in: year.folder.path,
      environment: year.folder.environment
    ).finish()
    #expect(balances.status == 0, "\(balances.shown)")
    let found = balances.outputText.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").map { $0.trimmingCharacters(in: ["\""]) }.joined(separator: " ")
    }
    let expected = year.rows.filter { $0.table == "journal" && $0.value != "0.00" }.map { "\($0.key) \($0.value) EUR" }
    #expect(found.sorted() == expected.sorted())
  }

  /// The shape is what the collections have, as far as they are here.
  @Test(
    .enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
  func theShapeIsMeasured() throws {
    let corpora = try #require(Corpora.folder())
    let folder = try TestFolder()
    let run = try RunningCommand(
      "/usr/bin/python3", [Self.sample + "/measure.py", corpora], in: folder.path, environment: folder.environment
    ).finish()
    #expect(run.status == 0, "\(run.shown)")
    let written = try String(contentsOfFile: Self.sample + "/measured.json", encoding: .utf8)
    #expect(run.outputText == written)
  }
}

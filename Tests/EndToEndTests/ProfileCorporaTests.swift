import FormatKitTesting
import Foundation
import Synchronization
import Testing

/// The profiles of the samples on the files of other systems that they were written for.
@Suite(.enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)")) struct ProfileCorporaTests {
  /// A file with its profile and the expected result.
  struct Job: CustomTestStringConvertible, Sendable {
    let file: String
    let profile: String
    var expected: [Row] = []

    struct Row: Sendable {
      let kind: String
      let records: Int
      let quantity: String
      let rejected: Int
      let conflicts: Int
    }

    var testDescription: String { "\(profile): \(file)" }
  }

  private static let profiles = Executable.samples + "/profiles"

  static let jobs: [Job] = {
    guard let text = try? String(contentsOfFile: profiles + "/expected-records.csv", encoding: .utf8) else { return [] }
    var jobs: [Job] = []
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 7 else { continue }
      if jobs.last?.file != cells[0] || jobs.last?.profile != cells[1] {
        jobs.append(Job(file: cells[0], profile: cells[1]))
      }
      jobs[jobs.count - 1].expected.append(
        .init(
          kind: cells[2], records: Int(cells[3]) ?? -1, quantity: cells[4], rejected: Int(cells[5]) ?? 0,
          conflicts: Int(cells[6]) ?? 0))
    }
    return jobs
  }()

  /// What has to be in the shop before, by profile.
  private static func before(_ profile: String) -> [String] {
    switch profile {
    case "adventureworks-product": ["adventureworks-product-model"]
    case "adventureworks-product-inventory":
      ["adventureworks-location", "adventureworks-product-model", "adventureworks-product"]
    case "adventureworks-product-vendor": ["adventureworks-product-model", "adventureworks-product"]
    case "openboxes-products": ["openboxes-categories", "openboxes-locations"]
    case "openboxes-product-suppliers", "openboxes-inventory-stock", "openboxes-inventory-count":
      ["openboxes-categories", "openboxes-locations", "openboxes-products"]
    case "wwi-stock-groups", "wwi-stock-items": []
    case let name where name.hasPrefix("wwi-"): ["wwi-stock-items"]
    default: []
    }
  }

  private struct Answer: Decodable {
    struct Count: Decodable {
      let kind: String
      let action: String
      let records: Int
    }
    let counts: [Count]
    let errors: Int
  }

  @Test func theExpectationsAreThere() { #expect(Self.jobs.count > 50) }

  /// Of the thirty days of the retailer only a few one by one; all of them are taken together below.
  static let singleJobs = jobs.filter { job in
    !job.profile.hasPrefix("uci") || ["2010-12-01", "2010-12-03", "2011-01-14"].contains { job.file.contains($0) }
  }

  /// The shops that files are taken into, by what is in them.
  private static let starts = Mutex<[String: KeptFolder]>([:])

  private static func start(
    _ currency: String, hasLocation: Bool, _ before: [String], _ corpora: String
  ) throws -> KeptFolder {
    try KeptFolder { folder in
      let shop = try folder.shop(currency: currency, timeZone: "UTC")
      try shop.copyProfiles(from: profiles)
      if hasLocation {
        try folder.write("locations.csv", "location\nmain\n")
        try shop.must(["import", "../locations.csv"])
      }
      for profile in before {
        let file = try #require(jobs.first { $0.profile == profile }?.file)
        try shop.must(["import", corpora + "/" + file, "--profile", profile])
      }
    }
  }

  @Test(arguments: singleJobs) func whatComesOfAFileIsWhatItHolds(job: Job) throws {
    guard let corpora = Corpora.folder() else { return }
    let folder = try TestFolder()
    let currency =
      job.profile.hasPrefix("uci")
      ? "GBP" : job.profile.hasPrefix("adv") || job.profile.hasPrefix("wwi") ? "USD" : "EUR"
    // Files that do not say where the stock is mean the only place there is.
    let saysWhere = job.profile.hasPrefix("adventureworks") || job.profile.hasPrefix("openboxes")
    let before = Self.before(job.profile)
    let key = "\(currency) \(saysWhere) \(before)"
    let start = try Self.starts.withLock { starts in
      if let start = starts[key] { return start }
      let start = try Self.start(currency, hasLocation: !saysWhere, before, corpora)
      starts[key] = start
      return start
    }
    try start.copy(to: folder)
    let shop = TestShopFolder(folder: folder, path: folder.path + "/shop")
    let place = saysWhere ? [] : ["--location", "main"]
    let command =
      ["import", corpora + "/" + job.file, "--profile", job.profile, "--json"] + place
    let isClean = job.expected.allSatisfy { $0.rejected == 0 && $0.conflicts == 0 }
    let run = try shop.run(command)
    #expect(run.status == (isClean ? 0 : 5), "\(run.shown)")
    guard let answer = try? JSONDecoder().decode([Answer].self, from: run.output).first else {
      Issue.record("no answer: \(run.shown)")
      return
    }
    // Everything that moves stock is a movement once it is planned.
    let moving: Set = ["sales", "movements", "receipts", "stock_levels"]
    func total(_ kinds: Set<String>, _ actions: Set<String>? = nil) -> Int {
      answer.counts.filter { kinds.contains($0.kind) && actions?.contains($0.action) != false }
        .reduce(0) { $0 + $1.records }
    }
    for row in job.expected where !moving.contains(row.kind) {
      #expect(total([row.kind]) == row.records, "\(row.kind): \(answer.counts)")
      #expect(total([row.kind], ["reject"]) == row.rejected, "\(row.kind): \(answer.counts)")
      #expect(total([row.kind], ["conflict"]) == row.conflicts, "\(row.kind): \(answer.counts)")
    }
    let movements = job.expected.filter { moving.contains($0.kind) }
    #expect(total(moving) == movements.reduce(0) { $0 + $1.records }, "\(answer.counts)")
    guard isClean else { return }
    for row in job.expected where !row.quantity.isEmpty {
      let sql =
        switch row.kind {
        case "sales":
          "SELECT -COALESCE(SUM(m.quantity), 0) FROM movements m WHERE m.kind IN ('sale', 'customer-return')"
        case "count_lines": "SELECT SUM(quantity) FROM count_entries"
        case "movements": "SELECT SUM(m.quantity) FROM movements m WHERE m.kind NOT IN ('sale', 'customer-return')"
        default: "SELECT SUM(quantity) FROM balances"
        }
      #expect(try ShopContents.rows(shop.database, sql) == [Self.thousandths(row.quantity)], "\(row.kind)")
    }
    #expect(try ShopContents.rows(shop.database, PlainSQL.wrongBalances).isEmpty)
    // The same file again changes nothing.
    let contents = try shop.contents()
    let again = try shop.run(command)
    #expect(again.status == 0 && again.outputText.contains("already-applied"))
    #expect(try shop.contents().differences(from: contents).isEmpty)
  }

  /// A decimal number in thousandths, exactly.
  private static func thousandths(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let fraction = (parts.count > 1 ? parts[1] : "").padding(toLength: 3, withPad: "0", startingAt: 0)
    let digits = String((parts[0] + fraction).drop { $0 == "0" })
    return digits.isEmpty ? "0" : digits
  }

  /// All days of the retailer in one shop, one after another: the units of every day are the plain sums.
  @Test func allDaysOfTheRetailerAddUp() throws {
    guard let corpora = Corpora.folder() else { return }
    let days = Self.jobs.filter { $0.profile == "uci-online-retail" }
    let folder = try TestFolder()
    let shop = try folder.shop(currency: "GBP", timeZone: "Europe/London")
    try shop.copyProfiles(from: Self.profiles)
    try folder.write("locations.csv", "location\nmain\n")
    try shop.must(["import", "../locations.csv"])
    for day in days {
      try shop.must(["import", corpora + "/" + day.file, "--profile", day.profile, "--location", "main", "--json"])
    }
    // The days of the file names are those of the sales, in London, in winter.
    let expected = days.map { day in
      let name = URL(fileURLWithPath: day.file).deletingPathExtension().lastPathComponent
      let sales = day.expected.first { $0.kind == "sales" }
      return "\(name)|\(sales?.records ?? 0)|\(Self.thousandths(sales?.quantity ?? "0"))"
    }
    let actual = try ShopContents.rows(
      shop.database,
      """
      SELECT date(m.effective_at / 1000, 'unixepoch'), COUNT(*), -SUM(m.quantity) FROM movements m
      WHERE m.kind IN ('sale', 'customer-return') GROUP BY 1 ORDER BY 1
      """)
    #expect(actual == expected.sorted())
    try shop.must(["check"])
  }
}

import Foundation
import GRDB
import Testing

/// A program of others that reads the journal; nil when it is not installed.
private func installed(_ name: String, variable: String) -> String? {
  let named = ProcessInfo.processInfo.environment[variable].map { [$0] } ?? []
  let folders = ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(name)" }
  return (named + folders).first { FileManager.default.isExecutableFile(atPath: $0) }
}

let hledger = installed("hledger", variable: "HLEDGER")
private let beanCheck = installed("bean-check", variable: "BEAN_CHECK")

/// The journal of the corner shop against the numbers that were derived without the product, and before other programs.
@Suite struct JournalTests {
  private static let accounts = [
    "unknown-net-cost": "Expenses:Shrinkage:Unknown", "known-cost damage": "Expenses:Shrinkage:Damage",
    "known-cost expiry": "Expenses:Shrinkage:Expiry", "known-cost known-theft": "Expenses:Shrinkage:Theft",
    "known-cost short-delivery": "Expenses:Shrinkage:Short delivery",
  ]

  /// The lines of the CSV form: account, amount in cents, location.
  private func postings(_ shop: TestShopFolder, _ options: [String] = []) throws -> [(
    account: String, cents: Int, id: String
  )] {
    let run = try shop.must(["journal", "--format", "json"] + options)
    let journal = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let entries = try #require(journal["entries"] as? [[String: Any]])
    return try entries.flatMap { entry in
      try #require(entry["postings"] as? [[String: String]]).map { posting in
        (
          posting["account"] ?? "", Int((posting["amount"] ?? "").replacing(".", with: "")) ?? 0,
          entry["id"] as? String ?? ""
        )
      }
    }
  }

  private func sums(_ postings: [(account: String, cents: Int, id: String)]) -> [String: Int] {
    postings.reduce(into: [:]) { $0[$1.account, default: 0] += $1.cents }
  }

  private func run(_ program: String, _ arguments: [String], in folder: TestFolder) throws -> CommandRun {
    try RunningCommand(program, arguments, in: folder.path, environment: folder.environment, input: nil).finish(
      within: 60)
  }

  @Test func theCornerShopsJournalIsItsStatement() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["reconcile", "1", "--post"])
    let expected = try CornerShop.expected("expected.csv").map { line in
      line.split(separator: ",").map { $0.trimmingCharacters(in: ["\""]) }
    }
    for (scope, options) in [
      ("all", []), ("shop", ["--location", "shop"]), ("stockroom", ["--location", "stockroom"]),
    ] {
      let sums = sums(try postings(shop, options + ["--from", "2026-10-01", "--to", "2026-10-31"]))
      var compared = 0
      for cells in expected where cells[0] == scope && cells[1] == "all" {
        guard let account = Self.accounts[cells[2]] else { continue }
        compared += 1
        #expect(sums[account] == Int(cells[3].replacing(".", with: "")), "\(scope) \(account)")
      }
      #expect(compared == (scope == "stockroom" ? 1 : 5))
      #expect(sums.values.reduce(0, +) == 0)
    }
    // Each opening at its own cost, else at the average, the lowest list or the standard cost: as plain SQL has it.
    let opening = try ShopContents.rows(
      shop.database,
      """
      SELECT SUM((m.quantity * COALESCE(m.unit_cost,
          (SELECT h.average_cost FROM cost_history h WHERE h.variant_id = m.variant_id AND h.effective_at <= m.effective_at
            ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1),
          (SELECT MIN(s.unit_cost) FROM supplier_items s WHERE s.variant_id = m.variant_id), v.standard_cost) + 5000000)
        / 10000000) FROM movements m JOIN variants v ON v.id = m.variant_id WHERE m.kind = 'opening'
      """)
    let all = sums(try postings(shop))
    #expect(all["Equity:Opening balances"].map { "\(-$0)" } == opening.first)
    let again = try shop.must(["journal"]).output
    #expect(try shop.must(["journal"]).output == again)
    let once = try shop.must(["journal", "--out", "journal.beancount"])
    #expect(once.output.isEmpty)
  }

  /// A shop whose texts try to be something else, with an undone import and a closed period.
  private func hostileShop(in folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop()
    let odd = #"D ";|'{}[2026-13-45], date:2026-99-99 ^x #y \"#
    try folder.write(
      "locations.csv", "location,location_name\nshop,\"Ecke; \"\"Süd\"\" | 2 \\\"\n\"back room #2\",\"=1+1\"\n")
    try folder.write("products.csv", "product_code,title,stock_unit\nP1,Mug,each\n")
    try folder.write("variants.csv", "sku,product_code\nM1,P1\nM2,P1\n")
    try folder.write(
      "stock.csv",
      "sku,location,quantity,unit_cost,effective_at\nM1,shop,10,2.505,2026-01-02\nM1,back room #2,4,3,2026-01-02\nM2,shop,5,,2026-01-02\n"
    )
    func lost(_ name: String, _ rows: [String]) throws {
      try folder.write(
        name,
        "document,line,movement_kind,sku,quantity,reason,location,effective_at\n" + rows.joined(separator: "\n") + "\n")
    }
    let quoted = "\"" + odd.replacing("\"", with: "\"\"") + "\""
    try lost(
      "a.csv",
      ["\(quoted),1,write-off,M1,-3,damage,shop,2026-01-03", "\(quoted),2,write-off,M2,-1,damage,shop,2026-01-03"])
    try lost("=b.csv", ["=2+5,1,write-off,M1,-1,known-theft,back room #2,2026-01-04"])
    try lost("c.csv", ["C,1,write-off,M1,-1,sample,shop,2026-01-03"])
    for (file, kind) in [
      ("locations.csv", "locations"), ("products.csv", "products"), ("variants.csv", "variants"),
      ("stock.csv", "stock_levels"),
      ("a.csv", "movements"), ("=b.csv", "movements"),
    ] { try shop.must(["import", folder.path + "/" + file, "--kind", kind, "--decimal", "point"]) }
    return shop
  }

  private func number(of file: String, _ shop: TestShopFolder) throws -> String {
    try #require(try ShopContents.rows(shop.database, "SELECT id FROM imports WHERE source LIKE '%\(file)'").first)
  }

  @Test func aClosedPeriodStaysAndIsCorrectedInTheOpenOne() throws {
    let folder = try TestFolder()
    let shop = try hostileShop(in: folder)
    // By hand: (10 × 2.505 + 4 × 3) ÷ 14 = 2.646429 is the average; three of them were damaged and one was stolen.
    #expect(
      sums(try postings(shop)) == [
        "Assets:Inventory": 3705 - 794 - 265, "Equity:Opening balances": -3705, "Expenses:Shrinkage:Damage": 794,
        "Expenses:Shrinkage:Theft": 265,
      ])
    let before = try shop.must(["journal"]).output
    try shop.must(["period", "close", "--to", "2026-01-31"])
    #expect(try shop.must(["journal"]).output == before)
    let undo = ["imports", "undo", try number(of: "a.csv", shop)]
    #expect(try shop.run(undo).status == 4)
    try shop.must(undo + ["--accept", "closed-period"])
    let late = ["import", folder.path + "/c.csv", "--kind", "movements"]
    #expect(try shop.run(late).status == 4)
    try shop.must(late + ["--accept", "closed-period"])
    #expect(try shop.must(["journal", "--to", "2026-01-31"]).output == before)
    let open = try postings(shop, ["--from", "2026-02-01"])
    #expect(Set(open.map { $0.id.split(separator: "-").first.map(String.init) ?? "" }) == ["reversal", "movement"])
    #expect(
      sums(open)["Expenses:Shrinkage:Damage"] == -sums(try postings(shop, ["--to", "2026-01-31"]))[
        "Expenses:Shrinkage:Damage", default: 0])
    let refused = try shop.run(["period", "close", "--to", "2999-01-31"])
    #expect(refused.status == 4)
    #expect(try shop.run(["period", "reopen", "--to", "2025-01-31"]).status == 2)
    try shop.must(["period", "reopen"])
    #expect(try shop.must(["check"]).status == 0)
  }

  @Test(.enabled(if: hledger != nil, "hledger is not installed")) func hledgerAcceptsTheJournal() throws {
    let hledger = try #require(hledger)
    let folder = try TestFolder()
    for (number, shop) in [try CornerShop.whole(in: folder), try hostileShop(in: TestFolder())].enumerated() {
      if number == 0 {
        try shop.must(["reconcile", "1", "--post"])
      } else {
        try shop.must(["period", "close", "--to", "2026-01-31"])
        try shop.must(["imports", "undo", try self.number(of: "a.csv", shop)])
      }
      try shop.must(["journal", "--out", shop.path + "/out.journal"])
      let checked = try run(hledger, ["-f", shop.path + "/out.journal", "check", "--strict"], in: folder)
      #expect(checked.status == 0, "\(checked.shown)")
      let balances = try run(
        hledger, ["-f", shop.path + "/out.journal", "balance", "-N", "--flat", "-O", "csv"], in: folder)
      var found: [String: Int] = [:]
      for line in balances.outputText.split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",").map { $0.trimmingCharacters(in: ["\""]) }
        found[cells[0]] = Int(cells[1].replacing(" EUR", with: "").replacing(".", with: ""))
      }
      #expect(found == sums(try postings(shop)).filter { $0.value != 0 })
      // The ids are transaction codes.
      let codes = try run(hledger, ["-f", shop.path + "/out.journal", "codes"], in: folder)
      let ids = codes.outputText.split(separator: "\n").map(String.init)
      #expect(Set(ids) == Set(try postings(shop).map(\.id)))
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test(.enabled(if: beanCheck != nil, "bean-check is not installed; BEAN_CHECK names it"))
  func beancountAcceptsTheJournal() throws {
    let beanCheck = try #require(beanCheck)
    let folder = try TestFolder()
    for (number, shop) in [try CornerShop.whole(in: folder), try hostileShop(in: TestFolder())].enumerated() {
      if number == 0 {
        try shop.must(["reconcile", "1", "--post"])
        let settings = try String(contentsOfFile: shop.path + "/stockroom.yml", encoding: .utf8)
        try Data(
          (settings
            + "accounts:\n  inventory: Assets:Inventory:{location}:{category}\n  shrinkage: Expenses:Shrinkage:{reason}\n")
            .utf8
        ).write(to: URL(fileURLWithPath: shop.path + "/stockroom.yml"))
      } else {
        try shop.must(["period", "close", "--to", "2026-01-31"])
        try shop.must(["imports", "undo", try self.number(of: "a.csv", shop)])
      }
      let path = shop.path + "/out.beancount"
      try shop.must(["journal", "--out", path])
      let checked = try run(beanCheck, [path], in: folder)
      #expect(checked.status == 0 && checked.errorText.isEmpty && checked.outputText.isEmpty, "\(checked.shown)")
      // It does look: an amount that is another is found.
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let line = try #require(text.split(separator: "\n").last { $0.hasSuffix(" EUR") && $0.hasPrefix("  ") })
      try Data(text.replacing(line, with: line.replacing(".", with: "0."), maxReplacements: 1).utf8)
        .write(to: URL(fileURLWithPath: path))
      #expect(try run(beanCheck, [path], in: folder).status != 0)
    }
  }

  @Test func textsFromFilesStayTexts() throws {
    let folder = try TestFolder()
    let shop = try hostileShop(in: folder)
    let csv = try shop.must(["journal", "--format", "csv"]).outputText
    #expect(csv.contains(",'=2+5,'=b.csv,"))
    #expect(try shop.must(["journal", "--keep-formulas"]).outputText.contains(",=2+5,=b.csv,"))
    let plain = try shop.must(["journal", "--format", "hledger"]).outputText
    #expect(!plain.contains("[2026"))
    #expect(!plain.split(separator: "\n").contains { $0.hasPrefix("20") && $0.contains(";") })
    let bean = try shop.must(["journal", "--format", "beancount"]).outputText
    #expect(bean.contains(#"Ecke; \"Süd\" | 2 \\"#))
  }

  @Test(arguments: [
    ("accounts:\n  inventry: Assets:A\n", "there is no account setting 'inventry'", "Did you mean 'inventory'?"),
    ("acounts:\n  inventory: Assets:A\n", "there is no setting 'acounts'", "Did you mean 'accounts'?"),
    ("accounts:\n  inventory: 'Assets:A;B'\n", "'Assets:A;B'", "Use letters"),
    ("accounts:\n  inventory: Assets:{locaton}\n", "'{locaton}'", "Did you mean '{location}'?"),
    ("accounts:\n  reasons:\n    damge: Expenses:A\n", "there is no reason 'damge'", "Did you mean 'damage'?"),
    ("accounts: 7\n", "accounts is not a list", "inventory: Assets:Inventory"),
    ("accounts:\n  inventory: Aktiva:Waren\n", "'Aktiva:Waren'", "accounts"),
  ]) func wrongAccountsAreToldClearly(settings: String, message: String, remedy: String) throws {
    let folder = try TestFolder()
    let shop = try hostileShop(in: folder)
    let path = shop.path + "/stockroom.yml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data((text + settings).utf8).write(to: URL(fileURLWithPath: path))
    let run = try shop.run(["journal", "--format", "beancount", "--out", "out.beancount"])
    #expect(run.status == 2)
    #expect(run.errorText.contains(message) && run.errorText.contains(remedy), "\(run.shown)")
    #expect(!FileManager.default.fileExists(atPath: shop.path + "/out.beancount"))
    // Only Beancount has roots of its own.
    if settings.contains("Aktiva") { try shop.must(["journal", "--format", "hledger"]) }
  }
}

import Foundation
import GRDB
import Testing

/// The food freshness sample, from the deliveries to the shrinkage statement, against plain SQL over the files' own numbers.
@Suite struct FreshnessTests {
  static let files = Executable.samples + "/food-freshness"

  /// A shop with the sample in it.
  static func shop(_ folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("locations.csv", "location\nfront\n")])
    for (file, options) in [
      ("storage-table.json", []), ("products.csv", ["--kind", "products"]), ("goods.csv", []),
      ("deliveries.csv", ["--kind", "receipts"]), ("sales.csv", ["--kind", "sales"]), ("list-base.json", []),
    ] {
      let run = try shop.run(["import", files + "/" + file] + options)
      #expect(run.status == 0, "\(run.shown)")
    }
    return shop
  }

  @Test func whatExpiredReachesTheStatementAsKnownLossAndComesBackWithAnUndo() throws {
    let shop = try Self.shop(try TestFolder())
    let before = try ShopContents.rows(
      shop.database,
      """
      SELECT v.sku || ' ' || t.lot || ' ' || b.quantity FROM lot_balances b JOIN lots t ON t.id = b.lot_id
        JOIN variants v ON v.id = b.variant_id WHERE b.quantity > 0 AND t.expires_on < '2025-11-22' ORDER BY 1
      """)
    #expect(before.count > 8)
    let arguments = ["expiry", "write-off", "--expired-before", "2025-11-22", "--at", "2025-11-22T08:00"]
    #expect(try shop.run(arguments + ["--dry-run"]).status == 0)
    let run = try shop.run(arguments)
    #expect(run.status == 0, "\(run.shown)")
    #expect(try shop.run(arguments).outputText.contains("Nothing in stock expired"))
    // The ledger: one write-off for each lot, of what was left.
    let written = try ShopContents.rows(
      shop.database,
      """
      SELECT v.sku || ' ' || t.lot || ' ' || -m.quantity FROM movements m JOIN lots t ON t.id = m.lot_id
        JOIN variants v ON v.id = m.variant_id JOIN reasons r ON r.id = m.reason_id
      WHERE m.kind = 'write-off' AND r.code = 'expiry' ORDER BY 1
      """)
    #expect(written == before)
    // The statement: known loss, reason expiry, in units and at the cost of the deliveries, which is the same for all of an item.
    let statement = try shop.run(["report", "shrinkage", "--format", "json", "--param", "period=2025-11"])
    let known = try ShopContents.rows(
      shop.database,
      """
      SELECT SUM(CAST(ROUND(-m.quantity * (SELECT MAX(d.unit_cost) FROM movements d WHERE d.variant_id = m.variant_id)
        / 1000.0 / 10000.0) AS INTEGER)) FROM movements m WHERE m.kind = 'write-off'
      """)
    let lines = try ShopContents.rows(
      shop.database,
      "SELECT SUM(loss_cost_minor) FROM report_shrinkage_lines WHERE part = 'known' AND reason = 'expiry'")
    #expect(lines == known)
    let cents = try #require(Int(known[0]))
    #expect(statement.status == 0, "\(statement.shown)")
    #expect(statement.outputText.contains("\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"))
    #expect(statement.outputText.contains("expiry"))
    let last = try ShopContents.rows(shop.database, "SELECT MAX(id) FROM imports")[0]
    #expect(try shop.run(["imports", "undo", last]).status == 0)
    #expect(try shop.run(["expiry", "list", "--expired", "--on", "2025-11-22", "--json"]).outputText.contains("MIL12"))
    #expect(try shop.run(["check"]).status == 0)
  }

  @Test func totalsAndPagesAgreeWithTheList() throws {
    let shop = try Self.shop(try TestFolder())
    func answer(_ options: String...) throws -> [String: Any] {
      let run = try shop.run(["expiry"] + options + ["--on", "2025-11-22", "--json"])
      let found = try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any]
      return try #require(found, "\(run.shown)")
    }
    func skus(_ options: String...) throws -> [String] {
      let run = try shop.run(["expiry", "list", "--on", "2025-11-22", "--json"] + options)
      let found = try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any]
      return try #require(found?["lots"] as? [[String: Any]], "\(run.shown)").compactMap { $0["sku"] as? String }
    }
    let totals = try answer("totals", "--days", "7")
    let (expired, due) = (try skus("--expired"), try skus("--days", "7"))
    #expect(expired.count > 8)
    #expect(totals["expired_lots"] as? Int == expired.count && totals["expired_items"] as? Int == Set(expired).count)
    #expect(totals["expiring_lots"] as? Int == due.count - expired.count)
    #expect(totals["expiring_items"] as? Int == Set(due.dropFirst(expired.count)).count)
    #expect(try skus("--days", "7", "--limit", "3", "--skip", "2") == Array(due.dropFirst(2).prefix(3)))
    #expect(try shop.run(["expiry", "list", "--limit", "0"]).status == 2)
  }

  @Test func whatIsStillGoodIsNotWrittenOff() throws {
    let shop = try Self.shop(try TestFolder())
    let run = try shop.run(["expiry", "write-off", "--expired-before", "2999-01-01"])
    #expect(run.status == 2 && run.errorText.contains("lies ahead"), "\(run.shown)")
  }

  /// After a late delivery the lots are issued again; after its undo, everything is as before.
  @Test func aLateDeliveryGivesTheLotsOutAnew() throws {
    let shop = try Self.shop(try TestFolder())
    func lots() throws -> [String] {
      try ShopContents.rows(
        shop.database,
        """
        SELECT COALESCE(lot, '-') || ' ' || remaining_milli FROM report_lot_balances b
          JOIN report_variants v ON v.variant_id = b.variant_id WHERE v.sku = 'MILK-1L' AND remaining_milli <> 0 ORDER BY 1
        """)
    }
    let before = try lots()
    #expect(try shop.run(["import", Self.files + "/late-delivery.csv", "--kind", "receipts"]).status == 0)
    #expect(try lots() != before)
    let last = try ShopContents.rows(shop.database, "SELECT MAX(id) FROM imports")[0]
    #expect(try shop.run(["imports", "undo", last]).status == 0)
    #expect(try lots() == before)
    #expect(try shop.run(["check"]).status == 0)
  }

  /// Stock levels by lot come back as they went out, and change nothing.
  @Test func stockLevelsByLotComeBackUnchanged() throws {
    let folder = try TestFolder()
    let shop = try Self.shop(folder)
    let file = folder.path + "/levels.csv"
    #expect(
      try shop.run(["export", "stock_levels", "--fields", "sku,location,lot,quantity", "--to", file]).status == 0)
    let run = try shop.run(["import", file, "--kind", "stock_levels", "--json"])
    #expect(run.status == 0, "\(run.shown)")
    let changes = try ShopContents.rows(
      shop.database, "SELECT created || ' ' || updated FROM imports ORDER BY id DESC LIMIT 1")
    #expect(changes == ["0 0"], "\(run.shown)")
  }

  @Test(arguments: [
    (["Butter", "--place", "refrigerator", "--on", "2025-12-31"], 0, "2026-01-31 to 2026-02-28"),
    (["brie", "--place", "freezer"], 0, "not recommended"), (["pears", "--place", "pantry"], 0, "until ripe"),
    (["cheese"], 2, "2 foods are meant by 'cheese'"), (["chese"], 2, "Did you mean"),
    (["BUTTER-250", "--place", "freezer", "--on", "2025-05-31"], 0, "2025-11-30 to 2026-02-28"),
    (["119"], 0, "indefinitely"), (["110", "--thawed", "--on", "2024-02-28"], 0, "2024-02-29 to 2024-03-01"),
    (["103", "--opened"], 0, "no time after opening"), (["nothing at all"], 2, "has no food"),
  ])
  func suggestsUntilWhenFoodsKeep(_ arguments: [String], _ status: Int32, _ said: String) throws {
    let shop = try Self.shop(try TestFolder())
    let run = try shop.run(["expiry", "suggest"] + arguments)
    #expect(run.status == status && (run.outputText + run.errorText).contains(said), "\(run.shown)")
  }

  @Test func theCalendarRepeatsItsBytes() throws {
    let folder = try TestFolder()
    let shop = try Self.shop(folder)
    var calendars: [Data] = []
    for name in ["a.ics", "b.ics"] {
      #expect(try shop.run(["expiry", "calendar", "--to", folder.path + "/" + name]).status == 0)
      calendars.append(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }
    #expect(calendars[0] == calendars[1])
    let lots = try ShopContents.rows(
      shop.database,
      "SELECT COUNT(*) FROM report_lot_balances WHERE remaining_milli > 0 AND expires_on IS NOT NULL")
    let events = String(decoding: calendars[0], as: UTF8.self).components(separatedBy: "BEGIN:VEVENT").count - 1
    #expect(lots == ["\(events)"])
  }

  @Test func listsOfOneAreMergedShownAndSubscribedTo() throws {
    let folder = try TestFolder()
    let shop = try Self.shop(folder)
    let sides = ["base", "anna", "ben"].map { Self.files + "/list-\($0).json" }
    let merged = folder.path + "/merged.json"
    let run = try shop.run(["list", "merge"] + sides + ["--to", merged])
    #expect(run.status == 3 && run.errorText.contains("2 conflicts"), "\(run.shown)")
    #expect(try shop.run(["list", "merge"] + sides + ["--prefer", "theirs", "--to", merged]).status == 0)
    #expect(try shop.run(["import", merged]).status == 0)
    #expect(
      try shop.run(["list", "add", "home", "EGGS-10", "--place", "refrigerator", "--on", "2025-11-20"]).status == 0)
    let shown = try shop.run(["list", "show", "home", "--on", "2025-11-22"]).outputText
    for text in ["2025-11-30", "the opened bag", "2025-12-25"] { #expect(shown.contains(text), "\(shown)") }
    let calendar = try shop.run(["list", "calendar", "home"]).outputText
    #expect(calendar.contains("SUMMARY:Butter expires") && calendar.contains("TRIGGER:-PT159H"))
    #expect(try shop.run(["list", "show", "nobody"]).status == 2)
  }

  /// Who is neither the maker nor a member of a list does not learn that there is one.
  @Test func listsAreTheirOwnersAndMembers() throws {
    let shop = try Self.shop(try TestFolder())
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let before = try String(contentsOf: settings, encoding: .utf8)
    func act(as user: String) throws {
      try Data((before + "people:\n  \(PeopleTests.login): { role: manager, user: \(user) }\n").utf8).write(
        to: settings)
    }
    try act(as: "ben")
    #expect(try shop.run(["list", "show", "home"]).outputText.contains("Butter"))
    try act(as: "zoe")
    for arguments in [
      ["show"], ["show", "home"], ["calendar", "home"], ["add", "home", "Butter", "--place", "freezer"],
    ] {
      let run = try shop.run(["list"] + arguments)
      #expect(!run.outputText.contains("Butter") && !run.outputText.contains("Kitchen"), "\(run.shown)")
    }
    #expect(
      try ShopContents.rows(shop.database, "SELECT COUNT(*) FROM list_items WHERE title = 'Butter'") == ["1"])
  }

  @Test(arguments: ["expiring", "expired", "storage-durations"]) func reportsSayWhatPlainSQLSays(report: String) throws
  {
    let shop = try Self.shop(try TestFolder())
    let at = report == "storage-durations" ? [] : ["--param", "at=2025-11-22"]
    let run = try shop.run(["report", report, "--format", "csv"] + at)
    #expect(run.status == 0, "\(run.shown)")
    let sql =
      switch report {
      case "expiring":
        "SELECT COUNT(*) FROM report_lot_balances WHERE remaining_milli > 0 AND expires_on BETWEEN '2025-11-22' AND '2025-11-29'"
      case "expired":
        "SELECT COUNT(*) FROM report_lot_balances WHERE remaining_milli > 0 AND expires_on < '2025-11-22'"
      default: "SELECT COUNT(*) FROM storage_durations"
      }
    let lines = run.outputText.split(whereSeparator: \.isNewline).count - 1
    #expect(try ShopContents.rows(shop.database, sql) == ["\(lines)"], "\(run.shown)")
    #expect(lines > 5)
    #expect(try shop.run(["report", report, "--format", "html"] + at).status == 0)
  }
}

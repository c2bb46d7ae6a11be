import FormatKitTesting
import Foundation
import Testing

@Suite struct RoleTests {
  static let roles = ["customer", "counter", "manager", "accountant", "auditor", "service"]

  /// Every command that works on a shop, with arguments that get it past the parser, and who may run it.
  static let commands: [(command: [String], arguments: [String], roles: Set<String>)] = {
    let readers: Set = ["manager", "accountant", "auditor"]
    return [
      (["import"], ["missing.csv"], ["manager"]), (["apply"], ["missing.plan"], ["manager"]),
      (["plan", "show"], ["missing.plan"], ["manager"]),
      (["imports", "list"], [], readers), (["imports", "show"], ["1"], ["manager", "auditor"]),
      (["imports", "line"], ["1", "2"], ["manager", "auditor"]), (["imports", "corrections"], ["1"], readers),
      (["imports", "undo"], ["99"], ["manager"]), (["imports", "redo"], ["99"], ["manager"]),
      (["export"], ["products"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["catalog", "list"], ["--facets"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["catalog", "show"], ["P1"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["feed"], ["--discover"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["picture", "add"], ["missing.jpg", "--product", "P1"], ["manager"]),
      (["expiry", "suggest"], ["Tea"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["expiry", "list"], [], readers), (["expiry", "totals"], [], readers),
      (["expiry", "write-off"], ["--dry-run"], ["manager"]),
      (["expiry", "calendar"], [], readers),
      (["list", "show"], [], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["list", "calendar"], [], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["list", "add"], ["pantry", "Tea", "--place", "pantry", "--dry-run"], ["counter", "manager"]),
      (["stock"], [], readers), (["order", "list"], [], readers), (["order", "show"], ["1"], readers),
      (["order", "receive"], ["1", "--line", "1=1", "--accept", "over-delivery"], ["counter", "manager"]),
      (["order", "close"], ["1", "--reason", "enough"], ["manager"]),
      (["order", "items"], ["--supplier", "SECRETS"], ["manager"]),
      (["order", "draft"], ["--supplier", "SECRETS", "--dry-run"], ["manager"]),
      (["order", "write"], ["1", "--to", "../order.csv"], ["manager"]),
      (["product", "new"], ["NEW", "--price", "99999"], ["manager"]),
      (["listing", "delete"], ["NONE"], ["manager"]),
      (["product", "set"], ["P1", "--description", "For tea"], ["manager"]),
      (["product", "delete"], ["P1"], ["manager"]),
      (["product", "colour", "add"], ["P1", "black"], ["manager"]),
      (["product", "colour", "remove"], ["P1", "black"], ["manager"]),
      (["product", "stock", "add"], ["P1", "1", "--location", "front"], ["counter", "manager"]),
      (["product", "stock", "remove"], ["P1", "1", "--location", "front"], ["counter", "manager"]),
      (["scan"], ["../one.txt", "--kind", "receipt", "--location", "front"], ["counter", "manager"]),
      (["scan"], ["../one.txt", "--kind", "sale", "--location", "front"], ["counter", "manager"]),
      (["scan"], ["../one.txt", "--kind", "count", "--count", "2", "--section", "A"], ["counter", "manager"]),
      (["count", "open"], ["--location", "front", "--kind", "partial", "--item", "MUG-1"], ["manager"]),
      (["count", "start"], ["99"], ["manager"]),
      (["count", "section"], ["99", "A", "--at", "2026-01-05T10:00"], ["counter", "manager"]),
      (["count", "recount"], ["99"], ["manager"]), (["count", "reopen"], ["99"], ["manager"]),
      (["count", "discard"], ["99"], ["manager"]),
      (["count", "sheet"], ["2"], ["counter", "manager", "accountant", "auditor"]),
      (["count", "enter"], ["2", "../again.csv", "--section", "A"], ["counter", "manager"]),
      (["count", "take-back"], ["2", "99"], ["counter", "manager"]),
      (["count", "items"], ["2"], ["counter", "manager"]),
      (["count", "status"], ["2"], ["counter", "manager", "accountant", "auditor"]),
      (["count", "resolve"], ["2", "NOT-THERE", "MUG-1"], ["manager"]),
      (["count", "photo"], ["2"], ["counter", "manager", "accountant", "auditor"]),
      (["count", "photo"], ["2", "NOT-THERE", "--add", "missing.jpg"], ["counter", "manager"]),
      (["count", "close"], ["99"], ["manager"]), (["count", "duties"], [], ["counter", "manager"]),
      (["count", "list"], [], ["counter", "manager", "accountant", "auditor"]),
      (["reconcile"], ["2"], readers), (["reconcile"], ["2", "--post", "--as-of", "2026-01-01"], ["manager"]),
      (["reconcile"], ["2", "--decide", "MUG-1=3", "--note", "seen"], ["manager"]),
      (["reconcile"], ["2", "--exclude", "MUG-1"], ["manager"]),
      (["reconcile"], ["2", "--exclude", "MUG-1"], ["manager"]),
      (["reconcile"], ["2", "--resolve", "NOT-THERE=MUG-1"], ["manager"]),
      (["reconcile"], ["2", "--approve"], ["manager"]),
      (["reconcile"], ["2", "--reverse", "--note", "x"], ["manager"]),
      (["report"], ["price-list", "--format", "csv"], ["customer", "counter", "manager", "accountant", "auditor"]),
      (["report"], ["--new", "mine"], ["manager"]),
      (["job", "list"], [], ["manager", "service", "auditor"]),
      (["job", "check"], [], ["manager", "service", "auditor"]),
      (["job", "status"], [], ["manager", "service", "auditor"]),
      (["job", "sets"], [], ["manager", "service", "auditor"]),
      (["job", "run"], ["--all"], ["manager", "service"]),
      (["job", "enable"], ["no-such-job"], ["manager"]), (["job", "disable"], ["no-such-job"], ["manager"]),
      (["job", "install"], [], ["manager", "service"]),
      (["people", "list"], [], ["manager"]), (["people", "passphrase"], ["nobody", "--remove"], ["manager"]),
      // A login that cannot be, and people who are not listed, so that the shop stays without a list.
      (["people", "add"], ["no:body", "--roles", "counter"], ["manager"]),
      (["people", "change"], ["nobody", "--name", "N"], ["manager"]), (["people", "remove"], ["nobody"], ["manager"]),
      (["people", "change-passphrase"], [], ["customer", "counter", "manager", "accountant", "auditor"]),
      // Commands that are refused for what they say, so that the shop stays as it is.
      (["settings", "show"], [], ["manager"]), (["settings", "set"], ["no-such-setting", "1"], ["manager"]),
      (["settings", "unset"], ["language"], ["manager"]),
      (["settings", "reason", "add"], ["damage", "--loss", "known"], ["manager"]),
      (["settings", "reason", "change"], ["no-such-reason", "--name", "N"], ["manager"]),
      (["settings", "profile", "rename"], ["no-such-profile", "other"], ["manager"]),
      (["settings", "profile", "delete"], ["no-such-profile"], ["manager"]),
      (["location", "add"], ["front", "--dry-run"], ["manager"]),
      (["location", "change"], ["front", "--name", "N", "--dry-run"], ["manager"]),
      (["backup", "make"], [], ["manager", "service"]),
      (["backup", "list"], [], ["manager", "service"]), (["backup", "check"], ["none"], ["manager", "service"]),
      // A port that does not exist, so that nothing is served.
      (["serve"], ["--port", "70000"], ["manager"]),
      (["check"], [], readers), (["check"], ["--repair-index"], ["manager"]), (["log"], [], readers),
      (["journal"], [], readers), (["period", "list"], [], readers),
      (["period", "close"], ["--to", "2999-01-01"], ["accountant"]),
      (["period", "reopen"], ["--to", "2999-01-01"], ["accountant"]),
      (["inspect"], ["../again.csv", "--save-profile", "p"], ["manager"]),
    ]
  }()

  /// Reports that show the public catalog, or what is the reader's own, with arguments.
  static let openReports = [
    // What users list for all, and how to reach those who let the reader see it.
    "books": [], "book-map": [], "book-matches": [], "contacts": [], "colours": [],
    "storage-durations": [],
    "share-page": ["--param", "product=P1"], "shopping-route": ["--param", "list=NONE", "--param", "start=front"],
  ]

  /// Reports that a counter may read too: they leave out what would not be blind.
  static let counterReports: Set<String> = ["count-progress", "store-map"]

  /// Reports that show nothing of the marked shop, because the shop has no data for them.
  static let silentReports: Set<String> = ["catalog-page", "expired", "expiring", "store-map"]

  /// Commands that work without a shop, so that there are no roles.
  static let free: Set<String> = ["init", "formats", "convert", "list merge"]

  @Test(arguments: HelpTests.commands.map { $0.joined(separator: " ") }) func everyCommandHasARule(command: String) {
    let isGroup = HelpTests.commands.contains { $0.joined(separator: " ").hasPrefix(command + " ") }
    let isListed = Self.commands.contains { $0.command.joined(separator: " ") == command }
    #expect(isGroup || isListed || Self.free.contains(command), "say in this table who may run '\(command)'")
  }

  @Test(arguments: roles) func aRoleMayDoWhatItMayAndNothingElse(role: String) throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    for (command, arguments, allowed) in Self.commands {
      // `inspect` does not choose a role itself: the user has the role in the list.
      if command == ["inspect"] { continue }
      let before = try Data(contentsOf: URL(fileURLWithPath: shop.database))
      let run = try shop.run(command + arguments + ["--role", role])
      // A person who counted is refused for that, and not for the role.
      let isRefused =
        run.status == 4 && run.errorText.contains("may not") && !run.errorText.contains("counted in count")
      #expect(isRefused == !allowed.contains(role), "\(role): \(command) \(arguments)\n\(run.shown)")
      #expect(run.status != 2 || command != ["report"], "\(run.shown)")
      if isRefused {
        #expect(run.output.isEmpty, "\(run.shown)")
        #expect(run.errorText.contains("stockroom \(command.joined(separator: " "))"), "\(run.shown)")
        for who in allowed { #expect(run.errorText.contains(who), "\(run.shown)") }
        let after = try Data(contentsOf: URL(fileURLWithPath: shop.database))
        #expect(before == after, "something was written: \(command)")
      }
    }
    #expect(try shop.run(["check"]).status == 0)
  }

  /// The kinds of records, from the page that lists them.
  private static func kinds() throws -> [String] {
    let page = try String(contentsOfFile: Executable.samples + "/../docs/reference/record-kinds.md", encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
  }

  private static func reports() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Executable.samples + "/../reports").filter {
      !$0.hasPrefix("_") && !$0.hasPrefix(".")
    }.sorted()
  }

  /// Kinds that everybody is shown.
  private static let openKinds: Set = [
    "products", "variants", "prices", "barcodes", "categories", "brands", "colours", "foods", "storage_durations",
    "product_colours", "pictures", "sales_events", "sales_event_rates", "listings", "posts",
  ]
  /// Kinds that a counter is shown too.
  private static let placeKinds: Set = [
    "locations", "location_aliases", "lots", "counts", "sections", "section_products",
  ]
  /// Of these everybody is given what is theirs, which in the marked shop is nothing.
  private static let personalKinds = Set(PrivacyTests.kinds + ["source_objects"])

  /// The marks are there: a manager sees them where a customer and a counter must not.
  @Test func aManagerSeesWhatOthersMustNot() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    for kind in try Self.kinds() where !Self.openKinds.union(Self.placeKinds).contains(kind) && kind != "source_objects"
    {
      let run = try shop.must(["export", kind] + (Self.personalKinds.contains(kind) ? ["--all-users"] : []))
      #expect(MarkedShop.marks.contains { run.outputText.contains($0) }, "no mark in \(kind)\n\(run.shown)")
    }
    let variants = try shop.must(["export", "variants"]).outputText
    for field in ["standard_cost", "attributes"] { #expect(variants.contains(field)) }
    for report in try Self.reports() where Self.openReports[report] == nil && report != "price-list" {
      guard !Self.silentReports.contains(report) else { continue }
      let run = try shop.must(["report", report, "--format", "json"])
      #expect(MarkedShop.marks.contains { run.outputText.contains($0) }, "no mark in \(report)")
    }
  }

  private static let watched = ["customer", "counter"]

  /// The formats take turns, so that each kind and each report comes in one or two; in a thorough run, in all of them.
  @Test(arguments: watched) func nothingOfTheShopsOwnGetsOut(role: String) throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    let place = try #require(Self.watched.firstIndex(of: role))
    var all = ""
    func look(_ arguments: [String], isAllowed: Bool? = nil) throws {
      let run = try shop.run(arguments + ["--role", role])
      // The digits of a digest may be those of a mark.
      let text = (run.outputText + run.errorText).replacing(#/[0-9a-f]{64}/#, with: "")
      for mark in MarkedShop.marks {
        #expect(!text.contains(mark), "\(mark) is told to a \(role) by \(arguments)\n\(run.shown)")
      }
      if let isAllowed { #expect((run.status == 0) == isAllowed, "\(arguments)\n\(run.shown)") }
      all += text
    }
    let kinds = try Self.kinds()
    #expect(kinds.count >= 19)
    for (position, kind) in kinds.enumerated() {
      let isAllowed =
        Self.openKinds.contains(kind) || Self.personalKinds.contains(kind)
        || role == "counter" && Self.placeKinds.contains(kind)
      for format in Seeds.third(of: ["csv", "json", "json-lines", "xml", "xlsx"], from: position + place) {
        guard format == "xlsx" else {
          try look(["export", kind, "--format", format], isAllowed: isAllowed)
          continue
        }
        // A workbook is packed: what it holds shows once it is read.
        let workbook = shop.path + "/\(kind).xlsx"
        try look(["export", kind, "--to", workbook], isAllowed: isAllowed)
        if isAllowed {
          let text = try shop.must(["convert", workbook, "-", "--to", "csv"]).outputText
          for mark in MarkedShop.marks { #expect(!text.contains(mark), "\(mark) in the workbook of \(kind)") }
        }
      }
    }
    try look(["export", "prices", "--format", "csv"], isAllowed: true)
    #expect(all.contains("MUG-1") && all.contains("Brandy") && all.contains("99999.00"))
    let shown = try shop.must(["export", "variants", "--role", role]).outputText
    for field in ["standard_cost", "attributes"] {
      #expect(shown.contains("MUG-1") && !shown.contains(field))
      let run = try shop.run(["export", "variants", "--fields", "sku,\(field)", "--role", role])
      #expect(run.status == 4 && run.errorText.contains("may not see \(field) of variants"), "\(run.shown)")
    }
    let reports = try Self.reports()
    #expect(reports.count >= 3)
    for (position, report) in reports.enumerated() {
      if let arguments = Self.openReports[report] {
        for format in ["html", "json"] {
          // The reader has no list, which is reported like any other wrong parameter.
          try look(["report", report, "--format", format] + arguments, isAllowed: report != "shopping-route")
        }
        continue
      }
      // The shop has one of its own, looked at below.
      if report == "price-list" { continue }
      let isAllowed = role == "counter" && Self.counterReports.contains(report)
      for format in Seeds.third(of: ["html", "csv", "json", "xlsx"], from: position + place) {
        let output = format == "xlsx" ? ["--out", shop.path + "/\(report).xlsx"] : ["--format", format]
        try look(["report", report] + output, isAllowed: isAllowed)
      }
    }
    for format in ["csv", "json"] { try look(["report", "price-list", "--format", format], isAllowed: true) }
    try look(["report"], isAllowed: true)
    // Every command, for people and for programs: a refusal for one of them.
    for (position, (command, arguments, allowed)) in Self.commands.enumerated() where command != ["inspect"] {
      let isBoth = Seeds.isThorough || allowed.contains(role)
      if isBoth || (position + place) % 2 == 0 { try look(command + arguments) }
      if isBoth || (position + place) % 2 == 1 { try look(command + arguments + ["--json"]) }
    }
    try look(["count", "enter", "2", "../again.csv", "--section", "A", "--dry-run", "--json"])
    try look(["stock", "MUG-1"], isAllowed: false)
  }

  /// A counter books a delivery and sees nothing of the order, also in error messages: no line, no number of lines, no
  /// cost.
  @Test func whoReceivesIsShownNothingOfTheOrder() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    let open = ["order", "receive", "2"]
    let marks = MarkedShop.marks + ["MUG-1", "4006381333931", "1 receipts", "receipts  "]
    func look(_ arguments: [String], status: Int32) throws {
      for json in [[], ["--json"]] {
        let run = try shop.run(arguments + ["--role", "counter"] + json)
        #expect(run.status == status, "\(run.shown)")
        for mark in marks where !arguments.contains(mark) {
          #expect(!(run.outputText + run.errorText).contains(mark), "\(mark) is shown by \(arguments)\n\(run.shown)")
        }
      }
    }
    let manager = try shop.must(open + ["--dry-run"])
    #expect(manager.outputText.contains("receipts"), "\(manager.shown)")
    try look(open + ["--dry-run"], status: 0)
    try look(open + ["--dry-run", "--location", "nowhere"], status: 5)
    try look(open + ["--dry-run", "--location", "a\tb"], status: 5)
    try look(open + ["--dry-run", "--line", "9"], status: 2)
    try look(open + ["--dry-run", "--line", "1=99999"], status: 4)
    // Its value would be too great to be kept.
    try look(open + ["--dry-run", "--line", "1=99999999"], status: 5)
    try look(open + ["--despatch", "NONE"], status: 2)
    try look(["order", "receive", "99"], status: 2)
    try look(["order", "receive", "1"], status: 0)
    // What the counter scanned is the counter's own.
    let own = try shop.must(open + ["--lines", "../one.txt", "--dry-run", "--role", "counter"])
    #expect(own.outputText.contains("receipts"), "\(own.shown)")
    // Everything is booked only where the counter says that it came.
    try look(open, status: 4)
    let booked = try shop.must(open + ["--everything", "--role", "counter"])
    for mark in marks { #expect(!booked.shown.contains(mark), "\(mark)\n\(booked.shown)") }
  }

  @Test func aSheetIsBlindForWhoMayNotSeeWhatIsExpected() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    let own = try shop.must(["count", "sheet", "2"]).outputText
    #expect(own.contains("expected") && own.contains("4241"))
    let blind = try shop.must(["count", "sheet", "2", "--role", "counter"]).outputText
    #expect(!blind.contains("expected") && blind.contains("MUG-1"))
    let page = try shop.must(["count", "sheet", "2", "--format", "html"]).outputText
    #expect(page.contains("Expected") && page.contains("4,241"))
    let blindPage = try shop.must(["count", "sheet", "2", "--format", "html", "--role", "counter"]).outputText
    #expect(!blindPage.contains("Expected") && blindPage.contains("MUG-1"))
    #expect(!blindPage.contains("4241") && !blindPage.contains("4,241"))
    try shop.must(["count", "sheet", "2", "--to", "sheet.xlsx", "--role", "counter"])
    let workbook = try shop.must(["convert", "sheet.xlsx", "-", "--to", "csv"]).outputText
    #expect(!workbook.contains("expected") && !workbook.contains("4241") && workbook.contains("MUG-1"))
  }

  @Test func aCounterCannotImportOtherRecordsByAProfile() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    let profile = try folder.write(
      "prices.yml",
      """
      profile: prices
      format: csv
      records:
        - kind: prices
          fields:
            sku: sku
            price: counted_quantity

      """)
    let run = try shop.run(["count", "enter", "2", "../again.csv", "--profile", profile, "--role", "counter"])
    #expect(run.status == 4 && run.errorText.contains("may not plan and apply imports"), "\(run.shown)")
  }

  @Test func aReportSaysWhichRolesMaySeeItWhereTheOwnMayNot() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    let examples: [(String, [String]?)] = [("counter", ["manager", "accountant", "auditor"]), ("manager", nil)]
    for (role, expected) in examples {
      let output = try shop.must(["report", "stock-on-hand", "--describe", "--json", "--role", role]).output
      let described = try JSONSerialization.jsonObject(with: output) as? [String: Any]
      #expect(described?["permitted_roles"] as? [String] == expected, "\(role)")
    }
  }

  @Test func theLogSaysWhoDidWhatInWhichRole() throws {
    let folder = try TestFolder()
    let shop = try MarkedShop(folder).shop
    try shop.must([
      "scan", "../one.txt", "--kind", "sale", "--location", "front", "--role", "counter", "--user", "dora",
    ])
    let rows = try ShopContents.rows(
      shop.database, "SELECT actor, role, command, login FROM audit_log ORDER BY id DESC LIMIT 1")
    #expect(rows == ["dora|counter|scan|\(PeopleTests.login)"])
    let mine = try shop.must(["log", "--by", "dora"]).outputText
    #expect(
      mine.split(separator: "\n").count == 2 && mine.contains("dora (counter, as user \(PeopleTests.login))  scan"))
    let counts = try shop.must(["log", "--command", "count", "--json"]).outputText
    #expect(counts.contains("\"command\" : \"count open\"") && !counts.contains("\"command\" : \"import\""))
    #expect(try shop.must(["log", "--since", "2999-01-01"]).outputText.isEmpty)
    let oldest = try shop.must(["log", "--before", "2"]).outputText
    #expect(oldest.hasPrefix("1  ") && !oldest.contains("\n2  "))
  }

  @Test func aPlanThatIsCarriedOutIsLoggedWithItsDigest() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try folder.write("brands.csv", "brand\nAcme\n")
    try shop.must(["import", "../brands.csv", "--plan", "brands.plan"])
    try shop.must(["apply", "brands.plan"])
    let details = try ShopContents.rows(shop.database, "SELECT details FROM audit_log ORDER BY id DESC LIMIT 1")
    for (file, word) in [("brands.plan", "plan SHA-256 "), ("../brands.csv", "brands.csv, SHA-256 ")] {
      let sum = try RunningCommand("/usr/bin/sha256sum", [file], in: shop.path, environment: folder.environment)
        .finish()
      #expect(sum.status == 0 && details[0].contains(word + sum.outputText.prefix(64)), "\(details)")
    }
  }
}

import FormatKitTesting
import Foundation
import Testing

/// Data of one user are not shown to other users, and data of one store are not changed by users of another store.
@Suite struct PrivacyTests {
  static let kinds = ["users", "favourites", "follows", "shared_lists", "list_items"]

  /// A shop with two users, each of whose records carries a mark, and with two stores.
  private static let made: Result<KeptFolder, any Error> = Result { try KeptFolder { try make($0) } }

  private static func make(_ folder: TestFolder) throws {
    let shop = try folder.shop()
    let files: [(kind: String, text: String)] = [
      ("locations", "location,location_name\nS1,One\nS2,Two\n"),
      ("categories", "category,category_name\nmugs,Mugs\n"),
      (
        "products",
        """
        product_code,title,location,category
        P1,Mug,S1,mugs
        P2,Cup,S2,mugs
        OTHERS-P,Jug,S2,mugs
        OWN-P,Jar,S1,mugs

        """
      ),
      ("variants", "sku,product_code\nP1,P1\nP2,P2\n"), ("prices", "sku,price\nP1,10\nP2,20\n"),
      (
        "users",
        "user,display_name,email,address\nme,OWN-NAME,OWN@example.org,OWN street\nother,OTHERS-NAME,OTHERS@example.org,OTHERS street\n"
      ),
      ("favourites", "user,product_code,added_at\nme,OWN-P,2026-01-01\nother,OTHERS-P,2026-01-01\n"),
      (
        "follows",
        "user,followed_kind,followed,query\nme,search,OWN-SEARCH,OWN=1\nother,search,OTHERS-SEARCH,OTHERS=1\n"
      ),
      ("shared_lists", "list,list_title,user,members\nOWN-L,OWN list,me,\nOTHERS-L,OTHERS list,other,\n"),
      ("list_items", "list,item,title,note\nOWN-L,1,OWN thing,OWN note\nOTHERS-L,1,OTHERS thing,OTHERS note\n"),
      ("sales", "document,line,sku,location,quantity,unit_price,effective_at\nD1,1,P1,S1,1,9,2026-01-03T10:00\n"),
    ]
    for (kind, text) in files {
      try folder.write("\(kind).csv", text)
      try shop.must(["import", "../\(kind).csv", "--kind", kind])
    }
  }

  /// A copy of it.
  private func shop(_ folder: TestFolder, people: String?) throws -> TestShopFolder {
    try Self.made.get().copy(to: folder)
    let shop = TestShopFolder(folder: folder, path: folder.path + "/shop")
    guard let people else { return shop }
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let before = try String(contentsOf: settings, encoding: .utf8)
    try Data((before + "people:\n  \(people.replacing("ME", with: PeopleTests.login))\n").utf8).write(to: settings)
    return shop
  }

  /// Nothing of another user's in what a command says; products of every store are public.
  private func expectNothingOfOthers(_ run: CommandRun, but allowed: [String] = ["OTHERS-P"]) {
    let text = allowed.reduce(run.outputText + run.errorText) { $0.replacing($1, with: "") }
    #expect(!text.contains("OTHERS"), "\(run.shown)")
  }

  private static let roles = ["customer", "counter", "manager", "accountant", "auditor"]

  /// Together, the roles ask for every kind and every report in every format; in a thorough run, each of them does.
  @Test(arguments: roles) func everyRoleIsGivenItsOwnOnly(role: String) throws {
    let place = try #require(Self.roles.firstIndex(of: role))
    let folder = try TestFolder()
    let shop = try shop(folder, people: "ME: { role: \(role), user: me }")
    for (position, kind) in Self.kinds.enumerated() {
      for format in Seeds.third(of: ["csv", "json", "json-lines", "xml"], from: position + place) {
        let run = try shop.must(["export", kind, "--format", format])
        #expect(run.outputText.contains("OWN"), "\(run.shown)")
        expectNothingOfOthers(run, but: [])
      }
      let all = try shop.run(["export", kind, "--all-users"])
      #expect(all.status == 4 && all.errorText.contains("given to nobody but them"), "\(all.shown)")
      #expect(all.outputText.isEmpty)
    }
    // Every report, as far as the role may read it.
    let reports = try FileManager.default.contentsOfDirectory(atPath: Executable.samples + "/../reports").filter {
      !$0.hasPrefix("_") && !$0.hasPrefix(".")
    }
    for (position, report) in reports.sorted().enumerated() {
      let list = report == "shopping-route" ? ["--param", "list=OTHERS-L"] : []
      let product = report == "share-page" ? ["--param", "product=P1"] : []
      for format in Seeds.third(of: ["html", "csv", "json"], from: position + place) {
        expectNothingOfOthers(
          try shop.run(["report", report, "--format", format] + list + product), but: ["OTHERS-L", "OTHERS-P"])
      }
    }
    let route = try shop.must(["report", "shopping-route", "--param", "list=OWN-L", "--format", "json"])
    #expect(route.outputText.contains("OWN list"), "\(route.shown)")
    expectNothingOfOthers(try shop.must(["feed", "--following", "--json"]))
  }

  @Test func aReportOfTheShopsOwnSeesNoMoreThanItsReader() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: "ME: { role: manager, user: me }")
    let report = shop.path + "/reports/mine"
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    let views = [
      ("report_own_user", "email"), ("report_own_follows", "query"), ("report_own_list_items", "item_note"),
    ]
    for (view, column) in views {
      try folder.write("shop/reports/mine/rows.sql", "SELECT \(column) AS a FROM \(view)")
      try folder.write(
        "shop/reports/mine/report.yml",
        "title: Mine\nsummary: Mine.\nqueries:\n  rows:\n    file: rows.sql\n    columns:\n      a: text\ncsv:\n  query: rows\n"
      )
      let run = try shop.must(["report", "mine", "--format", "csv"])
      #expect(run.outputText.contains("OWN"), "\(run.shown)")
      expectNothingOfOthers(run)
    }
    // Neither the tables nor the function are there to be asked.
    for sql in ["SELECT email AS a FROM users", "SELECT acting_user() AS a FROM report_shop"] {
      try folder.write("shop/reports/mine/rows.sql", sql)
      #expect(try shop.run(["report", "mine", "--format", "csv"]).status == 2)
    }
  }

  @Test func whoImportsIsNotToldWhatWasThere() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: "ME: { roles: [manager, auditor], user: me }")
    try folder.write("change.csv", "user,display_name,email\nother,NEW-NAME,NEW@example.org\n")
    for options in [["--dry-run"], ["--dry-run", "--json"], ["--plan", "a.plan"], ["--html", "a.html"], []] {
      expectNothingOfOthers(try shop.must(["import", "../change.csv", "--kind", "users"] + options))
    }
    for file in ["a.plan", "a.html"] {
      let text = try String(contentsOfFile: shop.path + "/" + file, encoding: .utf8)
      #expect(text.contains("NEW-NAME") && !text.contains("OTHERS"), "\(file)")
    }
    for number in 1...12 {
      expectNothingOfOthers(try shop.run(["imports", "show", "\(number)"]))
      expectNothingOfOthers(try shop.run(["imports", "show", "\(number)", "--json"]))
    }
    expectNothingOfOthers(try shop.run(["imports", "undo", "12", "--dry-run"]))
    let undone = try shop.must(["imports", "undo", "12"])
    expectNothingOfOthers(undone)
    #expect(undone.outputText.contains("users"), "\(undone.shown)")
    #expect(
      try ShopContents.rows(shop.database, "SELECT display_name FROM users WHERE code = 'other'") == ["OTHERS-NAME"])
    // The log says that it was, and not what.
    try shop.must(["export", "favourites"])
    let log = try shop.must(["log"])
    #expect(log.outputText.contains("export: 1 favourites of user 'me'"), "\(log.shown)")
    expectNothingOfOthers(log)
  }

  /// The shop sees what is reported about its goods; who reports it stays the user's own.
  @Test(arguments: ["ME: { role: manager, store: S2 }", "ME: { role: manager }"])
  func whoReportedAnItemIsToldToNobody(people: String) throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: nil)
    try folder.write("reports.csv", "user,product_code,report_reason\nother,P2,not in the store\n")
    try shop.must(["import", "../reports.csv", "--kind", "item_reports"])
    let alone = try shop.must(["export", "item_reports"]).outputText
    #expect(alone.contains("not in the store") && !alone.contains("other"))
    let all = try shop.must(["export", "item_reports", "--all-users"]).outputText
    #expect(all.contains("other,P2"))
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let before = try String(contentsOf: settings, encoding: .utf8)
    try Data((before + "people:\n  \(people.replacing("ME", with: PeopleTests.login))\n").utf8).write(to: settings)
    for format in ["csv", "json", "json-lines", "xml"] {
      let run = try shop.must(["export", "item_reports", "--format", format])
      #expect(run.outputText.contains("not in the store") && !run.outputText.contains("other"), "\(run.shown)")
    }
    let asked = try shop.run(["export", "item_reports", "--fields", "user,report_reason"])
    #expect(asked.status == 4 && asked.errorText.contains("No role is shown it"), "\(asked.shown)")
    #expect(try shop.run(["export", "item_reports", "--all-users"]).status == 4)
  }

  @Test func aNamedUsersListsAreShownAndNoOthers() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: nil)
    let all = try shop.must(["list", "show"])
    #expect(all.outputText.contains("OWN thing") && all.outputText.contains("OTHERS thing"), "\(all.shown)")
    let own = try shop.must(["list", "show", "--user", "me"])
    #expect(own.outputText.contains("OWN thing"), "\(own.shown)")
    expectNothingOfOthers(own, but: [])
    let refused = try shop.run(["list", "show", "OTHERS-L", "--user", "me"])
    #expect(refused.status == 2 && refused.errorText.contains("Yours: OWN-L"), "\(refused.shown)")
    expectNothingOfOthers(try shop.must(["list", "calendar", "--user", "me"]), but: [])
  }

  @Test func whoeverRunsAShopAloneMayGiveItAllBack() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: nil)
    for kind in Self.kinds {
      let own = try shop.must(["export", kind, "--user", "other"])
      #expect(own.outputText.contains("OTHERS") && !own.outputText.contains("OWN"), "\(own.shown)")
      let all = try shop.must(["export", kind, "--all-users"])
      #expect(all.outputText.contains("OTHERS") && all.outputText.contains("OWN"), "\(all.shown)")
    }
    #expect(try shop.must(["log"]).outputText.contains("export: 2 favourites of all users"))
  }

  static let foreign: [(kind: String, text: String)] = [
    ("products", "product_code,title\nP2,Stolen\n"), ("products", "product_code,title,location\nP2,Stolen,S1\n"),
    ("products", "product_code,title,location\nP9,Put there,S2\n"),
    ("variants", "sku,product_code\nP2,P1\n"), ("variants", "sku,product_code\nP2-X,P2\n"),
    ("prices", "sku,price\nP2,1\n"), ("pictures", "product_code,position,picture_width,file\nP2,1,0,a.jpg\n"),
    ("product_colours", "product_code,colour\nP2,red\n"), ("barcodes", "barcode,sku\n4006381333931,P2\n"),
    ("locations", "location,location_name\nS2,Gone\n"), ("locations", "location\nS3\n"),
    ("receipts", "document,line,sku,location,quantity,effective_at\nR1,1,P1,S2,5,2026-01-04\n"),
    ("sales", "document,line,sku,location,quantity,unit_price,effective_at\nR1,1,P1,S2,5,1,2026-01-04\n"),
    (
      "movements",
      "document,line,sku,location,movement_kind,quantity,to_location,effective_at\nM1,1,P1,S1,transfer,1,S2,2026-01-04\n"
    ),
    ("stock_levels", "sku,location,quantity\nP1,S2,5\n"), ("sections", "location,section\nS2,1\n"),
    ("categories", "category,category_name\nmugs,Mine\n"), ("suppliers", "supplier\nX\n"),
    ("users", "user,display_name\nother,x\n"), ("favourites", "user,product_code\nme,P1\n"),
    ("sales_events", "event,starts_at\nE,2026-01-01\n"),
    ("counters", "subject_kind,subject,counter,stated\nstore,S2,likes,1\n"),
  ]

  @Test func aStoreChangesNothingOfOthers() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: "ME: { role: manager, user: me, store: S1 }")
    let before = try shop.contents()
    for (kind, text) in Self.foreign {
      try folder.write("foreign.csv", text)
      let run = try shop.run(["import", "../foreign.csv", "--kind", kind])
      #expect(run.status == 5, "\(kind): \(run.shown)")
      let isPlaced = run.errorText.contains("foreign.csv:2:") && run.errorText.contains("this is not your store's")
      #expect(isPlaced, "\(kind): \(run.shown)")
    }
    #expect(try shop.contents().differences(from: before).isEmpty)
    let own: [(String, String)] = [
      ("products", "product_code,title,category,brand\nP7,New,mugs,Newbrand\nP1,Renamed,,\n"),
      ("variants", "sku,product_code\nP7,P7\n"), ("prices", "sku,price\nP7,7\n"),
      ("locations", "location,opening_hours\nS1,10-18\n"), ("sections", "section\n1\n"),
      ("receipts", "document,line,sku,quantity,effective_at\nR1,1,P7,5,2026-01-04\n"),
      ("pictures", "product_code,position,picture_width,file\nP7,1,0,a.jpg\n"),
    ]
    for (kind, text) in own {
      try folder.write("own.csv", text)
      let run = try shop.run(["import", "../own.csv", "--kind", kind])
      #expect(run.status == 0, "\(kind): \(run.shown)")
    }
    #expect(
      try ShopContents.rows(
        shop.database,
        "SELECT p.code, l.code FROM products p JOIN locations l ON l.id = p.location_id WHERE p.code = 'P7'")
        == ["P7|S1"])
  }

  @Test func aStoreSeesWhatIsLeftWhereTheShopShowsItToAll() throws {
    let shop = try shop(TestFolder(), people: "ME: { role: manager, store: S2 }")
    let hidden = try shop.must(["catalog", "show", "P1"]).outputText
    #expect(!hidden.contains("left"), "\(hidden)")
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try Data((text + "catalog: { show_stock: true }\n").utf8).write(to: settings)
    #expect(try shop.must(["catalog", "show", "P1"]).outputText.contains("S1 -1"))
    #expect(try shop.run(["catalog", "list", "--in-stock"]).status == 0)
  }

  @Test func aStoreSeesItsOwn() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, people: "ME: { role: manager, user: me, store: S1 }")
    for kind in ["products", "variants", "prices", "sales", "locations", "movements"] {
      let run = try shop.must(["export", kind])
      let isTold = run.outputText.contains("P2") || run.outputText.contains("S2") || run.outputText.contains("OTHERS")
      #expect(!isTold, "\(run.shown)")
    }
    #expect(try shop.must(["export", "products"]).outputText.contains("P1"))
    #expect(try shop.must(["export", "categories"]).outputText.contains("Mugs"))
    for kind in ["suppliers", "orders", "sales_events", "counters"] {
      let run = try shop.run(["export", kind])
      let isRefused = run.status == 4 && run.errorText.contains("you belong to the store 'S1'")
      #expect(isRefused || kind == "orders" && run.status == 0, "\(kind): \(run.shown)")
    }
    for command in [
      ["imports"], ["imports", "undo", "1"], ["stock"], ["count", "list"], ["check"], ["log"], ["journal"],
    ] {
      let run = try shop.run(command)
      #expect(run.status == 4 && run.errorText.contains("you belong to the store 'S1'"), "\(run.shown)")
      #expect(run.outputText.isEmpty)
    }
    for report in ["stock-on-hand", "shrinkage", "counter-check", "open-orders"] {
      let run = try shop.run(["report", report])
      #expect(run.status == 4, "\(run.shown)")
    }
    // What is left is shown by the catalog to the same people as by `stock`.
    let shown = try shop.must(["catalog", "show", "P2", "--json"]).outputText
    #expect(shown.contains("\"Cup\"") && !shown.contains("\"left\"") && !shown.contains("inStock"), "\(shown)")
    #expect(!shown.contains("in_stock"), "\(shown)")
    let inStock = try shop.run(["catalog", "list", "--in-stock"])
    #expect(inStock.status == 4 && inStock.errorText.contains("you belong to the store 'S1'"), "\(inStock.shown)")
    let statistics = try shop.must(["report", "store-statistics", "--format", "json"]).outputText
    #expect(statistics.contains("\"S1\"") && !statistics.contains("\"S2\""), "\(statistics)")
    #expect(try shop.must(["report", "item-reports", "--format", "csv"]).status == 0)
  }
}

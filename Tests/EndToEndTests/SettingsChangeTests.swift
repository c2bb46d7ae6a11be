import Foundation
import Testing
import WebTesting

/// `stockroom settings set`, `unset` and `reason`, which write stockroom.yml, and `stockroom location`.
@Suite struct SettingsChangeTests {
  /// A shop, and the text of its settings.
  private struct Shop {
    let folder: TestShopFolder
    var settings: String { folder.path + "/stockroom.yml" }

    init(_ folder: TestFolder, adding text: String = "") throws {
      self.folder = try folder.shop()
      guard !text.isEmpty else { return }
      try Data((try read() + text).utf8).write(to: URL(fileURLWithPath: settings))
    }

    func read() throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: settings)), as: UTF8.self)
    }

    func run(_ arguments: [String]) throws -> CommandRun { try folder.run(["settings"] + arguments) }

    @discardableResult
    func must(_ arguments: String...) throws -> CommandRun {
      let run = try run(arguments)
      try #require(run.status == 0, "\(run.shown)")
      return run
    }

    func log() throws -> String { try folder.must(["log", "--limit", "1", "--json"]).outputText }
  }

  @Test func onlyTheLineOfTheSettingChanges() throws {
    let folder = try TestFolder()
    let own = """
      # Costs jump at our supplier
      guards:
        unit-cost-changed: 25   # since May
        # later
      language:  "de"

      """
    let shop = try Shop(folder, adding: own)
    let before = try shop.read()
    let run = try shop.must("set", "unit-cost-changed", "30", "--was", "25 %")
    #expect(try shop.read() == before.replacing("unit-cost-changed: 25 ", with: "unit-cost-changed: 30 "))
    #expect(run.outputText.contains("is 30 % from now on") && run.outputText.contains("it was 25 %"), "\(run.shown)")
    #expect(try shop.log().contains("set unit-cost-changed: 25 % → 30 %"))
    try shop.must("set", "price-below-cost", "off")
    #expect(try shop.read().contains("  unit-cost-changed: 30   # since May\n"))
    #expect(try shop.read().contains("  price-below-cost: off\n"))
    try shop.must("unset", "price-below-cost")
    try shop.must("set", "unit-cost-changed", "25")
    #expect(try shop.read() == before)
    #expect(try shop.must("unset", "price-below-cost").outputText.contains("Nothing was changed"))
  }

  /// What commands answer about settings is shown on pages, which look it up: what a guard means with what commands say.
  @Test func pagesHaveWordsForEverySetting() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder)
    let answer = try shop.must("show", "--json").outputText
    let settings = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    let rows = ["shop", "guards", "counts", "accounts"].flatMap { settings[$0] as? [[String: Any]] ?? [] }
    try #require(rows.count > 40)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let messages = try ["messages", "problems"].map { part in
      try String(contentsOfFile: root + "/pages/\(part)/de.yml", encoding: .utf8)
    }.joined(separator: "\n")
    let texts = rows.flatMap { row in ["meaning", "allowed", "fixed"].compactMap { row[$0] as? String } }
    let names = rows.compactMap { ($0["setting"] ?? $0["guard"]) as? String }
      .map { $0.replacing("_", with: " ").replacing("-", with: " ") }
    let missing = (texts + names).filter { text in
      !messages.lowercased().contains("\n\"\(text.lowercased())\": ")
    }
    #expect(missing == [])
  }

  @Test func partsThatAreMissingAreAddedAndTakenOutAgain() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder)
    try folder.write("places.csv", "location,location_name\nstore,The store\n")
    try shop.folder.must(["import", "../places.csv"])
    let before = try shop.read()
    try shop.must("set", "tolerance_units", "5", "--location", "The store")
    #expect(try shop.read() == before + "counts:\n  locations:\n    store: { tolerance_units: 5 }\n")
    try shop.must("set", "approve_up_to", "500.00", "--was", "not set")
    let ofStore = try shop.must("unset", "tolerance_units", "--location", "store").outputText
    #expect(ofStore.contains("is no longer set; the limit of the whole shop applies (it was 5)"), "\(ofStore)")
    #expect(try shop.read() == before + "counts:\n  approve_up_to: 500.00\n")
    let ofShop = try shop.must("unset", "approve_up_to").outputText
    #expect(ofShop.contains("approve_up_to is no longer set; the usual value applies"), "\(ofShop)")
    #expect(try shop.read() == before)
    try shop.must("set", "show_stock", "true")
    try shop.must("set", "location", "The store")
    #expect(try shop.read().contains("catalog:\n  show_stock: true\nlocation: store\n"))
  }

  @Test(arguments: [
    "Mia's: shop", "a # b", "\"quoted\"", "{{person}}", "&a *b", "- x", "true", "007", "{ a: b }", "A\\B", "Käse 🧀",
  ])
  func aNameIsReadBackAsItWasGiven(name: String) throws {
    let shop = try Shop(TestFolder())
    let before = try shop.read()
    try shop.must("set", "name", "--", name)
    let shown = try shop.must("show", "shop", "--json")
    let answer = try JSONSerialization.jsonObject(with: shown.output) as? [String: Any]
    let rows = answer?["shop"] as? [[String: Any]] ?? []
    #expect(rows.first { $0["setting"] as? String == "name" }?["value"] as? String == name, "\(shown.shown)")
    let rest = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix("name:") } }
    #expect(rest(try shop.read()) == rest(before))
  }

  @Test func commentsOfAPartWithoutSettingsStay() throws {
    let shop = try Shop(TestFolder(), adding: "guards: # ours\n  # price-changed: 20\n  # weight: 5\nlanguage: de\n")
    let before = try shop.read()
    try shop.must("set", "price-changed", "30")
    #expect(try shop.read() == before.replacing("guards: # ours", with: "guards: { price-changed: 30 } # ours"))
    try shop.must("set", "unit-cost-changed", "25")
    let both = "guards: { price-changed: 30, unit-cost-changed: 25 } # ours\n  # price-changed: 20\n  # weight: 5\n"
    #expect(try shop.read().contains(both))
  }

  private static let wrong: [(text: String, arguments: [String], status: Int32, said: String)] = [
    ("", ["set", "unit-cost-changd", "3"], 2, "Did you mean 'unit-cost-changed'?"),
    ("", ["set", "unit-cost-changed", "abc"], 2, "'abc' is not a limit"),
    ("", ["set", "unit-cost-changed", "30", "--was", "21 %"], 4, "it is 20 %, and no longer 21 %"),
    ("", ["set", "tolerance_units", "-1"], 2, "is not a number of units"),
    ("", ["set", "language", "xx"], 2, "is not a language"), ("", ["set", "valuation", "lifo"], 2, "not a valuation"),
    ("", ["set", "name", "a\nb"], 2, "is not one line of text"), ("", ["set", "name", " "], 2, "name has no value"),
    ("", ["set", "name", String(repeating: "x", count: 400)], 2, "at most 300 bytes"),
    ("", ["set", "name", "a\u{202E}b"], 2, "no invisible characters"),
    ("", ["set", "currency", "USD"], 2, "is not changed here"),
    ("", ["set", "time_zone", "Mars/Base"], 2, "there is no time zone"),
    ("", ["set", "location", "moon"], 2, "location 'moon' is not a location"),
    ("", ["set", "language", "de", "--location", "moon"], 2, "--location 'moon' is not a location"),
    ("", ["set", "gln", "1"], 2, "is not a Global Location Number"), ("", ["unset", "name"], 2, "lacks name"),
    ("", ["set", "inventory", "Bad:"], 2, "inventory"),
    ("", ["set", "people", "x"], 2, "there is no setting 'people'"),
    ("guards: &g { unit-cost-changed: 30 }\n", ["set", "unit-cost-changed", "20"], 2, "`unit-cost-changed: 20`"),
    ("people: { ME: manager }\n", ["set", "single_person", "true"], 2, "could approve their own count"),
    ("people: { ME: manager }\n", ["set", "single_person", "true"], 2, "Change it in stockroom.yml with a text"),
    ("guards:\n  # jumps\n  price-changed: 30\n", ["unset", "price-changed"], 2, "Move it above the line of `guards`"),
    ("guards: # ours\n  price-changed: 30\n", ["unset", "price-changed"], 2, "the comment there would be lost"),
    ("guards:\n  price-changed: 30\n  # later\n", ["unset", "price-changed"], 2, "the comment there would be lost"),
    ("guards: {\n  # later\n}\n", ["set", "price-changed", "30"], 2, "the comment there would be lost"),
    ("people: { ME: manager }\n", ["set", "actor", "mia"], 2, "the shop lists people"),
    ("", ["reason", "add", "Bad Code", "--loss", "none"], 2, "is not a code for a reason"),
    ("", ["reason", "add", "damage", "--loss", "none"], 2, "a reason that every shop has"),
    ("", ["reason", "add", "lent", "--loss", "none", "--name", "a\tb"], 2, "is not one line of text"),
    ("", ["reason", "change", "damage", "--name", "x"], 2, "only its account can be changed"),
    ("", ["reason", "change", "damage", "--account", "A::b"], 2, "--account: the account 'A::b' has an empty part"),
    ("", ["reason", "change", "damge", "--name", "x"], 2, "Did you mean 'damage'?"),
    ("reasons: { lent: none }\n", ["reason", "add", "lent", "--loss", "none"], 2, "there is a reason 'lent' already"),
    ("reasons: { lent: none }\n", ["reason", "change", "lent"], 2, "nothing is to be changed"),
  ]

  @Test(arguments: wrong)
  func whatWouldBeWrongIsNotWritten(text: String, arguments: [String], status: Int32, said: String) throws {
    let shop = try Shop(TestFolder(), adding: text.replacing("ME", with: PeopleTests.login))
    try shop.must("show", "shop")
    let (before, log) = (try shop.read(), try shop.log())
    // A value may begin with a hyphen.
    let words = arguments.contains("-1") ? Array(arguments.prefix(2)) + ["--"] + arguments.dropFirst(2) : arguments
    let run = try shop.run(words)
    #expect(run.status == status, "\(run.shown)")
    #expect(run.errorText.contains(said), "\(run.shown)")
    #expect(try shop.read() == before)
    #expect(try shop.log() == log)
  }

  @Test func aReasonIsAddedAndChanged() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "reasons:\n  lent-out: none   # to the museum\n")
    let before = try shop.read()
    try shop.must("reason", "add", "spoiled", "--loss", "known")
    #expect(try shop.read() == before + "  spoiled: known\n")
    try shop.must("reason", "change", "lent-out", "--name", "Lent: \"out\"")
    #expect(try shop.read().contains("  lent-out: { name: \"Lent: \\\"out\\\"\", loss: none }   # to the museum\n"))
    try shop.must("reason", "change", "spoiled", "--direction", "loss", "--account", "Expenses:Spoilage")
    try shop.must("reason", "change", "damage", "--account", "Expenses:Broken")
    let accounts = "  reasons: { spoiled: \"Expenses:Spoilage\", damage: \"Expenses:Broken\" }\n"
    #expect(try shop.read().hasSuffix("accounts:\n" + accounts))
    #expect(try shop.log().contains("changed the reason damage"))
    let rows = try shop.must("show", "reasons").outputText
    for part in ["Lent: \"out\"", "Expenses:Spoilage", "Expenses:Broken"] { #expect(rows.contains(part), "\(rows)") }
    try shop.folder.must(["check"])
  }

  @Test func aRetiredReasonIsNotOfferedAndStaysReadable() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try shop.must(["settings", "reason", "add", "lent-out", "--loss", "none"])
    func lost(_ reason: String, _ document: String) throws -> String {
      let name = "\(document).csv"
      try folder.write(
        name,
        "document,line,movement_kind,sku,quantity,location,effective_at,reason\n"
          + "\(document),1,adjustment,L001,-1,shop,2026-10-01T10:00:00,\(reason)\n")
      return name
    }
    try shop.must(["import", "../" + lost("lent-out", "D1"), "--kind", "movements"])
    try shop.must(["settings", "reason", "change", "lent-out", "--retired", "yes"])
    let file = shop.path + "/stockroom.yml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("lent-out: { loss: none, retired: yes }"), "\(text)")
    #expect(try shop.must(["settings", "reasons"]).outputText.contains("Lent out (retired)"))
    let unknown = try shop.run(["import", "../" + lost("nothing", "D2"), "--kind", "movements"])
    #expect(unknown.status == 5 && unknown.errorText.contains("Known reasons: "), "\(unknown.shown)")
    #expect(!unknown.errorText.contains("lent-out"), "\(unknown.shown)")
    // What is recorded with it stays, also where the file comes again; nothing new is taken with it.
    let retired = try shop.run(["import", "../" + lost("lent-out", "D3"), "--kind", "movements"])
    #expect(retired.status == 5 && retired.errorText.contains("the reason 'lent-out' is retired"), "\(retired.shown)")
    #expect(retired.errorText.contains("settings reason change lent-out --retired no"), "\(retired.shown)")
    try folder.write("D1.csv", String(contentsOfFile: folder.path + "/D1.csv", encoding: .utf8) + "\n")
    try shop.must(["import", "../D1.csv", "--kind", "movements"])
    try shop.must(["settings", "reason", "change", "lent-out", "--retired", "no"])
    try shop.must(["import", "../D3.csv", "--kind", "movements"])
    #expect(try shop.run(["import", "../D2.csv", "--kind", "movements"]).errorText.contains("lent-out"))
    try shop.must(["check"])
  }

  @Test func aReasonThatTheBooksNameKeepsItsLoss() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try shop.must(["settings", "reason", "add", "spoiled", "--loss", "known"])
    try folder.write(
      "lost.csv",
      "document,line,movement_kind,sku,quantity,location,effective_at,reason\n"
        + "D1,1,adjustment,L001,-1,shop,2026-10-01T10:00:00,spoiled\n")
    try shop.must(["import", "../lost.csv", "--kind", "movements"])
    let file = shop.path + "/stockroom.yml"
    let before = try String(contentsOfFile: file, encoding: .utf8)
    let run = try shop.run(["settings", "reason", "change", "spoiled", "--loss", "none"])
    #expect(run.status == 2 && run.errorText.contains("the books already name the reason"), "\(run.shown)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    try shop.must(["check"])
  }

  @Test func ofTwoAtOnceNothingGetsLost() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder)
    let changes = [
      ["settings", "set", "unit-cost-changed", "31"], ["settings", "set", "tolerance_units", "7"],
      ["settings", "set", "inventory", "Assets:Goods"], ["settings", "reason", "add", "spoiled", "--loss", "known"],
    ]
    let words = ["unit-cost-changed: 31", "tolerance_units: 7", "Assets:Goods", "spoiled: known"]
    let running = try changes.map { try folder.start($0, in: shop.folder.path) }
    let runs = running.map { $0.finish(within: 120) }
    let text = try shop.read()
    for (run, word) in zip(runs, words) {
      #expect([0, 6, 75].contains(run.status), "\(run.shown)")
      #expect((run.status == 0) == text.contains(word), "\(run.shown)\n\(text)")
    }
    #expect(runs.contains { $0.status == 0 })
    try shop.folder.must(["check"])
  }

  @Test func aLocationIsAddedChangedAndTakenOutOfUse() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder).folder
    try shop.must(["location", "add", "cellar", "--name", "The \"cellar\"", "--kind", "stockroom"])
    try shop.must(["location", "change", "cellar", "--address", "Quay 4, {{x}}", "--status", "inactive"])
    let text = try shop.must(["export", "locations", "--format", "csv"]).outputText
    for part in ["The \"\"cellar\"\"", "stockroom", "Quay 4, {{x}}", "inactive"] {
      #expect(text.contains(part), "\(text)")
    }
    try shop.must(["location", "change", "cellar", "--gln", "4098765000003"])
    #expect(try shop.must(["export", "locations", "--format", "csv"]).outputText.contains("4098765000003"))
    try shop.must(["location", "change", "cellar", "--address", "(clear)", "--gln", "(clear)"])
    #expect(!(try shop.must(["export", "locations", "--format", "csv"]).outputText.contains("Quay")))
    for (words, said) in [
      (["add", "cellar"], "there is a location 'cellar' already"), (["change", "cellar"], "nothing is to be changed"),
      (["change", "celar", "--name", "x"], "'celar'"), (["add", "a\nb"], "is not one line of text"),
      (["change", "cellar", "--address", " "], "--address has no value"),
      (["change", "cellar", "--name", "(clear)"], "is not a name"), (["add", "x y"], "the code 'x y' has a space"),
      (["add", "loft", "--gln", "123"], "--gln '123' is not a Global Location Number"),
      (["add", "loft", "--gln", "409876500000"], "is not a Global Location Number"),
      (["change", "cellar", "--gln", "4098765000004"], "is not a Global Location Number"),
    ] {
      let run = try shop.run(["location"] + words)
      #expect(run.status != 0 && run.errorText.contains(said), "\(run.shown)")
    }
    // The location for files that name none is in use, whichever of both is changed.
    let inactive = try shop.run(["settings", "set", "location", "cellar"])
    #expect(inactive.status == 4 && inactive.errorText.contains("'cellar' cannot be inactive"), "\(inactive.shown)")
    try shop.must(["location", "change", "cellar", "--status", "active"])
    try shop.must(["settings", "set", "location", "cellar"])
    let usual = try shop.run(["location", "change", "cellar", "--status", "inactive"])
    #expect(usual.status == 4 && usual.errorText.contains("'cellar' cannot be inactive"), "\(usual.shown)")
  }

  @Test func aPageChangesASetting() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder)
    let served = try ServedShop(shop.folder.path, environment: folder.environment)
    let page = try served.client.get("/settings/guards")
    let form = [("setting", "unit-cost-changed"), ("location", ""), ("shown", "20 %")]
    let saved = try served.client.follow(
      try served.client.post("/settings/guards", form + [("value", "30")], from: page))
    #expect(saved.text.contains("Saved: Unit cost changed is 30"), "\(saved.text.prefix(3000))")
    #expect(try shop.read().hasSuffix("guards:\n  unit-cost-changed: 30\n"))
    // The page of somebody else who still saw the value before.
    let late = try served.client.post("/settings/guards", form + [("value", "40")], from: page)
    #expect(late.status == 422 || late.status == 409)
    let stale = try served.client.post(
      "/settings/guards", form + [("value", "40")], from: try served.client.get("/settings/guards"))
    #expect(stale.status == 409 && stale.text.contains("in the meantime"), "\(stale.text.prefix(3000))")
    let wrong = try served.client.post(
      "/settings/guards",
      [("setting", "unit-cost-changed"), ("shown", "30 %"), ("value", "a: {{b}} # \"c\" &d")],
      from: try served.client.get("/settings/guards"))
    #expect(wrong.status == 422 && wrong.text.contains("a: {{b}} # &quot;c&quot; &amp;d"), "\(wrong.text.prefix(3000))")
    #expect(try shop.read().hasSuffix("guards:\n  unit-cost-changed: 30\n"))
    let reason = try served.client.post(
      "/settings/reasons", [("code", "spoiled"), ("loss", "known"), ("direction", "both")],
      from: try served.client.get("/settings/reasons"))
    #expect(reason.status == 303, "\(reason.text.prefix(3000))")
    let place = try served.client.post(
      "/settings/places", [("code", "cellar"), ("name", "The cellar")],
      from: try served.client.get("/settings/places"))
    #expect(place.status == 303, "\(place.text.prefix(3000))")
    #expect(try served.client.get("/settings/places").text.contains("The cellar"))
  }
}

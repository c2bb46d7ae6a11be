import Foundation
import Testing

/// The part `people:` of the settings.
@Suite struct PeopleTests {
  /// The user that the tests run as.
  static let login: String = {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return "uid \(geteuid())" }
    return String(cString: name)
  }()

  private func shop(_ folder: TestFolder, people: String) throws -> TestShopFolder {
    let shop = try folder.shop()
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    let lines = people.replacing("ME", with: Self.login).split(separator: "\n").map { "  " + $0 }
    try Data((text + "people:\n" + lines.joined(separator: "\n") + "\n").utf8).write(to: settings)
    try folder.write("brands.csv", "brand\nAcme\n")
    return shop
  }

  @Test(arguments: [
    // people, options, status, expected output
    ("ME: manager", [], 0, "Applied"), ("ME: { role: manager }", ["--role", "manager"], 0, "Applied"),
    ("ME: { roles: [counter, manager], name: Anna }", ["--user", "Anna"], 0, "Applied"),
    ("ME: manager", ["--kind", "brands"], 0, "Applied"), ("ME: manager", ["--kind", "countrs"], 2, "countrs"),
    // The old name of both options.
    ("ME: manager", ["--as", "counter"], 4, "a counter may not plan and apply imports (stockroom import)"),
    ("ME: { roles: [counter, manager] }", ["--as=manager"], 0, "Applied"),
    ("ME: manager", ["--as", "brands"], 0, "Applied"), ("ME: manager", ["--as", "countrs"], 2, "countrs"),
    ("ME: manager", ["--as", "brands", "--as", "manager"], 0, "Applied"),
    ("ME: manager", ["--as", "brands"], 0, "--as is the old name of --kind; write --kind brands"),
    ("ME: manager", ["--as", "manager"], 0, "--as is the old name of --role; write --role manager"),
    ("ME: manager", ["--role", "counter"], 4, "a counter may not plan and apply imports (stockroom import)"),
    ("ME: counter", [], 4, "This may be done by: manager."),
    ("ME: counter", ["--role", "manager"], 4, "may not act as manager"),
    ("ME: accountant", [], 4, "an accountant may not plan and apply imports"),
    ("ME: accountant", ["--role", "counter"], 4, "may not act as counter"),
    ("somebody: manager", [], 4, "are not listed among the people of this shop"),
    ("somebody: manager", ["--user", "somebody"], 4, "are not listed among the people of this shop"),
    ("ME: counter\nanna: manager", ["--user", "anna"], 4, "may not act as 'anna'"),
    ("ME: { role: service, acts_for: [anna] }\nanna: manager", ["--user", "anna"], 0, "Applied"),
    (
      "ME: { role: service, acts_for: [anna] }\nanna: manager\nben: manager", ["--user", "ben"], 4,
      "may not act as 'ben'"
    ),
    ("ME: { role: service, acts_for: [anna] }\nanna: counter", ["--user", "anna"], 4, "a counter may not"),
    ("ME: { acts_for: [anna] }\nanna: manager", [], 4, "nobody may not"),
    ("ME: manager", ["--role", "boss"], 2, "'boss' is invalid for '--role"),
    ("ME: maneger", [], 2, "Did you mean 'manager'?"), ("ME: { rolle: manager }", [], 2, "Did you mean 'role'?"),
    ("ME: {}", [], 2, "has no role"), ("ME: 7", [], 2, "has no role"), ("- ME", [], 2, "not a list of users"),
    ("ME: { role: manager, acts_for: [nobody] }", [], 2, "acts for 'nobody', who is not listed"),
    ("ME: manager\nanna: { role: manager, name: ME }", [], 2, "two people are called"),
    ("ME: { role: { a: b } }", [], 2, "role is not a list of names"),
  ])
  func whoMayImport(people: String, options: [String], status: Int32, said: String) throws {
    let folder = try TestFolder()
    let run = try shop(folder, people: people).run(["import", "../brands.csv"] + options)
    #expect(run.status == status, "\(run.shown)")
    #expect((run.outputText + run.errorText).contains(said), "\(run.shown)")
  }

  @Test func theUserOfTheSystemIsLoggedWhoeverIsNamed() throws {
    let folder = try TestFolder()
    let shop = try shop(
      folder, people: "ME: { role: service, acts_for: [anna] }\nanna: { role: manager, name: Anna Meier }")
    // The environment says "tester", but anybody can set it.
    try shop.must(["import", "../brands.csv", "--user", "anna"])
    let rows = try ShopContents.rows(
      shop.database, "SELECT actor, role, command, login FROM audit_log ORDER BY id DESC LIMIT 1")
    #expect(rows == ["Anna Meier|manager|import|\(Self.login)"])
  }

  @Test(arguments: [
    // Somebody else who acted, the list afterwards, a setting, and whether Anna may post what she counted.
    ("mia: counter", "mia: counter", "", true), ("mia: counter", "mia: counter\nben: manager", "", false),
    ("ben: manager", "mia: counter", "", false), ("ben: manager", "mia: counter", "single_person: true", true),
    ("mia: counter", "mia: counter", "single_person: false", false),
  ])
  func whoCountedPostsWhereNobodyElseCouldHave(
    other: String, others: String, setting: String, isPermitted: Bool
  ) throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\nB2,Mug,12\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    try shop.must(["import", try folder.write("levels.csv", "sku,location,quantity\nA1,front,5\nB2,front,5\n")])
    let settings = try String(contentsOfFile: shop.path + "/stockroom.yml", encoding: .utf8)
    func list(_ people: String) throws {
      let lines = people.split(separator: "\n").map { "  \($0)\n" }.joined()
      try "\(settings)\n\(setting)\npeople:\n\(lines)".write(
        toFile: shop.path + "/stockroom.yml", atomically: true, encoding: .utf8)
    }
    let name = String(other.prefix(3))
    try list("\(Self.login): { role: manager, name: Anna, acts_for: [\(name)] }\n\(other)")
    try shop.must(["count", "open", "--location", "front", "--kind", "partial", "--item", "A1"])
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "4", "--user", name])

    try list("\(Self.login): { role: manager, name: Anna }\n\(others)")
    try shop.must(["count", "open", "--location", "front", "--kind", "partial", "--item", "B2"])
    try shop.must(["count", "enter", "2", "--item", "B2", "--quantity", "3"])
    try shop.must(["count", "close", "2"])
    for (words, key) in [(["count", "duties"], "may_post_own"), (["count", "status", "2"], "may_post")] {
      let answer = try JSONSerialization.jsonObject(with: shop.must(words + ["--json"]).output) as? [String: Any]
      #expect(answer?[key] as? Bool == isPermitted, "\(words)")
    }
    let run = try shop.run(["reconcile", "2", "--approve", "--post"])
    #expect((run.status == 0) == isPermitted, "\(run.shown)")
    if isPermitted {
      let log = try shop.must(["log", "--limit", "5"]).outputText
      #expect(log.contains("by the person who counted, in a shop of one person"), "\(log)")
    } else {
      #expect(run.errorText.contains("Anna counted in count 2 or entered it"), "\(run.shown)")
    }
  }

  @Test func anEmptyListIsNoList() throws {
    let folder = try TestFolder()
    let run = try shop(folder, people: "").run(["import", "../brands.csv"])
    #expect(run.status == 2 && run.errorText.contains("people is not a list"), "\(run.shown)")
  }

  @Test func actorAndPeopleExcludeEachOther() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("other")
    let settings = shop.path + "/stockroom.yml"
    let text =
      try String(contentsOfFile: settings, encoding: .utf8) + "actor: mary\npeople: { \(Self.login): manager }\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: settings))
    let both = try shop.run(["log"])
    #expect(both.status == 2 && both.errorText.contains("exclude each other"), "\(both.shown)")
  }

  @Test func aShopWithoutAListSaysSoOnce() throws {
    let folder = try TestFolder()
    let log = try folder.shop().must(["log"]).outputText
    #expect(log.split(separator: "\n").count == 2)
    #expect(log.contains("\(Self.login) (manager)  init") && log.contains("lists no people"))
  }

  @Test func aChangeOfTheSettingsIsLogged() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let text = try String(contentsOf: settings, encoding: .utf8).replacing("Europe/Berlin", with: "Europe/Paris")
    try Data(text.utf8).write(to: settings)
    let log = try shop.must(["log", "--limit", "1"]).outputText
    #expect(log.contains("time zone Europe/Berlin → Europe/Paris"))
  }
}

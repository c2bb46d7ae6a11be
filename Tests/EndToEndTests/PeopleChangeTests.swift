import Foundation
import Testing
import WebTesting

/// `stockroom people add`, `change` and `remove`, which write stockroom.yml.
@Suite struct PeopleChangeTests {
  /// A shop, and the text of its settings.
  private struct Shop {
    let folder: TestShopFolder
    var settings: String { folder.path + "/stockroom.yml" }

    init(_ folder: TestFolder, adding text: String = "") throws { try self.init(of: folder.shop(), adding: text) }

    init(of folder: TestShopFolder, adding text: String) throws {
      self.folder = folder
      guard !text.isEmpty else { return }
      let own = text.replacing("ME", with: PeopleTests.login)
      try Data((try read() + own).utf8).write(to: URL(fileURLWithPath: settings))
    }

    func read() throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: settings)), as: UTF8.self)
    }

    func run(_ arguments: [String]) throws -> CommandRun {
      try folder.run(["people"] + arguments.map { $0.replacing("ME", with: PeopleTests.login) })
    }

    func must(_ arguments: String...) throws {
      let run = try run(arguments)
      try #require(run.status == 0, "\(run.shown)")
    }

    func log() throws -> String { try folder.must(["log", "--limit", "1", "--json"]).outputText }
  }

  @Test func theFirstPersonIsListedWithWhoRunsTheShop() throws {
    let shop = try Shop(TestFolder())
    let before = try shop.read()
    try shop.must("add", "ben", "--roles", "counter", "--name", "Ben Okafor")
    let me = "  \(PeopleTests.login): { roles: [manager, accountant] }\n"
    #expect(try shop.read() == before + "people:\n" + me + "  ben: { role: counter, name: Ben Okafor }\n")
    #expect(try shop.log().contains("listed ben: Ben Okafor, counter; the list is new and has \(PeopleTests.login)"))
    // They still may do what they did before.
    #expect(try shop.folder.run(["period", "close", "--to", "2999-01-01"]).errorText.contains("is not over yet"))
    try shop.must("list")
  }

  @Test func whatTheLogCalledThePersonBecomesTheirName() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "actor: mary # me\nlanguage: de\n")
    let before = try shop.read()
    try shop.must("add", "ben", "--roles", "counter")
    let me = "  \(PeopleTests.login): { roles: [manager, accountant], name: mary, user: mary }\n"
    #expect(
      try shop.read() == before.replacing("actor: mary # me\n", with: "") + "people:\n" + me + "  ben: counter\n")
  }

  @Test func whoBeginsTheListMayBeTheOnlyOne() throws {
    let shop = try Shop(TestFolder())
    let before = try shop.read()
    try shop.must("add", PeopleTests.login, "--roles", "manager", "--name", "Anna")
    #expect(try shop.read() == before + "people:\n  \(PeopleTests.login): { role: manager, name: Anna }\n")
  }

  @Test func aPersonIsAddedChangedAndRemoved() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "people:\n  ME: manager   # owner\n\n# The end\n")
    let before = try shop.read()
    func expect(_ line: String) throws {
      let wanted = before.replacing("# owner\n", with: "# owner\n  " + line + "\n")
      #expect(try shop.read() == wanted)
    }
    try shop.must("add", "ben", "--roles", "counter")
    try expect("ben: counter")
    try shop.must("change", "ben", "--roles", "counter,manager", "--name", "Ben O.")
    try expect("ben: { roles: [counter, manager], name: Ben O. }")
    try shop.must("change", "ben", "--roles", "auditor")
    try expect("ben: { role: auditor, name: Ben O. }")
    #expect(try shop.log().contains("changed ben: Ben O., counter, manager → Ben O., auditor"))
    try shop.must("change", "ben", "--roles", "auditor")
    try expect("ben: { role: auditor, name: Ben O. }")
    let input = try folder.write("typed.txt", "four words of Ben\n")
    #expect(try shop.folder.run(["people", "passphrase", "ben"], input: input).status == 0)
    try shop.must("remove", "ben")
    #expect(try shop.read() == before)
    #expect(try String(contentsOfFile: shop.folder.path + "/passphrases", encoding: .utf8).isEmpty)
    #expect(try shop.log().contains("took ben off the list"))
    try shop.folder.must(["check"])
  }

  @Test func nothingOfWhoHadALoginBeforeStays() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "people:\n  ME: manager\n")
    func leave() throws -> (String, String) {
      let files = (shop.folder.path + "/passphrases", shop.folder.path + "/cards")
      try Data("anna:$7$kept\nben:$7$old\n".utf8).write(to: URL(fileURLWithPath: files.0))
      try Data("7 4102444800 anna:$7$kept\n7 4102444800 ben:$7$old\n".utf8).write(to: URL(fileURLWithPath: files.1))
      return files
    }
    func expectNone(_ files: (String, String)) throws {
      #expect(try String(contentsOfFile: files.0, encoding: .utf8) == "anna:$7$kept\n")
      #expect(try String(contentsOfFile: files.1, encoding: .utf8) == "7 4102444800 anna:$7$kept\n")
    }
    var files = try leave()
    try shop.must("add", "ben", "--roles", "counter")
    try expectNone(files)
    files = try leave()
    try shop.must("remove", "ben")
    try expectNone(files)
  }

  @Test func aChangeThatFailsAfterTheSettingsWereWrittenIsTakenBack() throws {
    let shop = try Shop(TestFolder(), adding: "people:\n  ME: manager\n  ben: counter\n")
    let (before, log) = (try shop.read(), try shop.log())
    // What cannot be read as a file is not written again.
    try FileManager.default.createDirectory(
      atPath: shop.folder.path + "/passphrases", withIntermediateDirectories: false)
    let run = try shop.run(["remove", "ben"])
    #expect(run.status != 0, "\(run.shown)")
    #expect(try shop.read() == before)
    #expect(try shop.log() == log)
  }

  @Test func whoCountsKeepsTheirNameUntilTheCountIsPosted() throws {
    let folder = try TestFolder()
    let shop = try Shop(of: CornerShop.whole(in: folder), adding: "people:\n  ME: { role: manager, name: Nora Q. }\n")
    try shop.folder.must(
      ["count", "open", "--location", "shop", "--kind", "partial", "--item", "L001", "--number", "evening"])
    try shop.must("change", "ME", "--name", "Nora Quist")
    try shop.folder.must(["count", "enter", "evening", "--item", "L001", "--quantity", "3", "--section", "A"])
    let run = try shop.run(["change", "ME", "--name", "Mary"])
    #expect(run.status == 2 && run.errorText.contains("counts in count evening"), "\(run.shown)")
    #expect(try shop.read().contains("name: Nora Quist"))
  }

  /// Otherwise they could be listed under another login, and approve what they counted.
  @Test func whoCountsIsNotRemovedUntilTheCountIsPosted() throws {
    let folder = try TestFolder()
    let people = "people:\n  ME: manager\n  ben: { role: counter, name: Ben Okafor }\n  dora: counter\n"
    let shop = try Shop(of: CornerShop.whole(in: folder), adding: people)
    try shop.folder.must(
      ["count", "open", "--location", "shop", "--kind", "partial", "--item", "L001", "--number", "evening"])
    try shop.folder.must(
      ["count", "enter", "evening", "--item", "L001", "--quantity", "3", "--section", "A", "--counter", "Ben Okafor"])
    let before = try shop.read()
    let run = try shop.run(["remove", "ben"])
    #expect(run.status == 2, "\(run.shown)")
    #expect(run.errorText.contains("'ben' cannot be removed now: 'Ben Okafor' counts in count evening"), "\(run.shown)")
    #expect(run.errorText.contains("people passphrase ben --remove"), "\(run.shown)")
    #expect(try shop.read() == before)
    try shop.must("remove", "dora")
  }

  @Test func peopleWhoAreAddedAtOnceAreAllAdded() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "people:\n  ME: manager\n")
    let logins = (1...6).map { "person\($0)" }
    let running = try logins.map {
      try folder.start(["people", "add", $0, "--roles", "counter"], in: shop.folder.path)
    }
    for command in running {
      let run = command.finish(within: 120)
      #expect(run.status == 0, "\(run.shown)")
    }
    let settings = try shop.read()
    for login in logins { #expect(settings.contains("  \(login): counter\n"), "\(settings)") }
  }

  @Test func aStoreIsALocation() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "people: { ME: manager }\n")
    try folder.write("places.csv", "location,location_name\ncellar,The cellar\n")
    try shop.folder.must(["import", "../places.csv"])
    try shop.must("add", "nora", "--roles", "manager", "--store", "The cellar")
    let me = "people: { \(PeopleTests.login): manager"
    #expect(try shop.read().hasSuffix(me + ", nora: { role: manager, store: cellar } }\n"))
    try shop.must("change", "nora", "--all-stores")
    #expect(try shop.read().hasSuffix(me + ", nora: { role: manager } }\n"))
  }

  @Test(arguments: [
    ("", ["add", "ME", "--roles", "counter"], "no manager of all stores"),
    ("  ME: manager\n", ["remove", "ME"], "no manager of all stores"),
    ("  ME: manager\n", ["change", "ME", "--roles", "counter"], "no manager of all stores"),
    ("  ME: manager\n  anna: manager\n", ["remove", "ME"], "has to stay a manager"),
    ("  ME: manager\n  anna: manager\n", ["change", "ME", "--roles", "auditor"], "has to stay a manager"),
    ("  ME: manager\n  ben: counter\n", ["add", "ben", "--roles", "counter"], "is that of ben already"),
    (
      "  ME: manager\n  anna: manager\n", ["change", "ME", "--roles", "manager,accountant"],
      "--roles gives you more than you have: accountant"
    ),
    ("  ME: manager\n  anna: manager\n", ["add", "dora", "--roles", "counter", "--name", " ANNA"], "of somebody else"),
    ("  ME: manager\n", ["add", "till ", "--roles", "counter"], "space at an end"),
    ("  ME: manager\n", ["add", "..", "--roles", "counter"], "the login '..' cannot sign in"),
    ("  ME: manager\n", ["add", "do\u{200B}ra", "--roles", "counter"], "a hidden sign"),
    ("  ME: manager\n", ["add", "dora", "--roles", "counter", "--name", "D\u{202E}ora"], "or has a hidden sign"),
    ("  ME: manager\n", ["add", "dora", "--roles", "boss"], "--roles 'boss' is not a role"),
    ("  ME: manager\n", ["add", "dora"], "--roles is missing"),
    ("  ME: manager\n", ["add", "do:ra", "--roles", "counter"], "has a colon"),
    ("  ME: manager\n", ["add", "", "--roles", "counter"], "it is empty"),
    ("  ME: manager\n", ["add", "dora", "--roles", "counter", "--name", "ME"], "the name or the login of somebody"),
    ("  ME: manager\n", ["add", "dora", "--roles", "counter", "--name", "a\nb"], "is not a name of one line"),
    ("  ME: manager\n", ["add", "dora", "--roles", "counter", "--store", "moon"], "--store 'moon' is not a location"),
    ("  ME: manager\n  ben: counter\n", ["change", "bem", "--name", "x"], "Did you mean 'ben'?"),
    ("  ME: { role: manager, acts_for: [ben] }\n  ben: counter\n", ["remove", "ben"], "acts for 'ben'"),
    ("  ME: &m { role: manager }\n  anna: *m\n", ["change", "anna", "--roles", "counter"], "`anna: counter`"),
    ("  ? ME\n  : manager\n", ["add", "dora", "--roles", "counter"], "`dora: counter`"),
  ])
  func whatWouldBeWrongIsNotWritten(people: String, arguments: [String], said: String) throws {
    let shop = try Shop(TestFolder(), adding: people.isEmpty ? "" : "people:\n" + people)
    let (before, log) = (try shop.read(), try shop.log())
    let run = try shop.run(arguments)
    #expect(run.status == 2, "\(run.shown)")
    #expect(run.errorText.contains(said.replacing("ME", with: PeopleTests.login)), "\(run.shown)")
    #expect(try shop.read() == before)
    #expect(try shop.log() == log)
  }

  @Test func aLinkAndTheModeStay() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder, adding: "people:\r\n  ME: manager\r\n")
    let (target, manager) = (folder.path + "/settings-elsewhere.yml", FileManager.default)
    try manager.moveItem(atPath: shop.settings, toPath: target)
    try manager.createSymbolicLink(atPath: shop.settings, withDestinationPath: target)
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try shop.must("add", "ben", "--roles", "counter")
    #expect(try manager.destinationOfSymbolicLink(atPath: shop.settings) == target)
    #expect(try manager.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(try shop.read().utf8.suffix(16).elementsEqual("\r\n  ben: counter\r\n".utf8.suffix(16)))
    #expect(try manager.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("settings-") }.count == 1)
  }

  @Test func aPageAddsAPerson() throws {
    let folder = try TestFolder()
    let shop = try Shop(folder)
    let served = try ServedShop(shop.folder.path, environment: folder.environment)
    let page = try served.client.get("/settings/people")
    #expect(page.text.contains("The list begins with you"))
    let fields = [("login", "ben"), ("name", "Ben Okafor"), ("role", "counter")]
    let added = try served.client.follow(try served.client.post("/settings/people", fields, from: page))
    #expect(served.client.place == "/settings/people/ben", "\(added.text.prefix(3000))")
    #expect(added.text.contains("Ben Okafor is on the list"))
    #expect(try shop.read().contains("  ben: { role: counter, name: Ben Okafor }\n"))
    // Who does it themselves stays a manager, and the page says why not.
    let own = "/settings/people/" + PageClient.encoded(PeopleTests.login)
    let refused = try served.client.post(
      own + "/change", [("role", "counter")], from: try served.client.get(own))
    #expect(refused.status == 422 && refused.text.contains("no manager of all stores"), "\(refused.text.prefix(3000))")
    let gone = try served.client.follow(
      try served.client.post(
        "/settings/people/ben/delete", [], from: try served.client.get("/settings/people/ben/delete")))
    #expect(gone.text.contains("no longer on the list"))
    #expect(!(try shop.read().contains("ben:")))
  }
}

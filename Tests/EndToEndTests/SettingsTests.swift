import Foundation
import GRDB
import Testing

/// What a manager sees and changes of the settings, and the copies of a shop.
@Suite struct SettingsTests {
  private func object(_ run: CommandRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any], "\(run.shown)")
  }

  private func rows(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  @Test func aProfileThatExistsIsNamedWithoutItsFolder() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let list = shop.path + "/list.csv"
    try "sku,title\nA1,Cup\n".write(toFile: list, atomically: true, encoding: .utf8)
    let words = ["inspect", list, "--kind", "products", "--save-profile", "acme"]
    _ = try shop.must(words)
    let again = try shop.run(words)
    #expect(again.status == 2 && again.errorText.contains("the profile 'acme' exists already"), "\(again.shown)")
    #expect(!again.errorText.contains("/profiles/"))
  }

  @Test func theSettingsSayWhatHoldsAndWhereItIsSet() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let file = shop.path + "/stockroom.yml"
    let text =
      try String(contentsOfFile: file, encoding: .utf8) + """
        guards:
          unit-cost-changed: 30
          price-below-cost: off
        reasons:
          broken-by-customer: known
          given-away: { loss: none, account: Expenses:Gifts }
          lent-out: none
        counts:
          tolerance_units: 1
          locations:
            store: { approve_up_to: 500.00 }
        accounts:
          shrinkage: Expenses:Lost
          reasons: { damage: Expenses:Broken }

        """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func line(_ word: String) -> Int? { lines.firstIndex { $0.contains(word) }.map { $0 + 1 } }

    let all = try object(try shop.must(["settings", "--json"]))
    #expect(all["file"] as? String == file)
    let cost = rows(all["guards"]).first { $0["guard"] as? String == "unit-cost-changed" }
    #expect(cost?["limit"] as? String == "30 %" && cost?["usual"] as? String == "20 %")
    #expect(cost?["line"] as? Int == line("unit-cost-changed"))
    #expect(rows(all["guards"]).contains { $0["limit"] as? String == "off" })
    let own = rows(all["reasons"]).first { $0["reason"] as? String == "broken-by-customer" }
    #expect(own?["is_own"] as? Bool == true && own?["account"] as? String == "Expenses:Lost")
    #expect(own?["line"] as? Int == line("shrinkage"), "the line is that of the account")
    let gift = rows(all["reasons"]).first { $0["reason"] as? String == "given-away" }
    #expect(gift?["account"] as? String == "Expenses:Gifts" && gift?["line"] as? Int == line("given-away"))
    let lent = try #require(rows(all["reasons"]).first { $0["reason"] as? String == "lent-out" })
    #expect(lent["line"] == nil, "no line sets its account")
    let damage = rows(all["reasons"]).first { $0["reason"] as? String == "damage" }
    #expect(damage?["account"] as? String == "Expenses:Broken" && damage?["line"] as? Int == line("damage"))
    let limit = rows(all["counts"]).first { $0["location"] as? String == "store" }
    #expect(limit?["value"] as? String == "500.00 EUR" && limit?["line"] as? Int == line("approve_up_to"))
    let zone = rows(all["shop"]).first { $0["setting"] as? String == "time_zone" }
    #expect(zone?["value"] as? String == "Europe/Berlin" && zone?["line"] as? Int == line("time_zone"))

    let guards = try shop.must(["settings", "guards"]).outputText
    #expect(guards.contains("unit-cost-changed") && !guards.contains("broken-by-customer"))
    #expect(try shop.run(["settings", "gards"]).status == 2)
  }

  @Test func profilesAreListedWithTheirColumnsAndTheirErrors() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let profile = """
      profile: acme
      format: csv
      records:
        - kind: prices
          fields:
            sku: Artikel
            price: Preis
            price_type: { column: Art, apply: [map: { values: { Aktion: sale, Normal: regular }, otherwise: error }] }

      """
    try profile.write(toFile: shop.path + "/profiles/acme.yml", atomically: true, encoding: .utf8)
    try "profile: [".write(toFile: shop.path + "/profiles/broken.yml", atomically: true, encoding: .utf8)
    let profiles = rows(try object(try shop.must(["settings", "profiles", "--json"]))["profiles"])
    let acme = profiles.first { $0["profile"] as? String == "acme" }
    let record = rows(acme?["records"]).first
    #expect(record?["kind"] as? String == "prices")
    #expect(rows(record?["fields"]).map { $0["from"] as? String } == ["Artikel", "Preis", "Art"])
    let mapped = rows(record?["fields"]).last
    #expect(rows(mapped?["values"]).map { $0["ours"] as? String } == ["sale", "regular"])
    #expect(rows(mapped?["values"]).map { $0["theirs"] as? String } == ["Aktion", "Normal"])
    #expect(mapped?["otherwise"] as? String == "error" && mapped?["columns"] as? [String] == ["Art"])
    let broken = profiles.first { $0["profile"] as? String == "broken" }
    #expect((broken?["problem"] as? String)?.contains("broken.yml") == true)
  }

  @Test func aPersonChangesTheirOwnPassphraseByThePresentOne() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let file = shop.path + "/passphrases"
    func change(_ lines: String) throws -> CommandRun {
      try shop.run(["people", "change-passphrase"], input: try folder.write("typed.txt", lines))
    }
    let none = try change("nothing at all\nfirst long passphrase\n")
    #expect(none.status == 2 && none.errorText.contains("no passphrase that could be changed"), "\(none.shown)")
    let set = try shop.run(
      ["people", "passphrase", PeopleTests.login], input: try folder.write("first.txt", "first long passphrase\n"))
    #expect(set.status == 0, "\(set.shown)")
    let before = try String(contentsOfFile: file, encoding: .utf8)
    for (lines, said) in [
      ("another passphrase\nsecond long passphrase\n", "not your present passphrase"),
      ("first long passphrase\nshort\n", "fewer than 10 characters"), ("", "no passphrase came"),
    ] {
      let refused = try change(lines)
      #expect(refused.status == 2 && refused.errorText.contains(said), "\(refused.shown)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    }
    let log = { try shop.must(["log", "--json"]).outputText.components(separatedBy: "changed their own").count - 1 }
    #expect(try log() == 0, "what failed is not in the log")
    let changed = try change("first long passphrase\nsecond long passphrase\n")
    #expect(changed.status == 0, "\(changed.shown)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) != before)
    #expect(try log() == 1)
  }

  @Test func aShopIsRestoredFromItsBackup() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    #expect(try shop.must(["backup", "list"]).outputText.contains("There are no backups"))
    let made = try object(try shop.must(["backup", "make", "--json"]))
    let name = try #require(made["backup"] as? String)
    let path = try #require(made["folder"] as? String)
    #expect(path == shop.path + "/backups/" + name)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    #expect(try shop.must(["log", "--limit", "1"]).outputText.contains("made the backup \(name)"))
    #expect(try shop.must(["backup", "list", "--json"]).outputText.contains(name))
    #expect(try shop.must(["backup", "check", name]).outputText.contains("can be restored"))

    let products = try shop.must(["export", "products", "--format", "csv"]).outputText
    let restored = folder.path + "/restored"
    try FileManager.default.copyItem(atPath: path, toPath: restored)
    #expect(try folder.run(["check", "--shop", restored]).status == 0)
    let again = try folder.run(["export", "products", "--format", "csv", "--shop", restored])
    #expect(again.outputText == products)

    // What others change in the shop is not in it; what is changed in it is noticed.
    let handle = try #require(FileHandle(forWritingAtPath: path + "/stock.sqlite"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    let check = try shop.run(["backup", "check", name, "--json"])
    #expect(check.status == 1 && check.outputText.contains("is not the file that was copied"), "\(check.shown)")
    try FileManager.default.removeItem(atPath: path + "/stockroom.yml")
    let lacking = try shop.run(["backup", "check", name])
    #expect(lacking.status == 1 && lacking.errorText.contains("is missing in the backup"), "\(lacking.shown)")
    let unknown = try shop.run(["backup", "check", "../../etc"])
    #expect(unknown.status == 2 && unknown.errorText.contains("there is no backup"), "\(unknown.shown)")
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.path + "/backups")
    #expect(names == [name], "nothing is left over")
  }

  @Test func whatIsLeftOfCopiesIsRemovedUnlessOneIsBeingWritten() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let backups = shop.path + "/backups"
    let manager = FileManager.default
    let leftovers = [".2026-11-27T18-00-00.unfinished", ".check-\(UUID().uuidString)"]
    let others = [".check-list", ".mine.unfinished"]
    func names() throws -> Set<String> { Set(try manager.contentsOfDirectory(atPath: backups)) }
    let now = Date.now
    let twoDaysAgo = now.addingTimeInterval(-2 * 24 * 60 * 60)
    func leave(folderOf folderDate: Date? = nil, fileOf fileDate: Date? = nil) throws {
      for name in leftovers + others {
        let (path, file) = ("\(backups)/\(name)", "\(backups)/\(name)/stock.sqlite")
        try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("cut short".utf8).write(to: URL(fileURLWithPath: file))
        try manager.setAttributes([.modificationDate: fileDate ?? twoDaysAgo], ofItemAtPath: file)
        try manager.setAttributes([.modificationDate: folderDate ?? twoDaysAgo], ofItemAtPath: path)
      }
    }
    try leave()
    let made = try object(try shop.must(["backup", "make", "--json"]))
    let name = try #require(made["backup"] as? String)
    #expect(try names() == Set([name] + others))
    try leave()
    try shop.must(["backup", "check", name])
    #expect(try names() == Set([name] + others))
    // Another machine may be at work on them, whose lock is not seen here.
    for (folderDate, fileDate) in [(now, nil), (nil, now)] as [(Date?, Date?)] {
      try leave(folderOf: folderDate, fileOf: fileDate)
      try shop.must(["backup", "check", name])
      #expect(try names() == Set([name] + leftovers + others))
    }
    try leave()
    // As a process has it that copies at this moment.
    let lock = open(backups, O_RDONLY)
    defer { close(lock) }
    let isLocked = flock(lock, LOCK_SH) == 0
    #expect(isLocked)
    try shop.must(["backup", "check", name])
    #expect(try names() == Set([name] + leftovers + others))
  }

  @Test func aBackupHasNoLinksInPlaceOfFiles() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let elsewhere = try folder.write("elsewhere.yml", "format: csv\n")
    try FileManager.default.createSymbolicLink(
      atPath: shop.path + "/profiles/linked.yml", withDestinationPath: elsewhere)
    let run = try shop.run(["backup", "make"])
    #expect(run.status == 5 && run.errorText.contains("is a link"), "\(run.shown)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/backups").isEmpty)
  }

  @Test func aBackupIsNamedWhereTheLogCannotBeWritten() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let queue = try DatabaseQueue(path: shop.database)
    try queue.write { database in
      try database.execute(
        sql: "CREATE TRIGGER no_log BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no log'); END")
    }
    try queue.close()
    func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: shop.path + "/backups")) ?? [] }
    let file = shop.path + "/stockroom.yml"
    let settings = try String(contentsOfFile: file, encoding: .utf8)
    // The shop cannot be opened for writing: the new reason would be logged.
    try (settings + "reasons: { given-away: none }\n").write(toFile: file, atomically: true, encoding: .utf8)
    let stopped = try shop.run(["backup", "make"])
    #expect(stopped.status != 0 && !stopped.errorText.contains("was made"), "\(stopped.shown)")
    #expect(names() == [], "it stops before it copies")
    try settings.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try shop.run(["backup", "make"])
    let name = try #require(names().first, "\(run.shown)")
    #expect(run.status != 0 && run.errorText.contains("the backup \(name) was made"), "\(run.shown)")
    #expect(run.errorText.contains("The backup can be used."), "\(run.shown)")
  }

  @Test func aBackupThatCannotBeWrittenLeavesNothing() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let file = try folder.write("file", "no folder")
    let run = try shop.run(["backup", "make", "--folder", file])
    #expect(run.status == 6 && run.errorText.contains("cannot be written"), "\(run.shown)")
    #expect(!(try shop.must(["log"]).outputText.contains("made the backup")))
  }
}

import Foundation
import ProblemKit
import RetailValues
import Serving
import Testing

@testable import Web

@Suite struct SigningTests {
  @Test func keepsHashesThatOnlyTheOwnerCanRead() throws {
    let folder = try TemporaryFolder()
    let passphrases = Passphrases(shop: folder.path)
    try passphrases.set("four words that differ", for: "anna")
    try passphrases.set("another four words here", for: "ben")
    #expect(passphrases.areRight("four words that differ", for: "anna"))
    #expect(!passphrases.areRight("four words that differ", for: "ben"))
    #expect(!passphrases.areRight("four words that differ", for: "nobody"))
    #expect(!passphrases.areRight("", for: "anna"))
    #expect(!passphrases.areRight("four words that differ\0", for: "anna"))
    let text = try String(contentsOfFile: passphrases.path, encoding: .utf8)
    #expect(text.hasPrefix("anna:$7$"))
    #expect(!text.contains("four words"))
    let mode = try FileManager.default.attributesOfItem(atPath: passphrases.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try passphrases.remove("anna")
    #expect(passphrases.logins == ["ben"])
    #expect(!passphrases.areRight("four words that differ", for: "anna"))
  }

  @Test func aFileThatCannotBeReadIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let passphrases = Passphrases(shop: folder.path)
    // The tests may run as a user who may read every file; a folder is never read as a file.
    try FileManager.default.createDirectory(atPath: passphrases.path, withIntermediateDirectories: false)
    #expect(throws: Problems.self) { try passphrases.set("four words that differ", for: "anna") }
    #expect(throws: Problems.self) { try passphrases.remove("anna") }
    #expect(passphrases.logins.isEmpty)
  }

  @Test func aLinkInPlaceOfTheNewFileIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    let (path, other) = (folder.path + "/cards", folder.path + "/other")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: other))
    try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
    try DurableFile.write("new", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
  }

  @Test func filesThatAreWrittenAtOnceAreWhole() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/cards"
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Each as a process of its own would.
      for number in 0..<40 {
        group.addTask { try DurableFile.write(String(repeating: "\(number % 10)", count: 10_000), to: path) }
      }
      try await group.waitForAll()
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.utf8.count == 10_000 && Set(text).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cards"])
  }

  @Test func aFileThatWasChangedSinceItWasReadIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/stockroom.yml"
    try Data("one".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o640)
    try DurableFile.replace(Data("one".utf8), with: Data("two".utf8), at: path)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    let error = try #require(throws: Problems.self) {
      try DurableFile.replace(Data("one".utf8), with: Data("three".utf8), at: path)
    }
    #expect(error.message.contains("was changed by another program"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["stockroom.yml"])
  }

  @Test func aLockIsWaitedForAndNotForEver() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/stockroom.yml"
    try Data("one".utf8).write(to: URL(fileURLWithPath: path))
    let first = try FileLock.take(path)
    let error = try #require(throws: Problems.self) { _ = try FileLock.take(path, within: .milliseconds(50)) }
    #expect(error.message.contains("is being changed by another program"))
    // The lock is that of the file at the path, though another was put there while it was held.
    try DurableFile.replace(Data("one".utf8), with: Data("two".utf8), at: path)
    let second = try FileLock.take(path, within: .milliseconds(50))
    FileLock.end(first)
    #expect(throws: Problems.self) { _ = try FileLock.take(path, within: .milliseconds(50)) }
    FileLock.end(second)
    FileLock.end(try FileLock.take(path, within: .milliseconds(50)))
    #expect(try FileLock.take(folder.path + "/missing") == -1)
  }

  @Test func hiddenSignsAreInNoNameExceptThoseThatScriptsNeed() {
    for text in ["Ben", "\u{646}\u{627}\u{645}\u{200C}\u{647}\u{627}", "a\u{200D}b", "Zoë Ångström"] {
      #expect(Passphrases.isPlainLine(text), "\(text)")
    }
    for text in ["a\u{200B}", "\u{202E}a", "\u{FEFF}a", "a\u{2028}b", "a\nb", "a\r\nb", "a\u{85}b", "a\u{0}"] {
      #expect(!Passphrases.isPlainLine(text), "\(text.debugDescription)")
    }
  }

  @Test func cardsThatAreMadeAtOnceAreAllKept() async throws {
    let folder = try TemporaryFolder()
    let logins = (1...8).map { "person \($0)" }
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Each as a process of its own would.
      for login in logins { group.addTask { _ = try CountCards(shop: path).make(for: login, count: "7") } }
      try await group.waitForAll()
    }
    #expect(CountCards(shop: path).cards(ofCount: "7").map(\.login) == logins)
  }

  @Test(arguments: ["short", "nine char", String(repeating: "x", count: 600), "four words\0 that differ"])
  func refusesPassphrasesThatAreTooShortOrTooLong(passphrase: String) throws {
    let folder = try TemporaryFolder()
    #expect(throws: (any Error).self) { try Passphrases(shop: folder.path).set(passphrase, for: "anna") }
  }

  @Test func aSessionEndsByTimeByHandAndEverywhere() {
    let sessions = Sessions()
    let now = Date()
    let (one, two) = (sessions.begin("anna", now: now), sessions.begin("anna", now: now))
    #expect(one != two)
    #expect(sessions.session(one)?.login == "anna")
    #expect(sessions.session(one, now: now.addingTimeInterval(Sessions.duration + 1)) == nil)
    sessions.end(one)
    #expect(sessions.session(one) == nil)
    sessions.endAll(of: "anna")
    #expect(sessions.session(two) == nil)
  }

  @Test func anotherRoleDoesNotMakeASessionLonger() throws {
    let sessions = Sessions()
    let begun = Date()
    let old = sessions.begin("anna", credentialHash: "hash", now: begun)
    let before = try #require(sessions.session(old, now: begun))
    let later = begun.addingTimeInterval(Sessions.duration - 1)
    let new = try #require(sessions.change(old, to: .counter, now: later))
    #expect(sessions.session(old, now: later) == nil)
    let after = try #require(sessions.session(new, now: later))
    #expect(after.ends == before.ends && after.role == .counter && after.credentialHash == "hash")
    #expect(after.csrf != before.csrf)
    #expect(sessions.change(new, to: nil, now: before.ends) == nil)
  }

  @Test func aMessageIsShownOnce() {
    let sessions = Sessions()
    let secret = sessions.begin("anna")
    sessions.say(Message(text: "Done."), to: secret)
    #expect(sessions.takeMessage(of: secret)?.text == LocalizedText(verbatim: "Done."))
    #expect(sessions.takeMessage(of: secret) == nil)
  }

  @Test func wrongAttemptsAreCountedForAWhile() {
    let attempts = SignInAttempts()
    let now = Date()
    for _ in 1...SignInAttempts.most { #expect(attempts.begin(Self.counted("anna", "x"), now: now) == nil) }
    #expect(attempts.begin(Self.counted("anna", "x"), now: now) == 16)
    // The owner of the name signs in at another address, and somebody else at the same one.
    for (login, address) in [("anna", "y"), ("ben", "x")] {
      #expect(attempts.begin(Self.counted(login, address), now: now) == nil)
      attempts.succeed(Self.counted(login, address))
    }
    #expect(attempts.begin(Self.counted("anna", "x"), now: now) == 16)
    #expect(
      attempts.begin(Self.counted("anna", "x"), now: now.addingTimeInterval(SignInAttempts.period)) == nil)
  }

  @Test func aRightPassphraseTakesBackTheWrongOnesOfItsNameInItsNetworkAlone() {
    let attempts = SignInAttempts()
    let wrong = SignInAttempts.most - 1
    for _ in 1...wrong { #expect(attempts.begin(Self.counted("anna", "x")) == nil) }
    #expect(attempts.begin(Self.counted("anna", "x")) == nil)
    attempts.succeed(Self.counted("anna", "x"))
    for _ in 1...SignInAttempts.most { #expect(attempts.begin(Self.counted("anna", "x")) == nil) }
    #expect(attempts.begin(Self.counted("anna", "x")) != nil)
    for number in 0..<(SignInAttempts.mostOfOneNetwork - wrong - SignInAttempts.most) {
      #expect(attempts.begin(Self.counted("name \(number)", "x")) == nil)
    }
    #expect(attempts.begin(Self.counted("clara", "x")) != nil)
    #expect(attempts.begin(Self.counted("clara", "y")) == nil)
  }

  @Test func aNameIsNotGuessedFromManyNetworks() {
    let attempts = SignInAttempts()
    let now = Date()
    for number in 0..<SignInAttempts.mostOfOneName {
      #expect(attempts.begin(Self.counted("anna", "2001:db8:0:\(number)::1"), now: now) == nil)
    }
    #expect(attempts.begin(Self.counted("anna", "2001:db8:1::1"), now: now) == 16)
    #expect(attempts.begin(Self.counted("ben", "2001:db8:1::1"), now: now) == nil)
  }

  @Test func behindAProxyTheNamesAreCountedApart() {
    let attempts = SignInAttempts()
    for number in 0...SignInAttempts.mostOfOneNetwork {
      #expect(attempts.begin(Self.counted("name \(number)", "127.0.0.1", isBehindProxy: true)) == nil)
    }
    for _ in 1...SignInAttempts.most {
      #expect(attempts.begin(Self.counted("anna", "127.0.0.1", isBehindProxy: true)) == nil)
    }
    #expect(attempts.begin(Self.counted("anna", "127.0.0.1", isBehindProxy: true)) != nil)
  }

  private static func counted(
    _ login: String, _ address: String, isBehindProxy: Bool = false
  ) -> [SignInAttempts.Counted] {
    SignInAttempts.counted(login, from: .of(address), isBehindProxy: isBehindProxy)
  }

  @Test func anAttemptThatNobodyLookedAtIsNotCounted() async throws {
    let folder = try TemporaryFolder()
    let shop = ServedTestShop(folder: folder.path, roles: [.manager])
    let site = Site(
      shop: shop, templates: try PageTemplates(folder: "pages"), address: SiteAddress(hosts: [], isSecure: false),
      log: { _ in })
    try site.passphrases.set("four words that differ", for: "anna")
    let settings = try shop.settings()
    let end = DispatchSemaphore(value: 0)
    let refused = 40
    await withTaskGroup(of: Bool.self) { group in
      // All that are taken wait for the end of the first.
      for _ in 1...(CommandQueue.mostWaiting + refused) {
        group.addTask {
          let work: Void? = try? await site.commands.hash {
            end.wait()
            end.signal()
          }
          return work != nil
        }
      }
      for _ in 1...refused {
        let isTaken = await group.next()
        #expect(isTaken == false)
      }
      for _ in 1...(SignInAttempts.most + 1) {
        await #expect(throws: PageFailure.self) {
          _ = try await site.result(of: "four words that differ", by: "anna", from: .of("192.0.2.1"), settings)
        }
      }
      end.signal()
    }
    let result = try await site.result(of: "four words that differ", by: "anna", from: .of("192.0.2.1"), settings)
    guard case .passphrase(let hash) = result else { return #expect(Bool(false)) }
    #expect(hash == site.passphrases.hash(of: "anna"))
    for _ in 1...SignInAttempts.most {
      guard case .wrong = try await site.result(of: "wrong wrong", by: "anna", from: .of("192.0.2.1"), settings) else {
        return #expect(Bool(false))
      }
    }
    guard case .tooMany = try await site.result(of: "wrong wrong", by: "anna", from: .of("192.0.2.1"), settings) else {
      return #expect(Bool(false))
    }
  }

  @Test func confirmationsAreCountedApartFromSignIns() async throws {
    let folder = try TemporaryFolder()
    let shop = ServedTestShop(folder: folder.path, roles: [.manager])
    let site = Site(
      shop: shop, templates: try PageTemplates(folder: "pages"), address: SiteAddress(hosts: [], isSecure: false),
      log: { _ in })
    try site.passphrases.set("four words that differ", for: "anna")
    let settings = try shop.settings()
    for _ in 1...SignInAttempts.most {
      let result = try await site.result(of: "wrong wrong", by: "anna", from: .of("192.0.2.1"), settings)
      guard case .wrong = result else { return #expect(Bool(false)) }
    }
    #expect(try await site.isPresent("four words that differ", of: "anna"))
    let next = try await site.result(of: "wrong wrong", by: "anna", from: .of("192.0.2.1"), settings)
    guard case .tooMany = next else { return #expect(Bool(false)) }
  }

  @Test func aSessionLastsAsLongAsWhatItWasBegunWith() throws {
    let folder = try TemporaryFolder()
    let site = Site(
      shop: ServedTestShop(folder: folder.path, roles: [.counter]), templates: try PageTemplates(folder: "pages"),
      address: SiteAddress(hosts: [], isSecure: false), log: { _ in })
    func session(count: String) throws -> Session {
      let number = try site.cards.make(for: "anna", count: count)
      let secret = site.sessions.begin("anna", card: site.cards.card(number, of: "anna"))
      return try #require(site.sessions.session(secret))
    }
    let (old, other) = (try session(count: "7"), try session(count: "8"))
    #expect(site.keepsCredential(of: old) && site.keepsCredential(of: other))
    let new = try session(count: "7")
    #expect(!site.keepsCredential(of: old) && site.keepsCredential(of: new))
    try site.cards.withdraw(count: "7")
    #expect(!site.keepsCredential(of: new) && site.keepsCredential(of: other))
    let byLink = try #require(site.sessions.session(site.sessions.begin("anna")))
    #expect(site.keepsCredential(of: byLink))
    try CardFile.withdraw(of: "anna", shop: folder.path)
    #expect(!site.keepsCredential(of: other))
  }

  @Test func aLinkSignsInOnce() {
    let links = SignInLinks()
    let now = Date()
    let key = links.make(for: "anna", within: 60, now: now)
    #expect(links.login(of: key, now: now) == "anna")
    #expect(links.use(key, now: now) == "anna")
    #expect(links.use(key, now: now) == nil)
    let late = links.make(for: "anna", within: 60, now: now)
    #expect(links.use(late, now: now.addingTimeInterval(61)) == nil)
  }

  @Test func aCardIsForOnePersonOneCountAndADay() throws {
    let folder = try TemporaryFolder()
    let cards = CountCards(shop: folder.path)
    let now = Date()
    let ben = try cards.make(for: "ben two", count: "7", now: now)
    #expect(ben.count == 8)
    #expect(cards.card(ben, of: "ben two", now: now)?.count == "7")
    #expect(cards.card("\(ben.prefix(4)) \(ben.suffix(4))", of: "ben two", now: now)?.count == "7")
    #expect(cards.card(ben, of: "anna", now: now) == nil)
    #expect(
      cards.card(String(ben.reversed()) == ben ? "1\(ben.dropFirst())" : String(ben.reversed()), of: "ben two") == nil)
    #expect(cards.card(ben, of: "ben two", now: now.addingTimeInterval(CountCards.duration + 1)) == nil)
    let text = try String(contentsOfFile: folder.path + "/cards", encoding: .utf8)
    #expect(!text.contains(ben))
    // Another server over the same shop, as after a new start.
    #expect(CountCards(shop: folder.path).card(ben, of: "ben two", now: now) != nil)
    let second = try cards.make(for: "ben two", count: "7", now: now)
    #expect(cards.card(ben, of: "ben two", now: now) == nil || ben == second)
    let other = try cards.make(for: "ben two", count: "8", now: now)
    let anna = try cards.make(for: "anna", count: "8", now: now)
    try cards.withdraw(count: "7", now: now)
    #expect(cards.card(second, of: "ben two", now: now) == nil)
    #expect(cards.card(other, of: "ben two", now: now)?.count == "8")
    #expect(cards.cards(ofCount: "8", now: now).map(\.login) == ["anna", "ben two"])
    #expect(cards.card(anna, of: "anna", now: now)?.count == "8")
  }

  @Test(arguments: ["Year end", "a:b", "50%", "a/b", "Größe"])
  func aCardIsForACountOfAnyName(count: String) throws {
    let folder = try TemporaryFolder()
    let cards = CountCards(shop: folder.path)
    let number = try cards.make(for: "ben two", count: count)
    #expect(cards.card(number, of: "ben two")?.count == count)
    #expect(cards.cards(ofCount: count).map(\.login) == ["ben two"])
    try cards.withdraw(count: count)
    #expect(cards.card(number, of: "ben two") == nil)
  }

  @Test func aPersonHasFewCardsAtOnce() throws {
    let folder = try TemporaryFolder()
    let cards = CountCards(shop: folder.path)
    let now = Date()
    _ = try cards.make(for: "anna", count: "1", now: now)
    for count in 1...6 { _ = try cards.make(for: "ben", count: "\(count)", now: now.addingTimeInterval(Double(count))) }
    let counts = (1...6).filter { count in cards.cards(ofCount: "\(count)", now: now).contains { $0.login == "ben" } }
    #expect(counts == [3, 4, 5, 6])
    #expect(cards.cards(ofCount: "1", now: now).map(\.login) == ["anna"])
  }

  @Test func oneLoginHasFewSessionsAndEndsNoneOfOthers() {
    let sessions = Sessions()
    let now = Date()
    let ben = sessions.begin("ben", now: now)
    let annas = (1...(Sessions.mostOfOneLogin + 1)).map {
      sessions.begin("anna", now: now.addingTimeInterval(Double($0)))
    }
    #expect(annas.map { sessions.session($0) != nil } == [false] + annas.dropFirst().map { _ in true })
    #expect(sessions.session(ben) != nil)
  }
}

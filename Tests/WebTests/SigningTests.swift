import Foundation
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
    let text = try String(contentsOfFile: passphrases.path, encoding: .utf8)
    #expect(text.hasPrefix("anna:$7$"))
    #expect(!text.contains("four words"))
    let mode = try FileManager.default.attributesOfItem(atPath: passphrases.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try passphrases.remove("anna")
    #expect(passphrases.logins == ["ben"])
    #expect(!passphrases.areRight("four words that differ", for: "anna"))
  }

  @Test(arguments: ["short", "nine char", String(repeating: "x", count: 600)])
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

  @Test func aMessageIsShownOnce() {
    let sessions = Sessions()
    let secret = sessions.begin("anna")
    sessions.say(Message(text: "Done."), to: secret)
    #expect(sessions.takeMessage(of: secret)?.text == "Done.")
    #expect(sessions.takeMessage(of: secret) == nil)
  }

  @Test func wrongAttemptsAreCountedForAWhile() {
    let attempts = SignInAttempts()
    let now = Date()
    for _ in 1...SignInAttempts.most {
      #expect(attempts.minutesToWait(["anna"], now: now) == nil)
      attempts.note(failureOf: ["anna", "address"], now: now)
    }
    #expect(attempts.minutesToWait(["anna"], now: now) == 16)
    #expect(attempts.minutesToWait(["ben", "address"], now: now) == 16)
    #expect(attempts.minutesToWait(["ben"], now: now) == nil)
    #expect(attempts.minutesToWait(["anna"], now: now.addingTimeInterval(SignInAttempts.period)) == nil)
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

  @Test func aFormIsCarriedOutOnce() {
    let forms = SentForms()
    func isNew(_ claim: SentForms.Claim) -> Bool { if case .new = claim { true } else { false } }
    #expect(isNew(forms.claim("key", by: "anna", content: 1)))
    guard case .running = forms.claim("key", by: "anna", content: 1) else { return #expect(Bool(false)) }
    guard case .differs = forms.claim("key", by: "anna", content: 2) else { return #expect(Bool(false)) }
    guard case .differs = forms.claim("key", by: "ben", content: 1) else { return #expect(Bool(false)) }
    forms.finish("key", at: "/imports/7")
    guard case .done("/imports/7") = forms.claim("key", by: "anna", content: 1) else { return #expect(Bool(false)) }
    #expect(isNew(forms.claim("other", by: "anna", content: 1)))
    forms.finish("other", at: nil)
    #expect(isNew(forms.claim("other", by: "anna", content: 1)))
  }
}

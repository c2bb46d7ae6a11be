import Foundation
import Testing

@testable import Web

/// Which forms are carried out.
@Suite struct SentFormsTests {
  @Test func aFormIsCarriedOutOnce() {
    let forms = SentForms()
    let (content, other) = (ShortHash(of: "one"), ShortHash(of: "other"))
    #expect(Self.isNew(forms.claim("key", content: content)))
    guard case .running = forms.claim("key", content: content) else { return #expect(Bool(false)) }
    guard case .differs = forms.claim("key", content: other) else { return #expect(Bool(false)) }
    forms.finish("key", at: "/imports/7")
    guard case .done("/imports/7") = forms.claim("key", content: content) else { return #expect(Bool(false)) }
    #expect(Self.isNew(forms.claim("other", content: content)))
    forms.finish("other", at: nil)
    #expect(Self.isNew(forms.claim("other", content: content)))
  }

  @Test func theFormsThatAreKeptAreFewAndNotOld() {
    let forms = SentForms()
    let (content, now) = (ShortHash(of: "one"), Date())
    for number in 0..<(3 * SentForms.mostRecent) {
      _ = forms.claim("\(number)", content: content, now: now)
      forms.finish("\(number)", at: "/")
    }
    #expect(forms.count == 2 * SentForms.mostRecent)
    guard case .done("/") = forms.claim("\(SentForms.mostRecent)", content: content, now: now) else {
      return #expect(Bool(false))
    }
    let day: TimeInterval = 24 * 3600
    _ = forms.claim("a week later", content: content, now: now.addingTimeInterval(8 * day))
    #expect(forms.count == SentForms.mostRecent + 1)
    #expect(Self.isNew(forms.claim("0", content: content, now: now.addingTimeInterval(28 * day))))
    #expect(forms.count == 1)
  }

  private static func isNew(_ claim: SentForms.Claim) -> Bool { if case .new = claim { true } else { false } }

  @Test func aHashIsOfTheTextsAndNotOfTheirLetters() {
    func hash(_ texts: String...) -> ShortHash {
      let maker = ShortHashMaker()
      for text in texts { maker.add(text) }
      return maker.hash()
    }
    #expect(hash("ab", "c") == hash("ab", "c") && hash("ab", "c") != hash("a", "bc") && hash("") != hash("", ""))
  }
}

import RetailValues
import Testing

@Suite struct ReasonWordsTests {
  @Test func eachWordMeansOneOfTheReasonsOfEveryShop() {
    let codes = Set(Reason.builtIn.map(\.code))
    let named = Set(Reason.otherWords.keys)
    #expect(named.isSubset(of: codes))
    let words = Reason.builtIn.flatMap { Set($0.words) }
    #expect(Set(words).count == words.count)
    #expect(words.filter { $0 != $0.lowercased() } == [])
  }

  @Test func aReasonIsCalledByItsCodeItsNameAndOtherWords() {
    let own = Reason(code: "damage", name: "Bruchware", lossClass: .known, account: "Expenses:Damage")
    #expect(Set(own.words).isSuperset(of: ["damage", "bruchware", "bruch", "casse"]))
    let other = Reason(code: "torn", name: "Torn", lossClass: .known, account: "Expenses:Torn")
    #expect(other.words == ["torn", "torn"])
  }
}

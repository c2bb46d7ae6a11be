import Testing

@testable import RetailValues

@Suite struct UnitWordsTests {
  @Test(arguments: [
    "each", "stk", "Stk.", "stück", "STÜCK", "stÜck", "stu\u{308}ck", "stücke", "pièce", "PIÈCE", "c62", "uds", "ks",
    "kpl", "db", "adet", "個", "τεμ", "ΤΕΜ", "Τεμ.", "PCE", "szt", "stuks", "pz", "un", "buc", "шт", "ШТ", "Шт",
  ])
  func pieces(word: String) { #expect(UnitWords.meaning(of: word) == UnitWords.piece) }

  @Test(arguments: ["case", "CA", "cs", "ct", "Bx.", "pk", "Karton", "colis", "boîte", "BOÎTE", "κιβώτιο", "箱"])
  func packs(word: String) { #expect(UnitWords.meaning(of: word) == UnitWords.pack) }

  @Test(arguments: [("kg", "KGM"), ("kg", "kg"), ("l", "Ltr."), ("m", "mtr"), ("m", "m"), ("g", "gr")])
  func measures(unit: String, word: String) { #expect(UnitWords.meaning(of: word) == unit) }

  @Test(arguments: ["flasche", "", ".", " stk", "pieces of cake"])
  func others(word: String) { #expect(UnitWords.meaning(of: word) == nil) }

  /// The number before them is the size of a pack, and not how many packs there are.
  @Test func namesOfPacksAreNotWordsForTheirSize() {
    #expect(UnitWords.packsAfterPieces.contains("er") && UnitWords.packsAfterPieces.contains("/case"))
    #expect(UnitWords.packs.intersection(UnitWords.packsAfterPieces) == ["pack", "pk"])
  }

  /// A word decides in one way.
  @Test func noWordMeansTwoUnits() {
    let all = [
      UnitWords.pieces.union(UnitWords.pieceCodes), UnitWords.packs.union(UnitWords.packCodes),
      Set(UnitWords.measures.keys).union(UnitWords.measures.values),
    ].map { words in Set(words.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }) }
    #expect(Set(all.joined()).count == all.map(\.count).reduce(0, +))
  }
}

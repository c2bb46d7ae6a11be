import RetailValues
import Testing

@Suite struct UnitWordsTests {
  @Test(arguments: [
    "each", "stk", "stück", "stÜck", "stücke", "pièce", "piÈce", "c62", "uds", "ks", "kpl", "db", "adet", "個", "τεμ",
    "ΤΕΜ", "Τεμ", "pce", "szt", "stuks", "pz", "un", "buc", "шт", "ШТ", "Шт",
  ])
  func pieces(word: String) { #expect(UnitWords.piecesInSQLite.contains(word)) }

  @Test(arguments: ["case", "karton", "colis", "ct", "kg", "l", "g", "flasche", "STÜCK", "stk.", ""])
  func noPieces(word: String) { #expect(!UnitWords.piecesInSQLite.contains(word)) }

  @Test(arguments: ["case", "ca", "cs", "ct", "bx", "pk", "karton", "colis", "boîte", "boÎte", "κιβώτιο", "箱"])
  func packs(word: String) { #expect(UnitWords.packsInSQLite.contains(word)) }

  @Test(arguments: [("kg", "kgm"), ("kg", "kg"), ("l", "ltr"), ("m", "mtr"), ("m", "m")])
  func measures(unit: String, word: String) { #expect(UnitWords.measuresInSQLite(unit).contains(word)) }

  /// A word decides in one way.
  @Test func noWordMeansTwoUnits() {
    let measures = ["kg", "l", "m"].flatMap(UnitWords.measuresInSQLite)
    let all = UnitWords.piecesInSQLite + UnitWords.packsInSQLite + measures
    #expect(Set(all).count == all.count)
    #expect(UnitWords.pieces.isDisjoint(with: UnitWords.packs))
  }

  /// They are put into SQL in quotation marks.
  @Test func noneHasAQuotationMark() {
    let all = UnitWords.piecesInSQLite + UnitWords.packsInSQLite + UnitWords.measures.keys
    #expect(all.allSatisfy { !$0.contains("'") })
  }
}

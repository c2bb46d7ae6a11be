import RetailValues
import Testing

/// Texts that spreadsheets run, and what keeps them from it.
@Suite struct FormulaGuardTests {
  private func needsGuard(_ text: String, _ formulas: FormulaGuard = .spreadsheet) -> Bool {
    var text = text
    return text.withUTF8 { formulas.needsGuard($0) }
  }

  @Test(arguments: [
    "=1+1", "=", "+49 30 123", "+4930123", "-x", "-", "-1-2", "-1e5", "-5 %", "@SUM(1)", "\tx", "\rx", "\nx", " =1",
    "  \t@x",
    "\u{A0}=1", "\u{3000}=1", "\u{FEFF}=1", "\u{200B}+1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}x",
    "=\u{338}1",
    "'=1", "''=1", "'-5", "' =1", "'\tx", "'\u{FF1D}1",
  ])
  func guards(_ text: String) {
    #expect(needsGuard(text))
    #expect(FormulaGuard.spreadsheet.guarded(text) == "'" + text)
    #expect(FormulaGuard.spreadsheet.isGuarded("'" + text))
    #expect(FormulaGuard.mayConcern(text.utf8.first ?? 0))
  }

  @Test(arguments: [
    "", "x", "a=1", "-5", "-1,50", "-1.234,50", " -5", "5", "'", "''", "'s-Hertogenbosch", "'n", "' x", "\u{2212}5",
    "_=1",
    "\"=1", "\u{FF0E}1", "\u{E9}=1", "' '=1",
  ])
  func leaves(_ text: String) {
    #expect(!needsGuard(text) && !FormulaGuard.spreadsheet.isGuarded(text))
    #expect(FormulaGuard.spreadsheet.guarded(text) == text)
  }

  @Test func shopSystemsLookAtTheFirstCharacterAlone() {
    for text in ["=1", "+4930", "-x", "@x", "\tx", "'=1"] { #expect(needsGuard(text, .firstCharacter)) }
    for text in [" =1", "\u{FF1D}1", "\u{A0}=1", "-5"] { #expect(!needsGuard(text, .firstCharacter)) }
  }

  /// Every text of up to five of the characters that matter is unchanged after guarding and unguarding, no two texts
  /// become equal, and no guarded text is run by a spreadsheet.
  @Test func isReversible() {
    let characters = ["'", "=", "-", " ", "5", "\u{FF0B}", "x"]
    var texts = [""]
    var layer = texts
    for _ in 1...5 {
      layer = layer.flatMap { text in characters.map { text + $0 } }
      texts += layer
    }
    var seen: Set<String> = []
    for text in texts {
      let guarded = FormulaGuard.spreadsheet.guarded(text)
      let again = FormulaGuard.spreadsheet.isGuarded(guarded) ? String(guarded.dropFirst()) : guarded
      #expect(again == text)
      #expect(seen.insert(guarded).inserted)
      let first = guarded.first { $0 != " " }
      let isNegative =
        guarded.contains("5") && guarded.allSatisfy { " -5".contains($0) } && guarded.count { $0 == "-" } == 1
      #expect(first != "=" && first != "\u{FF0B}" && (first != "-" || isNegative), "\(text) as \(guarded)")
    }
  }
}

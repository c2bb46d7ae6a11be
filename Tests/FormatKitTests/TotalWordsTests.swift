import FormatKit
import Testing

@Suite struct TotalWordsTests {
  @Test(arguments: [
    ("Grand  Total:", TotalWords.Mention.whole), ("SUMME", .whole), ("Total drinks", .part), ("Getränke gesamt", .part),
    ("Lamp", nil), ("Totality", nil), ("", nil),
  ])
  func aLabelMentionsATotal(label: String, mention: TotalWords.Mention?) {
    #expect(TotalWords.mention(in: label) == mention)
  }

  @Test(arguments: [
    ("Summe Getränke", true), ("TOTAL :", true), ("Zwischensumme: Tee", true), ("SUM", false), ("SUM-100", false),
    ("Summer hat", false),
  ])
  func aCodeIsATotal(code: String, isTotal: Bool) {
    #expect(TotalWords.isTotal(code) == isTotal)
  }
}

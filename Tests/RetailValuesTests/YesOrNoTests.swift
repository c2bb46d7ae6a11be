import RetailValues
import Testing

@Suite struct YesOrNoTests {
  @Test(
    arguments: [
      ("yes", true), ("true", true), ("Yes", true), ("TRUE", true), ("no", false), ("false", false), ("No", false),
      ("", nil), ("on", nil), ("y", nil), ("1", nil), (" yes", nil),
    ] as [(String, Bool?)])
  func theWordsOfSettingsAreRead(text: String, value: Bool?) { #expect(Bool(yesOrNo: text) == value) }
}

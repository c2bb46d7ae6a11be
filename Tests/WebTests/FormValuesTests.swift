import Testing

@testable import Web

@Suite struct FormValuesTests {
  @Test func decodesNamesAndValuesAndKeepsTheirOrder() {
    let form = FormValues(encoded: "map.EAN+1=barcode&accept=a&accept=b&empty=&note=%20K%C3%A4se%20%26%20Brot%20")
    #expect(form["note"] == "Käse & Brot")
    #expect(form.all("accept") == ["a", "b"])
    #expect(form["empty"] == "")
    #expect(form["missing"] == nil)
    #expect(form.values(after: "map.").map(\.name) == ["EAN 1"])
  }

  @Test(arguments: [
    ("5000000", 5_000_000), ("-1", 0), ("x", 0), ("99999999999999999999", 0), ("\(Int.max)", Int.max / 2),
  ])
  func aNumberIsAsLargeAsItIsWritten(text: String, number: Int) {
    #expect(FormValues(encoded: "from=" + text).number("from") == number)
  }

  @Test func aValueCannotPassForAnOption() {
    let words = CommandWords("imports", "show").option("kind", "--all").argument("--help").words
    #expect(words == ["imports", "show", "--kind=--all", "--", "--help"])
  }
}

import Jobs
import RetailValues
import Testing

/// How files of sets are called.
@Suite struct FileNamePatternTests {
  static let values = FileNamePattern.Values(
    job: "nightly", output: "stock", number: 42,
    // Half past one in the night of the 23rd in Berlin, the 22nd still in UTC.
    cutOff: Timestamp(millisecondsSince1970: 1_795_393_805_000), clock: ShopClock(timeZone: "Europe/Berlin") ?? .utc)

  @Test(arguments: [
    ("products.csv", "products.csv"), ("{output}-{date}.csv", "stock-2026-11-23.csv"),
    ("{date:yyyyMMdd}T{time}.json", "20261123T013005.json"), ("{year}_{month}_{day}", "2026_11_23"),
    ("{job}.{number}.xlsx", "nightly.000042.xlsx"), ("Lager für {year}.csv", "Lager für 2026.csv"),
  ])
  func makesNames(_ pattern: String, _ name: String) throws {
    #expect(try FileNamePattern(pattern).name(Self.values) == name)
  }

  @Test(arguments: [
    ("", "empty"), ("../x.csv", "another folder"), ("a/b", "another folder"), ("a\\b", "another folder"),
    (".hidden", "begins with '.'"), ("-rf", "begins with '-'"), ("a\u{7}b", "cannot be seen"),
    ("a\u{85}b", "cannot be seen"), ("a\0b", "cannot be seen"), ("{dat}.csv", "no place '{dat}'"),
    ("{date", "without its partner"), ("date}", "without its partner"), ("{}", "no place '{}'"),
    (String(repeating: "x", count: 151), "longer than 150"),
  ])
  func refuses(_ pattern: String, _ why: String) {
    let problem = #expect(throws: FileNamePattern.InvalidPattern.self) { try FileNamePattern(pattern) }
    #expect(problem?.message.contains(why) == true, "\(problem?.message ?? "")")
  }

  @Test func suggestsPlaces() {
    let problem = #expect(throws: FileNamePattern.InvalidPattern.self) { try FileNamePattern("{dat}.csv") }
    #expect(problem?.remedy == "Did you mean '{date}'?")
  }

  @Test(arguments: [("000042", 42), ("1000000", 1_000_000)])
  func readsNumbers(_ text: String, _ number: Int) {
    #expect(SetNumber.parse(text) == number)
    #expect(SetNumber.text(number) == text)
  }

  @Test(arguments: ["42", "0000042", "000000", "00004a", "-00042", "", "+00042", "99999999999999999999"])
  func refusesOtherNames(_ text: String) {
    #expect(SetNumber.parse(text) == nil)
  }
}

import FormatKit
import Testing

private enum Level: String, CaseIterable, Sendable { case low, high }

private struct SampleOptions: FormatOptions {
  var delimiter: UInt8? = 44
  var level = Level.low
  var maybe: Level?
  var depth = 3
  var sheet: String?
  var header = true
  static var fields: [OptionField<SampleOptions>] {
    [
      .character("delimiter", \.delimiter, "Between fields."), .choice("level", \.level, "How much."),
      .choice("maybe-level", \.maybe, "How much, or found."), .integer("depth", \.depth, in: 1...9, "How deep."),
      .text("sheet", \.sheet, "Which sheet."), .flag("header", \.header, "Whether there is one."),
    ]
  }
}

@Suite struct OptionsTests {
  private func parse(_ name: String, _ value: String) throws -> SampleOptions {
    try SampleOptions(parsing: [name: value], of: "sample")
  }

  @Test func takesValuesOver() throws {
    let options = try SampleOptions(
      parsing: [
        "delimiter": "tab", "level": "high", "maybe-level": "low", "depth": "9", "sheet": "Stock = 1", "header": "no",
      ], of: "sample")
    #expect(options.delimiter == 9)
    #expect(options.level == .high)
    #expect(options.maybe == .low)
    #expect(options.depth == 9)
    #expect(options.sheet == "Stock = 1")
    #expect(!options.header)
    #expect(try SampleOptions(parsing: [:], of: "sample").depth == 3)
  }

  @Test(arguments: [(";", 59), ("semicolon", 59), ("\\t", 9), ("space", 32), ("pipe", 124), ("none", nil), ("x", 120)])
  func readsACharacter(text: String, expected: UInt8?) throws {
    #expect(try parse("delimiter", text).delimiter == expected)
  }

  @Test(arguments: [
    ("delimiter", ";;"), ("delimiter", ""), ("delimiter", "é"), ("level", "High"), ("level", ""),
    ("maybe-level", "auto"),
    ("depth", "0"), ("depth", "10"), ("depth", "three"), ("depth", "99999999999999999999"), ("header", "maybe"),
  ])
  func refusesAValueThatDoesNotSuit(name: String, value: String) {
    let error = #expect(throws: Problems.self) { try parse(name, value) }
    #expect(error?.code == .invalidOption)
    #expect(error?.message == "'\(value)' is not valid for the option '\(name)' of sample")
    let values = SampleOptions.fields.first { $0.description.name == name }?.description.values ?? "?"
    #expect(error?.remedy == "Allowed: \(values).")
  }

  @Test(arguments: [
    ("delimeter", "Did you mean 'delimiter'?"), ("Header", "Did you mean 'header'?"),
    ("sheets", "Did you mean 'sheet'?"),
    ("colour-of-the-sky", Problem.Code.unknownOption.remedy), ("", Problem.Code.unknownOption.remedy),
  ])
  func proposesTheNearestName(name: String, remedy: String) {
    let error = #expect(throws: Problems.self) { try parse(name, "1") }
    #expect(error?.code == .unknownOption)
    #expect(error?.remedy == remedy)
  }

  @Test func comparesLongNamesCheaply() {
    #expect(nearestName(to: String(repeating: "x", count: 1_000_000), among: ["csv"]) == nil)
    #expect(nearestName(to: "csv", among: []) == nil)
    #expect(nearestName(to: "cvs", among: ["json", "csv"]) == "csv")
  }
}

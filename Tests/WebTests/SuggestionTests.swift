import Testing

@testable import Web

/// Messages of the command line as pages show them.
@Suite struct SuggestionTests {
  @Test(arguments: [
    (
      "--map Karton=pack_size divides the amounts by it, and --map Karton= takes them as they are",
      ["map Karton=pack_size", "map Karton="]
    ),
    ("Map a column with --map COLUMN=FIELD, or say --kind KIND.", []),
    ("Say which with --kind receipts or --kind 'count_lines'.", ["kind receipts", "kind count_lines"]),
    (
      "`stockroom import file.csv --map 'EAN Code=barcode' --new-items` takes it.",
      ["map EAN Code=barcode", "new-items"]
    ),
    ("Write --decimal=comma, or --dates dmy.", ["decimal comma", "dates dmy"]),
    ("Nothing of this kind: a--kind and --kindly.", []),
    ("--accept columns-not-used", []),
  ])
  func findsTheOptionsThatAnswer(text: String, answers: [String]) {
    #expect(Suggestion.all(in: [text]).map { $0.answer.trimmingSuffix() } == answers)
  }

  @Test(arguments: [
    ("Write a number such as 12 or 12.50.", "Write a number such as 12 or 12.50."),
    ("It may be a case; --map Karton=pack_size says so.", "It may be a case"),
    ("Correct the file. Or take the rest with --on-error skip.", "Correct the file."),
    ("--accept it", ""),
  ])
  func leavesOutWhatIsSaidOfTheCommandLine(text: String, shown: String) {
    #expect(Suggestion.withoutOptions(text) == shown)
  }

  @Test func anAnswerIsTakenBackFromItsButton() throws {
    let suggestion = try #require(Suggestion(answer: "map EAN Code=barcode"))
    var reading = WaitingPlan.Reading()
    reading.take(suggestion)
    #expect(reading.columns == ["EAN Code": "barcode"])
    #expect(Suggestion(answer: "rejects /etc/passwd") == nil)
    #expect(suggestion.title == "“EAN Code” is the barcode")
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String { last == " " ? String(dropLast()) : self }
}

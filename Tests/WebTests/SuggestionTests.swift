import Foundation
import Testing

@testable import Web

/// Messages of the command line as pages show them.
@Suite struct SuggestionTests {
  /// A value that is only an example would become the page's only answer.
  @Test func noRemedyOffersAnExampleAsTheAnswer() throws {
    let reference = try String(contentsOfFile: "\(PageTexts.root)/docs/reference/errors.md", encoding: .utf8)
    for line in reference.split(separator: "\n") {
      let answers = Suggestion.all(in: [String(line)])
      #expect(answers.filter { $0.option == "set" && $0.value != "order_unit=each" } == [], "\(line)")
      for (option, values) in [("decimal", ["comma", "point"]), ("dates", ["dmy", "mdy"])] {
        let offered = answers.filter { $0.option == option }.map(\.value)
        #expect(offered.isEmpty || offered == values, "\(line)")
      }
    }
  }

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
    (
      "--map 'P.A. HT=unit_cost' takes it, --map 'Nr.:=' leaves it out, --map CODE=sku. --set 'note=etc.'",
      ["map P.A. HT=unit_cost", "map Nr.:=", "map CODE=sku", "set note=etc."]
    ),
    (
      "Take it with --map 'a=b=price', or with --map 'Prix d'\\''achat=unit_cost'.",
      ["map a=b=price", "map Prix d'achat=unit_cost"]
    ),
    ("Write --decimal=comma, or --dates dmy.", ["decimal comma", "dates dmy"]),
    ("If it counts pieces, say so with --set order_unit=each; if not, --accept it.", ["set order_unit=each"]),
    ("Nothing of this kind: a--kind and --kindly.", []),
    ("--accept columns-not-used", []),
    ("--leave-out goes without a profile. Leave --profile out, or say in the profile which rows are taken.", []),
    ("--map goes without a profile; --profile and --location together, --kind of records, --decimal mark", []),
    ("It was made for such a file; use --profile acme or --profile acme-2.", ["profile acme", "profile acme-2"]),
    ("Give one time for all with --set effective_at=DATE.", []),
  ])
  func findsTheOptionsThatAnswer(text: String, answers: [String]) {
    #expect(Suggestion.all(in: [text]).map { $0.answer.trimmingSuffix() } == answers)
  }

  @Test(
    arguments: [
      ("map", "Karton=pack_size", .column("Karton", field: "pack_size"), "pack_size", nil),
      ("map", "Karton=", .column("Karton", field: ""), nil, nil),
      ("map", "a=b=price", .column("a=b", field: "price"), "price", nil),
      ("set", "note=a=b", .constant(field: "note", value: "a=b"), nil, "note"), ("set", "note", nil, nil, nil),
      ("kind", "a=b", nil, nil, nil),
    ] as [(String, String, Suggestion.Assignment?, String?, String?)])
  func anAssignmentIsReadOnce(
    option: String, value: String, assignment: Suggestion.Assignment?, mapped: String?, constant: String?
  ) {
    let suggestion = Suggestion(option: option, value: value)
    #expect(suggestion.assignment == assignment)
    #expect(suggestion.mappedField == mapped && suggestion.setField == constant)
  }

  @Test(arguments: [
    ("Write a number such as 12 or 12.50.", "Write a number such as 12 or 12.50."),
    ("It may be a case; --map Karton=pack_size says so.", "It may be a case."),
    ("It may be a case; --map Karton=pack_size says so", "It may be a case"),
    (
      "column 'P.A. HT' ('4.20') is not used; --map 'P.A. HT=unit_cost' takes it for the unit cost",
      "column 'P.A. HT' ('4.20') is not used"
    ),
    (
      "the supplier's 'P.A. HT' isn't used. The partner's 'Prix d'achat' is; say --map 'P.A. HT=price'.",
      "the supplier's 'P.A. HT' isn't used. The partner's 'Prix d'achat' is."
    ),
    ("Correct the value, or say which mark is the decimal mark with --decimal.", "Correct the value."),
    (
      "Check the codes. A partner's code for a location of yours: --location-is CODE=LOCATION, which is kept. "
        + "To make the new ones: --new-locations, which is the same as --accept new-locations.",
      "Check the codes."
    ),
    (
      "Give what all rows share:\n    stockroom import a.csv --set count=NUMBER\n"
        + "If a column has it, give that instead, with --map COLUMN=count.\nThe file has: Code, Title.",
      "The file has: Code, Title."
    ),
    (
      "Choose: the barcode may be column 1 ('12.5'), column 6. Name the columns in order with --option "
        + "columns=NAME,… (sku; any other name for one that is not used), or: `stockroom inspect FILE` writes one.",
      "Choose: the barcode may be column 1 ('12.5'), column 6."
    ),
    (
      "Check the order of day and month; goods to come are an order (--kind order_lines); if so, add --accept it.",
      "Check the order of day and month."
    ),
    ("If letters look wrong, name the character set with --option charset=NAME.", ""),
    ("Leave --format out, or see `stockroom inspect`.", ""),
    (
      "If the file has records of an earlier file once more, they are left out. If they are further ones, give them a "
        + "number of their own in the file; --set document=NAME gives one to all of them; if it is right, accept it with "
        + "--accept same-as-recorded.",
      "If the file has records of an earlier file once more, they are left out. If they are further ones, give them a "
        + "number of their own in the file."
    ),
    ("Run `stockroom imports redo 33` to bring it back.", ""),
    ("the location 'stockroom' has 12 -- or more -- of it", "the location 'stockroom' has 12 -- or more -- of it"),
    ("Correct the file. Or take the rest with --on-error skip.", "Correct the file."),
    ("--accept it", ""),
    (
      "Nothing is counted in it: go on with that count, or delete it with `stockroom count discard 1`. "
        + "`--accept full-count-open` opens another as well.",
      "Nothing is counted in it: go on with that count, or delete it."
    ),
    (
      "Post what was counted with `stockroom reconcile 1 --post`. If nothing of it is right, undo its imports with "
        + "`stockroom imports undo`; then the count can be deleted. `--accept full-count-open` opens another as well.",
      "Post what was counted. If nothing of it is right, undo its imports; then the count can be deleted."
    ),
    ("Reopen it with `stockroom count reopen 1` to count on.", "Reopen it to count on."),
    (
      "Enter the recount with `stockroom count enter 1 FILE --counter NAME`; `stockroom count sheet 1 --recount` prints it.",
      "Enter the recount."
    ),
    (
      "Count them, leave them as they are with `--uncounted ignore`, or write them off with `--uncounted zero`.",
      "Count them, leave them as they are, or write them off."
    ),
    (
      "Let somebody else post it (--user NAME). The log then says so.",
      "Let somebody else post it. The log then says so."
    ),
    ("Look with `stockroom log` whether its last entry is this command.", ""),
    (
      "If the file is wrong, correct it. If the file corrects 'a.csv', say `stockroom imports undo 1`, and import it again. "
        + "If a till began its numbers again, --map COLUMN=note keeps them.",
      "If the file is wrong, correct it."
    ),
    (
      "The file has no header. Say what the columns mean. By the values, `stockroom import a.csv --option header=no` takes "
        + "column 2 ('2.50') as price; if that is right, run it, else correct the names. `stockroom inspect FILE` writes them.",
      "The file has no header. Say what the columns mean."
    ),
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
    #expect(suggestion.title.description == "“EAN Code” means: Barcode, EAN or ISBN")
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String { last == " " ? String(dropLast()) : self }
}

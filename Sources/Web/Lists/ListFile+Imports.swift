internal import Foundation
internal import Hummingbird
internal import RetailValues
internal import Serving

/// The lists of imports and plans as files.
extension ListFile {
  static let imports = ListFile(
    "/imports.csv",
    [
      .init("Import", "number"), .computed("File") { ImportPages.name(of: $0) }, .computed("When") { $0["at"].moment },
      .init("Who", "actor"), .computed("New") { number("created", of: $0) },
      .computed("Changed") { number("updated", of: $0) },
      .computed("Refused") { number("rejected", of: $0) },
      .computed("State") { entry in
        [ImportPages.state(of: entry), ImportPages.result(of: entry)].filter { !$0.isEmpty }.map(\.description)
          .joined(separator: ": ")
      },
    ],
    of: { visit in ImportPages.listWords(visit, areGrouped: visit.query["entries"] == ImportPages.together) }, in: nil)

  /// The numbers of an undo or a redo are of other things.
  private static func number(_ name: String, of entry: JSONValue) -> String {
    ImportPages.isReversion(entry) ? "" : entry[name].text ?? ""
  }

  private static let changeColumns: [Column] = [
    .computed("Item") { $0["record"]["key"].text ?? "" }, .computed("Title") { $0["record"]["title"].text ?? "" },
    .computed("What") { ChangeList.word(of: $0["record"]).description },
    .computed("Kind") { ImportPages.words($0["record"]["kind"].text) },
    .computed("Field") { ImportPages.words($0["field"]["field"].text) },
    .computed("Before") { $0["field"]["before"].text ?? "" }, .computed("After") { $0["field"]["after"].text ?? "" },
  ]

  /// Read from a position on, so that the end of a large import takes no longer than its beginning.
  static let importedRecords = ListFile(
    "/imports/:number/records.csv", changeColumns,
    named: { visit in "import \(try visit.number("number")).csv" },
    reader: { visit in
      let number = try visit.number("number")
      let words = ChangeList.chosen(CommandWords("imports", "show").argument("\(number)"), visit.query)
        .option("limit", "\(partLength)")
      return { position in
        let answer = try await visit.run(words.option("after", position ?? "start"))
        return Part(rows: answer["records"].elements.flatMap(\.unfolded), next: answer["next"].text)
      }
    })

  static let planChanges = ListFile(
    "/plans/:id/changes.csv", changeColumns,
    named: { visit in PlanPages.fileName(of: try PlanPages.permitted(visit), "changes") },
    of: { visit in ChangeList.chosen(try PlanPages.shown(visit), visit.query) }, in: "records", unfolds: true)

  /// What is wrong with every record that is refused.
  static let planProblems = ListFile(
    "/plans/:id/refused.csv",
    [
      .init("Line", "line"), .init("Record", "record"), .computed("Kind") { ImportPages.words($0["kind"].text) },
      .init("Field", "field"), .init("Value", "value"),
      .computed("What is wrong") { Suggestion.withoutOptions($0["message"].text ?? "") },
      .computed("What to do") { Suggestion.withoutOptions($0["remedy"].text ?? "") },
    ],
    named: { visit in PlanPages.fileName(of: try PlanPages.permitted(visit), "errors") },
    of: { visit in try PlanPages.shown(visit).flag("refused") }, in: "problems")

  /// What an undo and a redo would do.
  static let reversions = ["undo", "redo"].map(reversion)

  private static func reversion(_ word: String) -> ListFile {
    ListFile(
      "/imports/:number/\(word).csv",
      [
        .computed("Item") { $0["record"]["key"].text ?? "" }, .computed("Title") { $0["record"]["title"].text ?? "" },
        .computed("Kind") { ImportPages.words($0["record"]["kind"].text) },
        .computed("What") { ImportPages.words(ofEffect: $0["record"], isUndo: word == "undo").description },
        .computed("Why") { ImportPages.reasons($0["record"]["reason"].text ?? "").description },
        .computed("Field") { ImportPages.words($0["field"]["field"].text) },
        .computed("Now") { $0["field"]["current"].text ?? "" }, .computed("Then") { $0["field"]["wanted"].text ?? "" },
        .computed("Is changed") { row in
          row["field"]["outcome"].text.map { $0 == "reverted" ? "yes" : "no" } ?? ""
        },
      ],
      named: { visit in "\(word) of import \(try visit.number("number")).csv" },
      of: { visit in
        let words = CommandWords("imports", word).flag("dry-run").argument("\(try visit.number("number"))")
        return ChangeList.chosen(words, visit.query)
      }, in: "records", accepting: [3], unfolds: true)
  }
}

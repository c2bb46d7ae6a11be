import ProblemKit
import Testing
import Wording

@testable import Web

/// What answers problems of a whole file: their declarations say it, and not their codes.
@Suite struct DeclaredAnswersTests {
  private static let declared = DeclaredAnswers([
    "scan-without-day": .day,
    "packs-or-pieces": .constant(field: "order_unit", value: "each", meaning: "The file counts pieces"),
  ])

  @Test(arguments: [("scan-without-day", true), ("packs-or-pieces", false), ("not-a-number", false)])
  func aProblemThatDeclaresItAsksForTheDay(code: String, asksForDay: Bool) throws {
    let answer = try #require(
      JSONValue(
        #"""
        {"problem_groups": [{"code": "\#(code)", "severity": "error", "records": 1, "message": "it is wrong",
          "remedy": "Correct it.", "examples": []}]}
        """#))
    let groups = ProblemGroups.values(answer, isError: true, Self.declared)
    #expect(groups.map { $0["asks_for_day"] as? Bool } == [asksForDay])
  }

  @Test func aDeclaredConstantHasItsMeaning() throws {
    let suggestions = Suggestion.all(in: ["Say --set order_unit=each, or --set order_unit=case."])
    let buttons = Self.declared.buttons(for: suggestions)
    #expect(buttons.map { $0["answer"] as? String } == ["set order_unit=each", "set order_unit=case"])
    #expect(shown(buttons[0]["title"]) == "The file counts pieces")
    #expect(shown(buttons[1]["title"])?.hasSuffix("of all rows: case") == true)
    let german = try PageMessages(.german, in: PageTexts.pages)
    #expect((buttons[0]["title"] as? LocalizedText)?.text(in: german) == "Die Datei zählt Stück")
    #expect(shown(DeclaredAnswers().buttons(for: suggestions)[0]["title"])?.hasSuffix("of all rows: each") == true)
  }

  /// One value for all rows would be in place of those of the column that another question offers.
  @Test func aColumnThatHasTheValuesIsOfferedAlone() throws {
    let answer = try #require(
      JSONValue(
        #"""
        {"guards": [
          {"code": "packs-or-pieces", "cases": 1, "remedies": ["Say so with --set order_unit=each."], "examples": []},
          {"code": "columns-not-used", "cases": 1, "remedies": ["Take the column that is needed."],
           "examples": [{"message": "column 'Einheit' has units; --map Einheit=order_unit takes it"}]}]}
        """#))
    let guards = PlanPages.guards(answer, ticked: [], Self.declared)
    let answers = guards.map { ($0["answers"] as? [[String: Any]] ?? []).compactMap { $0["answer"] as? String } }
    #expect(answers == [[], ["map Einheit=order_unit"]])
  }

  /// The examples of a guard are its first cases, and a later one may need another remedy.
  @Test(arguments: [
    (
      #""remedies": ["Write each or case.", "Check it; if it counts pieces, say so with --set order_unit=each."], "#,
      true
    ),
    ("", false),
  ])
  func eachRemedyOfAGuardIsOnThePage(remedies: String, hasSecond: Bool) throws {
    let answer = try #require(
      JSONValue(
        #"""
        {"guards": [{"code": "packs-or-pieces", "cases": 9, "accepted": false, \#(remedies)
          "remedy": "Write each or case.",
          "examples": [{"line": 2, "message": "12 of 'A' ordered", "remedy": "Write each or case."}]}]}
        """#))
    let found = try #require(PlanPages.guards(answer, ticked: [], Self.declared).first)
    #expect(shown(found["remedy"]) == "Write each or case." + (hasSecond ? " Check it." : ""))
    let buttons = try #require(found["answers"] as? [[String: Any]])
    #expect(buttons.map { shown($0["title"]) } == (hasSecond ? ["The file counts pieces"] : []))
  }
}

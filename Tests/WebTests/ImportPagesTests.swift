import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

/// What the pages of plans and imports show of the commands' answers.
@Suite struct ImportPagesTests {
  private func json(_ text: String) throws -> JSONValue { try #require(JSONValue(text)) }

  @Test(arguments: [
    (#"{"action": "create", "fields": [{"field": "price", "after": "5.00"}]}"#, "new"),
    (#"{"action": "create", "fields": [{"field": "price", "before": "4.50", "after": "5.00"}]}"#, "changed"),
    (#"{"action": "update", "fields": []}"#, "changed"), (#"{"action": "delete", "fields": []}"#, "removed"),
  ])
  func saysWhatBecameOfARecord(record: String, action: String) throws {
    let row = ChangeList.row(try json(record))
    #expect(row["action"] as? String == action)
    #expect(row["title"] as? String == "", "a row without a title has that of no other")
  }

  @Test func aPageOfChangesLeadsToItsNeighbours() throws {
    let answer = try json(
      #"{"total": 120, "kinds": [{"kind": "stock_levels", "records": 120}, {"kind": "prices", "records": 3}], "records": []}"#
    )
    let values = ChangeList.values(answer, at: "/imports/7", FormValues(encoded: "find=a%26b&from=50"))
    #expect(values["next"] as? String == "/imports/7?find=a%26b&from=100#all")
    #expect(values["previous"] as? String == "/imports/7?find=a%26b#all")
    #expect(values["first"] as? Int == 51 && values["last"] as? Int == 100)
    let tabs = try #require(values["tabs"] as? [[String: Any]])
    #expect(tabs.map { $0["title"] as? String } == ["All 123", "Stock levels 120", "Prices 3"])
    #expect(tabs[1]["address"] as? String == "/imports/7?kind=stock_levels&find=a%26b#all")
    #expect(tabs.map { $0["is_current"] as? Bool } == [true, false, false])
  }

  @Test(arguments: [
    (#"{"actor": "Mia", "section": "A"}"#, 41, "Count 3, section A: 41 entries by Mia"),
    (#"{"actor": "Mia", "section": ""}"#, 1, "Count 3: 1 entry by Mia"),
    (#"{"actor": "Mia"}"#, 2, "Count 3: 2 entries by Mia"),
  ])
  func entriesOfACountAreOneLine(entry: String, entries: Int, text: String) throws {
    #expect(ImportPages.entered(try json(entry), entries, into: "3") == text)
  }

  @Test func problemsAreInGroupsTheMostFrequentFirst() throws {
    let answer = try json(
      #"""
      {"problem_groups": [
        {"code": "not-a-number", "severity": "error", "field": "price", "records": 2, "message": "price is not a number",
         "remedy": "Write a number.", "examples": [
          {"line": 3, "field": "price", "value": "x", "message": "price 'x' is not a number", "excerpt": "A;x"},
          {"line": 9, "field": "price", "value": "y", "message": "price 'y' is not a number"}]},
        {"code": "unknown-reference", "severity": "error", "field": "location", "records": 2725,
         "message": "there is no record among the locations", "remedy": "Import the locations first.", "examples": [
          {"line": 2, "field": "location", "value": "Shop", "message": "there is no record 'Shop' among the locations"}]},
        {"code": "price-zero", "severity": "warning", "records": 1, "message": "a price is zero", "remedy": "", "examples": []}]}
      """#)
    let groups = ProblemGroups.values(answer, isError: true)
    #expect(
      groups.map { $0["title"] as? String } == ["There is no record among the locations", "Price is not a number"])
    #expect(groups.map { $0["number"] as? String } == ["2725 rows", "2 rows"])
    #expect(groups.map { $0["more"] as? String } == ["2724", ""])
    let answers = try #require(groups[0]["answers"] as? [[String: String]])
    #expect(
      answers == [["title": "Add the locations that the file names, such as “Shop”", "answer": "new-locations "]])
    #expect(groups[1]["has_answers"] as? Bool == false)
    let rows = try #require(groups[1]["examples"] as? [[String: Any]])
    #expect(rows.map { $0["place"] as? String } == ["Line 3", "Line 9"])
    #expect(rows.map { $0["message"] as? String } == ["", ""], "the heading says it")
    #expect(rows.map { $0["excerpt"] as? String } == ["A;x", ""])
    let warnings = ProblemGroups.values(answer, isError: false)
    #expect(warnings.map { $0["title"] as? String } == ["A price is zero"])
    #expect(warnings.map { $0["number"] as? String } == [""], "it is at no place of the file")
  }

  @Test(arguments: [
    ("list.csv: the file is a picture", "the file is a picture"),
    ("list.csv:3:5: the text is wrong", "line 3: the text is wrong"),
    ("list.csv/a: b.png: no format", "b.png: no format"), ("list.csvs are wrong", "list.csvs are wrong"),
    ("the file: is empty", "the file: is empty"), ("", ""),
  ])
  func aMessageIsShownWithoutTheNameOfTheFile(message: String, shown: String) {
    #expect(PlanPages.withoutName(message, "list.csv") == shown)
  }

  @Test func textsAreTrimmedAndBeginWithACapital() {
    #expect("élan vital".sentence == "Élan vital" && "".sentence == "" && "1 row".sentence == "1 row")
    #expect(" \n a b\t".trimmed == "a b" && "  ".trimmed == "")
  }
}

extension ServerTests {
  /// The pages of imports, on a real server.
  @Suite struct Imports {
    private static let contents = #"""
      {"entry": {"number": 7, "operation": "import", "state": "applied", "source": "/x/list.csv", "rejected": 1},
       "counts": [{"kind": "products", "action": "update", "records": 1}], "movements": [], "total": 1,
       "kinds": [{"kind": "products", "records": 1}],
       "records": [{"kind": "products", "action": "update", "key": "=P1", "title": "Cup & saucer",
         "fields": [{"field": "title", "before": "Cup", "after": "+Mug"}]}]}
      """#

    @Test func showWhatChangedByPageAndSearch() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(status: 0, output: Self.contents, notes: "")
        server.shop.forget()
        let page = try client.get("/imports/7?kind=products&find=cup&from=50")
        #expect(page.status == 200)
        for text in ["=P1", "Cup &amp; saucer", "<span class=\"was\">Cup</span> → <b>+Mug</b>"] {
          #expect(page.text.contains(text), "\(text)")
        }
        #expect(!page.text.contains("/rejects"), "there is no file of refused rows")
        let words = try #require(server.shop.words.first { $0.starts(with: ["imports", "show"]) })
        #expect(Set(words).isSuperset(of: ["--kind=products", "--find=cup", "--limit=50", "--skip=50", "7"]))
      }
    }

    @Test func aListForASpreadsheetHoldsNoFormula() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(status: 0, output: Self.contents, notes: "")
        let file = try client.get("/imports/7/records.csv")
        #expect(
          file.text
            == "Item,Title,What,Kind,Field,Before,After\r\n'=P1,Cup & saucer,changed,products,title,Cup,'+Mug\r\n")
        #expect(file.headers["content-disposition"]?.contains("import%207.csv") ?? false)
        #expect(try client.get("/imports.csv").text == "Import,File,When,Who,New,Changed,Refused,State\r\n")
      }
    }

    @Test func anAnswerKeepsWhatWasTicked() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        func answer(cases: Int) -> CommandAnswer {
          CommandAnswer(
            status: 4,
            output: #"""
              [{"outcome": "planned", "errors": 0, "counts": [], "problem_groups": [], "guards": [
                {"code": "price-changed", "cases": \#(cases), "accepted": false, "remedy": "Look.", "examples": []},
                {"code": "new-locations", "cases": 1, "accepted": false, "remedy": "--new-locations makes them.", "examples": []}]}]
              """#, notes: "")
        }
        server.shop.answer = answer(cases: 2)
        let file = (name: "a.csv", content: Data("sku,price\n".utf8))
        let plan = try client.follow(try client.upload("/imports/new", [file], from: try client.get("/more")))
        let place = client.place
        let ticked = "value=\"price-changed\" checked"
        #expect(plan.text.contains("value=\"price-changed\"") && !plan.text.contains(ticked))
        let fields = [("accept", "price-changed"), ("answer", "new-locations ")]
        let kept = try client.follow(try client.post(place + "/answers", fields, from: plan))
        #expect(kept.text.contains(ticked))
        #expect(server.shop.words.contains { $0.contains("--new-locations") })
        // What asks something else by now was not confirmed.
        server.shop.answer = answer(cases: 3)
        let other = try client.follow(try client.post(place + "/answers", fields, from: kept))
        #expect(!other.text.contains(ticked))
      }
    }
  }
}

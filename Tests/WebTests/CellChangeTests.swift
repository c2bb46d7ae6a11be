import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// Cells that are corrected on the page of a plan.
@Suite struct CellChangeTests {
  @Test(arguments: [
    ("point", "3,15", "3.15"), ("comma", "3.15", "3,15"), ("point", "1.234,50", "1234.50"), ("point", "3.15", "3.15"),
    ("point", "3,150", "3,150"), ("point", "a,b", "a,b"), ("other", "3,15", "3,15"),
  ])
  func aNumberIsWrittenWithTheDecimalMarkOfItsColumn(mark: String, typed: String, written: String) throws {
    let answer = #"{"findings": [{"name": "decimal mark of 'Price'", "value": "\#(mark)", "evidence": "usual"}]}"#
    let marks = CellChange.decimalMarks(in: try #require(JSONValue(answer)))
    let form = Self.form([("3", "Price", "abc", typed), ("3", "Title", "x", typed)])
    let found = try CellChange.changed([], by: form, decimalMarks: marks)
    #expect(found.map(\.value) == [written, typed])
  }

  private static func form(
    _ cells: [(String, String, String, String)], _ origin: TypedCell.Origin = .original, back: String? = nil
  ) -> FormValues {
    var form = FormValues()
    for cell in cells {
      form.append("line", cell.0)
      form.append("column", cell.1)
      form.append("origin", origin.rawValue)
      form.append("was", cell.2)
      form.append("cell", cell.3)
    }
    if let back { form.append("back", back) }
    return form
  }

  private static let known = CellChange(line: 3, column: "Unit price", was: "abc", value: "7.25")

  @Test(
    arguments: [
      ([("9", "SKU", "A", "B")], nil, ["3 Unit price abc > 7.25", "9 SKU A > B"]),
      ([("2", "SKU", "A", "A ")], nil, ["3 Unit price abc > 7.25"]),
      ([], "3 Unit price", []),
      ([("2", "SKU", "A", "B")], "3 Unit price", ["2 SKU A > B"]),
      ([("x", "SKU", "A", "B"), ("0", "SKU", "A", "B"), ("2", "", "A", "B")], nil, ["3 Unit price abc > 7.25"]),
      ([], "3", ["3 Unit price abc > 7.25"]), ([], "4 Unit price", ["3 Unit price abc > 7.25"]),
    ] as [([(String, String, String, String)], String?, [String])])
  func aFormChangesCells(cells: [(String, String, String, String)], back: String?, changed: [String]) throws {
    let found = try CellChange.changed([Self.known], by: Self.form(cells, back: back))
    #expect(found.map { "\($0.line) \($0.column) \($0.was) > \($0.value)" } == changed)
  }

  @Test(
    arguments: [
      ("8", ["3 Unit price abc > 8"]),
      // With the value of the file again, it is not corrected.
      ("abc", []),
    ] as [(String, [String])])
  func aCorrectedCellIsCorrectedAgain(value: String, changed: [String]) throws {
    let found = try CellChange.changed([Self.known], by: Self.form([("3", "Unit price", "7.25", value)], .corrected))
    #expect(found.map { "\($0.line) \($0.column) \($0.was) > \($0.value)" } == changed)
  }

  @Test(arguments: [String(repeating: "9", count: 10_001), "a\u{0}b", "a\u{1B}[2J"])
  func aValueThatCannotBeOneIsRefused(value: String) {
    #expect(throws: PageFailure.self) { _ = try CellChange.changed([], by: Self.form([("3", "Price", "abc", value)])) }
  }

  @Test func tooMuchIsRefused() throws {
    // A page shows 50 cells, and its form has no more.
    let whole = (1...50).map { ("\($0)", "P", "", "1") }
    #expect(try CellChange.changed([], by: Self.form(whole)).count == 50)
    #expect(throws: PageFailure.self) {
      _ = try CellChange.changed([], by: Self.form(whole + [("51", "P", "", "1")]))
    }
    let known = (1...10_000).map { CellChange(line: $0, column: "P", was: "", value: "1") }
    #expect(throws: PageFailure.self) {
      _ = try CellChange.changed(known, by: Self.form([("10001", "P", "", "1")]))
    }
    let large = (1...55).map {
      CellChange(line: $0, column: "P", was: "", value: String(repeating: "9", count: 9_000))
    }
    #expect(throws: PageFailure.self) {
      _ = try CellChange.changed(large, by: Self.form([("56", "P", "", String(repeating: "9", count: 9_000))]))
    }
  }

  /// Browsers send line breaks as CRLF.
  @Test func aColumnWithALineBreakIsTheColumnOfTheFile() throws {
    let found = try CellChange.changed([], by: Self.form([("3", "Unit\r\nprice", "abc", "1")]))
    #expect(found.map(\.column) == ["Unit\nprice"])
    #expect(try CellChange.changed(found, by: Self.form([], back: "3 Unit\r\nprice")).isEmpty)
  }

  @Test func anOlderFormDoesNotReplaceWhatSomebodyElseCorrected() throws {
    let older = Self.form([("3", "Unit price", "abc", "9")])
    let failure = #expect(throws: PageFailure.self) { _ = try CellChange.changed([Self.known], by: older) }
    #expect(failure?.title.description.contains("somebody has corrected this cell") == true)
    // The same correction is none of another value.
    let same = try CellChange.changed([Self.known], by: Self.form([("3", "Unit price", "abc", "7.25")]))
    #expect(same == [Self.known])
  }

  /// Two forms of one file, in which other cells are corrected.
  @Test func cellsThatAnotherFormCorrectedStayCorrected() throws {
    let older = Self.form([("3", "Unit price", "abc", "abc"), ("4", "SKU", "A", "B")])
    let found = try CellChange.changed([Self.known], by: older)
    #expect(found.map { "\($0.line) \($0.value)" } == ["3 7.25", "4 B"])
  }

  /// The form shows the correction, and not what the file has.
  @Test func aCorrectionThatWasTakenBackIsNotTheValueOfTheFile() throws {
    let older = Self.form([("3", "Unit price", "7.25", "9")], .corrected)
    let failure = #expect(throws: PageFailure.self) { _ = try CellChange.changed([], by: older) }
    #expect(failure?.title.description.contains("taken back the correction of this cell") == true)
  }

  @Test func aFormThatDoesNotSayWhatItsCellsShowedChangesNothing() throws {
    var form = FormValues()
    for (name, value) in [("line", "3"), ("column", "SKU"), ("origin", "other"), ("was", "A"), ("cell", "B")] {
      form.append(name, value)
    }
    #expect(try CellChange.changed([], by: form).isEmpty)
  }

  @Test(arguments: [("A", "A ", false), ("A", "B", true), ("A", "", true)])
  func aFormSaysWhetherSomethingIsTyped(was: String, value: String, isTyped: Bool) {
    #expect(TypedCell.areTyped(in: Self.form([("3", "SKU", was, value)])) == isTyped)
  }

  /// A form with fewer fields of one name is not one of the page.
  @Test func fieldsThatDoNotBelongTogetherChangeNothing() throws {
    var form = Self.form([("3", "Price", "abc", "1")])
    form.append("cell", "2")
    #expect(try CellChange.changed([], by: form).isEmpty)
  }

  @Test func theFileOfCorrectionsQuotesWhatNeedsIt() {
    let cells = [CellChange(line: 3, column: "Price, net", was: "", value: "=\"1\""), Self.known]
    #expect(
      CellChange.file(cells) == "line,column,value\r\n3,\"Price, net\",\"=\"\"1\"\"\"\r\n3,Unit price,7.25\r\n")
  }
}

extension ServerTests {
  @Suite struct CellPageTests {
    private static let planned = CommandAnswer(
      status: 5,
      output: #"""
        [{"outcome": "planned", "sha256": "ff", "errors": 1, "refused_records": 1, "records_sha256": "aa", "counts": [],
          "guards": [], "problem_groups": []}]
        """#, notes: "")

    private static let file = "sku,price\nA,x\n"
    private static let cell = [("line", "2"), ("column", "price"), ("origin", "original"), ("was", "x"), ("cell", "1")]

    @Test func thePlanIsMadeWithTheCorrectedCells() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        let plan = try client.plan(Self.file)
        let place = client.place
        let checked = try client.follow(try client.post(place + "/cells", Self.cell, from: plan))
        #expect(checked.text.contains("1 cell corrected"))
        #expect(checked.input("shown") != plan.input("shown"), "the plan that was seen is another one")
        let words = server.shop.words.filter { $0.first == "import" }
        let last = words.last?.first { $0.hasPrefix("--corrections=") } ?? ""
        #expect(last.hasSuffix(".csv") && !last.contains(".."))
        #expect(!FileManager.default.fileExists(atPath: String(last.dropFirst("--corrections=".count))))
        #expect(!(words.first?.contains { $0.hasPrefix("--corrections=") } ?? true))
      }
    }

    /// Another button than that of the cells takes them as well, and applies nothing.
    @Test(arguments: ["apply", "answers", "changes"])
    func typedCellsAreTakenWithEachButton(button: String) async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        let plan = try client.plan(Self.file)
        let place = client.place
        let fields = Self.cell + [("on-error", "skip")]
        let taken = try client.follow(try client.post("\(place)/\(button)", fields, from: plan))
        #expect(client.place == place && taken.text.contains("1 cell corrected"))
        #expect(taken.text.contains("The cells that you corrected were taken"))
        #expect(!server.shop.words.contains { $0.first == "apply" })
      }
    }

    @Test func anOlderPageIsRefusedAndKeepsWhatWasTyped() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        _ = try client.plan(Self.file)
        let place = client.place
        let older = try client.get(place)
        _ = try client.follow(try client.post(place + "/cells", Self.cell, from: try client.get(place)))
        let other = [("line", "2"), ("column", "price"), ("origin", "original"), ("was", "x"), ("cell", "84.5")]
        let refused = try client.post(place + "/cells", other, from: older)
        #expect(refused.status == 409 && refused.text.contains("somebody has corrected this cell"))
        #expect(refused.text.contains("name=\"was\" value=\"1\"") && refused.text.contains("value=\"84.5\""))
        #expect(try client.get(place).text.contains("<b>1</b>"))
      }
    }

    @Test func ticksAreForThePlanThatWasSeen() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 5,
          output: #"""
            [{"outcome": "planned", "sha256": "ff", "errors": 1, "refused_records": 1, "records_sha256": "aa",
              "counts": [], "problem_groups": [],
              "guards": [{"code": "cost-changed", "cases": 1, "examples": [{"message": "It is 9"}]}]}]
            """#, notes: "")
        let plan = try client.plan(Self.file)
        let place = client.place
        let tick = [("accept", "cost-changed")]
        let checked = try client.follow(try client.post(place + "/cells", Self.cell + tick, from: plan))
        #expect(checked.text.contains("value=\"cost-changed\"") && !checked.text.contains("checked>"))
        let wrong = [("line", "2"), ("column", "sku"), ("origin", "original"), ("was", "A"), ("cell", "a\u{1}")]
        let refused = try client.post(place + "/cells", wrong + tick, from: checked)
        #expect(refused.status == 422 && refused.text.contains("value=\"cost-changed\" checked"))
        // A form of the plan of before is refused on the page of the present one.
        let older = try client.post(place + "/cells", wrong + tick, from: plan)
        #expect(older.status == 422 && !older.text.contains("value=\"cost-changed\" checked"))
      }
    }

    @Test func aCellWhoseValueIsNotKnownHasNoField() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        _ = try client.plan(Self.file)
        let place = client.place
        let words = server.shop.words.last { $0.first == "import" } ?? []
        let planFile = try #require(words.first { $0.hasPrefix("--plan=") }).dropFirst("--plan=".count)
        try Data().write(to: URL(fileURLWithPath: String(planFile)))
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"""
            {"problems": [{"line": 2, "cell": "price", "value": "a·b", "message": "It is no price"},
              {"line": 3, "cell": "price", "value": "x", "message": "It is no price"}]}
            """#, notes: "")
        let page = try client.get(place)
        #expect(page.text.contains("Correct this cell in the file"))
        #expect(page.text.contains("name=\"was\" value=\"x\"") && !page.text.contains("name=\"was\" value=\"\""))
        #expect(page.text.contains("formaction=\"\(place)/cells\">Check again"))
        let first = page.text.range(of: "form=\"take\" formaction=\"\(place)/changes#all\"")?.lowerBound
        let check = page.text.range(of: "Check again")?.lowerBound
        let (enter, button) = (try #require(first), try #require(check))
        #expect(enter < button, "the Enter key presses the first button")
      }
    }

    @Test func aPersonOfOneStoreCorrectsTheirOwnFilesAlone() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        _ = try client.plan(Self.file)
        let place = client.place
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager], store: "front"))
        let ben = try server.signedIn(as: "ben")
        let asked = server.shop.words.count
        #expect(try ben.post(place + "/cells", Self.cell, from: try ben.get("/more")).status == 404)
        #expect(!server.shop.words.dropFirst(asked).contains { $0.first == "import" })
      }
    }
  }
}

import Foundation
import RetailValues
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
    #expect(shown(row["action"]) == action)
    #expect(row["title"] as? String == "", "a row without a title has that of no other")
  }

  @Test func aPageOfChangesLeadsToItsNeighbours() throws {
    let answer = try json(
      #"{"total": 120, "kinds": [{"kind": "stock_levels", "records": 120}, {"kind": "prices", "records": 3}], "records": []}"#
    )
    let values = ChangeList.values(answer, at: "/imports/7", FormValues(encoded: "find=a%26b&from=50"))
    #expect(values["next"] as? String == "/imports/7?find=a%26b&from=100#all")
    #expect(values["previous"] as? String == "/imports/7?find=a%26b#all")
    #expect(shown(values["first"]) == "51" && shown(values["last"]) == "100")
    let tabs = try #require(values["tabs"] as? [[String: Any]])
    #expect(tabs.map { shown($0["title"]) } == ["All 123", "Stock levels 120", "Prices 3"])
    #expect(tabs[1]["address"] as? String == "/imports/7?kind=stock_levels&find=a%26b#all")
    #expect(tabs.map { $0["is_current"] as? Bool } == [true, false, false])
  }

  @Test func aPageOfAnImportGoesOnAfterItsLastRecord() throws {
    let record = #"{"kind": "prices", "action": "create", "key": "A", "fields": []}"#
    let answer = try json(#"{"next": "0.50", "kinds": [{"kind": "prices", "records": 120}], "records": [\#(record)]}"#)
    let values = ChangeList.values(answer, at: "/imports/7", FormValues(encoded: "find=a"))
    #expect(values["next"] as? String == "/imports/7?find=a&after=0.50&from=50#all")
    #expect(shown(values["total"]) == "" && shown(values["last"]) == "1")
    let import7 = CommandWords("imports", "show").argument("7")
    let words = ChangeList.page(ofImport: import7, FormValues(encoded: "find=a&after=0.50&from=50")).words
    #expect(words == ["imports", "show", "--find=a", "--limit=50", "--after=0.50", "--", "7"])
    let first = ChangeList.page(ofImport: import7, FormValues(encoded: "find=a")).words
    #expect(first.contains("--after=start"), "the matches are not counted")
  }

  @Test func aPageAfterTheLastRecordSaysHowManyThereAre() throws {
    let answer = try json(#"{"total": 120, "kinds": [{"kind": "prices", "records": 120}], "records": []}"#)
    let values = ChangeList.values(answer, at: "/imports/7", FormValues(encoded: "from=3000000"))
    #expect(shown(values["beyond"]) == "There are only 120 records.")
  }

  @Test(arguments: [
    (#"{"actor": "Mia", "section": "A"}"#, 41, "Count 3, section A: 41 entries by Mia"),
    (#"{"actor": "Mia", "section": ""}"#, 1, "Count 3: 1 entry by Mia"),
    (#"{"actor": "Mia"}"#, 2, "Count 3: 2 entries by Mia"),
  ])
  func entriesOfACountAreOneLine(entry: String, entries: Int, text: String) throws {
    let said = ImportPages.entered(try json(entry), entries, into: "3")
    #expect("\(said)" == text)
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
         "message": "there is no record among the locations.", "remedy": "Import the locations first.", "examples": [
          {"line": 2, "field": "location", "value": "Shop", "message": "there is no record 'Shop' among the locations"}]},
        {"code": "price-zero", "severity": "warning", "records": 1, "message": "a price is zero", "remedy": "", "examples": []}]}
      """#)
    let cells = [ProblemGroups.Place(line: 3, field: "price"): "cell-3-Price"]
    let groups = ProblemGroups.values(answer, isError: true, DeclaredAnswers(), cells: cells)
    #expect(
      groups.map { shown($0["title"]) } == ["There is no record among the locations", "Price is not a number"])
    #expect(groups.map { shown($0["number"]) } == ["2,725 rows", "2 rows"])
    #expect(groups.map { $0["more"] as? String } == ["2724", ""])
    let answers = try #require(groups[0]["answers"] as? [[String: Any]])
    #expect(answers.map { shown($0["title"]) } == ["Add the locations that the file names, such as “Shop”"])
    #expect(answers.map { $0["answer"] as? String } == ["new-locations "])
    #expect(groups[1]["has_answers"] as? Bool == false)
    let rows = try #require(groups[1]["examples"] as? [[String: Any]])
    #expect(rows.map { shown($0["place"]) } == ["Line 3", "Line 9"])
    #expect(rows.map { $0["cell"] as? String } == ["cell-3-Price", ""], "the field below")
    #expect(rows.map { shown($0["message"]) } == ["", ""], "the heading says it")
    #expect(rows.map { $0["excerpt"] as? String } == ["A;x", ""])
    let warnings = ProblemGroups.values(answer, isError: false, DeclaredAnswers())
    #expect(warnings.map { shown($0["title"]) } == ["A price is zero"])
    #expect(warnings.map { $0["number"] as? String } == [""], "it is at no place of the file")
  }

  @Test func aPlanThatIsSavedAfterItsImportKeepsTheNumber() throws {
    let folder = try TemporaryFolder()
    let visit = try ServedTestShop.visit(in: folder.path)
    let id = Uploads.id(ofFileAt: try visit.site.uploads.place("a.csv"))
    var changed = WaitingPlan(id: id, name: "a.csv", file: "a.csv", login: "anna", sentAt: Date())
    var applied = changed
    applied.importNumber = 7
    try applied.save(visit)
    changed.reading.kind = "products"
    try changed.save(visit)
    let kept = try WaitingPlan.find(id, visit)
    #expect(kept.importNumber == 7 && kept.reading.kind == "products")
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
    #expect("unit_cost 'x' is not a number".sentence == "unit_cost 'x' is not a number")
    #expect("bad.yml:3:61: wrong".sentence == "bad.yml:3:61: wrong" && "end.".sentence == "End.")
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

    @Test func aFileOfAllRecordsIsAskedForOnce() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let record = #"{"kind": "products", "action": "delete", "key": "P1", "fields": []}"#
        let records = [String](repeating: record, count: 2000).joined(separator: ",")
        server.shop.answer = CommandAnswer(status: 0, output: "{\"records\": [\(records)]}", notes: "")
        server.shop.forget()
        let file = try client.get("/imports/7/records.csv")
        #expect(file.text.split(separator: "\r\n").count == 2001)
        #expect(
          server.shop.words == [["imports", "show", "--limit=\(ListFile.partLength)", "--after=start", "--", "7"]])
      }
    }

    @Test func aListAfterTheLastImportIsNotAnEmptyShop() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        #expect(try client.get("/imports").text.contains("Nothing was imported yet"))
        let page = try client.get("/imports?from=50").text
        #expect(page.contains("There are not that many imports") && !page.contains("Nothing was imported yet"))
      }
    }

    /// The answer for a file with errors and a question.
    private static func planned(refusing records: Int) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          [{"outcome": "planned", "errors": 1, "refused_records": \#(records), "problem_groups": [],
            "counts": [{"kind": "prices", "action": "update", "records": 3}], "guards": [
            {"code": "price-changed", "cases": 2, "accepted": false, "remedy": "Look.", "examples": []}]}]
          """#, notes: "")
    }

    @Test func aFileThatWasImportedBeforeIsOfferedOnceMore() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"[{"outcome": "already-applied", "import_number": 4, "errors": 0, "counts": [], "guards": []}]"#,
          notes: "")
        let plan = try client.plan()
        #expect(plan.text.contains("This file was imported before") && plan.text.contains("href=\"/imports/4\""))
        #expect(!plan.text.contains("There is nothing to change"))
        #expect(!server.shop.words.contains { $0.contains("--again") })
        server.shop.answer = Self.planned(refusing: 1)
        let answer = [("answer", Suggestion.again.answer)]
        let again = try client.follow(try client.post(client.place + "/answers", answer, from: plan))
        #expect(server.shop.words.contains { $0.contains("--again") && $0.contains("import") })
        #expect(!again.text.contains("This file was imported before"))
      }
    }

    @Test func whoMayOnlyListTheImportsSeesTheirCorrectedCells() async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let entry =
          #"{"number": 7, "operation": "import", "state": "applied", "at": "2026-11-30T10:00:00Z", "actor": "mia"}"#
        func page(_ corrections: String) throws -> String {
          let output = "{\"entry\": \(entry), \"corrections\": [\(corrections)]}"
          return try server.page("/imports/7", answering: CommandAnswer(status: 0, output: output, notes: "")).text
        }
        let shown = try page(#"{"line": 3, "column": "price", "was": "abc", "value": "7.25"}"#)
        #expect(shown.contains("<span class=\"was\">abc</span> → <b>7.25</b>") && shown.contains("mia"))
        #expect(!shown.contains("It changed nothing") && !shown.contains("records.csv"))
        #expect(server.shop.words.contains { $0.starts(with: ["imports", "corrections"]) })
        #expect(!server.shop.words.contains { $0.starts(with: ["imports", "show"]) })
        #expect(try page("").contains("No cell of the file was corrected."))
      }
    }

    @Test func anotherPageOfChangesKeepsWhatWasTicked() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(refusing: 1)
        let plan = try client.plan()
        let place = client.place
        #expect(plan.text.contains("form=\"take\" formaction=\"\(place)/changes#all\" name=\"tab\""))
        let fields = [("accept", "price-changed"), ("on-error", "skip"), ("find", "cup"), ("tab", "prices")]
        let sent = try client.post(place + "/changes", fields, from: plan)
        #expect(sent.location == place + "?kind=prices&find=cup")
        let page = try client.follow(sent).text
        #expect(page.contains("value=\"price-changed\" checked") && page.contains("value=\"skip\" checked"))
        #expect(server.shop.words.contains { $0.contains("--find=cup") && $0.contains("--kind=prices") })
      }
    }

    @Test func whatWasTickedIsKeptForThePersonAndForThePlan() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (client, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        server.shop.answer = Self.planned(refusing: 1)
        let plan = try client.plan()
        let place = client.place
        let (question, errors) = ("value=\"price-changed\" checked", "value=\"skip\" checked")
        let ticks = [("accept", "price-changed"), ("on-error", "skip")]
        _ = try client.post(place + "/changes", ticks, from: plan)
        let others = try ben.get(place)
        #expect(others.status == 200 && !others.text.contains(question) && !others.text.contains(errors))
        _ = try ben.post(place + "/changes", [], from: others)
        let own = try client.get(place)
        #expect(own.text.contains(question) && own.text.contains(errors))
        server.shop.answer = Self.planned(refusing: 2)
        let again = try client.follow(
          try client.post(place + "/answers", ticks + [("answer", "new-locations ")], from: own))
        #expect(!again.text.contains(question) && !again.text.contains(errors))
      }
    }

    @Test func aPlanIsAppliedAfterOtherPagesOfItsChanges() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(refusing: 1)
        let plan = try client.plan()
        let place = client.place
        for text in ["cup", "mug", "cup"] {
          let sent = try client.post(place + "/changes", [("find", text)], from: plan)
          #expect(sent.location == "\(place)?find=\(text)")
        }
        #expect(try !client.post(place + "/changes", [("find", "cup")]).location.hasPrefix(place))
        server.shop.answer = CommandAnswer(status: 0, output: #"{"import_number": 7}"#, notes: "")
        let fields = [("accept", "price-changed"), ("on-error", "skip")]
        #expect(try client.post(place + "/apply", fields, from: plan).location == "/imports/7")
      }
    }

    @Test func aPlanThatIsNotAppliedShowsTheSameChanges() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(refusing: 1)
        let plan = try client.plan()
        let place = client.place
        let shown = try client.get(place + "?kind=prices&find=cup&from=50")
        let (find, from) = (try #require(Self.shown("find", shown)), try #require(Self.shown("from", shown)))
        server.shop.forget()
        let fields = [("kind", "prices"), ("find", "typed"), ("shown-find", find), ("shown-from", from)]
        let page = try client.post(place + "/apply", fields, from: plan)
        #expect(page.status == 422)
        #expect(Self.shown("find", page) == "cup" && Self.shown("from", page) == "50")
        let words = try #require(server.shop.words.first { $0.starts(with: ["plan", "show"]) })
        #expect(Set(words).isSuperset(of: ["--kind=prices", "--find=cup", "--skip=50"]))
      }
    }

    /// What a page notes of the changes that it shows.
    private static func shown(_ name: String, _ page: PageClient.Answer) -> String? {
      let start = "name=\"shown-\(name)\" form=\"take\" value=\""
      return page.text.range(of: start).map { String(page.text[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    @Test func aProfileThatExistsLeavesTheChoicesOnThePage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        _ = try client.plan()
        let place = client.place
        server.shop.answer = CommandAnswer(
          status: 5,
          output: #"""
            {"error": {"code": "usage", "message": "there is a profile 'acme' already", "remedy": "Choose another name."},
             "record_kinds": ["products"], "tables": [{"columns": [{"name": "Artikel"}]}]}
            """#, notes: "")
        let fields = [("map.Artikel", "title"), ("supplier", "north"), ("save-as", "acme")]
        let page = try client.choose(fields, at: place)
        #expect(page.status == 422)
        for text in [
          "There is a profile", "value=\"title\" selected", "name=\"supplier\" value=\"north\"",
          "name=\"save-as\" value=\"acme\"", "<title>Error: ", "<a href=\"#save-as\">",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
      }
    }

    @Test func suppliersAndLocationsOfTheShopAreChoices() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        _ = try client.plan()
        let place = client.place
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"[{"location": "shop", "location_name": "Main", "supplier": "acme", "supplier_name": "Acme & Co"}]"#,
          notes: "")
        let page = try client.get(place + "/columns").text
        #expect(page.contains("<option value=\"shop\">Main</option>"))
        #expect(page.contains("<option value=\"acme\">Acme &amp; Co</option>"))
      }
    }

    @Test func anAnswerMakesAnotherPlanThatNothingIsTickedFor() async throws {
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
        let plan = try client.plan()
        let place = client.place
        let ticked = "value=\"price-changed\" checked"
        #expect(plan.text.contains("value=\"price-changed\"") && !plan.text.contains(ticked))
        // The Enter key presses the first button of a form.
        let enter = plan.text.range(of: "form=\"take\" formaction=\"\(place)/changes#all\"")?.lowerBound
        let button = plan.text.range(of: "formaction=\"\(place)/answers\"")?.lowerBound
        let (first, second) = (try #require(enter), try #require(button))
        #expect(first < second)
        let fields = [("accept", "price-changed"), ("answer", "new-locations ")]
        let answered = try client.follow(try client.post(place + "/answers", fields, from: plan))
        #expect(answered.text.contains("value=\"price-changed\"") && !answered.text.contains(ticked))
        #expect(server.shop.words.contains { $0.contains("--new-locations") })
        // The same answer again makes the same plan.
        let same = try client.follow(try client.post(place + "/answers", fields, from: answered))
        #expect(same.text.contains(ticked))
      }
    }
  }
}

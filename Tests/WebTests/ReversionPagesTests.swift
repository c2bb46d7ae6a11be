import Serving
import Testing
import WebTesting
import Wording

@testable import Web

/// What the pages of undos and redos say of records.
@Suite struct ReversionPagesTests {
  private func json(_ text: String) throws -> JSONValue { try #require(JSONValue(text)) }

  @Test(arguments: [
    ("removed", true, "will be removed"), ("restored", false, "will come back"),
    ("changed", true, "will be changed back"), ("changed", false, "will be changed again"),
    ("moved", true, "will be taken back"), ("moved", false, "will be recorded again"),
    ("present", false, "already there"), ("kept", true, "will be kept"), ("kept", false, "left as before"),
    ("blocked", true, "blocked, cannot be undone"), ("blocked", false, "blocked, cannot be redone"),
  ])
  func saysWhatWillBecomeOfARecord(effect: String, isUndo: Bool, words: String) throws {
    let row = ImportPages.revertedRow(try json("{\"effect\": \"\(effect)\"}"), isUndo: isUndo)
    #expect(shown(row["effect"]) == words)
    #expect(row["title"] as? String == "", "a row without a title has that of no other")
  }

  @Test(arguments: [
    (#"{"kind": "movements", "effect": "blocked", "key": "sale T-12 1", "document_kind": "sale"}"#, "Verkauf T-12 1"),
    (#"{"kind": "movements", "effect": "kept", "key": "sale front"}"#, "sale front"),
    (#"{"kind": "products", "effect": "blocked", "key": "sale"}"#, "sale"),
  ])
  func whatADocumentIsOfIsSaidInTheLanguage(record: String, german: String) throws {
    let key = try #require(ImportPages.revertedRow(try json(record), isUndo: true)["key"] as? LocalizedText)
    #expect(key.text(in: try PageMessages(.german, in: PageTexts.pages)) == german)
  }

  @Test func aFieldThatStaysIsNotShownAsChanged() throws {
    let record = try json(
      #"""
      {"kind": "products", "key": "P1", "title": "Beaker", "effect": "kept", "reason": "import 3 changed it since",
       "fields": [
        {"field": "title", "current": "Beaker", "wanted": "Cup", "outcome": "kept"},
        {"field": "brand", "current": "Acme", "outcome": "reverted"}]}
      """#)
    let row = ImportPages.revertedRow(record, isUndo: true)
    let fields = try #require(row["fields"] as? [[String: Any]])
    #expect(fields.map { shown($0["change"]) } == ["stays Beaker", "Acme → –"])
    #expect(shown(row["reason"]) == "import 3 changed it since")
  }

  @Test(arguments: [
    (
      "the stock was set again since, by import 9, which counted on this level; to take both back, "
        + "begin with `stockroom imports undo 9`",
      "the stock was set again since, by import 9, which counted on this level",
      "der Bestand wurde seitdem neu gesetzt, durch Import 9, der von diesem Bestand ausging"
    ),
    ("supplier items refer to it", "supplier items refer to it", "darauf verweisen: Lieferantenartikel"),
    (
      "import 3 changed it since; what it referred to is no longer there",
      "import 3 changed it since; what it referred to is no longer there",
      "Import 3 hat es seitdem geändert; worauf es verwies, ist nicht mehr da"
    ), ("", "", ""),
  ])
  func reasonsAreWithoutCommandsAndInTheLanguage(reason: String, english: String, german: String) throws {
    let record = JSONValue.object(["effect": .text("kept"), "reason": .text(reason)])
    let row = ImportPages.revertedRow(record, isUndo: true)
    let text = try #require(row["reason"] as? LocalizedText)
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect("\(text)" == english)
    #expect(text.text(in: messages) == german)
  }

  @Test(arguments: [
    (
      #"""
      {"entry": {"operation": "undo", "reverts": 7, "created": 0, "updated": 17, "unchanged": 2, "rejected": 1},
       "counts": [{"action": "delete", "records": 10}, {"action": "delete", "records": 2},
         {"action": "update", "records": 1}],
       "movements": [{"action": "receipt", "records": 4}]}
      """#, ["Removed 12", "Changed 1", "Stock movements 4", "Kept 2", "Blocked 1"]
    ),
    (
      #"""
      {"entry": {"operation": "redo", "reverts": 7, "created": 0, "updated": 3, "unchanged": 0, "rejected": 0},
       "counts": [{"action": "create", "records": 3}], "movements": []}
      """#, ["Brought back 3", "Changed 0", "Kept 0", "Blocked 0"]
    ),
    (
      #"""
      {"entry": {"operation": "import", "created": 5, "updated": 4, "unchanged": 3, "rejected": 2},
       "counts": [{"action": "create", "records": 5}, {"action": "update", "records": 4}]}
      """#, ["New 5", "Changed 4", "Unchanged 3", "Refused 2"]
    ),
    // Prices that follow others are changed ones: of a file without days, and of one with days in which some are new.
    (
      #"""
      {"entry": {"operation": "import", "created": 2, "updated": 5, "unchanged": 0, "rejected": 0},
       "counts": [{"action": "create", "records": 2}, {"action": "update", "records": 2},
         {"action": "create", "records": 3, "following_prices": 3}]}
      """#, ["New 2", "Changed 5", "Unchanged 0", "Refused 0"]
    ),
    (
      #"""
      {"entry": {"operation": "import", "created": 18, "updated": 2, "unchanged": 0, "rejected": 0},
       "counts": [{"action": "update", "records": 2}, {"action": "create", "records": 15, "following_prices": 13}],
       "movements": [{"action": "receipt", "records": 3}]}
      """#, ["New 5", "Changed 15", "Unchanged 0", "Refused 0"]
    ),
    // Noted among the changed ones, as in the list.
    (
      #"""
      {"entry": {"operation": "import", "created": 5, "updated": 15, "unchanged": 0, "rejected": 0},
       "counts": [{"action": "update", "records": 2}, {"action": "create", "records": 15, "following_prices": 13}],
       "movements": [{"action": "receipt", "records": 3}]}
      """#, ["New 5", "Changed 15", "Unchanged 0", "Refused 0"]
    ),
    // A product that was deleted.
    (
      #"""
      {"entry": {"operation": "import", "created": 0, "updated": 3, "unchanged": 0, "rejected": 0},
       "counts": [{"action": "delete", "records": 3}]}
      """#, ["New 0", "Removed 3", "Changed 0", "Unchanged 0", "Refused 0"]
    ),
  ])
  func theNumbersHaveTheRightWord(contents: String, figures: [String]) throws {
    let shownFigures = ImportPages.figures(try json(contents)).map { figure in
      "\(shown(figure["title"]) ?? "") \(shown(figure["number"]) ?? "")"
    }
    #expect(shownFigures == figures)
  }

  @Test(arguments: [
    (#"{"operation": "undo", "reverts": 7, "updated": 1200, "unchanged": 0, "rejected": 0}"#, "1,200 records undone"),
    (
      #"{"operation": "redo", "reverts": 7, "updated": 1, "unchanged": 2, "rejected": 0}"#,
      "1 record redone, 2 kept, 0 blocked"
    ),
    (#"{"operation": "import", "updated": 3}"#, ""),
  ])
  func theListOfImportsSaysWhatCameOfAnUndo(entry: String, result: String) throws {
    let said = ImportPages.result(of: try json(entry))
    #expect("\(said)" == result)
  }

  @Test(arguments: [
    ("prices", "create", "brought back"), ("prices", "delete", "removed"), ("movements", "create", "new"),
    ("movements", "receipt", "receipt"),
  ])
  func whatARedoMakesWasThereBefore(kind: String, action: String, word: String) throws {
    let entry = try json(#"{"operation": "redo", "reverts": 7}"#)
    let said = ChangeList.word(of: try json("{\"kind\": \"\(kind)\", \"action\": \"\(action)\"}"), in: entry)
    #expect("\(said)" == word)
  }

  @Test(arguments: [
    ("undo", "movements", "opening", "opening, taken back"), ("redo", "movements", "sale", "sale, recorded again"),
    ("undo", "prices", "create", "brought back"), ("import", "movements", "opening", "opening"),
  ])
  func theMovementsOfAnUndoAreTakenBack(operation: String, kind: String, action: String, words: String) throws {
    let reverts = operation == "import" ? "" : ", \"reverts\": 7"
    let entry = try json("{\"operation\": \"\(operation)\"\(reverts)}")
    let count = try json("{\"kind\": \"\(kind)\", \"action\": \"\(action)\", \"records\": 9}")
    #expect(shown(ImportPages.count(count, in: entry)["action"]) == words)
  }

  /// The deletion of a count takes back nothing that an import brought.
  @Test func theDeletionOfACountIsNoUndo() throws {
    let entry = try json(
      #"{"operation": "discard", "state": "applied", "created": 0, "updated": 1, "unchanged": 0, "rejected": 0}"#)
    let german = try PageMessages(.german, in: PageTexts.pages)
    let state = ImportPages.state(of: entry)
    #expect("\(state)" == "count deleted")
    #expect(state.text(in: german) == "Zählung gelöscht")
    #expect(ImportPages.result(of: entry).isEmpty)
    let contents = JSONValue.object(["entry": entry, "counts": try json(#"[{"action": "delete", "records": 1}]"#)])
    let removed = ImportPages.figures(contents).first { shown($0["title"]) == "Removed" }
    #expect(shown(removed?["number"]) == "1")
  }

  @Test func anEntryIsReplacedByThatOfAnImport() throws {
    let text = RecordWords.value("import 5", ofField: "superseded_by", of: "count_lines")
    let name = RecordWords.name(ofField: "superseded_by")
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect("\(name) \(text)" == "Replaced by import 5")
    #expect(text.text(in: messages) == "Import 5")
  }
}

extension ServerTests {
  /// The pages of an undo, on a real server.
  @Suite struct Reversions {
    @Test func theQuestionNamesTheRecords() async throws {
      try await ServedTestShop.serve { server in
        let planned = CommandAnswer(
          status: 3,
          output: #"""
            {"operation": "undo", "import_number": 7, "outcome": "planned",
             "counts": [{"kind": "prices", "outcome": "reverted", "records": 12},
               {"kind": "products", "outcome": "blocked", "records": 1}],
             "effects": [{"kind": "prices", "effect": "removed", "records": 12, "earlier_apply_again": true},
               {"kind": "products", "effect": "blocked", "records": 1}],
             "records": [
               {"kind": "prices", "key": "P1-RED regular EUR", "title": "Cup & saucer", "outcome": "reverted",
                "effect": "removed", "fields": []},
               {"kind": "products", "key": "P1", "outcome": "blocked", "effect": "blocked",
                "reason": "variants refer to it", "fields": []}],
             "kinds": [{"kind": "prices", "records": 12}, {"kind": "products", "records": 51}], "total": 63}
            """#, notes: "")
        let page = try server.page("/imports/7/undo", answering: planned)
        #expect(page.status == 200)
        for text in [
          "<span>Prices</span><span>12 will be removed</span>",
          "<span>Products</span><span>1 blocked, cannot be undone</span>",
          "the price before it applies again.",
          "class=\"any\">P1-RED regular EUR</th>", "<div>Cup &amp; saucer</div>", "<div>Price will be removed</div>",
          "<div>Product blocked, cannot be undone<span class=\"sub\">variants refer to it</span></div>",
          "1 to 50 of 63", "<a href=\"/imports/7/undo?from=50#all\">Next 50</a>",
          "<a href=\"/imports/7/undo?kind=products#all\">Products 51</a>",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
      }
    }

    @Test func thePageOfAnUndoLeadsToItsImport() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"""
            {"entry": {"number": 8, "operation": "undo", "reverts": 7, "state": "applied", "source": "/x/list.csv",
               "created": 0, "updated": 1, "unchanged": 0, "rejected": 0},
             "counts": [{"kind": "prices", "action": "delete", "records": 1}], "movements": [], "total": 1,
             "kinds": [{"kind": "prices", "records": 1}],
             "records": [{"kind": "prices", "action": "delete", "key": "P1-RED regular EUR", "title": "Cup",
               "fields": [{"field": "price", "before": "4.50"}]}]}
            """#, notes: "")
        let page = try client.get("/imports/8")
        #expect(page.status == 200)
        for text in [
          "<h1>Undo of import 7: list.csv</h1>", "<a href=\"/imports/7\">Import 7</a>",
          "<dt>Removed</dt><dd>1</dd>", "<dt>Changed</dt><dd>0</dd>", "<span>prices</span><span>1 removed</span>",
          "<div>removed price</div>",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
      }
    }
  }
}

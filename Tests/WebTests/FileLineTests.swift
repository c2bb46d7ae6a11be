import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// One line of an imported file, on the page of its import.
@Suite struct FileLineTests {
  private let answer = JSONValue(
    #"""
    {"entry": {"number": 7, "operation": "import", "source": "/x/count.csv"}, "line": 211,
     "cells": [{"column": "ean", "value": "4006381333931"}, {"column": "pieces", "value": "x9"}, {"column": "note"}],
     "corrections": [{"line": 211, "column": "pieces", "was": "x9", "value": "9"}],
     "records": [{"kind": "count_lines", "action": "create", "key": "C-1 4006381333931", "title": "Mug",
       "fields": [{"field": "counted_quantity", "after": "9"}]}]}
    """#)

  @Test func theCellsAreThoseOfTheFileWithWhatWasCorrected() throws {
    let values = FileLine.values(try #require(answer))
    #expect(shown(values["heading"]) == "Line 211 of count.csv")
    let cells = try #require(values["cells"] as? [[String: Any]])
    #expect(cells.map { $0["value"] as? String } == ["4006381333931", "x9", ""])
    #expect(cells.map { $0["corrected"] as? String } == ["", "9", ""])
    let records = try #require(values["line_records"] as? [[String: Any]])
    #expect(records.map { shown($0["key"]) } == ["C-1 4006381333931"])
  }
}

extension ServerTests {
  @Suite struct FileLines {
    private static let found = CommandAnswer(
      status: 0,
      output: #"""
        {"entry": {"number": 7, "operation": "import", "state": "applied", "source": "/x/count.csv", "created": 1,
           "updated": 0, "unchanged": 0, "rejected": 0},
         "counts": [], "movements": [], "kinds": [], "total": 0, "line": 211, "corrections": [],
         "records": [{"kind": "count_lines", "action": "create", "key": "C-1 MUG", "title": "Mug", "fields": []}]}
        """#, notes: "")

    @Test func whoMayNotSeeWhatAnImportChangedSeesNoLine() async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let page = try server.page("/imports/7?line=211", answering: Self.found)
        #expect(page.status == 200 && !page.text.contains("id=\"line\""))
        #expect(!server.shop.words.contains { $0.starts(with: ["imports", "line"]) })
      }
    }

    /// Plans of other names are not read.
    @Test(arguments: ["count.csv", "May/count (2) & more.csv"])
    func theKeptFileIsThatOfTheImport(name: String) throws {
      let folder = try TemporaryFolder()
      let visit = try ServedTestShop.visit(in: folder.path)
      let path = try visit.site.uploads.place(name)
      try Data("ean\n".utf8).write(to: URL(fileURLWithPath: path))
      var plan = WaitingPlan(
        id: Uploads.id(ofFileAt: path), name: name, file: Uploads.safe(name), login: "anna", sentAt: Date())
      plan.importNumber = 7
      try plan.save(visit)
      func found(_ number: Int, _ source: String) throws -> String? {
        let entry = try #require(JSONValue(#"{"number": \#(number), "source": "\#(source)"}"#))
        return WaitingPlan.find(ofImport: entry, visit)?.id
      }
      // Earlier versions have recorded the path.
      for source in [name, path] { #expect(try found(7, source) == plan.id, "\(source)") }
      for (number, source) in [(8, name), (7, "other.csv"), (7, ""), (7, "item A1 changed")] {
        #expect(try found(number, source) == nil, "\(number) \(source)")
      }
    }

    /// The refused rows are for the people who may import; a person of one store has those of their own files.
    @Test(
      arguments: [
        (.manager, nil, "ben", 200), (.manager, "front", "anna", 200), (.manager, "front", "ben", 404),
        (.accountant, nil, "anna", 403), (.counter, "front", "anna", 403),
      ] as [(Role, String?, String, Int)])
    func refusedRowsAreForThePeopleWhoMayImport(role: Role, store: String?, sender: String, status: Int) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        server.shop.store = store
        let visit = try ServedTestShop.visit(in: server.folder)
        let path = try visit.site.uploads.place("list.csv")
        let rows = "sku,price\nA1,none\n"
        for file in [path, path + ".rejects.csv"] { try Data(rows.utf8).write(to: URL(fileURLWithPath: file)) }
        var plan = WaitingPlan(
          id: Uploads.id(ofFileAt: path), name: "list.csv", file: "list.csv", login: sender, sentAt: Date())
        plan.importNumber = 7
        try plan.save(visit)
        let client = try server.signedIn()
        let answer = try client.get("/imports/7/rejects")
        #expect(answer.status == status, "\(answer.text)")
        #expect((answer.text == rows) == (status == 200))
      }
    }

    @Test func thePageOfAnImportShowsTheLineThatIsAskedFor() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/imports/7?line=211", answering: Self.found)
        #expect(page.status == 200)
        #expect(page.text.contains("<h2 id=\"line\">Line 211 of count.csv</h2>"))
        #expect(page.text.contains("C-1 MUG · Mug"))
        #expect(page.text.contains("The file is not kept here."))
        let whole = try server.page("/imports/7", answering: Self.found)
        #expect(!whole.text.contains("id=\"line\""))
      }
    }
  }
}

import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// The first rows of a file as records, on the page of its columns.
@Suite struct ColumnPreviewTests {
  private static let table = #"""
    {"columns": [{"name": "Preis", "meaning": ["price"]}, {"name": "Artikel", "meaning": ["sku"]}],
     "records": [["4,50", "A1"], ["x", "A2"]],
     "preview": [
       {"line": 2, "fields": [{"kind": "prices", "field": "sku", "value": "A1"},
         {"kind": "prices", "field": "price", "value": "4.50"}], "problems": []},
       {"line": 3, "fields": [{"kind": "prices", "field": "sku", "value": "A2"}],
        "problems": [{"column": "Preis", "message": "'x' is not a number"}]}]}
    """#

  @Test func valuesAreThoseThatWouldBeStoredNextToTheCells() throws {
    let rows = ColumnPreview.rows(of: try #require(JSONValue(Self.table)))
    #expect(rows.map { shown($0["position"]) } == ["Line 2", "Line 3"], "as the plan says it")
    let cells = try rows.map { try #require($0["cells"] as? [[String: Any]]) }
    #expect(cells[0].map { shown($0["value"]) } == ["A1", "4.50"])
    #expect(cells[0].map { $0["raw"] as? String } == ["", "4,50"])
    let wrong = try #require(rows[1]["wrong"] as? [[String: Any]])
    #expect(wrong.map { $0["column"] as? String } == ["Preis"])
    #expect(wrong.map { $0["raw"] as? String } == ["x"])
    #expect(wrong.map { shown($0["message"]) } == ["'x' is not a number"])
  }

  @Test func withoutRecordsTheCellsAreShown() throws {
    let table = try #require(
      JSONValue(#"{"columns": [{"name": "Preis", "meaning": ["price"]}], "records": [["4,50"]]}"#))
    let cells = try #require(ColumnPreview.rows(of: table).first?["cells"] as? [[String: Any]])
    #expect(cells.map { $0["value"] as? String } == ["4,50"])
  }
}

extension ServerTests {
  @Suite struct ColumnPreviews {
    /// Each change of an answer is shown, and nothing of it is kept.
    @Test func theRowsAreReadAsTheFormSaysWithoutKeepingIt() async throws {
      try await ServedTestShop.serve { server in
        let seen = CommandAnswer(
          status: 0,
          output: #"""
            {"record_kinds": ["prices"], "tables": [{"columns": [
              {"name": "Preis", "meaning": ["price"], "evidence": "its values are amounts", "examples": ["4,50"]}
            ], "records": [["4,50"]], "preview": [
              {"line": 2, "fields": [{"kind": "prices", "field": "price", "value": "4.50"}], "problems": []}]}]}
            """#, notes: "")
        let (client, place) = try server.sent("Preis\n4,50\n", answering: seen)
        let page = try client.get(place + "/columns")
        #expect(page.text.contains("data-preview=\"\(place)/columns/preview\""))
        #expect(page.text.contains("src=\"/assets/columns.js\""))
        #expect(page.text.contains("<span class=\"any\">4,50</span>"))
        server.shop.forget()
        let fields = [("map.Preis", "cost"), ("decimal", "comma")]
        let preview = try client.post(place + "/columns/preview", fields, from: page)
        #expect(preview.status == 200 && preview.text.contains("<span class=\"any\">4,50</span>"))
        #expect(!preview.text.contains("<nav"), "it is a part of a page")
        let words = try #require(server.shop.words.first { $0.first == "inspect" })
        #expect(words.contains("--map=Preis=cost") && words.contains("--decimal=comma"), "\(words)")
        server.shop.forget()
        _ = try client.get(place + "/columns")
        let after = try #require(server.shop.words.first { $0.first == "inspect" })
        #expect(!after.contains("--decimal=comma"), "\(after)")
        server.shop.roles = [.counter]
        #expect(try client.post(place + "/columns/preview", fields, from: page).status == 403)
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The lists of pages as files.
  @Suite struct ListFiles {
    /// A row of any list, with a formula wherever a text may be.
    private static let row: String = {
      let names = [
        "sku", "title", "lot", "product", "key", "number", "name", "login", "location", "reason", "profile", "source",
        "order_number", "job", "period", "command", "message", "document", "count", "guard",
        "backup",
      ]
      return "{" + names.map { "\"\($0)\": \"=A\"" }.joined(separator: ", ") + "}"
    }()
    private static let rows = "[" + [String](repeating: row, count: 3).joined(separator: ", ") + "]"

    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    /// An answer that is a list, or has lists.
    private static func answer(isList: Bool) -> CommandAnswer {
      let members = [
        "lots", "records", "problems", "movements", "lines", "products", "jobs", "reasons", "profiles", "guards",
      ]
      return answer(isList ? rows : "{" + members.map { "\"\($0)\": \(rows)" }.joined(separator: ", ") + "}")
    }

    private static let areLists = [
      "/orders.csv", "/settings/people.csv", "/settings/places.csv", "/settings/backup.csv", "/books.csv",
      "/books/log.csv",
    ]

    /// The address of a list, with all that it needs.
    private static func address(_ list: ListFile, plan: String) -> String {
      list.path.replacing("/plans/:id", with: plan).replacing(":number", with: "7").replacing(":code", with: "P1")
        + "?which=all&variant=P1&q=x&days=all"
    }

    @Test func everyListHasAFileOfAllItsRowsWithoutFormulas() async throws {
      try await ServedTestShop.serve(roles: [.manager, .accountant]) { server in
        let client = try server.signedIn()
        _ = try client.plan()
        let plan = client.place
        server.shop.counts = Self.rows
        server.shop.imports = Self.rows
        for list in ListFile.all {
          server.shop.answer = Self.answer(isList: Self.areLists.contains(list.path))
          let file = try client.get(Self.address(list, plan: plan))
          #expect(file.status == 200, "\(list.path): \(file.text.prefix(300))")
          #expect(file.headers["content-type"] == "text/csv; charset=utf-8", "\(list.path)")
          #expect(file.headers["content-disposition"]?.hasPrefix("attachment;") == true, "\(list.path)")
          let lines = file.text.components(separatedBy: "\r\n").dropLast()
          #expect(lines.first == list.columns.map { CSVText.field($0.title) }.joined(separator: ","), "\(list.path)")
          // What is found besides the products has a row too.
          #expect(lines.count == (list.path == "/find.csv" ? 5 : 4), "\(list.path): \(file.text)")
          let cells = lines.dropFirst().flatMap { $0.split(separator: ",") }
          #expect(cells.contains { $0.hasPrefix("'=") }, "\(list.path): \(file.text)")
          #expect(!cells.contains { $0.hasPrefix("=") || $0.hasPrefix("\"=") }, "\(list.path): \(file.text)")
        }
      }
    }

    @Test func everyFileIsRefusedWhereItsCommandIs() async throws {
      try await ServedTestShop.serve(roles: [.customer]) { server in
        let client = try server.signedIn()
        let error = #"{"error": {"code": "not-permitted", "message": "you may not do that", "remedy": ""}}"#
        server.shop.answer = CommandAnswer(status: 4, output: error, notes: "")
        // The test's shop answers that list to everybody.
        for list in ListFile.all where list.path != "/imports.csv" {
          let file = try client.get(Self.address(list, plan: "/plans/0123456789abcdef"))
          #expect(file.status == 403, "\(list.path): \(file.status)")
        }
      }
    }

    @Test func aLongListIsAskedForInParts() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let lots = [String](repeating: #"{"sku": "A"}"#, count: ListFile.partLength).joined(separator: ", ")
        server.shop.answer(inTurn: [Self.answer("{\"lots\": [\(lots)]}"), Self.answer(#"{"lots": [{"sku": "B"}]}"#)])
        server.shop.forget()
        let file = try client.get("/expiry.csv?days=all")
        #expect(file.text.split(separator: "\r\n").count == ListFile.partLength + 2)
        #expect(server.shop.words.map { $0.last } == ["--limit=10000", "--skip=10000"])
        server.shop.answer(inTurn: [
          Self.answer(#"{"records": [{"key": "A"}], "next": "prices:7"}"#),
          Self.answer(#"{"records": [{"key": "B"}]}"#),
        ])
        server.shop.forget()
        let records = try client.get("/imports/7/records.csv?kind=prices").text
        #expect(records.contains("\r\nA,") && records.contains("\r\nB,"))
        let second = try #require(server.shop.words.last)
        #expect(second.contains("--after=prices:7") && second.contains("--kind=prices"))
      }
    }

    @Test func theListOfImportsHasItsTotalAndASearch() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.imports = #"{"total": 134, "imports": [{"number": 99, "source": "a.csv", "operation": "import"}]}"#
        server.shop.forget()
        let page = try client.get("/imports?find=a%26b&from=50").text
        #expect(page.contains("51 to 51 of 134") && page.contains(#"value="a&amp;b""#))
        #expect(page.contains(#"href="/imports.csv?find=a%26b&amp;entries=together""#))
        let words = try #require(server.shop.words.first { $0.starts(with: ["imports", "list"]) })
        #expect(Set(words).isSuperset(of: ["--grouped", "--total", "--find=a&b", "--limit=50", "--skip=50"]))
      }
    }

    @Test func ordersAreSearchedAndTheirFileIsThatOfTheSearch() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(
          #"""
          [{"order_number": "PO-7", "supplier": "S", "supplier_name": "Ölmühle", "open_lines": 1},
           {"order_number": "PO-8", "supplier": "T", "supplier_name": "Tea Ltd", "open_lines": 1}]
          """#)
        let page = try client.get("/orders?find=%C3%B6lm").text
        #expect(page.contains("PO-7") && !page.contains("PO-8") && page.contains("1 to 1 of 1"))
        let file = try client.get("/orders.csv?find=tea").text
        #expect(file.contains("PO-8") && !file.contains("PO-7"))
        #expect(try client.get("/orders?find=nobody").text.contains("No order matches."))
      }
    }

    @Test func theJournalIsSearchedInItsTextsAndAccounts() async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(
          #"""
          {"entries": [
            {"date": "2026-10-01", "description": "Breakage", "postings": [{"account": "Expenses:Damage", "amount": "4"}]},
            {"date": "2026-10-02", "description": "Sales", "postings": [{"account": "Income", "amount": "9"}]}]}
          """#)
        let page = try client.get("/books/journal?find=damage").text
        #expect(page.contains("Breakage") && !page.contains(">Sales") && page.contains("1 to 1 of 1"))
        #expect(try client.get("/books/journal?find=nothing").text.contains("No entry matches."))
      }
    }

    // MARK: Taking back

    @Test func anUndoOnTheHomePageCanBeRedone() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.imports = #"""
          [{"number": 9, "operation": "redo", "reverts": 7, "state": "applied", "source": "a.csv"},
           {"number": 8, "operation": "undo", "reverts": 7, "state": "applied", "source": "a.csv"},
           {"number": 6, "operation": "import", "state": "applied", "source": "count", "count": "3", "entries": 1}]
          """#
        server.shop.answer = Self.answer("{}")
        let page = try client.get("/").text
        #expect(page.contains(#"href="/imports/7/undo""#) && !page.contains(#"href="/imports/7/redo""#))
        #expect(page.contains(#"href="/imports/6/undo""#))
      }
    }

    @Test func aDraftedOrderCanBeUndone() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.answer(
          #"{"orders": [{"order_number": "PO-7", "supplier": "S"}], "file": null, "import_number": 12}"#)
        let answer = try client.post("/orders/draft", [("supplier", "S"), ("quantity.A1", "4")], from: page)
        #expect(answer.status == 303)
        let next = try client.get("/more").text
        #expect(next.contains("Order PO-7 is drafted.") && next.contains(#"href="/imports/12/undo""#))
      }
    }
  }
}

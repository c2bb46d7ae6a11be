import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The lists of orders, and which order is on which.
  @Suite struct OrderListTests {
    private static let orders = CommandAnswer(
      status: 0,
      output: """
        [{"order_number": "D1", "supplier": "S", "open_lines": 2, "lines": 2, "is_draft": true, "is_late": false},
         {"order_number": "D2", "supplier": "S", "open_lines": 2, "lines": 2, "is_draft": true, "is_late": true},
         {"order_number": "D3", "supplier": "S", "open_lines": 0, "lines": 2, "is_draft": true, "is_late": false},
         {"order_number": "O4", "supplier": "S", "open_lines": 1, "lines": 2, "is_draft": false, "is_late": false},
         {"order_number": "O5", "supplier": "S", "open_lines": 1, "lines": 2, "is_draft": false, "is_late": true},
         {"order_number": "O6", "supplier": "S", "open_lines": 0, "lines": 2, "is_draft": false, "is_late": false}]
        """, notes: "")

    @Test(arguments: [
      ("?which=drafts", "Drafts (2)", ["D1", "D2"]), ("", "Open (2)", ["O4", "O5"]),
      ("?which=late", "Late (2)", ["D2", "O5"]), ("?which=all", "All (6)", ["D1", "D2", "D3", "O4", "O5", "O6"]),
    ])
    func aDraftIsNoOpenOrder(query: String, tab: String, numbers: [String]) async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/orders" + query, answering: Self.orders).text
        #expect(page.contains(" aria-current=\"page\">\(tab)</a>"), "\(page)")
        #expect(page.matches(of: #/href="/orders/([A-Z0-9]+)\?supplier=S"/#).map { String($0.1) } == numbers)
        let file = try server.page("/orders.csv" + query, answering: Self.orders).text
        #expect(file.split(whereSeparator: \.isNewline).dropFirst().map { String($0.prefix(2)) } == numbers, "\(file)")
      }
    }

    @Test func anUnknownValueIsNotZero() async throws {
      let order = """
        {"order_number": "O1", "supplier": "S", "open_lines": 2, "lines": 2, "ordered_cost": null, "open_cost": null,
          "lines_without_cost": 2, "currency": "EUR"}
        """
      try await ServedTestShop.serve { server in
        let listed = CommandAnswer(status: 0, output: "[\(order)]", notes: "")
        let list = try server.page("/orders", answering: listed).text
        #expect(list.contains(#"data-label="Open value"><div>–<span class="sub">2 lines without a cost</span>"#))
        let shown = CommandAnswer(
          status: 0, output: #"{"order": \#(order), "documents": [], "lines": [], "differences": []}"#, notes: "")
        let page = try server.page("/orders/O1?supplier=S", answering: shown).text
        #expect(page.contains("<dd>2 lines without a cost</dd>"))
        #expect(page.contains("<dt>Open value</dt><dd>– <small>EUR</small>"))
      }
    }
  }
}

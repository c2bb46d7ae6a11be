import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Changes of days for which the books are closed, which the pages ask about.
  @Suite struct ClosedPeriods {
    @Test(arguments: ["undo", "redo"], [0, 840]) func areAskedAbout(word: String, movements: Int) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: """
            {"operation": "\(word)", "import_number": 7, "effects": [], "closed_period_movements": \(movements),
             "counts": [{"kind": "movements", "outcome": "reverted", "records": 840}]}
            """, notes: "")
        let page = try client.get("/imports/7/\(word)")
        let isAsked = page.text.contains(#"name="accept" value="closed-period" required"#)
        #expect(isAsked == (movements > 0))
        #expect(page.text.contains("Movements: 840") == (movements > 0))
        server.shop.forget()
        let sent = try client.post("/imports/7/\(word)", isAsked ? [("accept", "closed-period")] : [], from: page)
        _ = try client.follow(sent)
        let words = try #require(server.shop.words.first { $0.starts(with: ["imports", word]) })
        #expect(words.contains("--accept=closed-period") == isAsked, "\(words)")
      }
    }
  }
}

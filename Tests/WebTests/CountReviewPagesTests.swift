import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What the page of a review offers, on a real server with a shop that always gives the same answer.
  @Suite struct CountReviews {
    private static func answer(_ further: String) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: """
          {"session": {"count": "7", "state": "review", "kind": "full", "location": "shop"}, "uncounted": 0, \(further),
            "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [], "lines": []}
          """, notes: "")
    }

    @Test(arguments: [
      (#""may_post": true, "counted_by_you": false"#, "Approve and post"),
      (#""may_post": false, "counted_by_you": true"#, "You counted in this count"),
      (#""may_post": false, "counted_by_you": false"#, "A manager approves and posts it"),
    ])
    func postingIsOfferedToWhoMayPost(_ further: String, _ text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(further)
        let page = try client.get("/counts/7/review").text
        for other in ["Approve and post", "You counted in this count", "A manager approves and posts it"] {
          #expect(page.contains(other) == (other == text))
        }
      }
    }
  }
}

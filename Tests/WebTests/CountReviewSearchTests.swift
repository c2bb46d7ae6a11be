import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  @Suite struct CountReviewSearch {
    private static func answer(_ state: String) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          {"session": {"count": "7", "state": "\#(state)", "kind": "partial", "location": "shop"}, "uncounted": 0,
            "may_post": true, "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [], "lines": [
            {"sku": "A1", "title": "Äpfel", "variance": "-1", "variance_at_cost": "-2.00", "route": "approval"},
            {"sku": "B2", "title": "Birnen", "variance": "-1", "variance_at_cost": "-1.10", "route": "as-counted"}]}
          """#, notes: "")
    }

    @Test func linesOfAReviewAreSearched() async throws {
      try await ServedTestShop.serve { server in
        let all = try server.page("/counts/7/review", answering: Self.answer("review")).text
        #expect(all.contains("Äpfel") && all.contains("Birnen") && all.contains("Approve and post"))
        let some = try server.page(
          "/counts/7/review?uncounted=ignore&find=%C3%A4PFEL", answering: Self.answer("review")
        ).text
        #expect(some.contains("Äpfel") && !some.contains("Birnen"))
        // What is posted is all of it, so that it is posted where all of it is seen.
        #expect(!some.contains("Approve and post"))
        #expect(some.contains(#"<a href="/counts/7/review?uncounted=ignore">Show all lines to post the count</a>"#))
        #expect(some.contains(#"<input type="hidden" name="uncounted" value="ignore">"#))
        let none = try server.page("/counts/7/review?find=x", answering: Self.answer("review")).text
        #expect(none.contains("No line matches.") && !none.contains("There is no difference."))
        #expect(none.contains(#"<a href="/counts/7/review">Show all lines"#))
      }
    }

    @Test func linesOfAPostedCountAreSearched() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/counts/7/review?find=b2", answering: Self.answer("posted")).text
        #expect(page.contains("Birnen") && !page.contains("Äpfel"))
        #expect(page.contains("<dd>3.10</dd>"), "the figures are those of the whole count")
        #expect(page.contains(#"<details class="mt4" id="rest" open>"#))
      }
    }
  }
}

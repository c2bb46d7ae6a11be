import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What is switched off or retired on the pages.
  @Suite struct Switches {
    private static func jobs(enabled: Bool) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          {"jobs": [{"job": "nightly", "title": "Feed", "enabled": \#(enabled), "status": 0}], "problems": [],
           "enabled": \#(enabled)}
          """#, notes: "")
    }

    @Test(arguments: [(true, "disable", "Switch nightly off"), (false, "enable", "Switch nightly on")])
    func aJobIsSwitched(isEnabled: Bool, command: String, title: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.jobs(enabled: isEnabled)
        let page = try client.get("/jobs")
        #expect(page.text.contains(title) && page.text.contains("switched off") != isEnabled)
        #expect(page.text.contains("action=\"/jobs/nightly/run\"") == isEnabled)
        let sent = try client.post("/jobs/nightly/\(command)", [], from: page)
        #expect(sent.status == 303 && sent.location.hasPrefix("/jobs"))
        #expect(server.shop.words.contains(["job", command, "--", "nightly"]), "\(server.shop.words)")
      }
    }

    @Test func aReasonIsRetired() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"""
            {"file": "/shop/stockroom.yml", "reasons": [
              {"reason": "lent", "name": "Lent", "loss": "none", "direction": "both", "account": "Expenses:Lent",
               "is_own": true, "is_retired": false},
              {"reason": "old", "name": "Old", "loss": "none", "direction": "both", "account": "Expenses:Old",
               "is_own": true, "is_retired": true}]}
            """#, notes: "")
        let page = try client.get("/settings/reasons")
        #expect(page.text.components(separatedBy: "<span class=\"tag\">retired</span>").count == 2)
        let fields = [("code", "lent"), ("shown", "Lent | none | both | Expenses:Lent"), ("retired", "yes")]
        #expect(try client.post("/settings/reasons/change", fields, from: page).status == 303)
        #expect(server.shop.words.last == ["settings", "reason", "change", "--retired=yes", "--", "lent"])
      }
    }
  }
}

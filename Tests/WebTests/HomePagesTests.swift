import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The first page: what needs somebody, with the fact that matters, and for whom it is.
  @Suite struct HomePagesTests {
    private static func answer(_ output: String, status: Int32 = 0) -> CommandAnswer {
      CommandAnswer(status: status, output: output, notes: "")
    }

    /// The answer to the command that plans a file with 56 changes.
    private static func planned(errors: Int = 0, guards: String = "") -> CommandAnswer {
      answer(
        """
        [{"outcome": "planned", "errors": \(errors), "guards": [\(guards)], "problems": [],
          "counts": [{"kind": "prices", "action": "create", "records": 40},
                     {"kind": "prices", "action": "update", "records": 16},
                     {"kind": "prices", "action": "unchanged", "records": 9}]}]
        """)
    }

    @Test(arguments: [
      (0, "", #"<span class="tag done">Ready</span>"#), (3, "", #"<span class="tag error">3 errors</span>"#),
      (
        0, #"{"code": "price-changed", "accepted": false, "cases": 2, "examples": []}"#,
        #"<span class="tag look">Needs a decision</span>"#
      ),
    ])
    func aFileThatWaitsHasItsTagAndItsChanges(errors: Int, guards: String, tag: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(errors: errors, guards: guards)
        _ = try client.plan()
        server.shop.answer = Self.answer("{}")
        let (home, list) = (try client.get("/").text, try client.get("/imports").text)
        #expect(home.contains(tag) && list.contains(tag), "\(home)")
        #expect(home.contains(#"<span class="quiet">56 changes · sent by Anna</span>"#))
      }
    }

    @Test func aFileThatIsBeingReadIsListedOnce() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        let client = try server.signedIn()
        server.shop.whenAsked = { words in
          guard words.first == "import" else { return }
          while WorkWatch.current?.obeysStop() == false { sched_yield() }
        }
        let sent = try client.upload(
          "/imports/new", [("a.csv", Data("sku,price\n".utf8))], from: try client.get("/more"))
        let home = try client.get("/").text
        #expect(home.contains("Looking at a.csv") && !home.contains("a.csv is waiting for a decision"))
        #expect(try client.get("/imports").text.contains(#"<span class="tag info">running</span>"#))
        let page = try client.get(sent.location)
        _ = try client.follow(try client.post(sent.location + "/stop", [], from: page))
        server.shop.whenAsked = nil
        let after = try client.get("/").text
        #expect(!after.contains("Looking at a.csv") && after.contains("a.csv is waiting for a decision"))
      }
    }

    @Test func whatFailedComesFirst() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned()
        _ = try client.plan()
        let jobs = """
          {"problems": [], "jobs": [
            {"job": "nightly", "status": 0, "is_overdue": true, "last_run": {"result": "published"}},
            {"job": "feed", "status": 6, "last_run": {"result": "failed"}}]}
          """
        let orders = """
          [{"order_number": "7", "supplier": "S", "supplier_name": "Smith", "open_lines": 2, "lines": 4, "is_late": true,
            "days_late": 3}]
          """
        server.shop.answer(inTurn: [
          Self.answer(jobs, status: 6), Self.answer(orders), Self.answer(#"{"expiring_items": 2}"#),
        ])
        let home = try client.get("/").text
        let lines = [
          "Job feed failed", "Job nightly did not run", "a.csv is waiting", "Order 7 is late", "2 items expire",
        ]
        let places = lines.compactMap { home.firstRange(of: $0)?.lowerBound }
        #expect(places.count == lines.count && places == places.sorted(), "\(home)")
        #expect(home.contains("<h1>5 things need you</h1>") && home.contains("3 days late · 2 open lines"))
      }
    }

    @Test(
      arguments: [
        (Role.counter, nil, "These will be listed here: open counts."),
        (.accountant, nil, "These will be listed here: open counts, late orders, items that expire."),
        (
          .auditor, nil,
          "These will be listed here: jobs that failed or are overdue, open counts, late orders, items that expire."
        ),
        (.manager, "front", "These will be listed here: plans that wait."), (.customer, nil, nil),
        (.counter, "front", nil),
      ] as [(Role, String?, String?)])
    func itPromisesWhatThePersonMaySee(role: Role, store: String?, text: String?) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        server.shop.store = store
        let client = try server.signedIn()
        server.shop.answer = Self.answer("{}")
        let home = try client.get("/")
        guard let text else {
          #expect(home.status == 303 && home.location == "/catalog")
          return
        }
        #expect(home.status == 200 && home.text.contains(text), "\(home.text)")
        #expect(!home.text.contains("/counts/new"))
      }
    }

    // MARK: Navigation

    @Test(
      arguments: [
        ([.manager], ["/", "/imports", "/counts", "/catalog", "/orders", "/reports", "/settings"]),
        (
          [.manager, .accountant],
          ["/", "/imports", "/counts", "/catalog", "/orders", "/reports", "/settings", "/books"]
        ),
        ([.accountant], ["/", "/reports", "/books", "/counts", "/orders", "/catalog"]),
        ([.auditor], ["/", "/reports", "/books", "/counts", "/orders", "/catalog", "/imports", "/jobs"]),
        ([.counter], ["/counts", "/catalog"]), ([.customer], ["/catalog"]),
      ] as [(Set<Role>, [String])])
    func theNavigationIsThatOfTheRole(roles: Set<Role>, paths: [String]) async throws {
      try await ServedTestShop.serve(roles: roles) { server in
        let page = try server.signedIn().get("/more").text
        let menu = try #require(page.firstMatch(of: #/<nav aria-label="Main"><ul>(.*?)</ul>/#)?.1)
        #expect(menu.matches(of: #/href="([^"]+)"/#).map { String($0.1) } == paths)
        let isManager = roles.contains(.manager)
        for path in ["/jobs", "/books", "/expiry"] where isManager {
          #expect(page.contains("<a href=\"\(path)\">"), "\(path) is on the page More")
        }
        #expect(page.contains(">Count</a>") == (roles == [.counter]))
      }
    }

    // MARK: Refusals

    @Test(arguments: [Role.customer, .counter])
    func whoNeitherImportsNorListsImportsIsRefused(role: Role) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let page = try server.signedIn().get("/imports")
        #expect(page.status == 403 && page.text.contains("This may be done by: manager, accountant, auditor."))
      }
    }

    /// As `/counts` and `/orders`, which run commands for the whole shop.
    @Test(arguments: ["/counts/new", "/orders/draft", "/orders/draft/items?supplier=S"])
    func aManagerOfOneStoreIsRefusedWhatConcernsTheWholeShop(path: String) async throws {
      try await ServedTestShop.serve { server in
        server.shop.store = "front"
        let page = try server.signedIn().get(path)
        #expect(page.status == 403 && page.text.contains("You belong to the store"))
        #expect(page.text.contains("Ask somebody who works for the whole shop."))
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What expires: the line of the home page, the list and its file.
  @Suite struct ExpiryPagesTests {
    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    private static func totals(expired: Int, expiring: Int) -> CommandAnswer {
      answer(#"{"expired_items": \#(expired), "expiring_items": \#(expiring)}"#)
    }

    private static func lots(_ count: Int) -> CommandAnswer {
      let lots = (0..<count).map { number in
        """
        {"expires_on": "2026-11-02", "days_left": \(number - 1), "sku": "=A\(number)", "title": "Milk <b>", "lot": "L1",
          "location": "shop", "remaining": "1200.5"}
        """
      }
      return answer(#"{"on": "2026-10-31", "lots": [\#(lots.joined(separator: ","))]}"#)
    }

    @Test(
      arguments: [
        (0, 0, nil, ""), (0, 3, "3 items expire within 7 days", "/expiry"),
        (1, 3, "3 items expire within 7 days", "/expiry"), (1, 0, "1 item has expired", "/expiry?days=expired"),
        (0, 1, "1 item expires within 7 days", "/expiry"),
      ] as [(Int, Int, String?, String)])
    func theHomePageSaysWhatExpires(expired: Int, expiring: Int, line: String?, address: String) async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/", answering: Self.totals(expired: expired, expiring: expiring))
        guard let line else {
          #expect(!page.text.contains("expire within") && page.text.contains("<h1>Nothing needs you</h1>"))
          return
        }
        #expect(page.text.contains(#"<a class="what" href="\#(address)">\#(line)</a>"#))
        #expect(page.text.contains("1 item has expired") == (expired == 1))
        #expect(server.shop.words.contains(["expiry", "totals", "--days=7"]))
      }
    }

    @Test func whoMayNotSeeStockIsToldNothing() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let page = try server.page("/", answering: Self.totals(expired: 1, expiring: 1))
        #expect(!page.text.contains("1 item"))
        #expect(!server.shop.words.contains { $0[0] == "expiry" })
        let client = try server.signedIn()
        for path in ["/expiry", "/expiry.csv"] { #expect(try client.get(path).status == 403) }
        #expect(!(try client.get("/more").text.contains("/expiry")))
      }
    }

    /// As for `stockroom expiry list`: it is a part of what is on hand. Only `expiry write-off` is for managers alone.
    @Test(arguments: [(Role.manager, 200), (.accountant, 200), (.auditor, 200), (.counter, 403), (.customer, 403)])
    func whoSeesTheStockSeesWhatExpires(role: Role, status: Int) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.lots(1)
        for path in ["/expiry", "/expiry.csv"] {
          let answer = try client.get(path)
          #expect(answer.status == status, "\(path)")
        }
      }
    }

    @Test func lotsAreListedPageByPage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        #expect(try client.get("/more").text.contains(#"href="/expiry""#))
        server.shop.answer = Self.lots(51)
        let page = try client.get("/expiry?days=30&from=50")
        #expect(server.shop.words.last == ["expiry", "list", "--days=30", "--limit=51", "--skip=50"])
        for part in [
          #"href="/expiry?days=30&amp;from=100""#, #"href="/expiry?days=30&amp;from=0""#, "51 to 100",
          #"href="/products/%3DA0""#, "Milk &lt;b&gt;", "1,200.5", #"<span class="tag error">expired</span>"#, "today",
        ] {
          #expect(page.text.contains(part), "\(part)")
        }
        server.shop.answer = Self.lots(0)
        #expect(try client.get("/expiry?days=expired").text.contains("Nothing in stock has expired."))
        #expect(server.shop.words.last == ["expiry", "list", "--expired", "--limit=51", "--skip=0"])
        for days in ["x", "-1", "36501"] { #expect(try client.get("/expiry?days=\(days)").status == 404) }
      }
    }

    @Test func lotsAreSearched() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.lots(51)
        let page = try client.get("/expiry?days=30&find=milk%26co").text
        #expect(server.shop.words.last == ["expiry", "list", "--days=30", "--find=milk&co", "--limit=51", "--skip=0"])
        for part in [
          #"href="/expiry?days=30&amp;find=milk%26co&amp;from=50""#, #"href="/expiry?days=7&amp;find=milk%26co""#,
          #"href="/expiry.csv?days=30&amp;find=milk%26co""#, #"name="find" type="search" value="milk&amp;co""#,
          #"<input type="hidden" name="days" value="30">"#,
        ] {
          #expect(page.contains(part), "\(part)")
        }
        _ = try client.get("/expiry.csv?days=30&find=milk%26co")
        #expect(server.shop.words.last?.contains("--find=milk&co") == true)
        server.shop.answer = Self.lots(0)
        let none = try client.get("/expiry?find=x").text
        #expect(none.contains("No lot matches.") && none.contains(#"type="search" value="x""#))
        #expect(!(try client.get("/expiry").text.contains(#"id="find""#)))
      }
    }

    @Test func theFileHasAllLotsAndNoFormula() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.lots(2)
        let file = try client.get("/expiry.csv?days=all")
        #expect(server.shop.words.last == ["expiry", "list", "--limit=\(ListFile.partLength)"])
        #expect(file.headers["content-disposition"]?.contains("expiry.csv") == true)
        let lines = file.text.split(separator: "\r\n")
        #expect(lines.count == 3 && !lines[1].hasPrefix("=A0"), "\(file.text)")
      }
    }

    // MARK: Other lists as files

    @Test func listsAreOfferedAsFiles() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(
          #"""
          [{"order_number": "7", "supplier": "S", "open_lines": 2, "lines": 4, "is_late": true, "currency": "EUR"},
           {"order_number": "8", "supplier": "S", "open_lines": 0, "lines": 1, "is_late": false}]
          """#)
        #expect(try client.get("/orders?which=late").text.contains(#"href="/orders.csv?which=late""#))
        let late = try client.get("/orders.csv?which=late")
        #expect(late.text.contains("7,S,") && !late.text.contains("8,S,"))
        #expect(try client.get("/orders.csv?which=all").text.contains("8,S,"))
        #expect(try client.get("/orders.csv?which=../x").status == 404)
        server.shop.counts = #"[{"count": "3", "state": "open", "kind": "full", "location": "shop"}]"#
        #expect(try client.get("/counts").text.contains(#"href="/counts.csv""#))
        #expect(try client.get("/counts.csv").text.contains("3,full,shop,,open,,\r\n"))
        server.shop.roles = [.counter]
        #expect(try client.get("/counts.csv").status == 403)
      }
    }

    @Test func aSearchOfTheCatalogIsAFile() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let first = #"{"total": 2, "first": 1, "products": [{"product": "P1", "title": "Mug"}], "next": "token"}"#
        server.shop.answer = Self.answer(first)
        let page = try client.get("/catalog?q=mug&in-stock=yes")
        #expect(page.text.contains(#"href="/catalog.csv?q=mug&amp;in-stock=yes""#))
        server.shop.forget()
        server.shop.answer(inTurn: [
          Self.answer(first), Self.answer(#"{"total": 2, "products": [{"product": "P2", "title": "Cup"}]}"#),
        ])
        let file = try client.get("/catalog.csv?q=mug")
        #expect(file.text.contains("P1,Mug,") && file.text.contains("P2,Cup,"))
        #expect(!file.text.contains("Only the first"))
        #expect(server.shop.words.count == 2)
        #expect(server.shop.words[1] == ["catalog", "list", "--after=token", "--page-size=1000"])
      }
    }

    // MARK: The key of Find

    @Test func theKeyOfFindCanBeSwitchedOff() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.signedIn().get("/more")
        #expect(page.text.contains(#"<script src="/assets/find.js" defer></script>"#))
        // Without the script there is no key, and no box for it.
        #expect(page.text.contains(#"<section data-find-key hidden>"#))
        let script = try server.client().get("/assets/find.js")
        #expect(script.status == 200)
        let parts = [#"event.key !== "/""#, "localStorage", "[data-find-key]", "input, select, textarea", #""Escape""#]
        for part in parts {
          #expect(script.text.contains(part), "\(part)")
        }
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What a device sends that had no network.
  @Suite struct LateEntries {
    private static let place = "/counts/7/sections/A"

    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    private static func items(_ item: String) -> CommandAnswer {
      answer(#"{"items": [\#(item)], "state": "counting", "total": 1, "listed": 0, "entered": 0}"#)
    }

    private static let known = #"{"code": "A1", "sku": "A1", "title": "Cup", "pack": "1"}"#
    private static let counted = #"{"code": "A1", "sku": "A1", "title": "Cup", "counted": "3", "pack": "1"}"#

    /// The name of an entry of some seconds ago.
    private static func name(_ seconds: Int64) -> String {
      "\(Timestamp.now.millisecondsSince1970 - seconds * 1000)000-0123456789abcdef"
    }

    /// Has the count opened a minute ago.
    private static func open(_ shop: ServedTestShop) {
      let moment = Timestamp(millisecondsSince1970: Timestamp.now.millisecondsSince1970 - 60_000)
      shop.counts = #"[{"count": "7", "state": "counting", "opened_at": "\#(moment.iso8601)"}]"#
    }

    private static func send(
      _ name: String, item: String = "4006381333931", quantity: String = "3", once: String? = nil, by client: PageClient
    ) throws -> PageClient.Answer {
      let seen = JSONValue(try client.get(place + "/late").text) ?? .null
      let csrf = seen["csrf"].text ?? ""
      return try client.post(
        place + "/late",
        [("csrf", csrf), ("once", once ?? name), ("entry", name), ("item", item), ("quantity", quantity)])
    }

    /// The commands that entered something.
    private static func entered(_ shop: ServedTestShop) -> [[String]] {
      shop.words.filter { $0.starts(with: ["count", "enter"]) && !$0.contains("--dry-run") }
    }

    @Test func theDeviceLearnsWhoIsSignedIn() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page(Self.place, answering: Self.items(Self.known)).text
        #expect(page.contains(#"data-owner="anna""#) && page.contains(#"data-send="\#(Self.place)/late""#))
        #expect(page.contains(#"<script src="/assets/count-offline.js" defer></script>"#))
        let client = try server.signedIn()
        let seen = try client.get(Self.place + "/late")
        #expect(seen.status == 200 && JSONValue(seen.text)?["person"].text == "anna")
        let more = try client.get("/more").text
        #expect(more.contains("data-unsent=") && more.contains(#"src="/assets/sign-out.js""#))
        let signedOut = try server.client().get(Self.place + "/late")
        #expect(signedOut.status == 303 && signedOut.location.hasPrefix("/sign-in"))
      }
    }

    @Test func theDeviceLearnsWhyThePersonMayNotCount() async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let client = try server.signedIn()
        let seen = try client.get(Self.place + "/late")
        let problem = JSONValue(seen.text)?["problem"].text ?? ""
        #expect(seen.status == 403 && problem.hasPrefix("You may not enter what was counted."), "\(seen.text)")
        // Every page has a place where the script says what is kept.
        let more = try client.get("/more").text
        #expect(more.contains("data-kept=") && more.contains("/anna\" hidden>"))
        // What is kept is found although the shop has another name by then.
        #expect(!more.contains("data-kept=\"Test"))
        #expect(more.contains(#"<script src="/assets/kept.js" defer></script>"#))
        let script = try client.get("/assets/kept.js")
        #expect(script.status == 200)
      }
    }

    @Test func whatIsKeptIsThrownAwayAfterAQuestion() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let more = try client.get("/more").text
        let notice = try #require(more.firstMatch(of: #/data-kept="8c1f0e5d/anna" hidden>[\s\S]*?</template>/#)).output
        #expect(notice.contains("Numbers that you counted without the network are only on this device."))
        #expect(notice.contains("data-question hidden><p><strong>These numbers are thrown away for good:"))
        #expect(notice.contains("data-throw>Throw away for good<") && notice.contains("data-not>Keep them<"))
        #expect(notice.contains("data-ask><button type=\"button\">Throw away<"))
        // The page *More* says the same where somebody signs out.
        #expect(more.components(separatedBy: "Open the section of the count again to have them sent.").count == 3)
        #expect(more.contains("<p>They are thrown away if you sign out now.</p>"))
      }
    }

    @Test func theNoticeLeadsToTheSectionOrWhereTheCountIsGoneToTheCounts() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items(Self.known)
        for place in [Self.place, "/counts/7/entry"] {
          let section = try client.get(place + "/kept")
          #expect(section.status == 303 && section.location == place)
        }
        server.shop.answer = CommandAnswer(
          status: 2, output: #"{"error": {"code": "not-found", "message": "there is no count 7"}}"#, notes: "")
        let gone = try client.get(Self.place + "/kept")
        #expect(gone.status == 303 && gone.location == "/counts")
        let next = try client.get("/more").text
        #expect(next.contains("There is no count 7. What is kept of it on this device can only be thrown away."))
      }
    }

    @Test func entriesAreThoseOfAShopWhereverItsFolderIs() throws {
      let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
      let before = LateEntryPages.owner(try ServedTestShop.visit(in: old.path))
      let moved = LateEntryPages.owner(try ServedTestShop.visit(in: new.path))
      let other = LateEntryPages.owner(try ServedTestShop.visit(in: old.path, ofShop: "41b7a2c9"))
      let unknown = LateEntryPages.owner(try ServedTestShop.visit(in: new.path, ofShop: nil))
      #expect(before == "8c1f0e5d/anna" && moved == before)
      #expect(other == "41b7a2c9/anna" && unknown.isEmpty)
      _ = (old, new)
    }

    @Test func anEntryIsEnteredOnceAndAtItsTime() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items(Self.known)
        Self.open(server.shop)
        server.shop.forget()
        let name = Self.name(5)
        let first = try Self.send(name, by: client)
        #expect(first.status == 303 && first.location == Self.place + "/late")
        let words = ["count", "enter", "--section=A", "--item=A1", "--quantity=3", "--waited=\(name)", "--patience=1"]
        #expect(Self.entered(server.shop) == [words + ["--", "7"]])
        // The answer was lost.
        let second = try Self.send(name, by: client)
        #expect(second.status == 303 && second.location == Self.place + "/late")
        #expect(Self.entered(server.shop).count == 1)
        // And the server was started again since.
        server.shop.answer(inTurn: [Self.items(Self.counted), Self.answer(#"{"outcome": "already-applied"}"#)])
        let third = try Self.send(name, once: "another", by: client)
        #expect(third.status == 303)
        #expect(Self.entered(server.shop).count == 1)
        // The page says nothing of what the script did by itself.
        server.shop.answer = Self.items(Self.known)
        let page = try client.get(Self.place).text
        #expect(page.contains("data-offline=") && !page.contains("nothing was done a second time"))
      }
    }

    @Test func anEntryReplacesNothing() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        Self.open(server.shop)
        server.shop.answer(inTurn: [Self.items(Self.counted), Self.answer(#"{"outcome": "planned"}"#)])
        server.shop.forget()
        let answer = try Self.send(Self.name(5), quantity: "8", by: client)
        #expect(answer.status == 422)
        #expect(answer.text.contains("You counted 3 before, and this number would replace it. It is not in the count."))
        #expect(Self.entered(server.shop).isEmpty)
      }
    }

    @Test(
      arguments: [
        (5, known, "many", "many is not a number of units"), (5, known, "4006381333931", "looks like a code"),
        (-3600, known, "3", "The time of the entry cannot be right"),
        (3600, known, "3", "The time of the entry cannot be right"),
        (5, #"{"code": "99", "pack": "1"}"#, "3", "The catalog does not know the code 99"),
        (5, #"{"code": "A1", "sku": "A1", "pack": "12"}"#, "3", "99 is the code of a case of 12"),
        (
          5, #"{"code": "A1", "sku": "A1", "pack": "1", "is_recount": true}"#, "3",
          "A1 is to be counted again, in all places together"
        ),
      ] as [(Int64, String, String, String)])
    func whatNobodyHasSeenIsNotEntered(seconds: Int64, item: String, quantity: String, problem: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items(item)
        Self.open(server.shop)
        server.shop.forget()
        let answer = try Self.send(Self.name(seconds), item: "99", quantity: quantity, by: client)
        #expect(answer.status == 422 && answer.text.contains(problem), "\(answer.text)")
        #expect(Self.entered(server.shop).isEmpty)
      }
    }

    @Test func anEntryWithoutATimeIsRefused() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items(Self.known)
        server.shop.forget()
        let answer = try Self.send("../passphrases", by: client)
        #expect(answer.status == 422 && answer.text.contains("an entry that is not whole"))
        #expect(server.shop.words.isEmpty)
      }
    }

    @Test func whatTheCommandRefusesIsSaid() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        Self.open(server.shop)
        let closed = CommandAnswer(
          status: 4, output: #"{"error": {"code": "refused", "message": "count 7 is posted"}}"#, notes: "")
        server.shop.answer(inTurn: [Self.items(Self.known), closed])
        let answer = try Self.send(Self.name(5), by: client)
        #expect(answer.status == 422 && answer.text.contains("ount 7 is posted"))
      }
    }
  }
}

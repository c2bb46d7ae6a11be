import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Receiving goods by scanning, for people who may not see orders.
  @Suite struct Goods {
    /// What the command that changes nothing answers of a code of the shop.
    private static let known = CommandAnswer(
      status: 0, output: #"{"outcome": "planned", "guards": [], "problems": [], "counts": []}"#, notes: "")
    /// What it says of the barcode of a pack.
    private static let notice = #"""
      {"severity": "notice", "code": "pack-barcode", "field": "quantity", "value": "1",
        "message": "1 of the barcode '4006381333948', which stands for 12 stock units: 12 stock units"}
      """#
    private static let pack = CommandAnswer(
      status: 0, output: #"{"outcome": "planned", "guards": [], "problems": [\#(notice)], "counts": []}"#, notes: "")
    private static let unknown = CommandAnswer(
      status: 4,
      output: #"""
        {"outcome": "planned", "problems": [], "counts": [], "guards": [
          {"code": "new-items", "accepted": false, "remedy": "Check the codes.", "examples": [
            {"code": "new-items", "message": "the shop has no item 'WHAT', in 1 record", "value": "WHAT"}]}]}
        """#, notes: "")
    /// What it says of a code that would become an item, where the shop has the guard off.
    private static let unasked = CommandAnswer(
      status: 0,
      output: #"""
        {"outcome": "planned", "guards": [], "problems": [], "counts": [
          {"kind": "receipts", "action": "create", "records": 1}, {"kind": "variants", "action": "create", "records": 1}]}
        """#, notes: "")
    private static let cup = CommandAnswer(
      status: 0,
      output: #"""
        {"named_variant": "CUP", "product": {"title": "Cup"}, "variants": [{"sku": "CUP", "size": "L"}]}
        """#, notes: "")
    private static let notShown = CommandAnswer(
      status: 2, output: #"{"error": {"code": "not-found", "message": "the catalog shows no product 'WHAT'"}}"#,
      notes: "")
    private static let places = CommandAnswer(status: 0, output: "[]", notes: "")
    private static let path = "/receive/PO-1"

    /// Scans a code as a counter does, and returns the page that is shown then.
    private static func scan(
      _ code: String, _ quantity: String = "1", _ answers: [CommandAnswer], _ client: PageClient,
      _ server: ServedTestShop.Running
    ) throws -> PageClient.Answer {
      server.shop.answer = places
      let page = try client.get(path)
      server.shop.answer(inTurn: answers + [places])
      let answer = try client.post(path, [("code", code), ("quantity", quantity)], from: page)
      return answer.status == 303 ? try client.follow(answer) : answer
    }

    @Test func whatIsScannedIsListedAndBooked() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        _ = try Self.scan("CUP", "2", [Self.known, Self.cup], client, server)
        let page = try Self.scan("CUP", "1", [Self.known, Self.cup], client, server)
        #expect(page.status == 200 && page.text.contains("Cup · L"), "\(page.text.prefix(300))")
        #expect(page.text.contains(#"<span class="q">3</span>"#))
        #expect(page.text.contains("/receive/PO-1/undo?code=CUP&amp;quantity=1"), "the last scan can be undone")
        let folder = server.folder
        let lines = Lines()
        server.shop.whenAsked = { words in
          let file = words.first { $0.hasPrefix("--lines=") }.map { String($0.dropFirst("--lines=".count)) }
          lines.text = file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        }
        server.shop.forget()
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"outcome": "applied", "import_number": 9, "counts": [], "guards": [], "problems": []}"#,
          notes: "")
        let booked = try client.post(Self.path + "/book", [("document", "LS-7")], from: page)
        #expect(booked.status == 303 && booked.location == Self.path, "\(booked.text.prefix(300))")
        let words = try #require(server.shop.words.first { $0.starts(with: ["order", "receive"]) })
        #expect(words.contains("--document=LS-7") && words.contains("--decimal=point"), "\(words)")
        #expect(!words.contains("--everything") && words.suffix(2) == ["--", "PO-1"], "\(words)")
        #expect(lines.text == "code,quantity\n\"CUP\",3\n")
        server.shop.whenAsked = nil
        server.shop.answer = Self.places
        let after = try client.get(Self.path).text
        #expect(after.contains("The goods are received, as import 9.") && after.contains("Nothing yet."))
        #expect(!after.contains(Self.path + "/book"))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/.uploads")
        #expect(left.isEmpty, "\(left)")
      }
    }

    @Test func aScanIsTakenBack() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        let scanned = try Self.scan("CUP", "2.5", [Self.known, Self.cup], client, server)
        let first = try client.post(Self.path + "/undo?code=CUP&quantity=1", [], from: scanned)
        let rest = try client.follow(first)
        #expect(rest.text.contains(#"<span class="q">1.5</span>"#), "\(rest.text.prefix(300))")
        let all = try client.post(Self.path + "/undo", [("code", "CUP"), ("quantity", "1.5")], from: rest)
        var page = try client.follow(all)
        #expect(page.text.contains("Nothing yet.") && page.text.contains("1.5 × CUP taken back."))
        // The same again, from a page that was open somewhere else, or without a number.
        for quantity in ["1.5", "x"] {
          let none = try client.post(Self.path + "/undo", [("code", "CUP"), ("quantity", quantity)], from: page)
          page = try client.follow(none)
          #expect(page.text.contains("Nothing was taken back"), "\(quantity)")
        }
      }
    }

    @Test func aCaseSaysItsPiecesAndDoesNotHideWhatIsAsked() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        let page = try Self.scan("4006381333948", "2", [Self.pack, Self.cup], client, server)
        #expect(page.text.contains("2 × 12 = 24") && page.text.contains("Case of 12"), "\(page.text.prefix(300))")
        #expect(page.text.contains("2 × Cup · L saved: 24 pieces."))
        #expect(page.text.contains(#"data-sound="right""#) && page.text.contains("✓ Known item"))
        let loaded = try client.get(Self.path).text
        #expect(loaded.contains(#"data-sound="""#) && !loaded.contains("✓ Known item"), "nothing was scanned")
        let stopped = CommandAnswer(
          status: 5,
          output: #"""
            {"outcome": "planned", "counts": [], "problems": [\#(Self.notice)], "guards": [
              {"code": "over-delivery", "accepted": false, "remedy": "Check the delivery.", "examples": []}]}
            """#, notes: "")
        server.shop.answer(inTurn: [stopped, Self.places])
        let asked = try client.post(Self.path + "/book", [("document", "LS-7")], from: page)
        #expect(asked.status == 422 && asked.text.contains(#"name="accept" value="over-delivery""#))
        #expect(asked.text.contains("Nothing was received yet") && !asked.text.contains("which stands for"))
      }
    }

    /// A code that the shop does not know is kept, and is never booked.
    @Test func anUnknownCodeIsKeptAsRefused() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        let page = try Self.scan("WHAT", "1", [Self.unknown, Self.notShown], client, server)
        #expect(page.status == 422 && page.text.contains("WHAT cannot be booked"), "\(page.text.prefix(300))")
        #expect(page.text.contains("The shop has no item with this code."))
        #expect(page.text.contains(#"data-sound="unknown""#) && page.text.contains("? Not in the catalog"))
        #expect(!page.text.contains(Self.path + "/book"))
        // The same code again adds to its number.
        let more = try Self.scan("WHAT", "1", [Self.unknown, Self.notShown], client, server)
        #expect(more.text.contains(#"name="plain" value="2""#), "\(more.text)")
        // A shop that is not asked about new items gets none from a scanner either.
        let unasked = try Self.scan("PEN", "1", [Self.unasked, Self.notShown], client, server)
        #expect(unasked.status == 422 && unasked.text.contains("PEN cannot be booked"), "\(unasked.text)")
        let taken = [("code", "PEN"), ("quantity", "1"), ("plain", "1")]
        _ = try client.post(Self.path + "/refused", taken, from: unasked)
        server.shop.forget()
        let booked = try client.post(Self.path + "/book", [], from: page)
        #expect(booked.status == 422 && booked.text.contains("Nothing was scanned yet"))
        #expect(!server.shop.words.contains { $0.first == "order" }, "\(server.shop.words)")
        // A manager made the item in the meantime.
        server.shop.answer(inTurn: [Self.known, Self.cup, Self.places])
        let entry = [("code", "WHAT"), ("quantity", "2"), ("plain", "2"), ("again", "yes")]
        let again = try client.post(Self.path + "/refused", entry, from: booked)
        let listed = try client.follow(again)
        #expect(listed.text.contains(#"<span class="q">2</span>"#), "\(listed.text)")
        #expect(listed.text.contains(Self.path + "/book") && !listed.text.contains("Cannot be booked"))
      }
    }

    @Test(arguments: [
      ("", "1", "The code is missing"), ("CUP", "0", "The quantity of CUP is zero"),
      ("CUP", "", "The number is missing"),
      ("CUP", "4006381333931", "looks like a code"), ("CUP", "1,000", "1,000 can mean"),
    ])
    func whatIsNotAScanIsRefusedAtItsField(code: String, quantity: String, message: String) async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        let page = try Self.scan(code, quantity, [Self.places], client, server)
        #expect(page.status == 422 && page.text.contains(message), "\(page.text.prefix(300))")
        #expect(page.text.contains(#"data-sound="wrong""#))
        #expect(!server.shop.words.contains { $0.first == "order" }, "\(server.shop.words)")
      }
    }

    /// A person who may not see the order learns whether it exists, and nothing else.
    @Test func theOrderIsOnlyAskedForByItsNumber() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.known
        let found = try client.get("/receive?order=PO-1")
        #expect(found.status == 303 && found.location == Self.path)
        server.shop.answer = CommandAnswer(
          status: 2,
          output: #"""
            {"error": {"code": "not-found", "message": "the order 'PO-9' is ambiguous, or does not exist",
              "remedy": "Check the number on the delivery note, or ask a manager."}}
            """#, notes: "")
        let missing = try client.get("/receive?order=PO-9")
        #expect(missing.status == 422 && missing.text.contains("is ambiguous, or does not exist"))
        let asked = server.shop.words.filter { $0.first == "order" }
        let others = asked.filter { !$0.contains("--dry-run") || !$0.starts(with: ["order", "receive"]) }
        #expect(asked.count == 2 && others.isEmpty, "\(asked)")
        server.shop.answer = Self.places
        let counts = try client.get("/counts").text
        #expect(counts.contains(#"href="/receive""#), "the way to it")
      }
    }

    @Test func whoMayNotRecordGoodsIsRefused() async throws {
      try await ServedTestShop.serve(roles: [.auditor]) { server in
        let page = try server.signedIn().get(Self.path)
        #expect(page.status == 403, "\(page.text.prefix(300))")
      }
    }
  }
}

/// What a command found in its file.
private final class Lines: @unchecked Sendable {
  var text = ""
}

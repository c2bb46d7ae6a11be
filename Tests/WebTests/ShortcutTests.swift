import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Links and fields that lead to a job at once, and who has them.
  @Suite struct Shortcuts {
    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    // MARK: Receiving

    private static let orders = answer(
      #"""
      [{"order_number": "7", "supplier": "S", "open_lines": 2, "lines": 4, "is_late": true},
       {"order_number": "8", "supplier": "S", "open_lines": 0, "lines": 1, "is_late": false}]
      """#)

    @Test(arguments: [(Role.manager, true), (.accountant, false), (.auditor, false)])
    func goodsAreReceivedFromTheListOfOrdersAndFromHome(role: Role, isOffered: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.orders
        let list = try client.get("/orders?which=all")
        #expect(list.text.contains(#"href="/orders/7?supplier=S""#))
        #expect(list.text.contains(#"href="/orders/8?supplier=S""#))
        #expect(list.text.contains(#"href="/orders/7/receive?supplier=S""#) == isOffered)
        #expect(!list.text.contains(#"href="/orders/8/receive"#), "nothing of it is open")
        let jobs = role == .accountant ? [] : [Self.answer("{}")]
        server.shop.answer(inTurn: jobs + [Self.orders, Self.answer("{}")])
        let home = try client.get("/")
        #expect(home.text.contains(#"href="/orders/7?supplier=S""#))
        #expect(home.text.contains(#"href="/orders/7/receive?supplier=S""#) == isOffered)
      }
    }

    // MARK: Counting from the home page

    private static let count = #"{"count": "7", "state": "open", "kind": "full", "location": "shop"}"#

    private static func status(handouts: String = "", parts: String = "") -> CommandAnswer {
      answer(#"{"session": \#(count), "handouts": [\#(handouts)], "parts": [\#(parts)]}"#)
    }

    private static let field = #"<form action="/counts/7/entry" method="get""#

    @Test func whoHasNoSectionBeginsTheOnlyCountOnTheHomePage() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.counts = "[\(Self.count)]"
        // The second is what the person counted before.
        for parts in ["", #"{"section": ""}"#] {
          server.shop.answer = Self.status(parts: parts)
          let home = try client.get("/")
          #expect(home.status == 200 && home.text.contains(Self.field), "\(parts)")
          #expect(home.text.contains(#"<input id="item" name="item""#))
          #expect(home.text.contains(#"href="/counts/7""#), "the way to count a section")
        }
        server.shop.answer = Self.answer(
          #"{"items": [{"code": "A1", "sku": "A1", "title": "Ale"}], "state": "counting", "listed": 0, "total": 1}"#)
        let entry = try client.get("/counts/7/entry?item=A1")
        #expect(entry.input("item") == "A1" && entry.input("quantity") == "1")
      }
    }

    @Test(arguments: [
      ("", #"{"section": "A"}"#),
      (#"{"section": "A", "counter": "Anna", "done_at": "2026-10-31T18:00:00Z"}"#, ""),
      (#"{"section": "", "counter": "Anna", "done_at": "2026-10-31T18:00:00Z"}"#, #"{"section": ""}"#),
    ])
    func aCountBySectionsIsNotBegunOnTheHomePage(handouts: String, parts: String) async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.counts = "[\(Self.count)]"
        server.shop.answer = Self.status(handouts: handouts, parts: parts)
        let home = try client.get("/")
        #expect(home.status == 200 && home.text.contains(#"href="/counts/7""#))
        #expect(!home.text.contains(Self.field))
      }
    }

    @Test func theHomePageBeginsNoCountWhereThereIsAChoiceOrNothingToCount() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.status()
        #expect(!(try client.get("/").text.contains(#"name="item""#)))
        server.shop.counts = "[\(Self.count), \(Self.count.replacing("7", with: "8"))]"
        #expect(!(try client.get("/").text.contains(#"name="item""#)))
        server.shop.counts = "[\(Self.count)]"
        server.shop.roles = [.manager]
        #expect(!(try client.get("/").text.contains(#"name="item""#)), "a manager has the page of the count")
      }
    }

    /// A count of single items is listed, and neither begun on the home page nor in the way of the one that is.
    @Test func aCountOfSingleItemsIsNotBegunOnTheHomePage() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.status()
        let partial = Self.count.replacing("7", with: "8").replacing("full", with: "partial")
        server.shop.counts = "[\(partial)]"
        let alone = try client.get("/")
        #expect(alone.status == 200 && alone.text.contains(#"href="/counts/8""#))
        #expect(!alone.text.contains(#"name="item""#))
        server.shop.counts = "[\(Self.count), \(partial)]"
        let both = try client.get("/")
        #expect(both.text.contains(Self.field))
        for number in [7, 8] { #expect(both.text.contains("href=\"/counts/\(number)\""), "\(number)") }
      }
    }

    @Test func theOnlySectionOpensInPlaceOfTheHomePage() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.counts = "[\(Self.count)]"
        server.shop.answer = Self.status(handouts: #"{"section": "A", "counter": "Anna"}"#)
        let home = try client.get("/")
        #expect(home.status == 303 && home.location == "/counts/7/sections/A")
      }
    }

    // MARK: Counting one item

    private static let product = answer(
      #"""
      {"product": {"product": "P1", "title": "Mug"}, "variant_count": 2,
       "variants": [{"sku": "MUG,1"}, {"sku": "MUG,2"}]}
      """#)
    private static let stock = answer(
      #"""
      {"stock": [{"location": "shop", "quantity": "7"}, {"location": "back", "quantity": "0"},
        {"location": "back", "lot": "L1", "quantity": "2"}], "movements": []}
      """#)
    private static let places = answer(
      #"""
      [{"location": "back", "location_name": "Back", "location_kind": "warehouse"},
       {"location": "shop", "location_name": "Front", "location_kind": "shop"}]
      """#)

    @Test func oneItemIsCountedFromThePageOfItsProduct() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.stock])
        server.shop.forget()
        let page = try client.get("/products/P1?variant=MUG%2C2")
        #expect(page.input("item") == "MUG,2" && page.input("kind") == "partial" && page.input("blind") == "yes")
        // The page asks for no list of places: these have or had the item.
        #expect(page.text.contains(#"<option value="shop">shop</option><option value="back">back</option></select>"#))
        #expect(server.shop.words.map(\.first) == ["catalog", "stock", "count"])
        server.shop.answer = Self.answer(#"{"count": "9"}"#)
        server.shop.forget()
        let fields = [("kind", "partial"), ("blind", "yes"), ("item", "MUG,2"), ("location", "back")]
        let opened = try client.post("/counts/new", fields, from: page)
        #expect(opened.status == 303 && opened.location == "/counts/9/entry?way=list&item=MUG%2C2")
        #expect(
          server.shop.words == [["count", "open", "--location=back", "--kind=partial", "--blind", "--item=MUG,2"]])
      }
    }

    private static let mayPostOwn = answer(#"{"may_post": true, "may_post_own": true}"#)

    @Test func whoMayPostTheirOwnCountEntersTheNumberOnThePageOfTheProduct() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.stock, Self.mayPostOwn])
        let page = try client.get("/products/P1?variant=MUG%2C2")
        #expect(page.text.contains(#"<form class="narrow" action="/products/P1/count" method="post">"#))
        #expect(page.input("item") == "MUG,2" && page.input("quantity") == "" && !page.text.contains("Count this item"))
        // A number that is not one is shown again, and nothing is counted.
        server.shop.answer(inTurn: [Self.product, Self.stock, Self.mayPostOwn])
        server.shop.forget()
        let wrong = [("item", "MUG,2"), ("location", "back"), ("quantity", "some")]
        let refused = try client.post("/products/P1/count", wrong, from: page)
        #expect(refused.status == 422 && refused.input("quantity") == "some")
        #expect(refused.text.contains(#"<option value="back" selected>"#))
        #expect(server.shop.words.map(\.first) == ["catalog", "stock", "count"])

        let line = #"{"sku": "MUG,2", "counted": "9", "expected": "11", "variance": "-2", "variance_at_cost": "-8.00"}"#
        for (state, lines, isShown) in [("posted", 1, true), ("reversed", 1, false), ("posted", 2, false)] {
          let all = Array(repeating: line, count: lines).joined(separator: ", ")
          let count = Self.answer(#"{"state": "\#(state)", "lines": [\#(all)]}"#)
          server.shop.answer(inTurn: [Self.product, Self.stock, Self.mayPostOwn, count])
          let text = try client.get("/products/P1?variant=MUG%2C2&counted=9").text
          #expect(text.contains("MUG,2: 11 → 9") == isShown, "\(state), \(lines)")
          #expect(text.contains(#"href="/counts/9/review#why""#) == isShown, "\(state), \(lines)")
        }
      }
    }

    /// What stops the count of an item leaves it where a page goes on with it.
    @Test func aCountOfAnItemThatIsStoppedIsShown() async throws {
      let steps = [["count", "open"], ["count", "enter"], ["count", "close"], ["reconcile", "--approve"]]
      let done = Self.answer(#"{"count": "9"}"#)
      let refused = CommandAnswer(
        status: 4, output: #"{"error": {"code": "refused", "message": "it is refused", "remedy": "Ask."}}"#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let fields = [("item", "MUG,2"), ("title", "Mug"), ("location", "back"), ("quantity", "1,5")]
        for (failing, place) in [
          (4, "/products/P1?variant=MUG%2C2&counted=9"), (1, "/counts/9/entry?way=list&item=MUG%2C2&quantity=1.5"),
          (2, "/counts/9"), (3, "/counts/9/review"),
        ] {
          let page = try client.get("/more")
          server.shop.answer(inTurn: (0..<5).map { $0 == failing ? refused : done })
          server.shop.forget()
          let answer = try client.post("/products/P1/count", fields, from: page)
          #expect(answer.status == 303 && answer.location == place)
          #expect(server.shop.words.map { Array($0.prefix(2)) } == Array(steps.prefix(failing + 1)), "\(place)")
          #expect(server.shop.words[1].contains("--quantity=1.5"))
          server.shop.answer = done
          let shown = try client.get("/more").text
          #expect(shown.contains("Count 9 is not posted yet: It is refused") == (failing < 4), "\(place)")
        }
      }
    }

    @Test(arguments: [#"{"stock": [], "movements": []}"#, #"{"stock": [{"location": "shop", "quantity": "7"}]}"#])
    func theFormOfANewCountHasTheOtherPlaces(stock: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.answer(stock)])
        let page = try client.get("/products/P1?variant=MUG%2C2")
        #expect(page.input("location") == (stock.contains("shop") ? "shop" : nil))
        let elsewhere = "/counts/new?kind=partial&blind=yes&item=MUG%2C2"
        #expect(page.text.contains("href=\"\(elsewhere.replacing("&", with: "&amp;"))\""))
        server.shop.answer = Self.places
        let form = try client.get(elsewhere)
        #expect(form.text.contains(">MUG,2</textarea>") && form.text.contains(#"<option value="partial" selected>"#))
        #expect(form.text.contains(#"<option value="shop" selected>Front</option>"#))
        // The comma is a part of the code.
        #expect(form.input("item") == "MUG,2")
        server.shop.answer = Self.answer(#"{"count": "9"}"#)
        server.shop.forget()
        let fields = [("kind", "partial"), ("item", "MUG,2"), ("items", "MUG,2"), ("location", "back")]
        let opened = try client.post("/counts/new", fields, from: form)
        #expect(opened.status == 303 && opened.location == "/counts/9/entry?way=list&item=MUG%2C2")
        #expect(server.shop.words == [["count", "open", "--location=back", "--kind=partial", "--item=MUG,2"]])
      }
    }

    /// The item that the page knows is one line among others, as long as it is in the list.
    @Test(
      arguments: [
        ("partial", "MUG,2\r\nCUP, POT;JUG", ["MUG,2", "CUP", "POT", "JUG"]), ("partial", "CUP", ["CUP"]),
        ("partial", "MUG,2,CUP", ["MUG", "2", "CUP"]), ("full", "MUG,2", []),
      ] as [(String, String, [String])])
    func theItemsOfANewCountAreThoseOfTheList(kind: String, typed: String, items: [String]) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.answer(#"{"count": "9"}"#)
        server.shop.forget()
        let fields = [("kind", kind), ("item", "MUG,2"), ("items", typed), ("location", "back")]
        let opened = try client.post("/counts/new", fields, from: page)
        #expect(opened.status == 303 && opened.location == "/counts/9")
        #expect(server.shop.words.flatMap { $0 }.filter { $0.hasPrefix("--item") } == items.map { "--item=\($0)" })
      }
    }

    /// A place that never had the item is offered only where no place has or had it.
    @Test(
      arguments: [
        ("main", [("back", "0"), ("shop", "7")], ["shop", "back"]),
        ("back", [("back", "0"), ("shop", "7")], ["shop", "back"]),
        ("shop", [("back", "2"), ("shop", "7")], ["shop", "back"]),
        ("shop", [("back", "0"), ("shop", "0")], ["shop", "back"]),
        ("main", [("back", "-1"), ("shop", "0")], ["back", "shop"]), ("main", [], ["main"]),
      ] as [(String, [(String, String)], [String])])
    func thePlaceThatHasTheItemIsOfferedFirst(
      usual: String, levels: [(String, String)], offered: [String]
    ) async throws {
      try await ServedTestShop.serve { server in
        server.shop.location = usual
        let client = try server.signedIn()
        let stock = levels.map { #"{"location": "\#($0)", "quantity": "\#($1)"}"# }.joined(separator: ", ")
        server.shop.answer(inTurn: [Self.product, Self.answer(#"{"stock": [\#(stock)], "movements": []}"#)])
        let page = try client.get("/products/P1?variant=MUG%2C2")
        let choices = page.text.matches(of: #/<option value="([a-z]+)">/#).map { String($0.output.1) }
        #expect(choices == (offered.count > 1 ? offered : []))
        #expect(page.input("location") == (offered.count > 1 ? nil : offered[0]))
      }
    }

    @Test func whichVariantIsCountedIsChosenFirst() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.places])
        let page = try client.get("/products/P1")
        #expect(page.status == 200 && page.input("item") == nil)
      }
    }

    @Test(arguments: [Role.counter, .accountant, .auditor, .customer])
    func otherRolesOpenNoCountOfAnItem(role: Role) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.stock, Self.places])
        let page = try client.get("/products/P1?variant=MUG%2C2")
        #expect(page.status == 200 && page.text.contains("MUG,2"))
        #expect(!page.text.contains("/counts/new"))
      }
    }

    @Test func aManagerOfOneStoreOpensNoCountOfAnItem() async throws {
      try await ServedTestShop.serve { server in
        server.shop.store = "shop"
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.product, Self.stock, Self.places])
        #expect(!(try client.get("/products/P1?variant=MUG%2C2").text.contains("/counts/new")))
      }
    }

    @Test func whyAnItemIsNotCountedIsSaidInTheFormOfANewCount() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let refusal = CommandAnswer(
          status: 5,
          output: #"{"error": {"code": "not-found", "message": "there is no item 'MUG'", "remedy": "Import it."}}"#,
          notes: "")
        server.shop.answer(inTurn: [refusal, Self.places])
        let fields = [("kind", "partial"), ("blind", "yes"), ("item", "MUG"), ("location", "back")]
        let answer = try client.post("/counts/new", fields, from: page)
        #expect(answer.status == 422 && answer.text.contains("There is no item"), "\(answer.text.prefix(300))")
        #expect(answer.isRefused(at: "items") && answer.text.contains(">MUG</textarea>"))
        #expect(answer.text.contains(#"<option value="back" selected>"#))
      }
    }

    // MARK: Files

    @Test(arguments: [("unknown-format", true), ("nothing-mapped", false)])
    func theHomePageSaysThatAFileCannotBeRead(code: String, isUnreadable: Bool) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        try server.sendRefused(client, code: code)
        let home = try client.get("/")
        #expect(home.status == 200 && home.text.contains(">a.csv"))
        #expect(home.text.contains(#"<span class="tag error">Cannot be read</span>"#) == isUnreadable)
        #expect(home.text.contains("a.csv is waiting for a decision") == !isUnreadable)
      }
    }

    /// The page shows little of what is known of a file, and reads all of it only where an earlier version kept it.
    @Test(arguments: [".made-", ".outline"])
    func theHomePageReadsNoWholeAnswer(missing: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        try server.sendRefused(client, code: "unknown-format")
        let (files, uploads) = (FileManager.default, server.folder + "/.uploads")
        let id = try #require(try files.contentsOfDirectory(atPath: uploads).first)
        let names = try files.contentsOfDirectory(atPath: "\(uploads)/\(id)").filter { $0.hasPrefix(missing) }
        #expect(!names.isEmpty)
        for name in names { try files.removeItem(atPath: "\(uploads)/\(id)/\(name)") }
        #expect(try client.get("/").text.contains(#"<span class="tag error">Cannot be read</span>"#))
      }
    }

    @Test(arguments: ["/", "/imports"])
    func theFormOfFilesIsSentByAScriptOrByItsButton(path: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get(path)
        #expect(page.text.contains(#"<script src="/assets/drop.js" defer></script>"#))
        #expect(page.text.contains(#"<button class="primary wide" type="submit">See what changes</button>"#))
        // What is true with a script only is shown by the script.
        #expect(page.text.contains("<span data-early hidden>") && page.text.contains("<span data-sent hidden>"))
        let script = try client.get("/assets/drop.js")
        #expect(script.status == 200 && script.headers["content-type"]?.hasPrefix("text/javascript") == true)
        for name in ["data-drop", "data-early", "data-sent", "data-stop", "data-folder"] {
          #expect(script.text.contains("[\(name)]") && page.text.contains(name), "\(name)")
        }
        #expect(page.text.contains(#"<p data-sent hidden><button data-stop type="button">Stop sending</button></p>"#))
        #expect(page.text.contains("<span data-folder hidden>A folder cannot be sent."))
        // A second press while the files are on their way would be in place of the first, unless that was stopped, however late.
        let repeated = "if (sent !== undefined) return event.preventDefault()"
        for part in [repeated, "window.stop();", #"event.signal.addEventListener("abort""#, #""Escape""#] {
          #expect(script.text.contains(part), "\(part)")
        }
        #expect(!script.text.contains("function stop("), "it would take the place of window.stop()")
      }
    }
  }
}

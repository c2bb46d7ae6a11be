import RetailValues
import Serving
import Testing
import WebTesting
import Wording

@testable import Web

extension ServerTests {
  /// Drafting an order with other quantities than those that are suggested, and what the page of an order leads to.
  @Suite struct OrderDrafts {
    /// What the report, its description and the draft answer, in one.
    private static let suggested = CommandAnswer(
      status: 0,
      output: #"""
        {"parameters": [{"name": "supplier", "values": [{"code": "S", "name": "Smith"}]}],
         "data": {"lines": [
           {"sku": "A1", "title": "Cheese", "order_quantity": "4", "order_unit": "case", "pack_size": "6",
            "unit_cost": "1.5", "line_cost": "36.00", "currency": "EUR"},
           {"sku": "B2", "title": "Ham", "order_quantity": "2.5", "order_unit": "kg", "pack_size": "1"}]},
         "orders": [{"order_number": "20261201-1", "supplier": "S"}]}
        """#, notes: "")

    private static let address = "/orders/draft?supplier=S"

    private static func drafted(_ server: ServedTestShop.Running) -> [String]? {
      server.shop.words.first { $0.starts(with: ["order", "draft"]) }
    }

    @Test func eachLineHasAFieldWithTheSuggestedQuantity() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.suggested
        let page = try client.get(Self.address)
        #expect(page.status == 200 && page.input("quantity.A1") == "4" && page.input("quantity.B2") == "2.5")
        #expect(page.text.contains(#"aria-label="Quantity of A1, in case of 6 units""#), "\(page.text.prefix(300))")
        #expect(Self.drafted(server) == nil)
      }
    }

    @Test(
      arguments: [
        ([("quantity.A1", "4"), ("quantity.B2", "2.5")], ["--quantity=A1=4", "--quantity=B2=2.5", "--only-given"]),
        ([("quantity.A1", "3"), ("quantity.B2", "0")], ["--quantity=A1=3", "--quantity=B2=0", "--only-given"]),
        (
          [("quantity.A1", "1,5"), ("quantity.B2", "2.50")],
          ["--quantity=A1=1.5", "--quantity=B2=2.50", "--only-given"]
        ),
        ([], []),
      ] as [([(String, String)], [String])])
    func theOrderHasTheQuantitiesThatWereEntered(fields: [(String, String)], options: [String]) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.suggested
        server.shop.forget()
        let answer = try client.post("/orders/draft", [("supplier", "S")] + fields, from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(answer.location == "/orders/20261201-1?supplier=S")
        #expect(Self.drafted(server)?.dropFirst(2).filter { $0 != "--" } == ["--supplier=S"] + options)
        #expect(!server.shop.words.contains { $0.contains("reorder") }, "the command makes the report itself")
      }
    }

    @Test func theSuggestedQuantityIsOrderedAsTheCommandWroteIt() async throws {
      let precise = CommandAnswer(
        status: 0, output: Self.suggested.output.replacing("\"2.5\"", with: "\"1.234\""), notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = precise
        let page = try client.get(Self.address, headers: ["Accept-Language": "de"])
        #expect(page.input("quantity.B2") == "1,234" && page.input("suggested.B2") == "1.234")
        server.shop.forget()
        let fields = [("supplier", "S"), ("quantity.B2", "1,234"), ("suggested.B2", "1.234")]
        let answer = try client.post("/orders/draft", fields, from: page, headers: ["Accept-Language": "de"])
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(Self.drafted(server)?.contains("--quantity=B2=1.234") == true)
      }
    }

    @Test func theDraftIsForTheLocationThatWasChosen() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.suggested
        server.shop.forget()
        let page = try client.get(Self.address + "&location=yard")
        #expect(page.input("location") == "yard")
        let report = try #require(server.shop.words.first { $0.contains("reorder") && $0.contains("--format=json") })
        #expect(report.contains("--param=supplier=S") && report.contains("--param=location=yard"))
        let fields = [("supplier", "S"), ("location", "yard"), ("quantity.A1", "4")]
        #expect(try client.post("/orders/draft", fields, from: page).status == 303)
        #expect(Self.drafted(server)?.contains("--location=yard") == true)
      }
    }

    /// The link of the report carries what it was made for; the draft is made of the same suggestions.
    @Test func theDraftIsForTheParametersOfTheReport() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.suggested
        server.shop.forget()
        let page = try client.get(Self.address + "&supplier=S&location=yard&days=14&cover=0&at=")
        #expect(page.input("location") == "yard" && page.input("days") == "14" && page.input("cover") == "0")
        #expect(page.text.contains("The sales of 14 days are used."))
        let report = try #require(server.shop.words.first { $0.contains("reorder") && $0.contains("--format=json") })
        let parameters = report.filter { $0.hasPrefix("--param=") }
        #expect(parameters == ["--param=supplier=S", "--param=location=yard", "--param=days=14", "--param=cover=0"])
        let fields = [("supplier", "S"), ("location", "yard"), ("days", "14"), ("cover", "0"), ("quantity.A1", "4")]
        let answer = try client.post("/orders/draft", fields, from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        let words = try #require(Self.drafted(server))
        #expect(words.contains("--param=days=14") && words.contains("--param=cover=0"), "\(words)")
      }
    }

    @Test(
      arguments: [
        ([("quantity.A1", ""), ("quantity.B2", "2.5")], "The quantity of A1 is empty", true),
        ([("quantity.A1", "-1"), ("quantity.B2", "2.5")], "The quantity of A1 is below zero", true),
        ([("quantity.A1", "four"), ("quantity.B2", "2.5")], "“four” is not a quantity", true),
        ([("quantity.A1", "1.2345"), ("quantity.B2", "2.5")], "“1.2345” has more than three decimals", true),
        ([("quantity.A1", "0"), ("quantity.B2", "0.00")], "Every quantity is zero", false),
      ] as [([(String, String)], String, Bool)])
    func whatIsNoQuantityIsNotDrafted(fields: [(String, String)], message: String, isOfOneLine: Bool) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.suggested
        server.shop.forget()
        let answer = try client.post("/orders/draft", [("supplier", "S")] + fields, from: page)
        #expect(answer.status == 422 && answer.text.contains(message), "\(answer.text.prefix(300))")
        #expect(answer.text.contains("-why\">\(message)</span>") == isOfOneLine)
        #expect(answer.input("quantity.A1") == fields[0].1, "what was typed is kept")
        #expect(Self.drafted(server) == nil)
      }
    }

    /// Such as an item that is not running low any more.
    @Test func aRefusalIsShownOnTheForm() async throws {
      let refused = CommandAnswer(
        status: 4,
        output: #"""
          {"error": {"code": "not-found", "message": "the item 'C3' is not among those that are running low",
                     "remedy": "Draft the order without it."}}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [refused, Self.suggested])
        let fields = [("supplier", "S"), ("quantity.A1", "3"), ("quantity.C3", "1")]
        let answer = try client.post("/orders/draft", fields, from: page)
        #expect(answer.status == 422 && answer.text.contains("is not among those that are running low"))
        #expect(answer.input("quantity.A1") == "3" && answer.input("quantity.C3") == nil)
      }
    }

    @Test func aGuardIsAnsweredOnThePage() async throws {
      let stopped = CommandAnswer(
        status: 3,
        output: #"""
          {"problems": [], "guards": [
            {"code": "fraction-of-piece", "accepted": false, "remedy": "Check the quantities.", "examples": []}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [stopped, Self.suggested])
        let fields = [("supplier", "S"), ("quantity.A1", "3.5")]
        let asked = try client.post("/orders/draft", fields, from: page)
        #expect(asked.status == 422 && asked.text.contains("Nothing was drafted yet"), "\(asked.text.prefix(300))")
        #expect(asked.text.contains(#"name="accept" value="fraction-of-piece""#))
        server.shop.answer = Self.suggested
        server.shop.forget()
        let sent = try client.post("/orders/draft", fields + [("accept", "fraction-of-piece")], from: asked)
        #expect(sent.status == 303)
        #expect(Self.drafted(server)?.contains("--accept=fraction-of-piece") == true)
      }
    }

    // MARK: The page of an order

    @Test(arguments: [
      (#""state": "open", "is_draft": true"#, "draft, no answer yet", "Entwurf, noch keine Antwort"),
      (#""state": "open", "is_draft": false"#, "open", "offen"),
      (#""state": "refused""#, "the supplier will not deliver it", "der Lieferant liefert es nicht"),
    ])
    func theStateOfAnOrderIsSaid(members: String, english: String, german: String) async throws {
      let messages = try PageMessages(.german, in: PageTexts.pages)
      let shown = OrderPages.state(of: try #require(JSONValue("{\(members)}")))
      #expect(shown.description == english && shown.text(in: messages) == german)
      try await ServedTestShop.serve { server in
        let order = #"{"order_number": "7", "supplier": "S", "supplier_name": "Smith", \#(members)}"#
        let list = CommandAnswer(status: 0, output: "[\(order)]", notes: "")
        #expect(try server.page("/orders?which=all", answering: list).text.contains("<div>\(english)</div>"))
        let one = CommandAnswer(
          status: 0, output: #"{"order": \#(order), "lines": [{"line": "1", "state": "refused"}]}"#, notes: "")
        let page = try server.page("/orders/7?supplier=S", answering: one).text
        #expect(page.contains("to Smith · \(english)"), "\(page.prefix(300))")
        #expect(page.contains("the supplier will not deliver it"))
      }
    }

    @Test func whatDiffersIsSaidInTheLanguage() throws {
      let messages = try PageMessages(.german, in: PageTexts.pages)
      let difference = try #require(
        JSONValue(
          #"""
          {"difference": "short-confirmed", "expected": "1200", "found": "2.5", "detail": "harvest, and 'x'",
           "text": "1200 ordered, only 2.5 confirmed (harvest, and 'x')"}
          """#))
      #expect(
        OrderPages.sentence(of: difference).text(in: messages)
          == "1.200 bestellt, nur 2,5 bestätigt (harvest, and 'x')")
      let unknown = try #require(JSONValue(#"{"difference": "new-one", "text": "as the command says"}"#))
      #expect(OrderPages.sentence(of: unknown).text(in: messages) == "as the command says")
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func roundedCostsAreBelowTheOtherDifferences(hasReal: Bool, hasRounded: Bool) async throws {
      let real = #"{"line": "2", "difference": "short-received", "expected": "12", "found": "9", "is_rounding": false}"#
      let rounded =
        #"{"line": "1", "difference": "price-invoiced", "expected": "2.083333", "found": "2.08", "is_rounding": true}"#
      let found = (hasRounded ? [rounded] : []) + (hasReal ? [real] : [])
      let order = CommandAnswer(
        status: 0,
        output: #"""
          {"order": {"order_number": "7", "supplier": "S"}, "lines": [], "differences": [\#(found.joined(separator: ", "))]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let page = try server.page("/orders/7?supplier=S", answering: order).text
        #expect(page.contains("12 sent, only 9 received") == hasReal)
        #expect(page.contains("<summary>1 difference of rounding</summary>") == hasRounded)
        let (above, below) = (page.firstRange(of: "12 sent"), page.firstRange(of: "invoiced at 2.08"))
        if let above, let below { #expect(above.lowerBound < below.lowerBound) }
      }
    }

    @Test func unitsAreWordsOfTheLanguage() throws {
      let messages = try PageMessages(.german, in: PageTexts.pages)
      for (line, german) in [
        (#"{"order_unit": "case", "pack_size": "6"}"#, "4 × Kiste zu 6 Stück"),
        (#"{"order_unit": "each", "pack_size": "1"}"#, "4 Stück"),
        (#"{"order_unit": "Kolli", "pack_size": "6"}"#, "4 × Kolli zu 6 Stück"),
      ] {
        #expect(OrderPages.inUnits("4", of: try #require(JSONValue(line))).text(in: messages) == german)
      }
    }

    private static let order = CommandAnswer(
      status: 0,
      output: #"""
        {"order": {"order_number": "7", "supplier": "S", "supplier_name": "Smith", "open_lines": 1},
         "documents": [{"kind": "invoice", "number": "I-9", "remark": "1450.68 EUR", "import_number": 12},
           {"kind": "receipt", "number": "R-3", "remark": "by hand 2.5"}],
         "lines": [
           {"line": "1", "sku": "A1", "ordered": "12", "open": "2", "unit_cost": "1.5", "invoiced_unit_cost": "1.65"},
           {"line": "2", "sku": "B2", "ordered": "5", "open": "0", "unit_cost": "2.25"},
           {"line": "3", "sku": "C3", "ordered": "5", "open": "0", "invoiced_unit_cost": "3.75"}]}
        """#, notes: "")

    @Test(arguments: [(Role.manager, true), (.auditor, true), (.accountant, false)])
    func theOrderLeadsToWhatIsPrintedAndToItsDocuments(role: Role, seesImports: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.order
        let page = try client.get("/orders/7?supplier=S").text
        #expect(page.contains(#"href="/reports/purchase-order?supplier=S&amp;order=7">Purchase order to print"#))
        #expect(page.contains(#"<a href="/imports/12">"#) == seesImports, "\(page.prefix(300))")
        #expect(page.contains("I-9") && page.contains("R-3"))
        #expect(page.contains("1,450.68 EUR") && page.contains("by hand 2.5"))
        let german = try client.get("/orders/7?supplier=S", headers: ["Accept-Language": "de"]).text
        #expect(german.contains("1.450,68 EUR") && german.contains("by hand 2.5"))
        #expect(page.contains(#"1.5<span class="sub">invoiced 1.65</span>"#))
        #expect(!page.contains("3.75"), "the order has no price to compare it with")
      }
    }
  }
}

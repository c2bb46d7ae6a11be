import Foundation
import HTTPTypes
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension PageClient.Answer {
  /// Whether the page shows a form again with a summary on top that has the focus, and with a field that is wrong.
  ///
  /// - Parameter id: the identifier of the field.
  func isRefused(at id: String) -> Bool {
    guard let start = text.firstRange(of: " id=\"\(id)\""), let end = text[start.upperBound...].firstIndex(of: ">")
    else { return false }
    let tag = text[start.upperBound..<end]
    return status == 422 && text.contains("<title>Error: ") && text.contains("href=\"#\(id)\"")
      && text.contains("<div class=\"alert error\" role=\"alert\" id=\"problem\" tabindex=\"-1\" autofocus>")
      && tag.contains(" aria-invalid=\"true\"") && tag.contains("aria-describedby=\"\(id)-why")
      && text.contains("<span class=\"why\" id=\"\(id)-why\">")
  }
}

extension ServerTests {
  /// Forms that are not taken: each page says so on top, in the title of its window, and at the field.
  @Suite struct RefusedForms {
    /// A form with what is wrong in it.
    struct Form: Sendable, CustomTestStringConvertible {
      let path: String
      let fields: [(String, String)]
      /// The identifier of the wrong field.
      let id: String
      /// What the commands answer, one after the other.
      let answers: [CommandAnswer]

      var testDescription: String { "\(path) \(id)" }

      init(_ path: String, _ fields: [(String, String)], id: String, answers: CommandAnswer...) {
        (self.path, self.fields, self.id, self.answers) = (path, fields, id, answers)
      }
    }

    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    private static func failure(_ message: String, code: String = "usage") -> CommandAnswer {
      let error = #"{"error": {"code": "\#(code)", "message": "\#(message)", "remedy": "Take another."}}"#
      return CommandAnswer(status: 2, output: error, notes: "")
    }

    private static let busy = CommandAnswer(
      status: 75,
      output:
        #"{"error": {"code": "busy", "message": "another stockroom is writing to this shop", "remedy": "Try again."}}"#,
      notes: "")

    private static let places = answer(#"[{"location": "cellar", "location_name": "Cellar"}]"#)
    private static let people = answer(
      #"[{"login": "ben", "name": "Ben", "roles": ["counter"], "has_passphrase": true, "acts_for": []}]"#)
    private static let settings = answer(
      #"""
      {"file": "/srv/shop/stockroom.yml", "counts": [{"setting": "recount_over", "value": null, "line": null}],
       "guards": [{"guard": "unit-cost-changed", "limit": "20 %", "written": "20", "usual": "20 %"}], "reasons": []}
      """#)
    private static let item = answer(
      #"{"state": "open", "listed": 0, "entered": 0, "items": [{"code": "A1", "sku": "A1", "title": "Mug"}]}"#)
    private static let review = answer(
      #"""
      {"session": {"count": "7", "state": "review", "kind": "full", "location": "shop"}, "uncounted": 0,
       "disputed": ["A1"], "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [],
       "lines": [{"sku": "A1", "counts": ["2", "3"], "variance": "-1"}]}
      """#)

    static let forms = [
      Form(
        "/counts/new", [("location", "nowhere"), ("kind", "full")], id: "location",
        answers: failure("there is no location 'nowhere'", code: "not-found"), places),
      Form("/counts/new", [("kind", "partial"), ("items", " ")], id: "items", answers: places),
      Form(
        "/counts/new", [("kind", "full"), ("cut-off", "x")], id: "cut-off",
        answers: failure("--cut-off 'x' is not a time"), places),
      Form("/counts/7/entry", [("item", "A1"), ("quantity", "zwei"), ("way", "scan")], id: "quantity", answers: item),
      Form("/counts/7/decisions", [("sku", "A1"), ("quantity", "zwei"), ("note", "x")], id: "q-A1", answers: review),
      Form(
        "/counts/7/decisions", [("sku", "A1"), ("quantity", "2")], id: "n-A1",
        answers: failure("a decision about 'A1' needs a note", code: "refused"), review),
      Form(
        "/settings/places", [("code", "new"), ("gln", "12")], id: "new-gln",
        answers: failure("--gln '12' is not a Global Location Number"), places),
      Form(
        "/settings/guards", [("setting", "recount_over"), ("value", "abc"), ("shown", "not set")],
        id: "set-recount_over-",
        answers: failure("stockroom.yml: counts: recount_over 'abc' is not an amount"), settings),
      Form(
        "/settings/reasons", [("code", "lent"), ("account", "y")], id: "new-account",
        answers: failure("--account: the account 'y' has an empty part"), settings),
      Form("/settings/people/ben/change", [("login", "ben")], id: "person-roles", answers: people),
      Form("/settings/people/ben/sign-out", [("present", "wrong wrong wrong")], id: "own-to-sign-out", answers: people),
      Form("/passphrase", [("passphrase", "four words of ours"), ("again", "others")], id: "again", answers: people),
    ]

    @Test(arguments: forms)
    func aRefusedFormSaysWhatIsWrongOnTopAndAtItsField(form: Form) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: form.answers)
        let answer = try client.post(form.path, form.fields, from: page)
        #expect(answer.isRefused(at: form.id), "\(answer.status): \(answer.text)")
        #expect(answer.text.components(separatedBy: " aria-invalid=\"true\"").count == 2, "one field is wrong")
      }
    }

    /// Forms whose commands find another process writing, each with a text that the page keeps.
    static let waiting = [
      (
        Form(
          "/counts/new", [("location", "cellar"), ("kind", "partial"), ("items", "QX-17")], id: "", answers: busy,
          places),
        ">QX-17</textarea>"
      ),
      (
        Form("/settings/places", [("code", "loft"), ("name", "Loft 9")], id: "", answers: busy, places),
        "value=\"Loft 9\""
      ),
      (
        Form(
          "/settings/guards", [("setting", "recount_over"), ("value", "77"), ("shown", "not set")], id: "",
          answers: busy, settings), "value=\"77\""
      ),
    ]

    @Test(arguments: waiting)
    func aFormIsShownAgainWhileAnotherProcessWrites(form: Form, kept: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: form.answers)
        let answer = try client.post(form.path, form.fields, from: page)
        #expect(answer.status == 503 && answer.headers["retry-after"] == "30")
        #expect(answer.text.contains("<title>Error: ") && answer.text.contains("id=\"problem\""))
        #expect(answer.text.contains("Another stockroom is writing to this shop"))
        #expect(answer.text.contains("Nothing was changed. Try again in a moment."))
        #expect(answer.text.contains(kept), "\(answer.text)")
        #expect(!answer.text.contains("aria-invalid"), "no field is wrong")
        // The same form is taken a moment later.
        server.shop.answer(inTurn: form.answers)
        let again = try client.post(form.path, form.fields, from: answer)
        #expect(again.status == 503 && again.text.contains(kept))
      }
    }

    @Test(arguments: [("de", "Fehler:"), ("fr", "Erreur"), ("es", "Error:"), ("sv", "Fel:")])
    func aWrongSignInIsSaidInTheLanguageOfThePage(language: String, error: String) async throws {
      try await ServedTestShop.serve { server in
        let client = server.client()
        _ = try client.post("/sign-in/language", [("language", language), ("to", "/")])
        let answer = try client.post("/sign-in", [("login", "anna"), ("passphrase", "wrong wrong wrong")])
        #expect(answer.text.contains("<title>\(error)") && answer.status == 422, "\(answer.text.prefix(300))")
        #expect(answer.text.contains("<a href=\"#login\">") && answer.text.contains("id=\"login-why\""))
      }
    }

    @Test(arguments: [
      (
        "recount_over", "stockroom.yml: counts: recount_over 'abc' is not an amount",
        "Recount over: &#39;abc&#39; is not an amount"
      ),
      (
        "unit-cost-changed", "stockroom.yml: 'abc' is not a limit for the guard unit-cost-changed",
        "Unit cost changed: &#39;abc&#39; is not a limit"
      ),
    ])
    func aLimitIsCalledByItsNameOnThePage(setting: String, message: String, shown: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.failure(message), Self.settings])
        let answer = try client.post("/settings/guards", [("setting", setting), ("value", "abc")], from: page)
        #expect(answer.isRefused(at: "set-\(setting)-"), "\(answer.text)")
        #expect(answer.text.contains("-why\">\(shown)</span>"), "\(answer.text)")
        #expect(!answer.text.contains("/srv/shop") && answer.text.contains("<code class=\"any\">stockroom.yml</code>"))
      }
    }

    @Test func theFieldOfAReportsParameterIsWrong() async throws {
      let report = Self.answer(
        #"""
        {"name": "sales-summary", "title": "Sales", "is_permitted": true, "formats": ["html"],
         "parameters": [{"name": "period", "type": "period", "is_required": false}]}
        """#)
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [report, Self.failure("period 'quatsch' is not a period", code: "x")])
        let answer = try client.get("/reports/sales-summary?period=quatsch")
        #expect(answer.isRefused(at: "p-period") && answer.text.contains("value=\"quatsch\""), "\(answer.text)")
      }
    }

    @Test func whatIsNotConfirmedHasALinkToItsTick() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(MadePlanTests.output())
        let plan = try client.plan()
        let shown = try #require(plan.input("shown"))
        let answer = try client.post(client.place + "/apply", [("shown", shown)], from: plan)
        #expect(answer.isRefused(at: "accept-price-changed"), "\(answer.status): \(answer.text)")
      }
    }

    @Test(arguments: [0, 21])
    func filesThatAreNotTakenLeaveThePageOfImports(number: Int) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let files = (0..<number).map { (name: "\($0).csv", content: Data("sku\n".utf8)) }
        let answer = try client.upload("/imports/new", files, from: try client.get("/more"))
        #expect(answer.status == (number == 0 ? 422 : 413))
        #expect(answer.text.contains("<a href=\"#files\">") && answer.text.contains("action=\"/imports/new\""))
      }
    }

    @Test(arguments: ["/imports/9999", "/counts/77", "/counts/77/review"])
    func aNumberThatThereIsNotIsNotFound(path: String) async throws {
      try await ServedTestShop.serve { server in
        let answer = try server.page(path, answering: Self.failure("there is no such number", code: "not-found"))
        #expect(answer.status == 404 && answer.text.contains("There is no such page"), "\(answer.text.prefix(300))")
      }
    }

    @Test func theLogCallsSettingsByTheirNames() async throws {
      let entry = #"""
        {"total": 1200, "entries": [
          {"number": 1, "at": "2026-11-30T10:00:00Z", "actor": "Ben", "role": "manager", "command": "settings set",
           "details": "set recount_over of shop: not set → 1200 EUR"}]}
        """#
      try await ServedTestShop.serve(roles: [.auditor]) { server in
        let page = try server.page("/books/log", answering: Self.answer(entry))
        #expect(page.text.contains("Recount over (shop): not set → 1,200 EUR"), "\(page.text)")
        #expect(page.text.contains("<span>1 to 1 of 1,200</span>"), "the log says how many entries it has")
      }
    }

    @Test func aFailureOfNoFieldHasNoLink() throws {
      let failure = PageFailure(status: .unprocessableContent, title: "A <b>", remedy: "", field: "x")
      let none = FailedFields(failure, in: "<input id=\"y\">") { $0.description }
      #expect(none.ids.isEmpty)
      let page = "<details><label>A</label><input id=\"x\" aria-describedby=\"hint\"></details>"
      let marked = FailedFields(failure, in: page) { $0.description }.marked(in: page)
      #expect(
        marked
          == "<details open><label>A</label><span class=\"why\" id=\"x-why\">A &lt;b&gt;</span>"
          + "<input id=\"x\" aria-invalid=\"true\" aria-describedby=\"x-why hint\"></details>")
      let spaced = PageFailure(status: .unprocessableContent, title: "A", remedy: "", field: "q-A 1")
      let field = "<input id=\"q-A 1\">"
      let described = FailedFields(spaced, in: field) { $0.description }.marked(in: field)
      #expect(described.contains("id=\"q-A-1-why\"") && described.contains("aria-describedby=\"q-A-1-why\""))
    }
  }
}

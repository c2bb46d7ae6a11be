import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The pages that change settings, reasons and locations.
  @Suite struct SettingChanges {
    private static let settings = CommandAnswer(
      status: 0,
      output: #"""
        {"file": "/shop/stockroom.yml",
         "guards": [{"guard": "unit-cost-changed", "limit": "20 %", "written": "20", "usual": "25 %", "line": 9,
           "allowed": "a percentage", "meaning": "Costs jump."}],
         "counts": [{"setting": "tolerance_units", "value": null, "line": null, "meaning": "Within tolerance."}],
         "shop": [
           {"setting": "language", "value": "en", "written": "en", "choices": ["en", "de"], "meaning": "Reports."},
           {"setting": "currency", "value": "EUR", "meaning": "Books.", "fixed": "the books stay in it"}],
         "reasons": [
           {"reason": "damage", "name": "Damage", "loss": "known", "direction": "loss", "account": "Expenses:Damage",
            "is_own": false},
           {"reason": "lent", "name": "Lent <b>", "loss": "none", "direction": "both", "account": "Expenses:Lent",
            "is_own": true, "line": 12}]}
        """#, notes: "")
    private static let places = CommandAnswer(
      status: 0,
      output: #"""
        [{"location": "cellar", "location_name": "The \"cellar\"", "location_kind": "stockroom", "gln": null,
          "address": "Quay 4", "status": null}]
        """#, notes: "")

    private static func failure(_ message: String, code: String = "usage") -> CommandAnswer {
      let error = ["code": code, "message": message, "remedy": "Take another."]
      let data = (try? JSONSerialization.data(withJSONObject: ["error": error])) ?? Data()
      return CommandAnswer(status: 2, output: String(decoding: data, as: UTF8.self), notes: "")
    }

    private static let forms = [
      "/settings", "/settings/guards", "/settings/reasons", "/settings/reasons/change", "/settings/places",
      "/settings/places/change",
    ]

    @Test(arguments: [Role.customer, .counter, .accountant, .auditor])
    func onlyManagersSendThem(role: Role) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let fields = [("setting", "language"), ("value", "de"), ("code", "lent"), ("name", "x"), ("loss", "none")]
        for path in Self.forms {
          let answer = try client.post(path, fields, from: page)
          #expect(answer.status == 403, "\(path): \(answer.text.prefix(300))")
        }
        #expect(server.shop.words.isEmpty)
      }
    }

    @Test func aGuardThatIsOnOrOffIsAChoice() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"""
            {"file": "/shop/stockroom.yml", "counts": [],
             "guards": [{"guard": "price-below-cost", "limit": "on", "written": "on", "usual": "on",
               "allowed": "on or off", "meaning": "Below cost."}]}
            """#, notes: "")
        let page = try client.get("/settings/guards", headers: ["Accept-Language": "fr"])
        #expect(page.text.contains(#"<option value="on" selected>activé</option>"#), "\(page.text)")
        #expect(page.text.contains(#"<option value="off">"#) && !page.text.contains("on ou off"))
        server.shop.forget()
        _ = try client.post("/settings/guards", [("setting", "price-below-cost"), ("value", "off")], from: page)
        let words = try #require(server.shop.words.first { $0.starts(with: ["settings", "set"]) })
        #expect(words.suffix(2) == ["price-below-cost", "off"], "\(words)")
      }
    }

    @Test func aRowHasAFormWithItsValue() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.settings
        let guards = try client.get("/settings/guards").text
        for part in [
          "name=\"setting\" value=\"unit-cost-changed\"", "name=\"shown\" value=\"20 %\"", "value=\"20\"",
          "name=\"act\" value=\"unset\"", "name=\"shown\" value=\"not set\"", "usually 25 %", "Costs jump.",
        ] { #expect(guards.contains(part), "\(part)") }
        // One guard that is set, and a limit that is not.
        #expect(guards.components(separatedBy: "value=\"unset\"").count == 2)
        let shop = try client.get("/settings").text
        #expect(shop.contains("<option value=\"en\" selected>") && shop.contains("<option value=\"de\">"))
        #expect(shop.contains("Not changed here: the books stay in it."))
        #expect(!shop.contains("name=\"setting\" value=\"currency\""))
        let reasons = try client.get("/settings/reasons").text
        #expect(reasons.contains("Lent &lt;b&gt;") && !reasons.contains("Lent <b>"))
        // Of a reason that every shop has, the account alone.
        #expect(!reasons.contains("id=\"reason-damage-name\"") && reasons.contains("id=\"reason-damage-account\""))
        #expect(reasons.contains("id=\"reason-lent-name\""))
      }
    }

    @Test(arguments: [
      "30", "off", "a: b", "# x", "\"quoted\"", "{{csrf}}", "&anchor *alias", "- --flag", "--user=ben", "a\nb",
      String(repeating: "x", count: 5_000),
    ])
    func aValueIsOneArgumentAndIsKept(value: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.failure("/shop/stockroom.yml: it is not a limit"), Self.settings])
        server.shop.forget()
        let fields = [("setting", "unit-cost-changed"), ("location", ""), ("shown", "20 %"), ("value", value)]
        let answer = try client.post("/settings/guards", fields, from: page)
        #expect(
          server.shop.words.first == ["settings", "set", "--was=20 %", "--", "unit-cost-changed", value])
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        #expect(answer.text.contains("value=\"\(escaped)\""), "\(answer.text)")
        #expect(answer.text.components(separatedBy: "<span class=\"why\"").count == 2, "one field is wrong")
        #expect(answer.text.contains("<details class=\"mt1\" open>") && answer.text.contains("Take another."))
      }
    }

    @Test func aSettingIsSaved() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        func send(_ path: String, _ fields: [(String, String)], line: String) throws -> [String] {
          let page = try client.get("/more")
          server.shop.answer = CommandAnswer(status: 0, output: #"{"setting": "x", "value": "5"\#(line)}"#, notes: "")
          server.shop.forget()
          let answer = try client.post(path, fields, from: page)
          #expect(answer.status == 303 && answer.location == path, "\(answer.text.prefix(300))")
          return server.shop.words.first ?? []
        }
        let limit = [("setting", "tolerance_units"), ("location", "cellar"), ("value", "5"), ("shown", "not set")]
        #expect(
          try send("/settings/guards", limit, line: #", "line": 12"#)
            == ["settings", "set", "--location=cellar", "--was=not set", "--", "tolerance_units", "5"])
        #expect(try client.get("/more").text.contains("Saved: Tolerance units is 5. stockroom.yml, line 12."))
        let back = [("setting", "language"), ("value", "de"), ("shown", "de"), ("act", "unset")]
        #expect(try send("/settings", back, line: "") == ["settings", "unset", "--was=de", "--", "language"])
        #expect(try client.get("/more").text.contains("The usual value applies again"))
      }
    }

    @Test func aSettingWithoutAValueIsSavedInEveryLanguage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.settings
        let german = ["Accept-Language": "de"]
        let page = try client.get("/settings/guards", headers: german)
        #expect(page.text.contains("<html lang=\"de\">"))
        #expect(page.text.contains("name=\"shown\" value=\"not set\""), "not translated")
        let more = try client.get("/more", headers: german)
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"setting": "tolerance_units", "value": "1.5", "line": 12}"#, notes: "")
        server.shop.forget()
        let fields = [("setting", "tolerance_units"), ("value", "1,5"), ("shown", "not set")]
        let answer = try client.post("/settings/guards", fields, from: more, headers: german)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(server.shop.words.first == ["settings", "set", "--was=not set", "--", "tolerance_units", "1.5"])
      }
    }

    @Test(arguments: [("aus", "off"), (" An ", "on"), ("off", "off"), ("12", "12")])
    func aGuardTakesTheWordsOfThePage(typed: String, value: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let german = ["Accept-Language": "de"]
        let page = try client.get("/more", headers: german)
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"setting": "lot-missing", "value": "off", "line": 12}"#, notes: "")
        server.shop.forget()
        let fields = [("setting", "lot-missing"), ("value", typed), ("shown", "on")]
        _ = try client.post("/settings/guards", fields, from: page, headers: german)
        #expect(server.shop.words.first == ["settings", "set", "--was=on", "--", "lot-missing", value])
      }
    }

    @Test func valuesAreInTheLanguageOfThePage() async throws {
      let settings = CommandAnswer(
        status: 0,
        output: #"""
          {"file": "stockroom.yml", "reasons": [], "profiles": [],
           "guards": [{"guard": "unit-cost-changed", "limit": "0.5 %", "written": "0.5", "usual": "20 %", "line": 9}],
           "counts": [{"setting": "tolerance_value", "value": "1234.50", "written": "1234.50", "line": 3}],
           "shop": [
             {"setting": "show_stock", "value": "true", "choices": ["true", "false"]},
             {"setting": "language", "value": "sv", "choices": ["sv", "de"]}, {"setting": "name", "value": "1984.5"}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = settings
        let german = ["Accept-Language": "de"]
        let guards = try client.get("/settings/guards", headers: german).text
        for part in ["0,5 %", "1.234,50"] { #expect(guards.contains(part), "\(part)") }
        // What a form sends back is what the command says.
        for part in ["value=\"0.5 %\"", "name=\"shown\" value=\"1234.50\""] {
          #expect(guards.contains(part), "\(part)")
        }
        let shop = try client.get("/settings", headers: german).text
        for part in [">1984.5<", "<option value=\"true\" selected>ja<", "<option value=\"sv\" selected>Svenska<"] {
          #expect(shop.contains(part), "\(part)")
        }
      }
    }

    @Test(arguments: ["1,234", "1,000", "1.234.567", "1e3"])
    func aLimitThatCanMeanAnotherIsAskedAbout(value: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.settings
        server.shop.forget()
        let fields = [("setting", "unit-cost-changed"), ("shown", "20 %"), ("value", value)]
        let answer = try client.post("/settings/guards", fields, from: page)
        #expect(answer.status == 422 && answer.text.contains("value=\"\(value)\""), "\(answer.text.prefix(300))")
        #expect(!server.shop.words.contains { $0.contains("set") })
        // What the page had in the field is no question.
        let shown = [("setting", "unit-cost-changed"), ("shown", "1.234 %"), ("value", "1.234")]
        server.shop.forget()
        _ = try client.post("/settings/guards", shown, from: try client.get("/more"))
        #expect(server.shop.words.contains(["settings", "set", "--was=1.234 %", "--", "unit-cost-changed", "1.234"]))
      }
    }

    @Test(
      arguments: [
        (["cellar=tolerance_units=3", "loft=tolerance_units=4"], "3"), (["loft=tolerance_units=4"], "not set"),
        ([], "not set"),
      ] as [([String], String)])
    func aLimitOfALocationIsComparedWithWhatWasListed(listed: [String], was: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let fields = [("setting", "tolerance_units"), ("location", "cellar"), ("value", "5")]
        _ = try client.post("/settings/guards", fields + listed.map { ("limit", $0) }, from: page)
        #expect(
          server.shop.words.first
            == ["settings", "set", "--location=cellar", "--was=\(was)", "--", "tolerance_units", "5"])
      }
    }

    @Test func whatSomebodyElseChangedIsNotOverwritten() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let changed = Self.failure("unit-cost-changed was changed in the meantime", code: "wrong-state")
        server.shop.answer(inTurn: [changed, Self.settings])
        let fields = [("setting", "unit-cost-changed"), ("shown", "15 %"), ("value", "77")]
        let answer = try client.post("/settings/guards", fields, from: page)
        #expect(answer.status == 409 && answer.text.contains("in the meantime"))
        #expect(!answer.text.contains("value=\"77\""), "the present value is shown")
        // Reasons and locations are compared with what the page showed.
        for (path, listed, sent) in [
          ("/settings/reasons/change", Self.settings, [("code", "lent"), ("name", "Gone"), ("shown", "other")]),
          ("/settings/places/change", Self.places, [("code", "cellar"), ("name", "Gone"), ("shown", "other")]),
        ] {
          let page = try client.get("/more")
          server.shop.answer = listed
          server.shop.forget()
          let stale = try client.post(path, sent, from: page)
          #expect(stale.status == 409 && stale.text.contains("in the meantime"), "\(stale.text.prefix(300))")
          #expect(!server.shop.words.contains { $0.contains("change") })
        }
      }
    }

    @Test func onlyWhatDiffersOfAReasonIsSent() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.settings
        let page = try client.get("/settings/reasons")
        server.shop.forget()
        let shown = "Lent <b> | none | both | Expenses:Lent"
        let fields = [
          ("code", "lent"), ("shown", shown), ("name", "Lent: \"x\""), ("loss", "none"), ("direction", "both"),
          ("account", "Expenses:Lent"),
        ]
        #expect(try client.post("/settings/reasons/change", fields, from: page).status == 303)
        #expect(
          server.shop.words.last == ["settings", "reason", "change", "--name=Lent: \"x\"", "--", "lent"])
        let none = [("code", "nobody"), ("shown", ""), ("name", "x")]
        let missing = try client.post("/settings/reasons/change", none, from: try client.get("/more"))
        #expect(missing.status == 404)
        server.shop.forget()
        let new = [("code", "-x"), ("name", ""), ("loss", "known"), ("direction", "both"), ("account", "")]
        #expect(try client.post("/settings/reasons", new, from: try client.get("/more")).status == 303)
        #expect(server.shop.words.last == ["settings", "reason", "add", "--loss=known", "--", "-x"])
      }
    }

    @Test(arguments: [
      ("--name 'x' is not one line", "usage", "new-name"), ("reasons: A B is not a code", "usage", "new-code"),
      ("the books already name the reason", "settings-conflict", "new-loss"),
      ("--account: the account 'y' has an empty part", "usage", "new-account"),
    ])
    func aReasonThatIsRefusedIsSaidAtItsField(message: String, code: String, field: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.failure(message, code: code), Self.settings])
        let fields = [("code", "A B"), ("name", "Kept"), ("loss", "unknown"), ("direction", "gain")]
        let answer = try client.post("/settings/reasons", fields, from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        for kept in ["value=\"A B\"", "value=\"Kept\"", "value=\"unknown\" selected", "value=\"gain\" selected"] {
          #expect(answer.text.contains(kept), "\(kept)")
        }
        let parts = answer.text.components(separatedBy: "<span class=\"why\"")
        #expect(parts.count == 2 && parts[0].components(separatedBy: "<label").last?.contains(field) == true)
      }
    }

    @Test(arguments: [
      ("/settings/reasons", "lent", "Lent <b> | none | both | Expenses:Lent", "name", "reason-lent-name"),
      ("/settings/reasons", "lent", "Lent <b> | none | both | Expenses:Lent", "account", "reason-lent-account"),
      ("/settings/places", "cellar", "The \"cellar\" | stockroom | Quay 4 |  | active", "name", "place-cellar-name"),
    ])
    func aFieldThatIsNeededCannotBeEmptied(
      path: String, code: String, shown: String, field: String, label: String
    ) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = path == "/settings/places" ? Self.places : Self.settings
        let page = try client.get(path)
        server.shop.forget()
        let answer = try client.post("\(path)/change", [("code", code), ("shown", shown), (field, " ")], from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        let parts = answer.text.components(separatedBy: "<span class=\"why\"")
        #expect(parts.count == 2 && parts[0].components(separatedBy: "<label").last?.contains(label) == true)
        #expect(!server.shop.words.contains { $0.contains("change") })
      }
    }

    @Test func aLocationIsChangedAndAdded() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.places
        let page = try client.get("/settings/places")
        #expect(page.text.contains("value=\"The &quot;cellar&quot;\""))
        server.shop.forget()
        let fields = [
          ("code", "cellar"), ("shown", "The \"cellar\" | stockroom | Quay 4 |  | active"), ("name", "The \"cellar\""),
          ("kind", "stockroom"), ("address", ""), ("gln", ""), ("status", "inactive"),
        ]
        let answer = try client.post("/settings/places/change?from=1", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/settings/places", "\(answer.text.prefix(300))")
        #expect(
          server.shop.words.last
            == ["location", "change", "--address=(clear)", "--status=inactive", "--", "cellar"])
        let more = try client.get("/more")
        // What the import says of the record.
        let problem = #"{"problems": [{"message": "the GLN is wrong", "remedy": "Check it."}]}"#
        server.shop.answer(inTurn: [CommandAnswer(status: 5, output: problem, notes: ""), Self.places])
        server.shop.forget()
        let new = [("code", "loft"), ("name", "Loft"), ("gln", "1")]
        let refused = try client.post("/settings/places", new, from: more)
        #expect(server.shop.words.first == ["location", "add", "--name=Loft", "--gln=1", "--", "loft"])
        #expect(refused.status == 422 && refused.text.contains("The GLN is wrong"))
        #expect(refused.text.contains("value=\"loft\"") && refused.text.contains("value=\"Loft\""))
      }
    }
  }
}

import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Renaming and deleting profiles on a real server.
  @Suite struct ProfileChanges {
    private static let listed = CommandAnswer(
      status: 0,
      output: #"""
        {"file": "stockroom.yml", "profiles": [
          {"profile": "acme", "summary": "", "is_own": true, "records": []},
          {"profile": "magento", "summary": "", "is_own": false, "records": []}]}
        """#, notes: "")

    @Test func onlyTheShopsOwnCanBeChanged() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.listed
        let own = try client.get("/settings/profiles/acme").text
        #expect(own.contains("action=\"/settings/profiles/acme/rename\""))
        #expect(own.contains("href=\"/settings/profiles/acme/delete\""))
        let shipped = try client.get("/settings/profiles/magento").text
        #expect(!shipped.contains("/rename\"") && !shipped.contains("/delete\""))
        #expect(try client.get("/settings/profiles/magento/delete").status == 404)
      }
    }

    @Test func whatAProfileMakesOfValuesIsShown() async throws {
      let profile = CommandAnswer(
        status: 0,
        output: #"""
          {"profiles": [{"profile": "acme", "summary": "", "is_own": true, "records": [{"kind": "movements", "fields": [
            {"field": "movement_kind", "from": "Art, else Typ", "columns": ["Art", "Typ"], "otherwise": "error",
             "values": [{"theirs": "Bruch <1>", "ours": "write-off"}]},
            {"field": "currency", "from": "always EUR", "constant": "EUR"}]}]}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = profile
        let english = try client.get("/settings/profiles/acme").text
        #expect(english.contains("Kind of movement (movement_kind)") && english.contains(">Art, else Typ<"))
        #expect(english.contains(#"<span class="any">Bruch &lt;1&gt;</span> → <span class="any">write off</span>"#))
        #expect(english.contains("Rows with other values are errors.") && !english.contains("are left out"))
        let german = try client.get("/settings/profiles/acme", headers: ["Accept-Language": "de"]).text
        for text in [">Art, sonst Typ<", #"<span class="any">Abschreibung</span>"#, ">immer EUR<"] {
          #expect(german.contains(text), "\(text)")
        }
      }
    }

    @Test func aRenamedProfileIsShownByItsNewName() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.listed
        let page = try client.get("/settings/profiles/acme")
        let sent = try client.post("/settings/profiles/acme/rename", [("new-name", "acme-2")], from: page)
        #expect(sent.status == 303 && sent.location == "/settings/profiles/acme-2")
        #expect(server.shop.words.contains(["settings", "profile", "rename", "--", "acme", "acme-2"]))
        server.shop.roles = [.accountant]
        server.shop.forget()
        for path in ["rename", "delete"] {
          let refused = try client.post("/settings/profiles/acme/\(path)", [("new-name", "x")], from: page)
          #expect(refused.status == 403, "\(path)")
        }
        #expect(!server.shop.words.contains { $0.starts(with: ["settings", "profile"]) })
      }
    }

    @Test func aDeletionAsksFirst() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.listed
        let page = try client.get("/settings/profiles/acme/delete")
        #expect(page.status == 200)
        #expect(page.text.contains("<h1>Delete the profile acme?</h1>"))
        #expect(page.text.contains("action=\"/settings/profiles/acme/delete\""))
      }
    }
  }
}

import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The settings on a real server, with a shop that only notes what it is asked.
  @Suite struct Settings {
    private static let pages = [
      "/settings", "/settings/people", "/settings/places", "/settings/reasons", "/settings/guards",
      "/settings/profiles",
    ]
    private static let people = CommandAnswer(
      status: 0,
      output: #"""
        [{"login": "anna", "name": "Anna", "roles": ["manager"], "has_passphrase": true, "acts_for": [], "line": 7},
         {"login": "ben", "name": "Ben <b>", "roles": ["counter"], "has_passphrase": true, "acts_for": [], "store": "cellar"}]
        """#, notes: "")

    @Test(arguments: pages + ["/settings/people/ben", "/settings/backup", "/settings/backup/x"])
    func onlyManagersOpenThem(path: String) async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let client = try server.signedIn()
        server.shop.forget()
        let answer = try client.get(path)
        #expect(answer.status == 403, "\(answer.text.prefix(300))")
        #expect(answer.text.contains("This may be done by: manager"))
        #expect(server.shop.words.isEmpty)
        #expect(!(try client.get("/more").text.contains("href=\"/settings\"")))
      }
    }

    @Test(arguments: [
      ("/settings", "The shop lists nobody"), ("/settings/people", "lists nobody"),
      ("/settings/places", "The shop has no locations yet"), ("/settings/reasons", "<h1>Reasons"),
      ("/settings/guards", "<h1>Guards and limits"), ("/settings/profiles", "The shop has no profile of its own yet"),
      ("/settings/backup", "There is no backup in the shop"),
    ])
    func anEmptyShopIsToldWhatItLacks(path: String, text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let answer = try client.get(path)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.text.contains(text), "\(answer.text)")
      }
    }

    @Test func peopleAreListedWithWhatTheyMay() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let list = try client.get("/settings/people").text
        #expect(list.contains("Ben &lt;b&gt;") && list.contains("href=\"/settings/people/ben\""))
        let ben = try client.get("/settings/people/ben").text
        #expect(ben.contains("cellar") && ben.contains("Remove the passphrase"))
        let own = try client.get("/settings/people/anna").text
        #expect(own.contains("stockroom.yml, line 7") && own.contains("href=\"/passphrase\""))
        #expect(!own.contains("anna/passphrase") && !own.contains("Remove the passphrase"))
        #expect(try client.get("/settings/people/nobody").status == 404)
      }
    }

    @Test func aPassphraseIsNoWordOfTheCommand() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let page = try client.get("/settings/people/ben")
        server.shop.forget()
        let fields = [("passphrase", " four words of Ben "), ("again", " four words of Ben ")]
        let answer = try client.post("/settings/people/ben/passphrase", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/settings/people")
        #expect(server.shop.words == [["people", "list"], ["people", "passphrase", "--", "ben"]])
        #expect(server.shop.inputs == [" four words of Ben "])
        #expect(!(try client.get("/settings/people").text.contains("four words of Ben")))
      }
    }

    @Test(arguments: [
      [("passphrase", "four words of Ben"), ("again", "four words of Bob")],
      [("passphrase", "four words\nof Ben"), ("again", "four words\nof Ben")], [("passphrase", "four words of Ben")],
    ])
    func aPassphraseThatIsMistypedIsNotSet(fields: [(String, String)]) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let answer = try client.post(
          "/settings/people/ben/passphrase", fields, from: try client.get("/settings/people/ben"))
        #expect(answer.status == 422)
        #expect(server.shop.inputs.isEmpty)
        #expect(!answer.text.contains("four words of Ben"))
      }
    }

    @Test func ownPassphraseNeedsThePresentOne() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        // Not by the page for others.
        let others = try client.post(
          "/settings/people/anna/passphrase", [("passphrase", "something new here"), ("again", "something new here")],
          from: try client.get("/settings/people/anna"))
        #expect(others.location == "/passphrase")
        #expect(server.shop.inputs.isEmpty)
        let removed = try client.post(
          "/settings/people/anna/remove", [], from: try client.get("/settings/people/anna"))
        #expect(removed.location == "/settings/people/anna")
        #expect(!server.shop.words.contains { $0.starts(with: ["people", "passphrase"]) })
        let fields = [
          ("present", server.passphrase), ("passphrase", "something new here"), ("again", "something new here"),
        ]
        let answer = try client.post("/passphrase", fields, from: try client.get("/passphrase"))
        #expect(answer.status == 200 && answer.text.contains("Your passphrase was changed"))
        #expect(server.shop.words.last == ["people", "change-passphrase"])
        #expect(server.shop.inputs == [server.passphrase + "\nsomething new here"])
        #expect(try client.get("/passphrase").location.hasPrefix("/sign-in"))
      }
    }

    @Test func whoIsSignedInCannotGuessThePresentPassphrase() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 2, output: #"{"error": {"code": "usage", "message": "that is not it", "remedy": "Again."}}"#,
          notes: "")
        let fields = [("present", "wrong"), ("passphrase", "something new here"), ("again", "something new here")]
        for _ in 1...SignInAttempts.most {
          let answer = try client.post("/passphrase", fields, from: try client.get("/passphrase"))
          #expect(answer.status == 422 && answer.text.contains("That is not it"))
        }
        #expect(try client.post("/passphrase", fields, from: try client.get("/passphrase")).status == 429)
      }
    }

    @Test func aPersonIsSignedOutEverywhere() async throws {
      try await ServedTestShop.serve { server in
        let (one, two) = (try server.signedIn(), try server.signedIn())
        server.shop.answer = Self.people
        let answer = try one.post("/settings/people/anna/sign-out", [], from: try one.get("/settings/people/anna"))
        #expect(answer.location == "/sign-in")
        #expect(try two.get("/more").location.hasPrefix("/sign-in"))
      }
    }

    @Test func aBackupIsMadeAndChecked() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/settings/backup")
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"backup": "2026-11-27T10-00-00"}"#, notes: "")
        server.shop.forget()
        let made = try client.post("/settings/backup", [], from: page)
        #expect(made.location == "/settings/backup?made=2026-11-27T10-00-00")
        #expect(server.shop.words == [["backup", "make"]])
        server.shop.answer = CommandAnswer(
          status: 1,
          output:
            #"{"is_sound": false, "findings": [{"code": "damaged", "message": "it is broken", "remedy": "Another."}]}"#,
          notes: "")
        let checked = try client.get("/settings/backup/2026-11-27T10-00-00")
        #expect(checked.status == 200 && checked.text.contains("it is broken"))
        #expect(server.shop.words.last == ["backup", "check", "--", "2026-11-27T10-00-00"])
      }
    }
  }
}

@Suite struct SettingWordTests {
  @Test func settingsHaveNamesThatPeopleRead() {
    #expect(SettingsPages.title(of: "time_zone") == "Time zone")
    #expect(SettingsPages.title(of: "unit-cost-changed") == "Unit cost changed")
    #expect(BackupPages.size(12) == "1 kB" && BackupPages.size(12_345_678) == "12.3 MB")
  }
}

import Foundation
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
        let fields = [
          ("passphrase", " four words of Ben "), ("again", " four words of Ben "), ("present", server.passphrase),
        ]
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

    /// Only what comes before a zero byte would count.
    @Test func aPassphraseWithAZeroByteIsNotSet() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let new = "four words of mine\0 and more"
        let fields = [("present", server.passphrase), ("passphrase", new), ("again", new)]
        let own = try client.post("/passphrase", fields, from: try client.get("/passphrase"))
        #expect(own.status == 422, "\(own.text.prefix(300))")
        server.shop.answer = Self.people
        let page = try client.get("/settings/people/ben")
        #expect(try client.post("/settings/people/ben/passphrase", fields, from: page).status == 422)
        #expect(server.shop.inputs.isEmpty)
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
        let fields = [("present", "wrong"), ("passphrase", "something new here"), ("again", "something new here")]
        for _ in 1...SignInAttempts.most {
          let answer = try client.post("/passphrase", fields, from: try client.get("/passphrase"))
          #expect(answer.status == 422 && answer.text.contains("That is not your present passphrase"))
        }
        #expect(try client.post("/passphrase", fields, from: try client.get("/passphrase")).status == 429)
        #expect(server.shop.inputs.isEmpty)
      }
    }

    @Test func aNewPassphraseThatIsTooShortIsNoWrongGuess() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        func change(to new: String) throws -> PageClient.Answer {
          let fields = [("present", server.passphrase), ("passphrase", new), ("again", new)]
          return try client.post("/passphrase", fields, from: try client.get("/passphrase"))
        }
        for _ in 0...SignInAttempts.most {
          let answer = try change(to: "short")
          #expect(answer.status == 422 && answer.text.contains("fewer than 10 characters"))
        }
        #expect(server.shop.inputs.isEmpty)
        #expect(try change(to: "something new here").status == 200)
      }
    }

    @Test(arguments: ["passphrase", "remove", "sign-out"])
    func whatConcernsOthersNeedsTheManagersOwnPassphrase(act: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        func send(_ present: String) throws -> PageClient.Answer {
          let fields = [("passphrase", "four words of Ben"), ("again", "four words of Ben"), ("present", present)]
          return try client.post("/settings/people/ben/\(act)", fields, from: try client.get("/more"))
        }
        #expect(try send(server.passphrase).status == 303)
        server.shop.forget()
        for _ in 1...SignInAttempts.most {
          let answer = try send("wrong wrong wrong")
          #expect(answer.status == 422 && answer.text.contains("That is not your present passphrase"))
        }
        #expect(try send(server.passphrase).status == 429)
        #expect(!server.shop.words.contains { $0.starts(with: ["people", "passphrase"]) })
      }
    }

    @Test func aWrongPassphraseAtSigningOutLeavesThePersonsPage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let answer = try client.post(
          "/settings/people/ben/sign-out", [("present", "wrong wrong wrong")], from: try client.get("/more"))
        #expect(answer.status == 422 && answer.text.contains("That is not your present passphrase"))
        #expect(answer.text.contains("action=\"/settings/people/ben/sign-out\""))
        #expect(answer.text.components(separatedBy: "aria-invalid=\"true\"").count == 2, "one field is wrong")
      }
    }

    private static func signedInByLink(_ server: ServedTestShop.Running) throws -> PageClient {
      let client = server.client()
      let path = try #require(URL(string: server.link)?.query.map { "/sign-in?\($0)" })
      let key = try #require(try client.get(path).input("key"))
      _ = try client.post("/sign-in", [("key", key)])
      return client
    }

    @Test func passphrasesThatCannotBeReadLetNobodyChangeOthers() async throws {
      try await ServedTestShop.serve { server in
        let client = try Self.signedInByLink(server)
        server.shop.answer = Self.people
        // Whoever runs the tests may read every file, but nobody a folder as one.
        let path = Passphrases(shop: server.folder).path
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let fields = [("passphrase", "four words of Ben"), ("again", "four words of Ben")]
        for act in ["passphrase", "remove", "sign-out"] {
          let answer = try client.post("/settings/people/ben/\(act)", fields, from: try client.get("/more"))
          #expect(answer.status == 500, "\(act)")
        }
        #expect(!server.shop.words.contains { $0.starts(with: ["people", "passphrase"]) })
      }
    }

    @Test(arguments: ["passphrase", "remove"])
    func thePersonIsSignedOutBeforeTheCommandIsCarriedOut(act: String) async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        let (client, port, cookie) = (try server.signedIn(), server.port, try server.signedIn(as: "ben").cookie)
        server.shop.answer = Self.people
        let (places, place) = AsyncStream.makeStream(of: String.self)
        server.shop.whenAsked = { words in
          guard words.starts(with: ["people", "passphrase"]) else { return }
          let ben = PageClient(port: port)
          ben.cookie = cookie
          place.yield((try? ben.get("/more").location) ?? "")
        }
        let fields = [
          ("passphrase", "four words of Ben"), ("again", "four words of Ben"), ("present", server.passphrase),
        ]
        let answer = try client.post("/settings/people/ben/\(act)", fields, from: try client.get("/more"))
        #expect(answer.status == 303)
        place.finish()
        var seen: [String] = []
        for await place in places { seen.append(place) }
        #expect(seen.count == 1 && seen[0].hasPrefix("/sign-in"))
      }
    }

    @Test func whoHasNoPassphraseGivesNone() async throws {
      try await ServedTestShop.serve { server in
        let client = try Self.signedInByLink(server)
        server.shop.answer = Self.people
        #expect(try client.get("/settings/people/ben").text.contains("name=\"present\""))
        try Passphrases(shop: server.folder).remove("anna")
        let page = try client.get("/settings/people/ben")
        #expect(!page.text.contains("name=\"present\""))
        let fields = [("passphrase", "four words of Ben"), ("again", "four words of Ben")]
        #expect(try client.post("/settings/people/ben/passphrase", fields, from: page).status == 303)
      }
    }

    @Test func formsWithANewPassphraseNameItsOwner() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        for (path, login) in [("/passphrase", "anna"), ("/settings/people/ben", "ben")] {
          let field = "value=\"\(login)\" autocomplete=\"username\" readonly"
          #expect(try client.get(path).text.contains(field), "\(path)")
        }
      }
    }

    @Test func passphrasesAreWrittenByTheWriterAndBackupsMadeByAReader() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        func send(_ path: String, _ fields: [(String, String)] = []) throws {
          let present = [("present", server.passphrase)]
          let answer = try client.post(path, fields + present, from: try client.get("/more"))
          #expect([200, 303].contains(answer.status), "\(answer.text)")
        }
        let new = [("passphrase", "four words of Ben"), ("again", "four words of Ben")]
        try send("/settings/people/ben/remove")
        try send("/settings/people/ben/passphrase", new)
        server.shop.answer = CommandAnswer(status: 0, output: #"{"backup": "2026-11-27T10-00-00"}"#, notes: "")
        try send("/settings/backup")
        try send("/passphrase", new)
        let writer = server.shop.threads(of: "people", "passphrase", "--remove")
        #expect(writer.count == 1)
        #expect(server.shop.threads(of: "people", "passphrase", "--", "ben") == writer)
        #expect(server.shop.threads(of: "people", "change-passphrase") == writer)
        let reader = server.shop.threads(of: "backup", "make")
        #expect(reader.count == 1 && reader.isDisjoint(with: writer))
      }
    }

    @Test func pagesDoNotWaitForBackups() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .zero)) { server in
        let client = try server.signedIn()
        let (end, backups) = (DispatchSemaphore(value: 0), 8)
        defer { for _ in 1...backups { end.signal() } }
        server.shop.whenAsked = { words in
          if words.starts(with: ["backup"]) { end.wait() }
        }
        for number in 1...backups {
          let path = number % 2 == 0 ? "/settings/backup" : "/settings/backup/2026-11-27T10-00-00"
          #expect(try client.post(path, [], from: try client.get("/more")).location.hasPrefix("/running/"))
        }
        #expect(try client.get("/settings/people").status == 200)
      }
    }

    @Test(arguments: [("/settings", "shop"), ("/settings", "identification"), ("/settings/guards", "counts")])
    func aSettingIsShownWithItsValueAndItsLine(path: String, subject: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: """
            {"\(subject)": [{"setting": "time_zone", "value": "UTC", "line": 3, "meaning": "When."},
             {"setting": "actor", "value": null, "line": null, "location": "cellar", "meaning": "Who."}]}
            """, notes: "")
        let text = try client.get(path).text
        for part in ["Time zone", "UTC", "When.", "set in line 3", "Actor", "cellar", "not set", "Who."] {
          #expect(text.contains(part), "\(part)")
        }
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
        // To look at it copies nothing.
        let path = "/settings/backup/2026-11-27T10-00-00"
        #expect(try client.get(path).location == "/settings/backup")
        #expect(server.shop.words == [["backup", "make"]])
        let checked = try client.post(path, [], from: try client.get("/more"))
        #expect(checked.location == path)
        #expect(server.shop.words.last == ["backup", "check", "--", "2026-11-27T10-00-00"])
        let result = try client.get(path)
        #expect(result.status == 200 && result.text.contains("It is broken"))
      }
    }
  }
}

@Suite struct SettingWordTests {
  @Test func settingsHaveNamesThatPeopleRead() {
    #expect(SettingsPages.title(of: "time_zone").description == "Time zone")
    #expect(SettingsPages.title(of: "unit-cost-changed").description == "Unit cost changed")
  }
}

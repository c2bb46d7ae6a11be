import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The pages that add people, change them, and take them off the list.
  @Suite struct People {
    private static let people = CommandAnswer(
      status: 0,
      output: #"""
        [{"login": "anna", "name": "Anna", "roles": ["manager"], "has_passphrase": true, "acts_for": [], "line": 7},
         {"login": "ben", "name": "Ben", "roles": ["counter"], "has_passphrase": false, "acts_for": []}]
        """#, notes: "")

    private static func failure(_ message: String) -> CommandAnswer {
      CommandAnswer(
        status: 2, output: #"{"error": {"code": "usage", "message": "\#(message)", "remedy": "Take another."}}"#,
        notes: "")
    }

    @Test func theFormsSayWhatEachRoleMayDo() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        for path in ["/settings/people", "/settings/people/ben"] {
          let text = try client.get(path).text
          for role in Role.allCases {
            #expect(text.contains("name=\"role\" value=\"\(role.rawValue)\""), "\(path): \(role)")
            #expect(text.contains(role.summary), "\(path): \(role)")
          }
          #expect(text.contains("name=\"present\""))
        }
        let ben = try client.get("/settings/people/ben").text
        #expect(ben.contains("value=\"counter\" checked") && !ben.contains("value=\"manager\" checked"))
        #expect(ben.contains("href=\"/settings/people/ben/delete\""))
        #expect(!(try client.get("/settings/people/anna").text.contains("anna/delete")))
      }
    }

    @Test func aShopThatListsNobodyIsToldWhatTheFirstPersonMeans() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(status: 0, output: "[]", notes: "")
        let list = try client.get("/settings/people").text
        #expect(list.contains("The list begins with you: Anna") && list.contains("action=\"/settings/people\""))
        #expect(!(try client.get("/settings/people/anna").text.contains("anna/change")))
        #expect(try client.get("/settings/people/anna/delete").location == "/settings/people/anna")
      }
    }

    @Test func aServiceLacksNoPassphrase() async throws {
      try await ServedTestShop.serve { server in
        let service = #"{"login": "till", "name": "Till", "roles": ["service"], "has_passphrase": false}"#
        let people = CommandAnswer(
          status: 0, output: String(Self.people.output.dropLast()) + ", \(service)]", notes: "")
        let text = try server.page("/settings/people", answering: people).text
        #expect(text.contains("Without a passphrase: 1 of 2."), "\(text)")
        #expect(text.contains("<span class=\"quiet\">never</span>"))
        #expect(text.components(separatedBy: ">no passphrase<").count == 2, "Ben's alone")
      }
    }

    @Test func aPersonIsAdded() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let page = try client.get("/settings/people")
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"login": "dora", "name": "Dora", "roles": ["counter", "manager"]}"#, notes: "")
        server.shop.forget()
        let fields = [
          ("login", " dora "), ("name", "Dora"), ("role", "manager"), ("role", "counter"), ("store", ""),
          ("present", server.passphrase),
        ]
        let answer = try client.post("/settings/people", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/settings/people/dora")
        #expect(
          server.shop.words == [
            ["people", "add", "--roles=counter", "--roles=manager", "--name=Dora", "--", "dora"]
          ])
        let next = try client.get("/more").text
        #expect(next.contains("Set a passphrase here") && next.contains("a card is enough"))
      }
    }

    @Test(arguments: [
      ("--name 'Dora' is the name or the login of somebody else", "person-name"),
      ("--store 'moon' is not a location", "person-store"), ("--roles 'boss' is not a role", "Role "),
      ("the login 'dora' is that of Dora already", "person-login"),
    ])
    func aFailureIsSaidAtItsFieldAndTheInputIsKept(message: String, field: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.failure(message), Self.people])
        let fields = [
          ("login", "dora"), ("name", "Dora F."), ("role", "auditor"), ("store", "moon"),
          ("present", server.passphrase),
        ]
        let answer = try client.post("/settings/people", fields, from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        for kept in ["value=\"dora\"", "value=\"Dora F.\"", "value=\"auditor\" checked"] {
          #expect(answer.text.contains(kept), "\(kept)")
        }
        let parts = answer.text.components(separatedBy: "<span class=\"why\"")
        let before = try #require(parts.first).components(separatedBy: "<label").last ?? ""
        #expect(parts.count == 2, "one field is wrong: \(answer.text)")
        #expect(before.contains(field), "\(before)")
        #expect(answer.text.contains("Take another."))
      }
    }

    @Test func aRoleHasToBeChosen() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        for path in ["/settings/people", "/settings/people/ben/change"] {
          let fields = [("login", "dora"), ("present", server.passphrase)]
          let answer = try client.post(path, fields, from: try client.get("/more"))
          #expect(answer.status == 422 && answer.text.contains("No role is chosen"))
        }
        #expect(!server.shop.words.contains { $0.starts(with: ["people", "add"]) || $0.contains("change") })
      }
    }

    @Test func aPersonIsChanged() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        let page = try client.get("/settings/people/ben")
        server.shop.forget()
        let fields = [("name", ""), ("role", "auditor"), ("store", ""), ("present", server.passphrase)]
        let answer = try client.post("/settings/people/ben/change", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/settings/people/ben")
        #expect(
          server.shop.words == [
            ["people", "list"],
            ["people", "change", "--roles=auditor", "--name=ben", "--all-stores", "--", "ben"],
          ])
      }
    }

    @Test func aPersonIsTakenOffTheListAndSignedOut() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        let (client, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        server.shop.answer = Self.people
        let page = try client.get("/settings/people/ben/delete")
        #expect(page.status == 200 && page.text.contains("Nothing was changed yet"))
        server.shop.forget()
        let answer = try client.post("/settings/people/ben/delete", [("present", server.passphrase)], from: page)
        #expect(answer.location == "/settings/people")
        #expect(server.shop.words == [["people", "list"], ["people", "remove", "--", "ben"]])
        #expect(try ben.get("/more").location.hasPrefix("/sign-in"))
        // Not oneself.
        let own = try client.post(
          "/settings/people/anna/delete", [("present", server.passphrase)], from: try client.get("/more"))
        #expect(own.location == "/settings/people/anna")
        #expect(!server.shop.words.contains(["people", "remove", "--", "anna"]))
      }
    }

    @Test func whoGetsALoginAgainHasNoSessionOfTheOneBefore() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        let (client, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        let listed = server.shop.others
        server.shop.others = []
        let gone = try ben.get("/more")
        #expect(gone.location.hasPrefix("/sign-in"))
        server.shop.others = listed
        let again = try ben.get("/more")
        #expect(again.location.hasPrefix("/sign-in"))
        // Nor one of a device that asked for nothing in between.
        let other = try server.signedIn(as: "ben")
        server.shop.answer = Self.people
        let page = try client.get("/settings/people")
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"login": "ben", "name": "Ben", "roles": ["counter"]}"#, notes: "")
        let fields = [("login", "ben"), ("role", "counter"), ("present", server.passphrase)]
        let added = try client.post("/settings/people", fields, from: page)
        #expect(added.location == "/settings/people/ben")
        let after = try other.get("/more")
        #expect(after.location.hasPrefix("/sign-in"))
      }
    }

    private static let forms = ["/settings/people", "/settings/people/ben/change", "/settings/people/ben/delete"]

    @Test(arguments: forms)
    func eachNeedsTheManagersOwnPassphrase(path: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.people
        func send(_ present: String) throws -> PageClient.Answer {
          let fields = [("login", "dora"), ("role", "counter"), ("present", present)]
          return try client.post(path, fields, from: try client.get("/more"))
        }
        for _ in 1...SignInAttempts.most {
          let answer = try send("wrong wrong wrong")
          #expect(answer.status == 422 && answer.text.contains("That is not your present passphrase"))
        }
        #expect(try send(server.passphrase).status == 429)
        #expect(server.shop.words.allSatisfy { !$0.starts(with: ["people"]) || $0 == ["people", "list"] })
      }
    }

    @Test(arguments: forms)
    func onlyManagersSendThem(path: String) async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let fields = [("login", "dora"), ("role", "manager"), ("present", server.passphrase)]
        #expect(try client.post(path, fields, from: page).status == 403)
        #expect(server.shop.words.isEmpty)
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Where people come to when their session has ended, or when they open the address of a form.
  @Suite struct Returning {
    @Test(arguments: [
      ("/plans/0123456789abcdef/apply", "/plans/0123456789abcdef"),
      ("/plans/0123456789abcdef/answers?x=1", "/plans/0123456789abcdef"), ("/imports/new", "/imports"),
      ("/imports/all", "/imports"), ("/counts/7/post", "/counts/7"), ("/counts/a%2Fb/codes", "/counts/a%2Fb"),
      ("/counts/7/files/0123456789abcdef", "/counts/7"),
      ("/jobs/nightly/run", "/jobs"), ("/role", "/"), ("/sign-out", "/"),
    ])
    func theAddressOfAFormLeadsToThePageAboveIt(path: String, page: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let answer = try client.get(path)
        #expect(answer.status == 303)
        #expect(answer.location == page)
        #expect(try client.get("/more").status == 200)
      }
    }

    @Test(arguments: [
      ("http://127.0.0.1:PORT/plans/ab?x=1", "/plans/ab?x=1"), ("http://localhost:PORT/imports", "/imports"),
      ("https://elsewhere.example/orders", "/plans/ab/apply"), ("//elsewhere.example", "/plans/ab/apply"),
      ("http://127.0.0.1:PORT.elsewhere.example/a", "/plans/ab/apply"), ("", "/plans/ab/apply"),
    ])
    func aFormWithoutASessionLeadsBackToItsPage(referer: String, page: String) async throws {
      try await ServedTestShop.serve { server in
        let headers = ["Referer": referer.replacing("PORT", with: "\(server.port)")]
        let lost = try server.client().post("/plans/ab/apply", [], headers: headers)
        #expect(lost.status == 303)
        #expect(lost.location.removingPercentEncoding == "/sign-in?lost=yes&to=\(page)")
        let client = server.client()
        let fields = [("login", "anna"), ("passphrase", server.passphrase), ("to", page)]
        #expect(try client.post("/sign-in", fields).location == page)
      }
    }

    @Test func aNewCardSignsOutWhoUsesTheOldOne() async throws {
      try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
        let manager = try server.signedIn()
        func card(ofCount count: Int) throws -> String {
          let path = "/counts/\(count)/cards"
          let made = try manager.post(path, [("person", "anna")], from: try manager.get(path))
          return String(try #require(made.text.firstMatch(of: #/Number: <strong[^>]*>(\d{4} \d{4})/#)?.1))
        }
        let old = try card(ofCount: 7)
        let counter = server.client()
        #expect(try counter.post("/sign-in", [("login", "anna"), ("passphrase", old)]).status == 303)
        _ = try card(ofCount: 8)
        #expect(try counter.get("/counts/7").status == 200)
        let new = try card(ofCount: 7)
        #expect(try counter.get("/counts/7").location.hasPrefix("/sign-in"))
        #expect(try counter.post("/sign-in", [("login", "anna"), ("passphrase", new)]).status == 303)
        #expect(try counter.get("/counts/7").status == 200)
        #expect(try manager.get("/more").status == 200)
      }
    }

    @Test func noCardIsMadeForACountThatDoesNotExist() async throws {
      try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
        let manager = try server.signedIn()
        let page = try manager.get("/counts/7/cards")
        server.shop.answer = CommandAnswer(
          status: 4,
          output: #"{"error": {"code": "not-found", "message": "there is no count 99", "remedy": "Open it."}}"#,
          notes: "")
        let asked = try manager.get("/counts/99/cards")
        #expect(asked.status == 404 && asked.text.contains("There is no such page"))
        let made = try manager.post("/counts/99/cards", [("person", "anna")], from: page)
        #expect(made.status == 422 && made.text.contains("There is no count 99"))
        #expect(!FileManager.default.fileExists(atPath: server.folder + "/cards"))
      }
    }

    @Test(arguments: ["Christmas", "Year%20end"])
    func aCardOpensACountThatHasAName(count: String) async throws {
      try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
        let manager = try server.signedIn()
        let path = "/counts/\(count)/cards"
        let made = try manager.post(path, [("person", "anna")], from: try manager.get(path))
        let card = try #require(made.text.firstMatch(of: #/Number: <strong[^>]*>(\d{4} \d{4})/#)?.1)
        let counter = server.client()
        let signedIn = try counter.post("/sign-in", [("login", "anna"), ("passphrase", String(card))])
        #expect(signedIn.location == "/counts/\(count)")
        #expect(try counter.get("/counts/\(count)").status == 200)
        #expect(try counter.get("/counts/8").location == "/counts/\(count)")
      }
    }

    @Test(
      arguments: [
        ("anna", #""anna""#), ("ann\nroot \u{1B}[2J\"", #""ann\nroot \u{1B}[2J\"""#),
        (String(repeating: "é", count: 50), #""\#(String(repeating: "é", count: 40))"…"#),
      ] as [(String, String)])
    func aRefusedSignInIsInTheLogWithItsName(typed: String, logged: String) async throws {
      try await ServedTestShop.serve { server in
        let answer = try server.client().post("/sign-in", [("login", typed), ("passphrase", "wrong wrong")])
        #expect(answer.status == 422)
        #expect(server.shop.log == ["sign-in refused from 127.0.0.1, as \(logged)"], "\(server.shop.log)")
      }
    }

    @Test func aRequestReadsTheSettingsOnce() async throws {
      try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
        let client = try server.signedIn()
        // Who is signed in is led on from the form.
        for (path, status) in [("/more", 200), ("/counts/7/cards", 200), ("/sign-in", 303)] {
          server.shop.forget()
          #expect(try client.get(path).status == status)
          #expect(server.shop.reads == 1, "\(path)")
        }
        server.shop.forget()
        _ = try server.client().post("/sign-in", [("login", "anna"), ("passphrase", "wrong wrong")])
        #expect(server.shop.reads == 1)
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What a session and the forms of its pages are worth to somebody else.
  @Suite struct SessionsOfOthers {
    @Test func theFormsOfOneSessionAreNotThoseOfAnother() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (anna, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        // Also of the same person, on another device.
        for other in [ben, try server.signedIn()] {
          let page = try other.get("/more")
          let answer = try anna.post("/imports/7/undo", [], from: page)
          #expect(answer.status == 403)
        }
        #expect(!server.shop.words.contains { $0.starts(with: ["imports", "undo"]) })
      }
    }

    @Test func signingInAgainEndsTheSessionOfBefore() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let first = client.cookie
        let answer = try client.post("/sign-in", [("login", "anna"), ("passphrase", server.passphrase)])
        #expect(answer.status == 303 && client.cookie != first)
        let thief = server.client()
        thief.cookie = first
        let page = try thief.get("/more")
        #expect(page.location.hasPrefix("/sign-in"))
      }
    }

    @Test func signingOutEverywhereEndsTheSessionsOfOnePerson() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let devices = [try server.signedIn(), try server.signedIn()]
        let ben = try server.signedIn(as: "ben")
        let more = try devices[0].get("/more")
        _ = try devices[0].post("/sign-out", [("everywhere", "yes")], from: more)
        for device in devices {
          let page = try device.get("/more")
          #expect(page.location.hasPrefix("/sign-in"))
        }
        let page = try ben.get("/more")
        #expect(page.status == 200)
      }
    }

    @Test func aKeyWithOtherContentDoesNothing() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        _ = try client.post("/counts/new", [("location", "front"), ("number", "1")], from: page)
        server.shop.forget()
        let answer = try client.post("/counts/new", [("location", "front"), ("number", "2")], from: page)
        #expect(answer.status == 422)
        let elsewhere = try client.post("/imports/7/undo", [], from: page)
        #expect(elsewhere.status == 422)
        let changes = [["count", "open"], ["imports", "undo"]]
        #expect(!server.shop.words.contains { words in changes.contains { words.starts(with: $0) } })
      }
    }

    @Test func guessingOnePassphraseLeavesOthersAlone() async throws {
      try await ServedTestShop.serve { server in
        let signedIn = try server.signedIn()
        let stranger = server.client()
        for _ in 0...SignInAttempts.most {
          _ = try stranger.post("/sign-in", [("login", "anna"), ("passphrase", "wrong wrong wrong")])
        }
        let page = try signedIn.get("/more")
        #expect(page.status == 200)
      }
    }
  }
}

import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// The pages that follow counts.
@Suite struct CountFollowerTests {
  /// How often something was asked.
  private actor Asked {
    private(set) var times = 0

    func again() -> CommandAnswer {
      times += 1
      return CommandAnswer(status: 0, output: "{}", notes: "")
    }
  }

  @Test func placesAreLimitedAndFreeAgain() {
    let followers = CountFollowers()
    var places = (0..<CountFollowers.most).compactMap { followers.place(for: "person \($0)") }
    #expect(places.count == CountFollowers.most)
    #expect(followers.place(for: "anna") == nil)
    places.removeLast()
    #expect(followers.place(for: "anna") != nil)
  }

  @Test func oneLoginHasFewPlacesAndEndsNoneOfOthers() throws {
    let followers = CountFollowers()
    let other = try #require(followers.place(for: "ben"))
    let places = (0..<CountFollowers.mostOfOneLogin).compactMap { _ in followers.place(for: "anna") }
    #expect(places.count == 4)
    #expect(places.allSatisfy { $0.isOpen && !$0.isTaken })
    let later = (0..<2).compactMap { _ in followers.place(for: "anna") }
    #expect(later.count == 2)
    #expect(places.map(\.isTaken) == [true, true, false, false])
    #expect(places.map(\.isOpen) == [false, false, true, true])
    #expect((later + [other]).allSatisfy { $0.isOpen && !$0.isTaken })
  }

  @Test func oneLoginDoesNotTakeAllPlaces() {
    let followers = CountFollowers()
    let places = (0..<CountFollowers.most).compactMap { _ in followers.place(for: "anna") }
    let others = (0..<CountFollowers.most - CountFollowers.mostOfOneLogin).compactMap {
      followers.place(for: "person \($0)")
    }
    #expect((places + others).filter(\.isOpen).count == CountFollowers.most)
    // A login that has places gives up one of its own where all are taken.
    #expect(followers.place(for: "anna") != nil)
    #expect(others.allSatisfy(\.isOpen) && places.last?.isOpen == true)
  }

  @Test func nobodyFollowsAServerThatStops() throws {
    let followers = CountFollowers()
    let place = try #require(followers.place(for: "anna"))
    #expect(place.isOpen)
    followers.stop()
    #expect(!place.isOpen && !place.isTaken)
    #expect(followers.place(for: "ben") == nil)
  }

  @Test func severalPagesAskOnce() async {
    let (followers, asked) = (CountFollowers(interval: .seconds(3600)), Asked())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = await followers.answer("7") { await asked.again() } } }
    }
    #expect(await asked.times == 1)
    _ = await followers.answer("8") { await asked.again() }
    #expect(await asked.times == 2)
    // A page that shows newer figures is not followed by older ones.
    followers.forget("7")
    _ = await followers.answer("7") { await asked.again() }
    #expect(await asked.times == 3)
  }

  @Test func noLineEndBeginsAFieldOfItsOwn() {
    #expect(
      CountEventPages.event("figures", "<p>A</p>\r\n<p>B\revent: end</p>")
        == "event: figures\ndata: <p>A</p>\ndata: <p>B\ndata: event: end</p>\n\n")
  }
}

extension ServerTests {
  /// The figures of an open count on a real server, with a shop that only notes what it is asked.
  @Suite struct CountEvents {
    private static func answer(_ state: String, counted: Int) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: """
          {"session": {"count": "7", "state": "\(state)"}, "on_sheet": 9, "counted": \(counted), "unexpected": 0,
            "parts": [{"section": "<A>", "counter": "Mia", "items": \(counted), "units": "3", "recounts": 0}], "handouts": []}
          """, notes: "")
    }

    @Test func theFiguresAreSentUntilTheCountIsClosed() async throws {
      // Without an interval, each look asks the shop.
      try await ServedTestShop.serve(followers: CountFollowers(interval: .zero)) { server in
        let client = try server.signedIn()
        server.shop.forget()
        server.shop.answer(inTurn: [
          Self.answer("counting", counted: 3), Self.answer("counting", counted: 3),
          Self.answer("counting", counted: 4), Self.answer("review", counted: 4),
        ])
        let answer = try client.get("/counts/7/events")
        #expect(server.shop.words.count == 4)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix("text/event-stream") == true)
        let events = answer.text.components(separatedBy: "\n\n").filter { !$0.isEmpty && $0 != ":" }
        #expect(events.map { $0.prefix { $0 != "\n" } } == ["event: figures", "event: figures", "event: end"])
        #expect(answer.text.contains("3 of 9") && answer.text.contains("4 of 9"))
        #expect(answer.text.contains("&lt;A&gt;"))
      }
    }

    @Test func theFiguresAreInTheLanguageOfThePage() async throws {
      try await ServedTestShop.serve(followers: CountFollowers(interval: .zero)) { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.answer("counting", counted: 3), Self.answer("review", counted: 3)])
        let answer = try client.get("/counts/7/events", headers: ["Accept-Language": "de"])
        #expect(answer.text.contains("Artikeln gezählt") && !answer.text.contains("items counted"))
      }
    }

    @Test func peopleWithTheSameRolesShareAnAnswer() async throws {
      try await ServedTestShop.serve(followers: CountFollowers(interval: .seconds(3600))) { server in
        server.shop.others = [
          ServedPerson(login: "ben", name: "Ben", roles: [.manager]),
          ServedPerson(login: "cleo", name: "Cleo", roles: [.auditor]),
        ]
        let passphrases = Passphrases(shop: server.folder)
        for other in server.shop.others { try passphrases.set(server.passphrase, for: other.login) }
        let clients = try ["anna", "ben", "cleo"].map { try server.signedIn(as: $0) }
        server.shop.answer = Self.answer("posted", counted: 9)
        server.shop.forget()
        var asked: [Int] = []
        for client in clients {
          #expect(try client.get("/counts/7/events").status == 204)
          asked.append(server.shop.words.count)
        }
        #expect(asked == [1, 1, 2])
      }
    }

    @Test func theFiguresEndWhenTheRolesOfThePersonChange() async throws {
      try await ServedTestShop.serve(followers: CountFollowers(interval: .zero)) { server in
        let client = try server.signedIn()
        server.shop.forget()
        server.shop.answer(inTurn: [
          Self.answer("counting", counted: 3), Self.answer("counting", counted: 4), Self.answer("review", counted: 4),
        ])
        let shop = server.shop
        shop.whenAsked = { _ in
          if shop.words.count == 1 { shop.roles = [.counter] }
        }
        let answer = try client.get("/counts/7/events")
        shop.whenAsked = nil
        #expect(shop.words.count == 2)
        #expect(answer.text.contains("4 of 9") && !answer.text.contains("event: end"))
      }
    }

    @Test func theOldestOfTooManyPagesOfAPersonEnds() async throws {
      let followers = CountFollowers(interval: .zero)
      try await ServedTestShop.serve(followers: followers) { server in
        let client = try server.signedIn()
        server.shop.forget()
        server.shop.answer(inTurn: [
          Self.answer("counting", counted: 3), Self.answer("counting", counted: 4), Self.answer("review", counted: 4),
        ])
        let shop = server.shop
        shop.whenAsked = { _ in
          guard shop.words.count == 1 else { return }
          _ = (0..<CountFollowers.mostOfOneLogin).compactMap { _ in followers.place(for: "anna") }
        }
        let answer = try client.get("/counts/7/events")
        shop.whenAsked = nil
        #expect(shop.words.count == 2)
        #expect(answer.text.contains("4 of 9"))
        #expect(answer.text.contains("event: taken") && !answer.text.contains("event: end"))
      }
    }

    @Test func thePageHasTheWordsForFollowingAndItsEnd() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer("counting", counted: 3)
        let page = try client.get("/counts/7").text
        #expect(
          page.contains(
            #"<span data-live hidden>Live</span><span data-lost hidden>Not live since <span data-since></span>"#))
        #expect(page.contains(#"data-now="27 November 2026, 10:00""#))
      }
    }

    @Test func aClosedCountIsNotFollowed() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer("posted", counted: 9)
        #expect(try client.get("/counts/7/events").status == 204)
      }
    }

    @Test func whoOnlyCountsDoesNotFollow() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer("counting", counted: 3)
        #expect(try client.get("/counts/7/events").status == 403)
      }
    }
  }
}

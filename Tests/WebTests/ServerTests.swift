import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// What holds for every page, shown on a real server with a shop that only notes what it is asked.
///
/// One test after the other, those of other files too: a client waits in a thread that the server needs.
@Suite(.serialized) struct ServerTests {
  @Test func nobodySeesAPageBeforeSigningIn() async throws {
    try await ServedTestShop.serve { server in
      for path in ["/", "/imports", "/imports/7", "/plans/0123456789abcdef", "/running/x", "/more"] {
        let answer = try server.client().get(path)
        #expect(answer.status == 303)
        #expect(answer.location == "/sign-in?to=" + PageClient.encoded(path).replacing("%2E", with: "."))
      }
      #expect(server.shop.words.isEmpty)
    }
  }

  @Test func aPersonSignsInWithTheirPassphraseAlone() async throws {
    try await ServedTestShop.serve { server in
      let client = server.client()
      for typed in ["something else here", server.passphrase + "\0", server.passphrase + "\0 and more"] {
        let wrong = try client.post("/sign-in", [("login", "anna"), ("passphrase", typed)])
        #expect(wrong.status == 422)
        #expect(client.cookie == nil)
      }
      let right = try client.post(
        "/sign-in", [("login", "anna"), ("passphrase", server.passphrase), ("to", "/imports")])
      #expect(right.status == 303)
      #expect(right.location == "/imports")
      let cookie = try #require(right.headers["set-cookie"])
      for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
      #expect(try client.get("/more").text.contains("Anna"))
    }
  }

  @Test(arguments: [
    "//elsewhere.example", "//\u{FE0F}elsewhere.example", "/\u{600}\"x", "https://elsewhere.example",
    "/\\elsewhere.example", "javascript:alert(1)", "/a\r\nX: y",
  ])
  func signingInLeadsToNoOtherSite(to address: String) async throws {
    try await ServedTestShop.serve { server in
      let answer = try server.client().post(
        "/sign-in", [("login", "anna"), ("passphrase", server.passphrase), ("to", address)])
      #expect(answer.location == "/")
    }
  }

  @Test func aCookieThatWasSetBeforeIsNotTakenOver() async throws {
    try await ServedTestShop.serve { server in
      let client = server.client()
      client.cookie = "stockroom=chosen-by-somebody-else"
      _ = try client.post("/sign-in", [("login", "anna"), ("passphrase", server.passphrase)])
      #expect(client.cookie != "stockroom=chosen-by-somebody-else")
      let other = server.client()
      other.cookie = "stockroom=chosen-by-somebody-else"
      #expect(try other.get("/").status == 303)
    }
  }

  @Test func aSessionThatWasSignedOutIsOver() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      let old = client.cookie
      _ = try client.post("/sign-out", [], from: try client.get("/more"))
      client.cookie = old
      #expect(try client.get("/").location.hasPrefix("/sign-in"))
    }
  }

  @Test func tooManyWrongPassphrasesHaveToWait() async throws {
    try await ServedTestShop.serve { server in
      let client = server.client()
      for _ in 1...SignInAttempts.most {
        #expect(try client.post("/sign-in", [("login", "anna"), ("passphrase", "wrong wrong wrong")]).status == 422)
      }
      let right = try client.post("/sign-in", [("login", "anna"), ("passphrase", server.passphrase)])
      #expect(right.status == 429)
      #expect(client.cookie == nil)
    }
  }

  @Test func wrongPassphrasesAtOnceAreNoMoreThanOneAfterTheOther() async throws {
    try await ServedTestShop.serve { server in
      let statuses = Mutex<[Int]>([])
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      for number in 1...12 {
        // A client waits, and the server's tasks need the threads of tasks.
        Thread.detachNewThread {
          let fields = [("login", "anna"), ("passphrase", "wrong wrong \(number)")]
          let status = (try? server.client().post("/sign-in", fields).status) ?? 0
          statuses.withLock { $0.append(status) }
          end.yield()
        }
      }
      var left = 12
      for await _ in ended {
        left -= 1
        if left == 0 { break }
      }
      let answers = statuses.withLock { $0 }
      #expect(answers.filter { $0 == 422 }.count == SignInAttempts.most)
      #expect(answers.filter { $0 == 429 }.count == 12 - SignInAttempts.most)
    }
  }

  @Test func anotherPassphraseSignsOut() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      #expect(try client.get("/more").status == 200)
      try Passphrases(shop: server.folder).set("quite another passphrase", for: "anna")
      #expect(try client.get("/more").location.hasPrefix("/sign-in"))
    }
  }

  @Test func theLinkOfTheStartSignsInOnceAndOnlyByItsButton() async throws {
    try await ServedTestShop.serve { server in
      let client = server.client()
      let path = try #require(URL(string: server.link)?.query.map { "/sign-in?\($0)" })
      let page = try client.get(path)
      #expect(page.text.contains("Continue as Anna"))
      #expect(client.cookie == nil)
      let key = try #require(page.input("key"))
      #expect(try client.post("/sign-in", [("key", key)]).status == 303)
      #expect(try client.get("/more").status == 200)
      let second = server.client()
      _ = try second.post("/sign-in", [("key", key)])
      #expect(second.cookie == nil)
    }
  }

  @Test(arguments: [
    ["Origin": "https://elsewhere.example"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ["Origin": "null"],
  ])
  func aFormOfAnotherSiteChangesNothing(headers: [String: String]) async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      let page = try client.get("/imports/7/undo")
      server.shop.forget()
      let answer = try client.post("/imports/7/undo", [], from: page, headers: headers)
      #expect(answer.status == 403)
      #expect(server.shop.words.isEmpty)
    }
  }

  @Test func aCardOpensThePagesOfOneCountInTheRoleOfACounter() async throws {
    try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
      let manager = try server.signedIn()
      let made = try manager.post("/counts/7/cards", [("person", "anna")], from: try manager.get("/counts/7/cards"))
      #expect(made.status == 200)
      let number = try #require(made.text.firstMatch(of: #/Number: <strong[^>]*>(\d{4} \d{4})/#)?.1)
      let counter = server.client()
      let signedIn = try counter.post(
        "/sign-in", [("login", "anna"), ("passphrase", String(number)), ("to", "/imports")])
      #expect(signedIn.location == "/counts/7")
      let own = try counter.get("/counts/7")
      #expect(own.status == 200)
      #expect(own.text.contains("Anna, counter"))
      #expect(!own.text.contains("href=\"/imports\""))
      for path in ["/", "/imports", "/counts", "/counts/8", "/counts/8/entry", "/counts/%38", "/find?q=x", "/reports"] {
        #expect(try counter.get(path).location == "/counts/7", "\(path)")
      }
      for path in ["/imports/7/undo", "/counts/8/entry", "/counts/new", "/role"] {
        #expect(try counter.post(path, [("role", "manager")], from: own).status == 403, "\(path)")
      }
      #expect(try counter.get("/counts/7/cards").status == 403)
      // Taken back, it signs nobody in, and who is signed in with it is out.
      let cards = try manager.get("/counts/7/cards")
      #expect(try manager.post("/counts/7/cards", [("withdraw", "yes")], from: cards).status == 303)
      #expect(try counter.get("/counts/7").location.hasPrefix("/sign-in"))
      #expect(try counter.post("/sign-in", [("login", "anna"), ("passphrase", String(number))]).status == 422)
    }
  }

  @Test func aCardOfWhoNoLongerCountsIsWorthNothing() async throws {
    try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
      let manager = try server.signedIn()
      let made = try manager.post("/counts/7/cards", [("person", "anna")], from: try manager.get("/counts/7/cards"))
      let number = try #require(made.text.firstMatch(of: #/Number: <strong[^>]*>(\d{4} \d{4})/#)?.1)
      let counter = server.client()
      _ = try counter.post("/sign-in", [("login", "anna"), ("passphrase", String(number))])
      server.shop.roles = [.manager]
      #expect(try counter.get("/counts/7").location.hasPrefix("/sign-in"))
      #expect(try counter.post("/sign-in", [("login", "anna"), ("passphrase", String(number))]).status == 422)
      #expect(try manager.get("/counts/7/cards").text.contains("Nobody is listed as a counter"))
    }
  }

  /// A card signs somebody in to the whole shop.
  @Test func theManagerOfOneStoreMakesNoCards() async throws {
    try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
      let manager = try server.signedIn()
      let before = try manager.get("/counts/7/cards")
      server.shop.store = "front"
      #expect(try manager.get("/counts/7/cards").status == 403)
      #expect(try manager.post("/counts/7/cards", [("person", "anna")], from: before).status == 403)
      #expect(try manager.post("/counts/7/cards", [("withdraw", "yes")], from: before).status == 403)
    }
  }

  @Test func aPersonWithSeveralRolesActsInOneOfThem() async throws {
    try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
      let client = try server.signedIn()
      let before = client.cookie
      let more = try client.get("/more")
      #expect(more.text.contains("Only counter"))
      #expect(try client.post("/role", [("role", "auditor")], from: more).status == 404)
      #expect(try client.post("/role", [("role", "counter")], from: try client.get("/more")).location == "/")
      #expect(client.cookie != before)
      let home = try client.get("/")
      #expect(home.text.contains("You act as counter now."))
      #expect(home.text.contains("Anna, counter"))
      #expect(try client.get("/counts/7/cards").status == 403)
      let old = server.client()
      old.cookie = before
      #expect(try old.get("/").location.hasPrefix("/sign-in"))
      // Who loses the role that they act in has to sign in again.
      server.shop.roles = [.manager]
      #expect(try client.get("/").location.hasPrefix("/sign-in"))
    }
  }

  @Test func aFormWithoutItsSecretChangesNothing() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      server.shop.forget()
      for fields in [[], [("csrf", "x"), ("once", "y")], [("once", "y")]] {
        #expect(try client.post("/imports/7/undo", fields).status == 403)
      }
      #expect(server.shop.words.isEmpty)
    }
  }

  @Test func aFormThatIsSentTwiceIsCarriedOutOnce() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      let page = try client.get("/imports/7/undo")
      server.shop.forget()
      let first = try client.post("/imports/7/undo", [], from: page)
      let second = try client.post("/imports/7/undo", [], from: page)
      #expect(first.status == 303)
      #expect(second.location == first.location)
      #expect(server.shop.words.filter { $0.starts(with: ["imports", "undo"]) }.count == 1)
    }
  }

  @Test(arguments: ["elsewhere.example", "127.0.0.1", "127.0.0.1:1", "localhost.elsewhere.example"])
  func theServerAnswersToItsOwnNamesAlone(host: String) async throws {
    try await ServedTestShop.serve { server in
      let answer = try server.client().get("/sign-in", headers: ["Host": host])
      #expect(answer.status == 421)
    }
  }

  @Test func everyAnswerIsProtected() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      for path in ["/", "/sign-in", "/imports/7", "/nothing/here", "/assets/style.css", "/assets/nothing.css"] {
        let answer = try client.get(path)
        #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") ?? false, "\(path)")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'") ?? false)
        #expect(answer.headers["server"] == nil)
        if !path.hasPrefix("/assets/style") { #expect(answer.headers["cache-control"] == "no-store", "\(path)") }
      }
    }
  }

  @Test(arguments: [
    "/assets/../stockroom.yml", "/assets/..%2Fpassphrases", "/assets/%2e%2e/passphrases", "/assets/frame.mustache",
    "/assets/.css",
    "/plans/..", "/plans/%2e%2e%2f%2e%2e%2fetc", "/imports/7%20--all", "/imports/x/rejects",
  ])
  func noAddressLeadsOutOfTheShop(path: String) async throws {
    try await ServedTestShop.serve { server in
      let answer = try server.signedIn().get(path)
      #expect(answer.status == 404, "\(answer.text.prefix(300))")
    }
  }

  @Test func whatTheCommandRefusesThePageRefuses() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      server.shop.answer = CommandAnswer(
        status: 4,
        output: #"{"error": {"code": "not-permitted", "message": "a counter may not", "remedy": "Ask <b>Anna</b>."}}"#,
        notes: "")
      let answer = try client.get("/imports/7")
      #expect(answer.status == 403)
      #expect(answer.text.contains("A counter may not"))
      #expect(answer.text.contains("Ask &lt;b&gt;Anna&lt;/b&gt;."))
    }
  }

  @Test func aPersonWhoMayNotImportCannotFillTheDisk() async throws {
    try await ServedTestShop.serve(roles: [.counter]) { server in
      let client = try server.signedIn()
      let answer = try client.upload(
        "/imports/new", [(name: "a.csv", content: Data("sku,price\n".utf8))], from: try client.get("/more"))
      #expect(answer.status == 403)
      #expect(!FileManager.default.fileExists(atPath: server.folder + "/.uploads"))
    }
  }

  @Test func aFileIsKeptUnderASafeNameAndPlannedByTheCommand() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      server.shop.answer = CommandAnswer(
        status: 0, output: #"[{"outcome": "planned", "errors": 0, "counts": [], "guards": [], "problems": []}]"#,
        notes: "")
      let page = try client.get("/more")
      server.shop.forget()
      let sent = try client.upload(
        "/imports/new", [(name: "../../<script>.csv", content: Data("sku,price\n".utf8))], from: page)
      let plan = try client.follow(sent)
      #expect(plan.status == 200)
      #expect(plan.text.contains("&lt;script&gt;"))
      #expect(!plan.text.contains("<script>"))
      let words = try #require(server.shop.words.first)
      #expect(words.starts(with: ["import"]))
      let file = try #require(words.last)
      #expect(file.hasPrefix(server.folder + "/.uploads/"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "sku,price\n")
    }
  }

  @Test func aRoleThatChangesHoldsFromTheNextRequest() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      #expect(try client.get("/").text.contains("See what changes"))
      server.shop.roles = [.counter]
      #expect(!(try client.get("/").text.contains("See what changes")))
      server.shop.roles = []
      #expect(try client.get("/").location.hasPrefix("/sign-in"))
    }
  }

  @Test func aPersonOfOneStoreIsLedToWhatTheyMaySee() async throws {
    try await ServedTestShop.serve { server in
      server.shop.store = "front"
      let client = try server.signedIn()
      let page = try client.get("/more").text
      #expect(page.contains("href=\"/catalog\""))
      for path in ["/orders", "/counts", "/jobs", "/books", "/settings"] {
        #expect(!page.contains("href=\"\(path)\""), "\(path)")
      }
      server.shop.forget()
      #expect(try client.get("/find?q=7").status == 303)
      #expect(server.shop.words.map { $0[0] } == ["catalog"])
    }
  }

  @Test func connectionsThatSayNothingHoldNobodyUp() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      let idle = (0..<300).map { _ in client.openConnection() }
      defer { for number in idle { close(number) } }
      #expect(idle.allSatisfy { $0 >= 0 })
      #expect(try client.get("/more").status == 200)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET /\u{0}/ HTTP/1.1\r\nHost: x\r\n\r\n", "BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n", "\u{16}\u{3}\u{1}",
  ])
  func whatIsNoRequestDoesNotEndTheServer(text: String) async throws {
    try await ServedTestShop.serve { server in
      let answer = try? server.client().exchange(Data((text + "Connection: close\r\n\r\n").utf8))
      if let answer { #expect((400..<500).contains(answer.status)) }
      let after = try server.client().get("/sign-in")
      #expect(after.status == 200)
    }
  }
}

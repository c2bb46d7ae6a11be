import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Links from elsewhere to a page, and accounts that open no page.
  @Suite struct SignInLinkTests {
    private static let path = "/imports?entries=each"
    private static let signIn = "/sign-in?to=" + FormValues.encoded(path)

    @Test(
      arguments: [
        (nil, false), ("cross-site", false), ("same-origin", true), ("none", true),
      ] as [(String?, Bool)])
    func aPageWithoutACookieLeadsOnFromOurSite(site: String?, isRedirected: Bool) async throws {
      try await ServedTestShop.serve { server in
        var headers = ["Accept": "text/html,application/xhtml+xml"]
        headers["Sec-Fetch-Site"] = site
        let page = try server.client().get(Self.path, headers: headers)
        if isRedirected {
          #expect(page.status == 303 && page.location == Self.signIn)
        } else {
          #expect(page.status == 200 && page.text.contains("http-equiv=\"refresh\" content=\"0; url=\(Self.signIn)\""))
          #expect(page.text.contains("<a class=\"button\" href=\"\(Self.signIn)\">Continue</a>"))
        }
        // A session that has ended was not kept back.
        let former = server.client()
        former.cookie = "stockroom=over"
        #expect(try former.get(Self.path, headers: headers).location == Self.signIn)
        #expect(server.shop.words.isEmpty)
      }
    }

    @Test func theNextPageGoesOnOrAsksWhoItIs() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        #expect(try client.get(Self.signIn).location == Self.path)
        for other in ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"] {
          #expect(try client.get("/sign-in?to=" + FormValues.encoded(other)).location == "/", "\(other)")
        }
        let stranger = try server.client().get(Self.signIn, headers: ["Accept": "text/html"])
        #expect(stranger.status == 200 && stranger.input("to") == Self.path)
        let lost = try client.get("/sign-in?lost=yes&to=%2Fimports")
        #expect(lost.status == 200 && lost.text.contains("You were signed out"))
      }
    }

    @Test func anAccountForJobsDoesNotSignIn() async throws {
      try await ServedTestShop.serve(roles: [.service]) { server in
        let client = server.client()
        let right = try client.post("/sign-in", [("login", "anna"), ("passphrase", server.passphrase)])
        #expect(right.status == 403 && right.text.contains("It does not sign in to pages."))
        let wrong = try client.post("/sign-in", [("login", "anna"), ("passphrase", "wrong wrong wrong")])
        #expect(wrong.status == 422 && !wrong.text.contains("for jobs"))
        #expect(client.cookie == nil)
      }
    }

    @Test func aPersonOpensNoPageInTheRoleOfJobs() async throws {
      try await ServedTestShop.serve(roles: [.counter, .service]) { server in
        let client = try server.signedIn()
        let more = try client.get("/more")
        #expect(more.text.contains("Anna, counter") && !more.text.contains("Only service"))
        #expect(try client.post("/role", [("role", "service")], from: more).status == 404)
        #expect(try client.get("/settings/backup").status == 403)
        server.shop.roles = [.service]
        #expect(try client.get("/more").location.hasPrefix("/sign-in"))
      }
    }
  }
}

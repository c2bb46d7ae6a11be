import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Text and numbers that are meant to break a page or the server.
  @Suite struct HostileRequests {
    /// Characters that join what stands beside them to one letter.
    @Test(arguments: ["\u{600}\"x<y>", "\"\u{301}x", "<\u{301}b>", "&\u{301}amp;", "'\u{FE0F}x"])
    func textEndsNoAttributeAndBeginsNoElement(text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(status: 0, output: #"{"products": [], "total": 0}"#, notes: "")
        let page = try client.get("/catalog?q=" + PageClient.encoded(text))
        #expect(page.text.contains(HTMLText.escaped(text)))
        #expect(!page.text.utf8.contains(text.utf8))
        let signIn = try server.client().get("/sign-in?to=" + PageClient.encoded("/" + text))
        #expect(!signIn.text.utf8.contains(text.utf8))
      }
    }

    @Test(arguments: [
      "/orders?from=-9223372036854775808", "/orders?from=9223372036854775807", "/counts?from=-9223372036854775808",
      "/counts?from=9223372036854775807", "/books/journal?row=-9223372036854775808", "/imports/9223372036854775807",
      "/counts/7/left?from=9223372036854775807", "/counts/7/left?from=-9223372036854775808",
    ])
    func noNumberOfAnAddressEndsTheServer(path: String) async throws {
      try await ServedTestShop.serve(roles: [.manager, .accountant]) { server in
        let client = try server.signedIn()
        _ = try client.get(path)
        #expect(try client.get("/more").status == 200)
      }
    }

    @Test func aNumberOfAFormEndsNoServer() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        for skip in ["9223372036854775807", "-9223372036854775808", "x"] {
          _ = try client.post("/counts/7/sections/A", [("way", "list"), ("skip", skip)], from: page)
        }
        #expect(try client.get("/more").status == 200)
      }
    }

    @Test(arguments: ["ffffffffffffffffffff\r\na=b\r\n0\r\n\r\n", "x\r\na=b\r\n0\r\n\r\n"])
    func aBodyThatCannotBeReadIsTheSendersMistake(body: String) async throws {
      try await ServedTestShop.serve { server in
        let head = """
          POST /sign-in HTTP/1.1\r
          Host: 127.0.0.1:\(server.port)\r
          Transfer-Encoding: chunked\r
          Connection: close\r
          \r

          """
        let answer = try server.client().exchange(Data((head + body).utf8))
        #expect(answer.status == 400)
        let page = try server.client().get("/sign-in")
        #expect(page.status == 200)
      }
    }

    /// The head of the request alone is answered, and the connection does not wait for the body.
    @Test(arguments: ["/imports/new", "/counts/new"])
    func aBodyThatIsAnnouncedAsTooLargeIsNotAwaited(path: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let start = ContinuousClock.now
        let answer = try client.send(
          "POST", path,
          headers: [
            "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "100000000000",
            "Connection": "keep-alive",
          ])
        #expect(answer.status == 413 && answer.headers["connection"] == "close")
        // A body that does not come ends the connection after 30 seconds at the earliest.
        #expect(start.duration(to: .now) < .seconds(25))
      }
    }

    @Test func whatADatabaseSaysIsForTheLog() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 1, output: "", notes: "SQLite error 1: no such table SECRET while executing `SELECT 1`")
        let page = try client.get("/imports/7")
        #expect(page.status == 500)
        #expect(page.text.contains("The page could not be made"))
        #expect(!page.text.contains("SQLite"))
      }
    }
  }
}

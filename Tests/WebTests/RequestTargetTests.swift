import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// To whom a request is sent, by its target and its hosts (RFC 9112, section 3.2).
  @Suite struct RequestTargets {
    private static func status(_ target: String, hosts: [String], _ server: ServedTestShop.Running) throws -> Int {
      let head = "GET \(target) HTTP/1.1\r\n" + hosts.map { "Host: \($0)\r\n" }.joined() + "Connection: close\r\n\r\n"
      return try server.client().exchange(Data(head.utf8)).status
    }

    @Test func aSecondHostIsRefused() async throws {
      try await ServedTestShop.serve { server in
        let own = "127.0.0.1:\(server.port)"
        for hosts in [[own, own], [own, "elsewhere.example"], ["elsewhere.example", own]] {
          let status = try Self.status("/sign-in", hosts: hosts, server)
          #expect(status == 400, "\(hosts)")
        }
        let one = try Self.status("/sign-in", hosts: [own], server)
        #expect(one == 200)
      }
    }

    /// A target may be a whole address, whose host then counts and not that of the header.
    @Test func theHostOfATargetIsCheckedAsTheHeaderIs() async throws {
      try await ServedTestShop.serve { server in
        let own = "127.0.0.1:\(server.port)"
        for target in ["http://\(own)/sign-in", "HTTP://LOCALHOST:\(server.port)/sign-in?to=/more"] {
          for host in [own, "elsewhere.example"] {
            let status = try Self.status(target, hosts: [host], server)
            #expect(status == 200, "\(target), \(host)")
          }
          let without = try Self.status(target, hosts: [], server)
          #expect(without == 421, "\(target)")
          let twice = try Self.status(target, hosts: [own, own], server)
          #expect(twice == 400, "\(target)")
        }
        // Without a path it is the home page, which leads to the sign-in.
        for target in ["http://\(own)", "http://\(own)?from=1"] {
          let status = try Self.status(target, hosts: [own], server)
          #expect(status == 303, "\(target)")
        }
        for target in [
          "http://elsewhere.example/sign-in", "http://elsewhere.example", "https://\(own)/sign-in",
          "ftp://\(own)/sign-in", "http://anna@\(own)/sign-in", "http://\(own).elsewhere.example/sign-in",
          "http://127.0.0.1/sign-in",
        ] {
          let status = try Self.status(target, hosts: [own], server)
          #expect(status == 421, "\(target)")
        }
      }
    }

    @Test func anAddressInAQueryIsNoHost() async throws {
      try await ServedTestShop.serve { server in
        let status = try Self.status(
          "/sign-in?to=http://elsewhere.example/", hosts: ["127.0.0.1:\(server.port)"], server)
        #expect(status == 200)
      }
    }

    /// Both lengths, lengths that differ, and codings that a proxy could read otherwise: what follows is never a second request.
    @Test(arguments: [
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Content-Length: 0\r\nContent-Length: 5\r\n\r\n", "Content-Length: 0, 5\r\n\r\n", "Content-Length: +0\r\n\r\n",
      "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
    ])
    func noRequestHidesInAnother(rest: String) async throws {
      try await ServedTestShop.serve { server in
        let host = "Host: 127.0.0.1:\(server.port)\r\n"
        let second = "GET /sign-in HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
        let answer = try? server.client().exchange(Data("POST /sign-in HTTP/1.1\r\n\(host)\(rest)\(second)".utf8))
        // A connection that ends without an answer is a refusal too.
        #expect((answer?.status ?? 400) == 400)
        #expect(!(answer?.text.contains("HTTP/1.1 200") ?? false))
      }
    }
  }
}

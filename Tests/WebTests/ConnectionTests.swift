import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// What limits for one client are counted by.
@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("192.168.1.20", "192.168.1.20"), ("::ffff:192.168.1.20", "192.168.1.20"), ("::FFFF:c0a8:114", "192.168.1.20"),
    ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"), ("2001:db8:0:1::", "2001:db8:0:1::/64"),
    ("2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
    ("::1", "0:0:0:0::/64"), ("unknown", "unknown"), ("", ""),
  ])
  func aNetworkIsAnAddressOfIPv4OrHalfOfOneOfIPv6(address: String, name: String) {
    #expect(ClientNetwork.of(address).name == name)
  }
}

/// Which connections stay open.
@Suite struct OpenConnectionsTests {
  /// What is at the other end of a connection.
  private final class Peer: Sendable {
    private let state = Mutex(false)

    var isClosed: Bool { state.withLock { $0 } }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func close() { state.withLock { $0 = true } }
  }

  private func bounded(all: Int, ofOneNetwork: Int) -> OpenConnections {
    var limits = OpenConnections.Limits()
    (limits.all, limits.ofOneNetwork) = (all, ofOneNetwork)
    return OpenConnections(limits)
  }

  private func peer(_ address: String, in connections: OpenConnections) throws -> Peer {
    let peer = Peer()
    try #require(connections.open(peer.id, from: .of(address)) { peer.close() })
    return peer
  }

  @Test func anAddressThatHasTooManyLosesTheOneThatWaitedLongest() throws {
    let connections = bounded(all: 10, ofOneNetwork: 2)
    let (first, second) = (try peer("x", in: connections), try peer("x", in: connections))
    let other = try peer("y", in: connections)
    let third = try peer("x", in: connections)
    #expect(first.isClosed && !second.isClosed && !third.isClosed && !other.isClosed)
    // While requests are answered on both, there is no place for another.
    connections.answer(second.id)
    connections.answer(third.id)
    let isOpen = connections.open(first.id, from: .of("x")) {}
    #expect(!isOpen)
    connections.wait(third.id)
    connections.wait(second.id)
    let fourth = try peer("x", in: connections)
    #expect(third.isClosed && !second.isClosed && !fourth.isClosed && !other.isClosed)
    connections.forget(second.id)
    let fifth = try peer("x", in: connections)
    #expect(!fourth.isClosed && !fifth.isClosed)
  }

  @Test func theAddressesOfOneNetworkOfIPv6AreOneClient() throws {
    let connections = bounded(all: 10, ofOneNetwork: 2)
    let first = try peer("2001:db8::1", in: connections)
    let others = try ["2001:db8::2", "2001:db8:0:1::2"].map { try peer($0, in: connections) }
    _ = try peer("2001:db8::ffff:0:0:3", in: connections)
    #expect(first.isClosed && others.map(\.isClosed) == [false, false])
  }

  @Test func theAddressThatHasMostGivesWayToOthers() throws {
    let connections = bounded(all: 3, ofOneNetwork: 3)
    let single = try peer("y", in: connections)
    let many = [try peer("x", in: connections), try peer("x", in: connections)]
    let new = try peer("z", in: connections)
    #expect(many.map(\.isClosed) == [true, false])
    #expect(!single.isClosed && !new.isClosed)
  }
}

extension ServerTests {
  /// Connections on which no request comes.
  @Suite struct Connections {
    /// Which connections the server has ended, once it has ended one of them.
    private static func ended(_ numbers: [Int32]) -> [Bool] {
      var watched = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&watched, nfds_t(watched.count), 60_000)
      return watched.map { $0.revents != 0 }
    }

    @Test func whoSendsNothingIsNotAwaited() async throws {
      var limits = OpenConnections.Limits()
      limits.firstHead = .zero
      try await ServedTestShop.serve(connections: limits) { server in
        let silent = server.client().openConnection()
        defer { close(silent) }
        #expect(Self.ended([silent]) == [true])
      }
    }

    /// Whether the server closes a connection.
    private static func isClosed(_ number: Int32) -> Bool {
      var patience = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      var buffer = [UInt8](repeating: 0, count: 1_000)
      while true {
        let count = recv(number, &buffer, buffer.count, 0)
        if count <= 0 { return count == 0 || errno == ECONNRESET }
      }
    }

    /// Nothing, and the beginning of a message with which TLS begins.
    @Test(arguments: [[], [0x16, 0x03, 0x01, 0x02, 0x00]] as [[UInt8]])
    func aHandshakeThatDoesNotComeIsNotAwaited(bytes: [UInt8]) async throws {
      var limits = OpenConnections.Limits()
      limits.firstHead = .milliseconds(200)
      try await ServedTestShop.serve(connections: limits, encryption: .ownCertificate) { server in
        let silent = server.client().openConnection()
        defer { close(silent) }
        _ = send(silent, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #expect(Self.isClosed(silent))
      }
    }

    @Test func whatIsNotEncryptedGetsNoAnswerFromAServerOfHTTPS() async throws {
      try await ServedTestShop.serve(encryption: .ownCertificate) { server in
        #expect(server.link.hasPrefix("https://127.0.0.1:"))
        for _ in 1...2 {
          #expect(throws: PageClient.Failure.self) { _ = try server.client().get("/sign-in") }
        }
      }
    }

    @Test func aSilentConnectionGivesWayToWhoAsks() async throws {
      var limits = OpenConnections.Limits()
      limits.ofOneNetwork = 1
      (limits.firstHead, limits.silence) = (.seconds(600), .seconds(600))
      try await ServedTestShop.serve(connections: limits) { server in
        let client = server.client()
        let silent = [client.openConnection(), client.openConnection()]
        defer { for number in silent { close(number) } }
        // The server may take them in either order; when it has ended one, it has taken both.
        let ended = Self.ended(silent)
        #expect(ended.filter { $0 }.count == 1)
        let left = silent[ended[0] ? 1 : 0]
        let page = try client.get("/sign-in")
        #expect(page.status == 200)
        #expect(Self.ended([left]) == [true])
      }
    }
  }
}

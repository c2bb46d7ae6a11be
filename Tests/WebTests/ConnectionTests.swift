import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// Which connections stay open.
@Suite struct OpenConnectionsTests {
  /// What is at the other end of a connection.
  private final class Peer: Sendable {
    private let state = Mutex(false)

    var isClosed: Bool { state.withLock { $0 } }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func close() { state.withLock { $0 = true } }
  }

  private func bounded(all: Int, ofOneAddress: Int) -> OpenConnections {
    var limits = OpenConnections.Limits()
    (limits.all, limits.ofOneAddress) = (all, ofOneAddress)
    return OpenConnections(limits)
  }

  private func peer(_ address: String, in connections: OpenConnections) throws -> Peer {
    let peer = Peer()
    _ = try #require(connections.open(peer.id, from: address) { peer.close() })
    return peer
  }

  @Test func anAddressThatHasTooManyLosesTheOneThatWaitedLongest() throws {
    let connections = bounded(all: 10, ofOneAddress: 2)
    let (first, second) = (try peer("x", in: connections), try peer("x", in: connections))
    let other = try peer("y", in: connections)
    let third = try peer("x", in: connections)
    #expect(first.isClosed && !second.isClosed && !third.isClosed && !other.isClosed)
    // While requests are answered on both, there is no place for another.
    connections.answer(second.id)
    connections.answer(third.id)
    let refused = connections.open(first.id, from: "x") {}
    #expect(refused == nil)
    connections.wait(third.id)
    connections.wait(second.id)
    let fourth = try peer("x", in: connections)
    #expect(third.isClosed && !second.isClosed && !fourth.isClosed && !other.isClosed)
    connections.forget(second.id)
    let fifth = try peer("x", in: connections)
    #expect(!fourth.isClosed && !fifth.isClosed)
  }

  @Test func theAddressThatHasMostGivesWayToOthers() throws {
    let connections = bounded(all: 3, ofOneAddress: 3)
    let single = try peer("y", in: connections)
    let many = [try peer("x", in: connections), try peer("x", in: connections)]
    let new = try peer("z", in: connections)
    #expect(many.map(\.isClosed) == [true, false])
    #expect(!single.isClosed && !new.isClosed)
  }

  @Test func onlyWhoHasNotAskedSinceIsClosed() throws {
    let connections = bounded(all: 3, ofOneAddress: 3)
    let (asking, silent) = (Peer(), Peer())
    let begun = try #require(connections.open(asking.id, from: "x") { asking.close() })
    let other = try #require(connections.open(silent.id, from: "x") { silent.close() })
    connections.answer(asking.id)
    connections.close(asking.id, ifWaitingSince: begun)
    connections.wait(asking.id)
    connections.close(asking.id, ifWaitingSince: begun)
    #expect(!asking.isClosed)
    connections.close(silent.id, ifWaitingSince: other)
    #expect(silent.isClosed)
  }

  @Test func commandsKeepFilesThatTheyMayOpen() {
    let limits = OpenConnections.Limits()
    #expect((100...2_000).contains(limits.all))
    #expect(limits.firstHead == .seconds(10))
  }
}

extension ServerTests {
  /// Connections on which no request comes.
  @Suite struct Connections {
    @Test func aHeadThatDoesNotEndIsNotAwaited() async throws {
      var limits = OpenConnections.Limits()
      limits.firstHead = .seconds(2)
      try await ServedTestShop.serve(connections: limits) { server in
        let begun = ContinuousClock.now
        #expect(throws: PageClient.Failure.self) {
          _ = try server.client().exchange(Data("GET / HTTP/1.1\r\nHost: 127".utf8))
        }
        #expect(ContinuousClock.now - begun < .seconds(30))
        let page = try server.client().get("/sign-in")
        #expect(page.status == 200)
      }
    }

    @Test func silentConnectionsGiveWayToWhoAsks() async throws {
      var limits = OpenConnections.Limits()
      limits.ofOneAddress = 20
      limits.firstHead = .seconds(600)
      try await ServedTestShop.serve(connections: limits) { server in
        let client = try server.signedIn()
        let silent = (0..<100).map { _ in client.openConnection() }
        defer { for number in silent { close(number) } }
        #expect(silent.allSatisfy { $0 >= 0 })
        #expect(try client.get("/more").status == 200)
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(silent[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var byte: UInt8 = 0
        let count = recv(silent[0], &byte, 1, 0)
        #expect(count == 0)
      }
    }
  }
}

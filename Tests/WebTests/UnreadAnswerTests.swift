import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import WebTesting

@testable import Web

/// Answers that the other side does not read.
@Suite struct UnreadAnswerTests {
  private final class Peer: Sendable {
    private let state = Mutex(false)

    var isClosed: Bool { state.withLock { $0 } }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func close() { state.withLock { $0 = true } }
  }

  /// A connection on which a request is answered.
  private func answered(in connections: OpenConnections) throws -> Peer {
    let peer = Peer()
    let isOpen = connections.open(peer.id, from: .of("x")) { peer.close() }
    try #require(isOpen)
    connections.answer(peer.id)
    return peer
  }

  @Test func whoDoesNotReadGivesWay() throws {
    var limits = OpenConnections.Limits()
    limits.all = 2
    let connections = OpenConnections(limits)
    let (first, second) = (try answered(in: connections), try answered(in: connections))
    let other = Peer()
    let isOpenWhileAllRead = connections.open(other.id, from: .of("y")) { other.close() }
    #expect(!isOpenWhileAllRead)
    connections.note(first.id, isRead: false)
    connections.note(second.id, isRead: false)
    connections.note(first.id, isRead: true)
    let isOpen = connections.open(other.id, from: .of("y")) { other.close() }
    #expect(isOpen && second.isClosed && !first.isClosed)
  }

  @Test func anAnswerIsNotKeptForWhoNeverReadsIt() throws {
    let loop = EmbeddedEventLoop()
    let notes = Mutex<[Bool]>([])
    let handler = UnreadAnswers(patience: .seconds(120)) { isRead in notes.withLock { $0.append(isRead) } }
    let channel = EmbeddedChannel(handler: handler, loop: loop)
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    func set(isRead: Bool) {
      channel.isWritable = isRead
      channel.pipeline.fireChannelWritabilityChanged()
    }
    // Reading some of it begins the time again.
    for _ in 0..<3 {
      set(isRead: false)
      loop.advanceTime(by: .seconds(119))
      #expect(channel.isActive)
      set(isRead: true)
    }
    loop.advanceTime(by: .seconds(10_000))
    #expect(channel.isActive)
    set(isRead: false)
    loop.advanceTime(by: .seconds(120))
    #expect(!channel.isActive)
    #expect(notes.withLock { $0 } == [false, true, false, true, false, true, false])
  }
}

extension ServerTests {
  @Suite struct Readers {
    /// Much is asked for on each of the connections that the server has places for, and nothing is read.
    @Test func whoReadsNothingHoldsNobodyUp() async throws {
      var limits = OpenConnections.Limits()
      limits.all = 4
      try await ServedTestShop.serve(connections: limits) { server in
        let client = server.client()
        let request = "GET /assets/style.css HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        let requests = Array(String(repeating: request, count: 400).utf8)
        let silent = (0..<4).map { _ in client.openConnection() }
        defer { for number in silent { close(number) } }
        for number in silent {
          let sent = send(number, requests, requests.count, Int32(MSG_NOSIGNAL))
          #expect(sent == requests.count)
        }
        // Until the buffers are full, answers are read as far as the server knows.
        var status = 0
        for _ in 0..<100 where status != 200 {
          status = (try? client.get("/sign-in").status) ?? 0
          if status != 200 { try await Task.sleep(for: .milliseconds(100)) }
        }
        #expect(status == 200)
      }
    }
  }
}

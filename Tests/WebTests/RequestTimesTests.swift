import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Web

/// How long the parts of a request are awaited, by a clock that only the test moves on.
@Suite struct RequestTimesTests {
  private final class Connection {
    private let loop = EmbeddedEventLoop()
    private let channel: EmbeddedChannel

    init() throws {
      channel = EmbeddedChannel(handler: RequestTimes(OpenConnections.Limits()), loop: loop)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    var isOpen: Bool { channel.isActive }

    func wait(seconds: Int64) { loop.advanceTime(by: .seconds(seconds)) }

    func sendHead() throws {
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/sign-in")
      try channel.writeInbound(HTTPServerRequestPart.head(head))
    }

    func sendBody(bytes: Int) throws {
      try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(repeating: 0, count: bytes)))
    }

    func sendEnd() throws { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
  }

  @Test func aHeadThatDoesNotComeInTimeIsNotAwaited() throws {
    let connection = try Connection()
    connection.wait(seconds: 9)
    #expect(connection.isOpen)
    connection.wait(seconds: 1)
    #expect(!connection.isOpen)
  }

  @Test func aRequestThatCameIsAnsweredHoweverLongThatTakes() throws {
    let connection = try Connection()
    try connection.sendHead()
    try connection.sendEnd()
    connection.wait(seconds: 100_000)
    #expect(connection.isOpen)
  }

  @Test func aBodyThatDripsIsNotAwaited() throws {
    let connection = try Connection()
    for _ in 0..<2 {
      try connection.sendHead()
      for _ in 0..<29 {
        connection.wait(seconds: 1)
        try connection.sendBody(bytes: 1)
      }
      #expect(connection.isOpen)
      try connection.sendEnd()
      connection.wait(seconds: 60)
    }
    try connection.sendHead()
    for _ in 0..<32 where connection.isOpen {
      connection.wait(seconds: 1)
      try connection.sendBody(bytes: 1)
    }
    #expect(!connection.isOpen)
  }

  @Test func aSlowBodyHasTheTimeThatItNeeds() throws {
    let connection = try Connection()
    try connection.sendHead()
    for _ in 0..<1_000 {
      connection.wait(seconds: 10)
      try connection.sendBody(bytes: 20_000)
    }
    #expect(connection.isOpen)
    try connection.sendEnd()
    connection.wait(seconds: 100_000)
    #expect(connection.isOpen)
  }

  @Test func whatCameFastGivesNoTimeToDrip() throws {
    let connection = try Connection()
    try connection.sendHead()
    try connection.sendBody(bytes: 10_000_000)
    for _ in 0..<125 where connection.isOpen {
      connection.wait(seconds: 1)
      try connection.sendBody(bytes: 1)
    }
    #expect(!connection.isOpen)
  }
}

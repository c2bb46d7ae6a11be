internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Serving

/// HTTP on a connection that ``OpenConnections`` knows of.
struct BoundedConnection: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let connections: OpenConnections

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let id = ObjectIdentifier(channel)
    let moment = connections.open(id, from: channel.remoteAddress?.ipAddress ?? "") { channel.close(promise: nil) }
    guard let moment else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    channel.closeFuture.whenComplete { [connections] _ in connections.forget(id) }
    channel.eventLoop.scheduleTask(in: TimeAmount(connections.limits.firstHead)) { [connections] in
      connections.close(id, ifWaitingSince: moment)
    }
    return http.setup(channel: channel, logger: logger)
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

extension OpenConnections {
  /// A server that notes its connections here.
  func server() -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      let http = HTTP1Channel(
        responder: { (request, writer: consuming ResponseWriter, channel) in
          let id = ObjectIdentifier(channel)
          self.answer(id)
          defer { self.wait(id) }
          try await responder(request, writer, channel)
        },
        configuration: .init(idleTimeout: TimeAmount(self.limits.silence)))
      return BoundedConnection(http: http, connections: self)
    }
  }
}

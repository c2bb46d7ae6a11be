internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import Serving

/// HTTP on a connection that ``OpenConnections`` knows of.
struct BoundedConnection: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let connections: OpenConnections

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let id = ObjectIdentifier(channel)
    let isOpen = connections.open(id, from: channel.remoteAddress?.ipAddress ?? "") { channel.close(promise: nil) }
    guard isOpen else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    channel.closeFuture.whenComplete { [connections] _ in connections.forget(id) }
    return http.setup(channel: channel, logger: logger).flatMapThrowing { [limits = connections.limits] value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(
        RequestTimes(limits), position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
      return value
    }
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

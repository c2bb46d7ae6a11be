internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Serving

/// HTTP, or HTTPS, on a connection that ``OpenConnections`` knows of.
struct BoundedConnection: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let connections: OpenConnections
  /// How addresses of the server begin: `http` or `https`.
  let scheme: String
  /// What TLS is spoken with; nil for HTTP.
  let tls: ServerTLS.CurrentContext?

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let id = ObjectIdentifier(channel)
    let network = ClientNetwork.of(channel.remoteAddress?.ipAddress ?? "")
    let isOpen = connections.open(id, from: network) { Self.end(channel) }
    guard isOpen else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    channel.closeFuture.whenComplete { [connections] _ in connections.forget(id) }
    if let tls {
      // Within the time for the first head, so that a handshake that does not come is not awaited.
      do { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.value)) } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }
    return http.setup(channel: channel, logger: logger).flatMapThrowing { [connections, scheme] value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(
        AbsoluteTargets(scheme: scheme), position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
      try pipeline.addHandler(
        RequestTimes(connections.limits), position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
      let unread = UnreadAnswers(patience: connections.limits.silence) { connections.note(id, isRead: $0) }
      try pipeline.addHandler(unread, position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
      return value
    }
  }

  /// Closes a connection at once: the other side is not asked to end TLS, which it could refuse.
  static func end(_ channel: any Channel) {
    channel.eventLoop.execute {
      let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
      if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

extension OpenConnections {
  /// A server that notes its connections here.
  ///
  /// - Parameters:
  ///   - scheme: how addresses of the server begin: `http`, or `https` also where a proxy in between speaks TLS.
  ///   - tls: what TLS is spoken with; nil for HTTP.
  func server(scheme: String, _ tls: ServerTLS.CurrentContext? = nil) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      let http = HTTP1Channel(
        responder: { (request, writer: consuming ResponseWriter, channel) in
          let id = ObjectIdentifier(channel)
          self.answer(id)
          defer { self.wait(id) }
          try await responder(request, writer, channel)
        },
        configuration: .init(idleTimeout: TimeAmount(self.limits.silence)))
      return BoundedConnection(http: http, connections: self, scheme: scheme, tls: tls)
    }
  }
}

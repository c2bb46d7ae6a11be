internal import NIOCore
internal import NIOHTTP1

/// Closes a connection whose first head, or the body of a request, does not come in time.
///
/// The time of a body begins with its head, and grows with the bytes that come; see ``OpenConnections/Limits``.
final class RequestTimes: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let limits: OpenConnections.Limits
  /// When the connection is closed, while something is awaited.
  private var deadline = NIODeadline.distantFuture
  private var check: Scheduled<Void>?

  init(_ limits: OpenConnections.Limits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    close(context, at: context.eventLoop.now + TimeAmount(limits.firstHead))
  }

  func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let now = context.eventLoop.now
    switch Self.unwrapInboundIn(data) {
    case .head: close(context, at: now + TimeAmount(limits.bodyStart))
    case .body(let bytes):
      let gained = TimeAmount.nanoseconds(Int64(bytes.readableBytes) * 1_000_000_000 / limits.bodyRate)
      deadline = min(deadline + gained, now + TimeAmount(limits.silence))
    case .end: check?.cancel()
    }
    context.fireChannelRead(data)
  }

  private func close(_ context: ChannelHandlerContext, at moment: NIODeadline) {
    deadline = moment
    check?.cancel()
    check = context.eventLoop.assumeIsolated().scheduleTask(deadline: moment) {
      if context.eventLoop.now >= self.deadline {
        context.close(promise: nil)
      } else {
        self.close(context, at: self.deadline)
      }
    }
  }
}

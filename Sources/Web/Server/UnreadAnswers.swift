internal import NIOCore

/// Finds out when the other side does not read its answer, and closes the connection when that lasts.
///
/// It counts as unread when the buffers of the system are full and some 64 kB more wait for them.
final class UnreadAnswers: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  private let patience: TimeAmount
  private let note: (Bool) -> Void
  private var check: Scheduled<Void>?

  /// - Parameters:
  ///   - patience: how long an answer may be left unread.
  ///   - note: is called each time the other side stops reading, or begins again.
  init(patience: Duration, note: @escaping (_ isRead: Bool) -> Void) {
    (self.patience, self.note) = (TimeAmount(patience), note)
  }

  func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isRead = context.channel.isWritable
    note(isRead)
    check?.cancel()
    if !isRead {
      check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }
}

internal import NIOCore
internal import NIOHTTP1

/// Takes a target apart that is a whole address, such as in `GET http://till.lan:8080/more HTTP/1.1`.
///
/// Its host takes the place of the header `Host` (RFC 9112, section 3.2.2), so that ``Gate`` sees to whom the request is
/// sent. What reads the request after this one would drop the host of the target unseen.
final class AbsoluteTargets: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let scheme: String

  /// - Parameter scheme: how addresses of this server begin, `http` or `https`.
  init(scheme: String) { self.scheme = scheme }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    takeApart(&head)
    context.fireChannelRead(Self.wrapInboundOut(.head(head)))
  }

  private func takeApart(_ head: inout HTTPRequestHead) {
    let target = head.uri.utf8
    // Without a host, and with two, every request is refused.
    guard target.first != UInt8(ascii: "/"), let mark = target.firstRange(of: "://".utf8),
      head.headers["Host"].count == 1
    else { return }
    let rest = target[mark.upperBound...]
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    let isOurs = Substring(target[..<mark.lowerBound]).lowercased() == scheme
    // No name of ours is empty.
    head.headers.replaceOrAdd(name: "Host", value: isOurs ? String(Substring(rest[..<end])) : "")
    let path = String(Substring(rest[end...]))
    head.uri = path.hasPrefix("/") ? path : "/" + path
  }
}

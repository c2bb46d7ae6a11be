internal import Foundation
internal import Synchronization

/// The connections that are open, so that silent ones do not keep others out.
///
/// Where there are too many, a new connection takes the place of one on which no request is being answered, or whose answer is not
/// read: of the network that has most, the one that has waited longest.
final class OpenConnections: Sendable {
  struct Limits: Sendable {
    /// How many there may be: half of the files that the process may open, because commands open files too.
    var all = min(2_000, max(100, sysconf(Int32(_SC_OPEN_MAX)) / 2))
    /// How many one client may have, which is one ``ClientNetwork``.
    var ofOneNetwork = 200
    /// How long a connection may be open before the head of its first request is complete.
    var firstHead = Duration.seconds(10)
    /// How long a connection may be silent after an answer and within the body of a request, and leave an answer unread.
    var silence = Duration.seconds(120)
    /// How long the body of a request may take, without the time for its bytes.
    var bodyStart = Duration.seconds(30)
    /// How many bytes of a body give it a second more. It never has more time left than ``silence``, however much came fast.
    var bodyRate: Int64 = 2_000

    /// How many are accepted: a few more, because one that is closed is still open for a moment.
    var accepted: Int { all + 50 }
  }

  private struct Connection: Sendable {
    let network: ClientNetwork
    let close: @Sendable () -> Void
    /// The number of the moment since which it waits for a request; nil while one is answered.
    var waitingSince: Int?
    /// The number of the moment since which its answer is not read; nil while it is.
    var unreadSince: Int?

    /// Since when it may make way for another; nil while it may not.
    var idleSince: Int? { waitingSince ?? unreadSince }
  }

  private struct State: Sendable {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// The number of the last moment.
    var moment = 0
  }

  let limits: Limits
  private let state = Mutex(State())

  init(_ limits: Limits) { self.limits = limits }

  /// Notes a new connection, and closes another where there are too many.
  ///
  /// - Parameter close: closes the new connection; called at most once, when another takes its place.
  /// - Returns: false where the new connection has to be closed, because requests are answered on all others.
  func open(_ id: ObjectIdentifier, from network: ClientNetwork, close: @escaping @Sendable () -> Void) -> Bool {
    let (isOpen, replaced) = state.withLock { state -> (Bool, Connection?) in
      let counts: [ClientNetwork: Int] = state.connections.values.reduce(into: [:]) { $0[$1.network, default: 0] += 1 }
      let isNetworkFull = counts[network, default: 0] >= limits.ofOneNetwork
      var replaced: Connection?
      if isNetworkFull || state.connections.count >= limits.all {
        let longest = state.connections
          .filter { $0.value.idleSince != nil && (!isNetworkFull || $0.value.network == network) }
          .min { one, other in
            let (ones, others) = (counts[one.value.network, default: 0], counts[other.value.network, default: 0])
            return ones != others ? ones > others : (one.value.idleSince ?? 0) < (other.value.idleSince ?? 0)
          }
        guard let longest else { return (false, nil) }
        replaced = state.connections.removeValue(forKey: longest.key)
      }
      state.moment += 1
      state.connections[id] = Connection(network: network, close: close, waitingSince: state.moment)
      return (true, replaced)
    }
    replaced?.close()
    return isOpen
  }

  /// Notes that a request came, which is answered now.
  func answer(_ id: ObjectIdentifier) { state.withLock { $0.connections[id]?.waitingSince = nil } }

  /// Notes that a request is answered.
  func wait(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.moment += 1
      state.connections[id]?.waitingSince = state.moment
    }
  }

  /// Notes whether the other side reads the answer. One that leaves it unread could keep its place for ever otherwise.
  func note(_ id: ObjectIdentifier, isRead: Bool) {
    state.withLock { state in
      state.moment += 1
      state.connections[id]?.unreadSince = isRead ? nil : state.moment
    }
  }

  /// Forgets a connection that is closed.
  func forget(_ id: ObjectIdentifier) { state.withLock { $0.connections[id] = nil } }
}

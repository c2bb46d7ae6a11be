internal import Foundation
internal import Synchronization

/// The forms that were sent, by the random key that each carries, so that one that is sent twice is carried out once.
///
/// Of each it keeps two hashes and the address that it led to: some 150 bytes. The last 10,000 forms of the last seven
/// days are kept, and at most as many again from before.
final class SentForms: Sendable {
  enum Claim: Sendable {
    /// It was not sent before, and is to be carried out now.
    case new
    /// It was carried out before; the answer led to this address.
    case done(String)
    /// It is being carried out at this moment.
    case running
    /// Another form was sent with the same key.
    case differs
  }

  private struct Sent: Sendable {
    let content: ShortHash
    /// Nil while it is carried out.
    var address: String?
  }

  private struct State {
    /// The forms of now. When they are many or old, they take the place of those of before.
    var recent: [ShortHash: Sent] = [:]
    var earlier: [ShortHash: Sent] = [:]
    /// When the first of the recent ones came.
    var begun = Date.distantPast
  }

  private static let kept: TimeInterval = 7 * 24 * 3600
  static let mostRecent = 10_000

  private let state = Mutex(State())

  /// How many are kept.
  var count: Int { state.withLock { $0.recent.count + $0.earlier.count } }

  /// - Parameter content: a hash of the person, the address, the fields and the files.
  func claim(_ key: String, content: ShortHash, now: Date = Date()) -> Claim {
    let key = ShortHash(of: key)
    return state.withLock { state in
      if let known = state.recent[key] ?? state.earlier[key] {
        guard known.content == content else { return .differs }
        return known.address.map(Claim.done) ?? .running
      }
      let age = now.timeIntervalSince(state.begun)
      if age >= Self.kept || state.recent.count >= Self.mostRecent {
        state.earlier = age < 2 * Self.kept ? state.recent : [:]
        (state.recent, state.begun) = ([:], now)
      }
      state.recent[key] = Sent(content: content)
      return .new
    }
  }

  /// Keeps where a form led to; a form that failed may be sent again.
  func finish(_ key: String, at address: String?) {
    let key = ShortHash(of: key)
    state.withLock { state in
      if let address {
        state.recent[key]?.address = address
        state.earlier[key]?.address = address
      } else {
        (state.recent[key], state.earlier[key]) = (nil, nil)
      }
    }
  }
}

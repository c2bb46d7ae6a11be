internal import Foundation
internal import Synchronization

/// The forms that were sent, by the random key that each carries, so that one that is sent twice is carried out once.
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
    let person: String
    let content: Int
    let at: Date
    var address: String?
  }

  private static let kept: TimeInterval = 7 * 24 * 3600
  private static let most = 20_000

  private let sent = Mutex<[String: Sent]>([:])

  /// - Parameter content: a hash of the address and the fields.
  func claim(_ key: String, by person: String, content: Int, now: Date = Date()) -> Claim {
    sent.withLock { sent in
      if let known = sent[key] {
        guard known.person == person, known.content == content else { return .differs }
        return known.address.map(Claim.done) ?? .running
      }
      if sent.count >= Self.most {
        let oldest = sent.sorted { $0.value.at < $1.value.at }.prefix(Self.most / 2)
        for (key, _) in oldest { sent[key] = nil }
      }
      sent = sent.count % 500 == 499 ? sent.filter { now.timeIntervalSince($0.value.at) < Self.kept } : sent
      sent[key] = Sent(person: person, content: content, at: now, address: nil)
      return .new
    }
  }

  /// Keeps where a form led to; a form that failed may be sent again.
  func finish(_ key: String, at address: String?) {
    sent.withLock { sent in
      if let address { sent[key]?.address = address } else { sent[key] = nil }
    }
  }
}

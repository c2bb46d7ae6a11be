internal import Foundation
internal import RetailValues
internal import Synchronization

/// A person who is signed in on one device.
struct Session: Sendable {
  let login: String
  /// What every form has to repeat, so that no other site can send it.
  let csrf: String
  let begun: Date
  let ends: Date
  /// The one role that the person acts in; nil for all of theirs.
  let role: Role?
  /// The only count whose pages they open, for who signed in with a card; nil for all pages.
  let count: String?
  /// The hash of the passphrase or the card that they signed in with: the session is over when it is no longer kept. Nil for a
  /// link.
  let credentialHash: String?
  /// The message for the next page; it is shown once.
  var message: Message?
}

/// What the page after a change says of it.
struct Message: Sendable {
  var text: LocalizedText
  /// The address of the page that shows how it is taken back; nil where nothing can be.
  var undo: String?
  /// The address to which a form is sent that takes it back at once; nil for none.
  var undoAtOnce: String?

  init(text: any ShownText, undo: String? = nil, undoAtOnce: String? = nil) {
    (self.text, self.undo, self.undoAtOnce) = (text.localized, undo, undoAtOnce)
  }
}

/// Who is signed in, by the secret in the cookie of their browser. Kept in memory: stopping the server signs everybody out.
final class Sessions: Sendable {
  /// How long a person stays signed in.
  static let duration: TimeInterval = 12 * 3600
  /// How many may be signed in at once; the oldest make way.
  private static let most = 10_000
  /// How many sessions one login may have; the oldest ends, so that nobody ends those of others.
  static let mostOfOneLogin = 20

  private let sessions = Mutex<[String: Session]>([:])

  /// Signs a person in.
  ///
  /// - Parameters:
  ///   - role: the one role that they act in; nil for all of theirs.
  ///   - card: the card that they signed in with; nil for a passphrase or a link.
  ///   - credentialHash: the hash of the passphrase that they signed in with; nil for a card, which has its own, or a link.
  /// - Returns: the secret for the cookie; a new one at each sign-in, so that nobody can have set it before.
  func begin(
    _ login: String, role: Role? = nil, card: CountCards.Card? = nil, credentialHash: String? = nil, now: Date = Date()
  ) -> String {
    let secret = Secret.random()
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.ends > now }
      let own = sessions.filter { $0.value.login == login }
      let full = own.count >= Self.mostOfOneLogin ? own : sessions.count >= Self.most ? sessions : [:]
      if let oldest = full.min(by: { $0.value.begun < $1.value.begun }) { sessions[oldest.key] = nil }
      sessions[secret] = Session(
        login: login, csrf: Secret.random(), begun: now,
        ends: min(now.addingTimeInterval(Self.duration), card?.ends ?? .distantFuture),
        role: card == nil ? role : .counter, count: card?.count, credentialHash: card?.hash ?? credentialHash)
    }
    return secret
  }

  /// Begins another session in place of one, for the same person in another role. It ends when that one would have.
  ///
  /// - Returns: the secret for the cookie; nil when the session has ended.
  func change(_ secret: String, to role: Role?, now: Date = Date()) -> String? {
    let new = Secret.random()
    return sessions.withLock { sessions in
      guard let old = sessions.removeValue(forKey: secret), old.ends > now else { return nil }
      sessions[new] = Session(
        login: old.login, csrf: Secret.random(), begun: old.begun, ends: old.ends, role: role, count: old.count,
        credentialHash: old.credentialHash)
      return new
    }
  }

  /// The session of a cookie; nil when it has ended.
  func session(_ secret: String, now: Date = Date()) -> Session? {
    sessions.withLock { sessions in sessions[secret].flatMap { $0.ends > now ? $0 : nil } }
  }

  /// Signs a person out on this device.
  func end(_ secret: String) { sessions.withLock { $0[secret] = nil } }

  /// Signs a person out on all devices.
  func endAll(of login: String) {
    sessions.withLock { sessions in sessions = sessions.filter { $0.value.login != login } }
  }

  /// Gives the next page a message.
  func say(_ message: Message, to secret: String) { sessions.withLock { $0[secret]?.message = message } }

  /// The message for this page, which is shown now and not again.
  func takeMessage(of secret: String) -> Message? {
    sessions.withLock { sessions in
      defer { sessions[secret]?.message = nil }
      return sessions[secret]?.message
    }
  }
}

/// Links with which one person may sign in once, such as the one that is printed when the server starts.
final class SignInLinks: Sendable {
  private let links = Mutex<[String: (login: String, ends: Date)]>([:])

  func make(for login: String, within time: TimeInterval, now: Date = Date()) -> String {
    let key = Secret.random()
    links.withLock { $0[key] = (login, now.addingTimeInterval(time)) }
    return key
  }

  /// Whose link it is; nil for one that was used, or whose time is over.
  func login(of key: String, now: Date = Date()) -> String? {
    links.withLock { links in links[key].flatMap { $0.ends > now ? $0.login : nil } }
  }

  /// Whose link it is; it cannot be used again.
  func use(_ key: String, now: Date = Date()) -> String? {
    links.withLock { links in links.removeValue(forKey: key).flatMap { $0.ends > now ? $0.login : nil } }
  }
}

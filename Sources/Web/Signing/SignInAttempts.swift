internal import Foundation
internal import Synchronization

/// How often somebody gave a wrong passphrase or number, by name and by network.
///
/// | counted | wrong attempts within ``period`` |
/// | --- | --- |
/// | a name from one network | 5 |
/// | all names from one network | 20 |
/// | a name from anywhere | 50 |
/// | the present passphrase of a person who is signed in | 5 |
///
/// So the guesses of one client do not keep the owner of a name from signing in on another one.
final class SignInAttempts: Sendable {
  /// What attempts are counted by.
  enum Counted: Hashable, Sendable {
    case name(String, from: ClientNetwork)
    case network(ClientNetwork)
    case anywhere(String)
    case present(String)

    /// How many wrong attempts are allowed within ``period``.
    var most: Int {
      switch self {
      case .name, .present: SignInAttempts.most
      case .network: SignInAttempts.mostOfOneNetwork
      case .anywhere: SignInAttempts.mostOfOneName
      }
    }

    /// Whether one right attempt takes back all wrong ones.
    fileprivate var endsWithSuccess: Bool {
      switch self {
      case .name, .present: true
      case .network, .anywhere: false
      }
    }
  }

  static let most = 5
  static let mostOfOneNetwork = 20
  static let mostOfOneName = 50
  static let period: TimeInterval = 15 * 60
  private static let mostKept = 10_000
  private static let longestName = 200

  private let failures = Mutex<[Counted: [Date]]>([:])

  /// What an attempt to sign in is counted by.
  ///
  /// - Parameter isBehindProxy: whether everybody comes from the address of a proxy, so that all names together are
  ///   not counted.
  static func counted(_ login: String, from network: ClientNetwork, isBehindProxy: Bool) -> [Counted] {
    let name = shortened(login)
    return [.name(name, from: network), .anywhere(name)] + (isBehindProxy ? [] : [.network(network)])
  }

  /// What a check of the present passphrase is counted by.
  static func counted(present login: String) -> [Counted] { [.present(shortened(login))] }

  /// A name of bounded length: anybody may send one of any length.
  private static func shortened(_ login: String) -> String {
    String(decoding: login.utf8.prefix(longestName), as: UTF8.self)
  }

  /// Counts an attempt as wrong until it is found to be right, so that many at once are no more than one after the
  /// other.
  ///
  /// - Returns: in how many minutes the next attempt is allowed; nil when this one is.
  func begin(_ all: [Counted], now: Date = Date()) -> Int? {
    failures.withLock { failures in
      let recent = all.map { counted in
        (failures[counted] ?? []).filter { now.timeIntervalSince($0) < Self.period }
      }
      let minutes = zip(all, recent).compactMap { counted, recent -> Int? in
        guard recent.count >= counted.most, let first = recent.first else { return nil }
        return Int((Self.period - now.timeIntervalSince(first)) / 60) + 1
      }.max()
      if let minutes { return minutes }
      if failures.count > Self.mostKept {
        failures = failures.filter { $0.value.last.map { now.timeIntervalSince($0) < Self.period } ?? false }
      }
      for (counted, recent) in zip(all, recent) { failures[counted] = recent + [now] }
      return nil
    }
  }

  /// Takes back what ``begin(_:now:)`` counted: the passphrase was right. The wrong ones before it for the same name from
  /// the same network no longer count.
  func succeed(_ all: [Counted]) {
    let ended = all.filter(\.endsWithSuccess)
    failures.withLock { failures in for counted in ended { failures[counted] = nil } }
    takeBack(all.filter { !$0.endsWithSuccess })
  }

  /// Takes back what ``begin(_:now:)`` counted, where the passphrase was not looked at.
  func takeBack(_ all: [Counted]) {
    failures.withLock { failures in
      for counted in all {
        _ = failures[counted]?.popLast()
        if failures[counted]?.isEmpty == true { failures[counted] = nil }
      }
    }
  }
}

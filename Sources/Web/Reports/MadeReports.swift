internal import Foundation
internal import RetailValues
internal import Serving
internal import Synchronization

/// The documents of reports that were made while a page showed that they are being made.
///
/// A document is for the person who asked for it, in the roles of then: it is made again for anybody else.
final class MadeReports: Sendable {
  /// For how long a person can come back to one.
  private static let kept: TimeInterval = 24 * 3600
  /// How many are kept, the latest.
  private static let most = 20
  /// How many bytes they may have together; the latest is kept even if it has more.
  private static let mostBytes = 64 << 20

  private struct Made {
    let key: String
    let login: String
    let roles: Set<Role>
    let store: String?
    let words: [String]
    let document: String
    let at: Date
  }

  private let reports = Mutex<[Made]>([])

  /// Keeps a document, and returns the key in its address.
  func keep(_ document: String, of words: CommandWords, for visit: Visit) -> String {
    let made = Made(
      key: Secret.name(), login: visit.person.login, roles: visit.roles, store: visit.person.store, words: words.words,
      document: document, at: Date())
    reports.withLock { reports in
      reports.removeAll { Date().timeIntervalSince($0.at) > Self.kept }
      reports.append(made)
      var bytes = reports.reduce(0) { $0 + $1.document.utf8.count }
      while reports.count > 1, reports.count > Self.most || bytes > Self.mostBytes {
        bytes -= reports.removeFirst().document.utf8.count
      }
    }
    return made.key
  }

  /// The document of a key; nil where it is that of other words or for somebody else.
  func document(_ key: String?, of words: CommandWords, for visit: Visit) -> String? {
    reports.withLock { reports in
      reports.first {
        $0.key == key && $0.login == visit.person.login && $0.roles == visit.roles && $0.store == visit.person.store
          && $0.words == words.words
      }?.document
    }
  }

  /// Takes a document out that needs no address, because its page is shown at once.
  func take(_ key: String) -> String? {
    reports.withLock { reports in
      guard let place = reports.firstIndex(where: { $0.key == key }) else { return nil }
      return reports.remove(at: place).document
    }
  }
}

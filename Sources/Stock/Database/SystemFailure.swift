internal import Foundation
internal import GRDB
internal import Synchronization

/// A call to the operating system that failed under SQLite, as its error log reports it.
///
/// SQLite's own errors do not say which file is concerned or why: "unable to open database file" is a missing right, a full
/// disk or too many open files. Its log has the call, the file and the system's error number.
struct SystemFailure: Sendable {
  /// `errno` of the call.
  let number: Int32
  let path: String

  init?(_ message: String) {
    // As in "os_unix.c:45000: (13) open(/srv/shop/stock.sqlite) - Permission denied".
    guard let match = message.firstMatch(of: #/os_unix\.c:\d+: \((\d+)\) \w+\((.*)\)/#),
      let number = Int32(match.output.1), number != 0
    else { return nil }
    self.number = number
    path = String(match.output.2)
  }

  private static let latest = Mutex<(code: ResultCode, failure: SystemFailure)?>(nil)

  /// Listens to the log from now on; to be called before the first database is opened.
  static let isListening: Bool = {
    Database.logError = { code, message in
      guard let failure = SystemFailure(message) else { return }
      latest.withLock { $0 = (code, failure) }
    }
    return true
  }()

  /// The latest failure, if it may have caused the error. It is returned once.
  static func cause(of error: DatabaseError) -> SystemFailure? {
    latest.withLock { latest in
      defer { latest = nil }
      guard let found = latest, found.code.primaryResultCode == error.resultCode else { return nil }
      return found.failure
    }
  }
}

internal import HTTPTypes
internal import RetailValues
internal import Serving

/// What is wrong with the machine of the server, whatever a person asked for: a full disk, a folder that can only be
/// read, a file that cannot be used.
///
/// Commands report it with the paths of files and with what an administrator can do. Pages say it in one sentence
/// instead, and the server's log has what the command said; see ``LoggedShop``.
enum MachineFailure: Hashable, Sendable {
  case fullDisk
  case onlyReadable
  case unusableFile

  /// How the system, SQLite and our own problems say each of them.
  private static let words: [(failure: MachineFailure, texts: [String])] = [
    (
      .fullDisk,
      [
        "No space left on device", "Disk quota exceeded", "There isn’t enough space", "there is no room for ",
        "no space left in ",
      ]
    ),
    (
      .onlyReadable,
      [
        "Read-only file system", "The volume is read only", "on a file system that may only be read",
        "attempt to write a readonly database", "may not be opened by '", "may not be opened: ", "Permission denied",
        "Operation not permitted", "You don’t have permission",
      ]
    ),
    (
      .unusableFile,
      [
        "the disk failed: ", " cannot be locked: ", "Input/output error", "Too many open files", "No locks available",
        "Stale file handle", "disk I/O error", "unable to open database file", "no temporary file can be made in ",
      ]
    ),
  ]

  /// - Parameter message: what went wrong, in the words of a command or of the system.
  /// - Returns: nil for a message about anything else. A change that was made in part is not such a failure.
  init?(_ message: String) {
    let found = Self.words.first { $0.texts.contains { message.contains($0) } }
    guard let found, !message.contains(" was made, but ") else { return nil }
    self = found.failure
  }

  /// What is wrong with the machine, by what a command answered.
  init?(_ answer: CommandAnswer) {
    guard let message = Self.message(of: answer) else { return nil }
    self.init(message)
  }

  /// What a command that failed said of it; nil when it did not fail.
  fileprivate static func message(of answer: CommandAnswer) -> String? {
    guard answer.status != 0 else { return nil }
    let error = JSONValue(answer.output).map { $0["error"] } ?? .null
    let message = error["message"].text ?? ""
    // An error that the program does not expect has its words on standard error as well.
    return ["unexpected", ""].contains(error["code"].text ?? "") ? "\(message) \(answer.notes)" : message
  }
}

extension PageFailure {
  /// - Parameter detail: what the log says of it, where that was not written yet.
  init(_ failure: MachineFailure, detail: String = "") {
    let title =
      switch failure {
      case .fullDisk: LocalizedText("The disk of the shop's computer is full")
      case .onlyReadable: LocalizedText("The shop can only be read at the moment")
      case .unusableFile: LocalizedText("The server cannot use one of its files")
      }
    self.init(
      status: failure == .fullDisk ? .insufficientStorage : .serviceUnavailable, title: title,
      remedy: LocalizedText("Nothing was changed. Tell the person who looks after Stockroom."), detail: detail)
  }
}

/// A shop whose commands write into the server's log when they fail because of the machine.
struct LoggedShop: ServedShop {
  private let shop: any ServedShop
  private let log: @Sendable (String) -> Void

  init(_ shop: any ServedShop, log: @escaping @Sendable (String) -> Void) { (self.shop, self.log) = (shop, log) }

  var folder: String { shop.folder }
  var identity: String? { shop.identity }

  func settings() throws -> ServedSettings { try shop.settings() }

  func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
    let answer = shop.run(words, input: input, as: login, role: role)
    if let message = MachineFailure.message(of: answer), MachineFailure(message) != nil {
      log("\(words.first ?? "") for \(login): \(message)")
    }
    return answer
  }
}

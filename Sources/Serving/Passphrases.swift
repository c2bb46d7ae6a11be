public import FormatKit
internal import Foundation

/// The passphrases with which people sign in, kept as hashes in the file `passphrases` of the shop's folder.
///
/// A line of the file is the login, a colon and the hash, as in /etc/shadow; see ``HashFile``.
public struct Passphrases: Sendable {
  private let file: HashFile

  public init(shop folder: String) { file = HashFile(path: folder + "/passphrases") }

  /// The path of the file.
  public var path: String { file.path }

  /// At least this many characters, by NIST SP 800-63B, section 5.1.1.2; one that is chosen, not made by a machine, needs more
  /// than the eight that it asks for.
  public static let shortest = 10
  /// What libcrypt takes at most, less its final zero.
  public static let longest = 511

  /// Checks a new passphrase.
  ///
  /// - Throws: `usage` when it is too short or too long.
  package static func check(_ passphrase: String) throws(Problems) {
    guard passphrase.count >= Self.shortest else {
      throw Problems(
        .usage, "the passphrase has fewer than \(Self.shortest) characters",
        remedy: "Take four words that do not belong together.")
    }
    guard passphrase.utf8.count <= Self.longest, !passphrase.utf8.contains(0) else {
      throw Problems(.usage, "the passphrase is too long", remedy: "Take at most \(Self.longest) characters.")
    }
  }

  /// Checks that a login can be one of this file.
  ///
  /// - Throws: `usage` for one that is empty or too long, or has a colon, a line break or another sign that is not seen.
  package static func check(login: String) throws(Problems) {
    // A browser takes the dots for a step upwards, and a page takes spaces at the ends away.
    guard !["", ".", ".."].contains(login), login.utf8.count <= 255, !login.contains(":"), isPlainLine(login),
      login.first?.isWhitespace == false, login.last?.isWhitespace == false
    else {
      throw Problems(
        .usage,
        "the login '\(login)' cannot sign in: it is empty or too long, or has a colon, a line break, a hidden sign, or a "
          + "space at an end",
        remedy: "Take a short name of letters, such as ben.")
    }
  }

  /// Whether a login or a name is one line without signs that are not seen, except the two that some scripts need
  /// (U+200C and U+200D).
  package static func isPlainLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return false
      case .format: return scalar.value == 0x200C || scalar.value == 0x200D
      default: return true
      }
    }
  }

  /// Sets the passphrase of a person in place of the one before.
  ///
  /// - Throws: what ``check(_:)`` throws, and `output-failed` when the file cannot be written.
  public func set(_ passphrase: String, for login: String) throws(Problems) {
    try Self.check(passphrase)
    try Self.check(login: login)
    let hash = try file.hash(of: passphrase)
    try file.change { $0[login] = hash }
  }

  /// Sets the passphrase of a person in place of the present one, which they have to know.
  ///
  /// - Throws: `usage` when the present one is another, and what ``set(_:for:)`` throws.
  public func change(_ present: String, to new: String, for login: String) throws(Problems) {
    guard areRight(present, for: login) else {
      throw Problems(
        .usage, "that is not your present passphrase",
        remedy: "Type it again; a manager can set another one for you.")
    }
    try set(new, for: login)
  }

  /// Takes the passphrase of a person away, so that they cannot sign in.
  public func remove(_ login: String) throws(Problems) {
    try file.change { $0[login] = nil }
  }

  /// The people who have a passphrase.
  public var logins: Set<String> { Set(file.hashes.keys) }

  /// Whether a person has a passphrase.
  ///
  /// - Throws: `source-unreadable` for a file that cannot be read, in which there may be one.
  package func has(_ login: String) throws(Problems) -> Bool { try file.read()[login] != nil }

  /// What is kept of a person's passphrase; nil without one.
  package func hash(of login: String) -> String? { file.hashes[login] }

  /// Whether a passphrase is that of a person. It takes as long for a person who does not exist.
  package func areRight(_ passphrase: String, for login: String) -> Bool {
    hash(ofRight: passphrase, for: login) != nil
  }

  /// What is kept of a passphrase that is that of a person; nil when it is not. It takes as long for a person who does not exist.
  package func hash(ofRight passphrase: String, for login: String) -> String? {
    HashFile.hash(madeOf: passphrase, among: [hash(of: login)].compactMap { $0 })
  }
}

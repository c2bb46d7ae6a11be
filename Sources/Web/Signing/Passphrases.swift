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

  /// Sets the passphrase of a person in place of the one before.
  ///
  /// - Throws: `usage` for a passphrase that is too short or too long, and `output-failed` when the file cannot be written.
  public func set(_ passphrase: String, for login: String) throws(Problems) {
    guard passphrase.count >= Self.shortest else {
      throw Problems(
        .usage, "the passphrase has fewer than \(Self.shortest) characters",
        remedy: "Take four words that do not belong together.")
    }
    guard passphrase.utf8.count <= Self.longest, !passphrase.utf8.contains(0) else {
      throw Problems(.usage, "the passphrase is too long", remedy: "Take at most \(Self.longest) characters.")
    }
    guard !login.contains(":"), !login.contains(where: \.isNewline) else {
      throw Problems(
        .usage, "'\(login)' cannot sign in: the login has a colon or a line break", remedy: "Change it under people.")
    }
    let hash = try file.hash(of: passphrase)
    try file.write(file.hashes.merging([login: hash]) { $1 })
  }

  /// Takes the passphrase of a person away, so that they cannot sign in.
  public func remove(_ login: String) throws(Problems) {
    var hashes = file.hashes
    guard hashes.removeValue(forKey: login) != nil else { return }
    try file.write(hashes)
  }

  /// The people who have a passphrase.
  public var logins: Set<String> { Set(file.hashes.keys) }

  /// What is kept of a person's passphrase; nil without one.
  func hash(of login: String) -> String? { file.hashes[login] }

  /// Whether a passphrase is that of a person. It takes as long for a person who does not exist.
  func areRight(_ passphrase: String, for login: String) -> Bool {
    HashFile.isRight(passphrase, by: file.hashes[login])
  }
}

internal import CLibCrypt
public import FormatKit
internal import Foundation

/// The passphrases with which people sign in, kept as hashes in the file `passphrases` of the shop's folder.
///
/// The hashes are those of crypt(5) with scrypt (RFC 7914), made by the system's libcrypt: a line of the file is the login, a
/// colon and the hash, as in /etc/shadow. Only the owner of the shop's files may read it (mode 0600).
public struct Passphrases: Sendable {
  /// The path of the file.
  public let path: String

  public init(shop folder: String) { path = folder + "/passphrases" }

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
    guard let hash = Self.hash(of: passphrase) else {
      throw Problems(.sinkFailed, source: path, "the passphrase could not be made a hash of", remedy: "Try again.")
    }
    var hashes = hashes
    hashes[login] = hash
    try write(hashes)
  }

  /// Takes the passphrase of a person away, so that they cannot sign in.
  public func remove(_ login: String) throws(Problems) {
    var hashes = hashes
    guard hashes.removeValue(forKey: login) != nil else { return }
    try write(hashes)
  }

  /// The people who have a passphrase.
  public var logins: Set<String> { Set(hashes.keys) }

  /// Whether a passphrase is that of a person. It takes as long for a person who does not exist.
  func areRight(_ passphrase: String, for login: String) -> Bool {
    let hash = hashes[login]
    let made = Self.crypted(passphrase, by: hash ?? Self.nobody)
    guard let hash, let made else { return false }
    return Self.areEqual(hash, made)
  }

  private var hashes: [String: String] {
    guard let data = FileManager.default.contents(atPath: path), data.count < 10_000_000 else { return [:] }
    var hashes: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      hashes[String(line[..<colon])] = String(line[line.index(after: colon)...])
    }
    return hashes
  }

  private func write(_ hashes: [String: String]) throws(Problems) {
    let text = hashes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\n" }.joined()
    let new = path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var isWritten = file >= 0 && fchmod(file, 0o600) == 0
    if isWritten {
      var text = text
      isWritten = text.withUTF8 { Foundation.write(file, $0.baseAddress, $0.count) == $0.count } && fsync(file) == 0
    }
    if file >= 0 { isWritten = close(file) == 0 && isWritten }
    guard isWritten, rename(new, path) == 0 else {
      throw Problems(
        .sinkFailed, source: path, "cannot be written: \(String(cString: strerror(errno)))",
        remedy: "Make room, or give the owner of the shop the right to write there.")
    }
  }

  // MARK: Hashes

  /// The hash of a passphrase that nobody has.
  private static let nobody = hash(of: "nobody has this passphrase") ?? ""

  private static func hash(of passphrase: String) -> String? {
    guard let salt = crypt_gensalt_ra("$7$", 0, nil, 0) else { return nil }
    defer { free(salt) }
    return crypted(passphrase, by: String(cString: salt))
  }

  private static func crypted(_ passphrase: String, by setting: String) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(data) }
    guard let made = crypt_ra(passphrase, setting, &data, &size) else { return nil }
    let hash = String(cString: made)
    return hash.hasPrefix("*") ? nil : hash
  }

  /// Whether two texts are equal, in a time that does not depend on where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

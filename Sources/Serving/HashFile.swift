internal import CLibCrypt
package import FormatKit
internal import Foundation

/// A file of the hashes of what people sign in with.
///
/// The hashes are those of crypt(5) with scrypt (RFC 7914), made by the system's libcrypt. Only the owner of the shop's files may
/// read it (mode 0600).
package struct HashFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The hashes by what they are of, for comparing; none where there is no file, or where it cannot be read.
  package var hashes: [String: String] { (try? read()) ?? [:] }

  /// The hashes by what they are of, for changing them; none where there is no file.
  ///
  /// - Throws: `source-unreadable` for a file that is there and cannot be read: to write it again would lose what it has.
  package func read() throws(Problems) -> [String: String] {
    guard let data = FileManager.default.contents(atPath: path), data.count < 10_000_000 else {
      if access(path, F_OK) != 0, errno == ENOENT { return [:] }
      throw Problems(
        .sourceUnreadable, source: path, "cannot be read, so nothing was changed",
        remedy: "Give the file to the owner of the shop's folder, for instance with chown.")
    }
    var hashes: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      hashes[String(line[..<colon])] = String(line[line.index(after: colon)...])
    }
    return hashes
  }

  /// Changes the file, one process after the other.
  ///
  /// - Throws: what ``read()`` throws, and `output-failed` when it cannot be written, or another process changes it for too long.
  package func change(_ change: (inout [String: String]) -> Void) throws(Problems) {
    // The folder, because the file need not be there.
    let lock = try FileLock.take(FileLock.folder(of: path))
    defer { FileLock.end(lock) }
    let old = try read()
    var new = old
    change(&new)
    if new != old { try write(new) }
  }

  private func write(_ hashes: [String: String]) throws(Problems) {
    try DurableFile.write(
      hashes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\n" }.joined(), to: path)
  }

  // MARK: Hashes

  /// The salt for a secret where there is no hash to compare it with.
  private static let saltOfNobody = newSalt() ?? ""

  /// A new hash of a secret.
  ///
  /// - Parameter other: a hash whose salt it gets too, so that ``hash(madeOf:among:)`` compares a secret with both at
  ///   once; nil for a salt of its own.
  /// - Throws: `output-failed` when libcrypt makes none.
  package func hash(of secret: String, saltedAs other: String? = nil) throws(Problems) -> String {
    guard let salt = other.map(Self.salt(of:)) ?? Self.newSalt(), let hash = Self.crypted(secret, by: salt) else {
      throw Problems(.sinkFailed, source: path, "the passphrase could not be made a hash of", remedy: "Try again.")
    }
    return hash
  }

  /// The hash that was made of a secret; nil where none of them was.
  ///
  /// One hash of the secret is made for all that have the same salt, and one where there are none: how long it takes
  /// says neither whether there are hashes nor how many.
  package static func hash(madeOf secret: String, among hashes: [String]) -> String? {
    for salt in salts(toCompareWith: hashes) {
      guard let made = crypted(secret, by: salt) else { continue }
      if let found = hashes.first(where: { areEqual($0, made) }) { return found }
    }
    return nil
  }

  /// The salts that a secret is hashed with to compare it with hashes; never none.
  static func salts(toCompareWith hashes: [String]) -> Set<String> {
    hashes.isEmpty ? [saltOfNobody] : Set(hashes.map(salt(of:)))
  }

  private static func newSalt() -> String? {
    guard let salt = crypt_gensalt_ra("$7$", 0, nil, 0) else { return nil }
    defer { free(salt) }
    return String(cString: salt)
  }

  /// What a hash has before its last `$`: the function, its cost and the salt.
  private static func salt(of hash: String) -> String {
    hash.lastIndex(of: "$").map { String(hash[..<$0]) } ?? hash
  }

  private static func crypted(_ passphrase: String, by setting: String) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(data) }
    guard let made = crypt_ra(passphrase, setting, &data, &size) else { return nil }
    let hash = String(cString: made)
    // C ends a text at its first zero, so that what comes after it would not count.
    guard !passphrase.utf8.contains(0) else { return nil }
    return hash.hasPrefix("*") ? nil : hash
  }

  /// Whether two texts are equal, in a time that does not depend on where they differ.
  package static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

package import FormatKit

/// The file `cards` of a shop's folder: hashes of the numbers of cards with which people sign in to a count.
///
/// What a hash is of are the count as an address has it, the second in which the card ends (since 1970) and the
/// login, with spaces between them; see ``HashFile``.
package enum CardFile {
  /// The file of a shop.
  package static func file(shop folder: String) -> HashFile { HashFile(path: folder + "/cards") }

  /// The count, the second and the login of a card; nil for any other text.
  package static func parts(of key: String) -> (count: String, ends: String, login: String)? {
    let parts = key.split(separator: " ", maxSplits: 2).map(String.init)
    return parts.count == 3 ? (parts[0], parts[1], parts[2]) : nil
  }

  /// Takes back all cards of a person.
  ///
  /// - Throws: `source-unreadable` when the file cannot be read, and `output-failed` when it cannot be written.
  package static func withdraw(of login: String, shop folder: String) throws(Problems) {
    try file(shop: folder).change { hashes in hashes = hashes.filter { parts(of: $0.key)?.login != login } }
  }
}

internal import Foundation

/// The fields of a form or of an address, in their order; a name may come several times.
struct FormValues: Sendable {
  private(set) var fields: [(name: String, value: String)] = []

  init() {}

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5.1).
  init(encoded text: some StringProtocol) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      append(Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// The first value of that name; nil without one. Spaces around it are no part of it.
  subscript(name: String) -> String? { fields.first { $0.name == name }.map { $0.value.trimmed } }

  /// A number such as that of the first row, from 0; 0 for what is not a number. The length of a page can be added to it.
  func number(_ name: String) -> Int { min(max(0, Int(self[name] ?? "") ?? 0), Int.max / 2) }

  /// All values of that name that are not empty.
  func all(_ name: String) -> [String] { fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

  /// The values whose names begin like this, by the rest of the name: `map.EAN=barcode` for `map.`.
  func values(after prefix: String) -> [(name: String, value: String)] {
    fields.filter { $0.name.hasPrefix(prefix) }.map {
      (String($0.name.dropFirst(prefix.count)), $0.value.trimmed)
    }
  }

  /// A text of a page as the page has it: browsers send its line breaks as CRLF.
  static func asShown(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

  private static func decoded(_ text: some StringProtocol) -> String {
    String(text.map { $0 == "+" ? " " : $0 }).removingPercentEncoding ?? ""
  }

  /// A value for an address.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? ""
  }
}

/// A value of a file that is read as another one: `Category:Klothing=Clothing`.
///
/// The name of a column with a colon, and a value with an equals sign, are in double quotation marks; a quotation mark within
/// them is written twice: `"Size: UK":"6=S"=S`.
package struct ValueTranslation: Hashable, Sendable {
  /// The longest value that is translated, in bytes: a code is no longer.
  package static let longestValue = 200

  /// The column by its name.
  package let column: String
  /// The value that the file has.
  package let theirs: String
  /// The value that is read.
  package let ours: String

  package init(column: String, theirs: String, ours: String) {
    (self.column, self.theirs, self.ours) = (column, theirs, ours)
  }

  /// What is longer than ``longestValue``; nil where nothing is.
  package var tooLong: String? { [theirs, ours].first { $0.utf8.count > Self.longestValue } }

  /// Reads the value of an option; nil for a text of another form, and where one of the three is empty.
  package init?(option text: String) {
    var rest = text.unicodeScalars[...]
    guard let column = Self.part(&rest, before: ":"), let theirs = Self.part(&rest, before: "="),
      let ours = Self.last(rest), !column.isEmpty, !theirs.isEmpty, !ours.isEmpty
    else { return nil }
    self.init(column: column, theirs: theirs, ours: ours)
  }

  /// The value of an option that says it.
  package var option: String {
    "\(Self.written(column)):\(Self.written(theirs))=\(ours.unicodeScalars.first == "\"" ? Self.inQuotes(ours) : ours)"
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// The text up to a sign, which is taken with it.
  private static func part(_ rest: inout Scalars, before sign: Unicode.Scalar) -> String? {
    if rest.first == "\"" {
      guard let text = quoted(&rest), rest.first == sign else { return nil }
      rest.removeFirst()
      return text
    }
    guard let end = rest.firstIndex(of: sign) else { return nil }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return text
  }

  /// The whole rest; nil where it begins with a quotation mark and does not end with the one that closes it.
  private static func last(_ text: Scalars) -> String? {
    guard text.first == "\"" else { return String(text) }
    var rest = text
    let inside = quoted(&rest)
    return rest.isEmpty ? inside : nil
  }

  /// The text in the quotation marks at the start; nil where they are not closed.
  private static func quoted(_ rest: inout Scalars) -> String? {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        guard rest.first == "\"" else { return String(text) }
        rest.removeFirst()
      }
      text.append(scalar)
    }
    return nil
  }

  private static func written(_ text: String) -> String {
    text.unicodeScalars.contains { [":", "=", "\""].contains($0) } ? inQuotes(text) : text
  }

  private static func inQuotes(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
    return "\"\(String(quoted))\""
  }
}

/// What a column is taken for, as an option says it: `Karton=pack_size`; an empty field for a column that is left out.
///
/// No field has an equals sign in its name, so that the last one ends the name of the column: `a=b=price` is of the column
/// `a=b`.
package struct ColumnAssignment: Hashable, Sendable {
  package let column: String
  package let field: String

  /// - Returns: nil for a text without an equals sign, or without a column in front of it.
  package init?(_ text: String) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { return nil }
    (column, field) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}

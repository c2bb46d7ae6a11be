extension StringProtocol {
  /// With a capital letter at its beginning, as sentences and headings have; the name of a column, such as `unit_cost`, has none.
  var sentence: String {
    prefix { $0 != " " }.contains("_") ? String(self) : prefix(1).uppercased() + dropFirst()
  }

  /// Without the spaces and ends of lines around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

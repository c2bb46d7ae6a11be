extension StringProtocol {
  /// With a capital letter at its beginning, as sentences and headings have. The name of a column, such as `unit_cost`, or of a
  /// file, such as `spring.csv:3:`, has none.
  var sentence: String {
    let first = String(prefix { $0 != " " })
    let isName = first.contains("_") || first.contains(#/\.[A-Za-z]/#)
    return isName ? String(self) : prefix(1).uppercased() + dropFirst()
  }
  /// Without the spaces and ends of lines around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

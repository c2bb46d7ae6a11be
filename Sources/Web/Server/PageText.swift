extension StringProtocol {
  /// With a capital letter at its beginning, as sentences and headings have.
  var sentence: String { prefix(1).uppercased() + dropFirst() }

  /// Without the spaces and ends of lines around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

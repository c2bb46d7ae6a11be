extension String {
  /// The text in lines of no more than that many characters, broken between words. A word that is longer has a line of its
  /// own. A line that begins with spaces is a command, to be copied as a whole, and is not broken.
  ///
  /// - Parameters:
  ///   - width: of the lines with their indentation; nil breaks none.
  ///   - indent: the number of spaces before each line.
  package func wrapped(to width: Int?, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line in
        guard let width, indent + line.count > width, line.first != " " else { return [String(line)] }
        var lines: [String] = []
        for word in line.split(separator: " ") {
          if let last = lines.last, indent + last.count + 1 + word.count <= width {
            lines[lines.count - 1] += " " + word
          } else {
            lines.append(String(word))
          }
        }
        return lines
      }
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}

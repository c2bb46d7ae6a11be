internal import Exchange
internal import FormatKit
internal import Foundation

/// The output for people: results on standard output, everything else on standard error.
enum Terminal {
  static let errorIsTerminal = isatty(2) == 1
  static let outputIsTerminal = isatty(1) == 1

  /// Whether colour is welcome on standard error.
  private static let hasColour =
    errorIsTerminal && ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// Writes to standard error directly: lines of ``note(_:)``, and the terminal commands of ``Progress``.
  static func writeError(_ text: String) {
    if let captured = CapturedOutput.current { return captured.appendNote(text) }
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = write(2, base, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Writes a message next to the result, on standard error.
  static func note(_ text: String) { writeLine(safe(text)) }

  /// Writes a line that may hold colours of our own; what comes from files was made safe before.
  private static func writeLine(_ line: String) {
    if let captured = CapturedOutput.current { return captured.appendNote(line + "\n") }
    Progress.withoutLine {
      // Text written before on standard output appears before it on a terminal.
      fflush(nil)
      writeError(line + "\n")
    }
  }

  private struct ErrorOutput: Encodable {
    struct Failure: Encodable {
      let code: String
      let message: String
      let remedy: String
    }
    let error: Failure
  }

  /// Says what ended the command and what to do, on standard error; in JSON on standard output as well.
  static func fail(_ message: String, code: String, remedy: String, as style: OutputStyle) {
    if style == .json { failInJSON(message, code: code, remedy: remedy) }
    showError(message, remedy: remedy)
  }

  /// Says in JSON what ended the command.
  static func failInJSON(_ message: String, code: String, remedy: String) {
    try? sayJSON(ErrorOutput(error: .init(code: code, message: message, remedy: remedy)))
  }

  /// Says what is wrong and what to do.
  static func showError(_ message: String, remedy: String) {
    writeLine((hasColour ? "\u{1B}[31merror:\u{1B}[0m " : "error: ") + safe(message))
    if !remedy.isEmpty { note(remedy.wrapped(to: errorIsTerminal ? Progress.width : nil, indent: 2)) }
  }

  /// A problem with its excerpt.
  static func show(_ problem: Problem, excerpt: Excerpt? = nil) {
    let word = problem.severity.rawValue
    let colour = problem.severity == .error ? "31" : "33"
    writeLine((hasColour ? "\u{1B}[\(colour)m\(word):\u{1B}[0m " : "\(word): ") + safe(oneLine(problem.headline)))
    if let excerpt {
      note("    " + excerpt.line)
      if let caret = excerpt.caret { note("    " + String(repeating: " ", count: caret) + "^") }
    }
    if !problem.remedy.isEmpty { note(problem.remedy.wrapped(to: nil, indent: 2)) }
  }

  /// Flushes the result.
  ///
  /// - Throws: `output-failed` when it could not be written, so that half of it is not mistaken for the whole.
  static func finish() throws {
    guard fflush(nil) != 0 else { return }
    let number = errno
    throw Problems(
      .sinkFailed, source: "standard output", "cannot be written: \(String(cString: strerror(number)))")
  }

  /// Writes a line of the result.
  static func say(_ text: String = "") {
    if let captured = CapturedOutput.current { return captured.append(text + "\n") }
    guard outputIsTerminal else { return print(safe(text)) }
    Progress.withoutLine {
      print(safe(text))
      fflush(nil)
    }
  }

  /// Writes sentences of the result, on a terminal broken between words; further lines are indented like the first.
  static func sayWrapped(_ text: String, indent: Int = 0) {
    say(text.wrapped(to: outputIsTerminal ? Progress.width : nil, indent: indent))
  }

  /// A text with a dot in place of every character that a terminal would obey instead of showing.
  ///
  /// Everything that is not JSON or a file passes through here on its way to standard output and standard error: the
  /// content of files, the names of files, and text from the command line.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(isObeyed(scalar) ? "·" : scalar) }
    return String(shown)
  }

  /// The text of a file that is written to a terminal: with a dot in place of what the terminal would obey, apart from tabs and
  /// the ends of lines.
  static func safe(file text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isEnded = line.unicodeScalars.last == "\r"
      let cells = (isEnded ? String(line.unicodeScalars.dropLast()) : String(line)).split(
        separator: "\t", omittingEmptySubsequences: false)
      return cells.map { safe(String($0)) }.joined(separator: "\t") + (isEnded ? "\r" : "")
    }.joined(separator: "\n")
  }

  /// A text of a file, a name or a note as part of a line: without line breaks, so that it cannot pass for a line of ours.
  static func oneLine(_ text: String) -> String {
    // Most cells of a table are such.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    return text.contains(where: \.isNewline) ? String(text.map { $0.isNewline ? "·" : $0 }) : text
  }

  /// JSON with escapes for what a terminal would obey; it says the same.
  static func safe(json: String) -> String {
    guard json.unicodeScalars.contains(where: isObeyed) else { return json }
    var shown = ""
    for scalar in json.unicodeScalars {
      guard isObeyed(scalar) else {
        shown.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return shown
  }

  /// Whether a terminal does something for a character instead of showing it: control characters, and those that turn the
  /// direction of the text around them (Unicode Standard Annex 9, section 2), so that a line reads as another one.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F...0x9F: true
    // The marks of direction, embeddings, overrides and isolates.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Line separators, and tags that are never visible.
    case 0x2028, 0x2029, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// A number with its noun: "1 line", "2 lines", "0 lines".
  static func number(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// The first ten words, and how many more there are.
  static func list(_ words: [String]) -> String {
    words.prefix(10).joined(separator: ", ") + (words.count > 10 ? " and \(words.count - 10) more" : "")
  }

  /// Rows under headings, columns as wide as their widest cell; numbers to the right.
  static func table(_ headings: [String], _ rows: [[String]], rightAligned: Set<Int> = []) -> String {
    let rows = rows.map { $0.map(oneLine) }
    var widths = headings.map(\.count)
    for row in rows { for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) } }
    func line(_ cells: [String]) -> String { tableLine(cells, widths: widths) { rightAligned.contains($0) } }
    return ([line(headings), line(widths.map { String(repeating: "-", count: $0) })] + rows.map(line))
      .joined(separator: "\n")
  }

  /// A row of a table; the last column has no spaces after it.
  static func tableLine(_ cells: [String], widths: [Int], isNumber: (Int) -> Bool) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - cell.count))
      text += isNumber(index) ? padding + cell : cell + (index == cells.count - 1 ? "" : padding)
      if index < cells.count - 1 { text += "  " }
    }
    return text
  }

  /// A value as JSON with sorted keys, for `--json`.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Writes a value as JSON.
  static func sayJSON(_ value: some Encodable) throws { sayPart(try json(value) + "\n") }

  /// Writes a part of a result in JSON, without a line break of its own.
  static func sayPart(_ json: String) {
    if let captured = CapturedOutput.current { return captured.append(json) }
    Progress.withoutLine {
      print(outputIsTerminal ? safe(json: json) : json, terminator: "")
      if outputIsTerminal { fflush(nil) }
    }
  }
}

/// A line of a source, with the place that is meant.
struct Excerpt {
  var line: String
  /// Characters before the place.
  var caret: Int?
}

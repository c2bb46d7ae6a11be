public import FormatKit

// Error messages with positions, so that users can find and correct the text.
extension JSONScanner {
  private func syntax(at place: Int, value: String? = nil, _ message: String, remedy: String) -> Problems {
    Problems(.jsonSyntax, source: name, at: position(at: place), value: value, message, remedy: remedy)
  }

  /// The error for a byte at the cursor that is not allowed there, or for the end of the text.
  public mutating func unexpected(expected: String? = nil) -> Problems {
    var place = cursor
    fetchExcerpt(moving: &place)
    if isAtEndOfText { return truncated(expected: expected) }
    let wanted = expected ?? expectation
    if layout == .lines, state != .afterTopLevel, bytes[cursor] == 0x0A {
      return syntax(
        at: cursor, "the line ends where \(wanted) is expected",
        remedy: "In JSON Lines each record is on one line; for records over several lines use the format json.")
    }
    let found = excerpt(at: cursor)
    return syntax(
      at: cursor, value: found, "\(wanted) is expected, not '\(found)'", remedy: remedy(at: cursor))
  }

  /// The error for a text that ends too soon.
  func truncated(expected: String? = nil) -> Problems {
    let open = depth == 0 ? "a value" : depth == 1 ? "one open object or array" : "\(depth) open objects and arrays"
    return Problems(
      .sourceTruncated, source: name, at: position(at: filled),
      "the file ends in the middle of \(open), where \(expected ?? expectation) is expected")
  }

  /// The error for a level too many.
  public func tooDeep(limit: Int) -> Problems {
    Problems(
      .tooDeep, source: name, at: position(at: cursor), "objects and arrays are nested deeper than \(limit) levels")
  }

  func tokenTooLarge() -> Problems {
    Problems(
      .fieldTooLarge, source: name, at: position(at: cursor), value: excerpt(at: cursor),
      "the value that begins here is larger than 16 MiB")
  }

  func controlCharacter(at place: Int) -> Problems {
    let byte = bytes[place]
    let shown = String(byte, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: 4 - shown.count) + shown
    let instead = byte == 0x0A ? "\\n" : byte == 0x0D ? "\\r" : byte == 0x09 ? "\\t" : "\\u\(code)"
    let what = byte == 0x0A ? "the line ends within a string" : "the control character U+\(code) is in a string"
    return syntax(at: place, what, remedy: "Close the string with '\"', or write the character as \(instead).")
  }

  func badEscape(at place: Int, count: Int) -> Problems {
    let shown = text(at: place, count: count)
    return syntax(
      at: place, value: shown, "'\(shown)' is not an escape",
      remedy:
        "Write a backslash as \\\\; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits."
    )
  }

  mutating func badNumber(at start: Int) -> Problems {
    var place = start
    fetchExcerpt(moving: &place)
    let shown = excerpt(at: cursor)
    return syntax(
      at: place, value: shown, "'\(shown)' is not a number",
      remedy: "A number is written as -12.5 or 1e6: no plus sign, no leading zero, digits on both sides of the point; "
        + "write other things in quotes.")
  }

  /// Brings what an excerpt shows into the buffer, so that a message does not depend on how the text arrives.
  private mutating func fetchExcerpt(moving place: inout Int) {
    while filled - cursor < Self.excerptBytes {
      // A medium that fails here fails again when reading goes on, if it does.
      guard (try? refill(keeping: cursor, moving: &place)) == true else { return }
    }
  }

  private static let excerptBytes = 80

  private var expectation: String {
    switch state {
    case .start, .value: "a value"
    case .valueOrEnd: "a value or ']'"
    case .key: "a key in double quotes"
    case .keyOrEnd: "a key in double quotes or '}'"
    case .separator: isInObject ? "',' or '}'" : "',' or ']'"
    case .afterTopLevel: layout == .lines ? "the end of the line" : "the end of the document"
    }
  }

  private func remedy(at place: Int) -> String {
    switch (state, bytes[place]) {
    case (.afterTopLevel, 0x2C) where layout == .lines: "Leave out the comma between the lines."
    case (.afterTopLevel, _) where layout == .lines: "Put each record on a line of its own."
    case (.afterTopLevel, 0x7B), (.afterTopLevel, 0x5B):
      "For one record to a line use the format json-lines; else put the records in one array."
    case (.afterTopLevel, _): "Remove what stands after the end of the document."
    case (_, 0x27): "JSON takes double quotes, not single ones."
    case (_, 0x2F), (_, 0x23): "JSON has no comments; remove them."
    case (.value, 0x7D) where isInObject, (.value, 0x2C) where isInObject: "Write a value after the key, or null."
    case (.key, 0x7D), (.value, 0x5D), (.value, 0x7D): "Remove the comma before it."
    case (.value, 0x2C), (.valueOrEnd, 0x2C), (.key, 0x2C), (.keyOrEnd, 0x2C): "Remove the comma, or write null."
    case (.value, 0x4E), (.value, 0x49), (.value, 0x2B):
      "JSON has no NaN, infinity or plus sign; write null or a number."
    case (.separator, 0x22), (.separator, 0x7B), (.separator, 0x5B): "Put a comma before it."
    case (.key, _), (.keyOrEnd, _): "Put the key in double quotes."
    case (.start, _), (.value, _), (.valueOrEnd, _):
      "A value is text in double quotes, a number, true, false, null, an object or an array."
    default: Problem.Code.jsonSyntax.remedy
    }
  }

  /// The text at a position, up to its end or twenty characters.
  func excerpt(at place: Int) -> String {
    var count = 0
    while count < Self.excerptBytes, place + count < filled {
      let byte = bytes[place + count]
      if byte < 0x21 && count > 0 { break }
      if count > 0, [0x2C, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte) { break }
      count += 1
      if [0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte) && count == 1 { break }
    }
    return String(text(at: place, count: count).prefix(20))
  }

  private func text(at place: Int, count: Int) -> String {
    let available = max(0, min(count, filled - place))
    return String(decoding: UnsafeBufferPointer(start: bytes + place, count: available), as: UTF8.self)
  }
}

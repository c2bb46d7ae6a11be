import FormatKit
import JSONReading

/// Distinguishes JSON documents, JSON Lines and other formats by their first bytes.
///
/// A generic format leaves a higher confidence to formats that know the meaning of a JSON document.
enum JSONSniffing {
  static func document(_ preview: SourcePreview) -> Confidence {
    guard beginsLikeJSON(preview) else { return .none }
    let isNamed = JSONFormat.descriptor.extensions.contains(preview.fileExtension)
    let lines = countLines(preview)
    if lines.values > 1 { return Confidence(20, "several values, one on each line, are JSON Lines") }
    if lines.values == 1, JSONLinesFormat.descriptor.extensions.contains(preview.fileExtension) {
      return Confidence(40, "one JSON value, but the file is named as JSON Lines")
    }
    let outline = JSONOutline(preview, charset: nil)
    let begins = outline.root == .array ? "[" : "{"
    switch outline.root {
    case .nothing: return .none
    case .scalar:
      guard isNamed, outline.problem == nil else { return .none }
      return Confidence(55, "a single JSON value in a file named .json")
    case .array, .object:
      if outline.problem == nil { return Confidence(isNamed ? 85 : 80, "begins with '\(begins)' and parses as JSON") }
      if outline.tokenCount >= 4 || isNamed {
        return Confidence(isNamed ? 70 : 60, "begins with '\(begins)' like JSON, but has an error further on")
      }
      return .none
    }
  }

  static func lines(_ preview: SourcePreview) -> Confidence {
    let isNamed = JSONLinesFormat.descriptor.extensions.contains(preview.fileExtension)
    guard beginsLikeJSON(preview) else { return .none }
    let lines = countLines(preview)
    guard lines.beginsWithContainer else {
      return isNamed && lines.values > 0
        ? Confidence(60, "JSON values, one on each line, in a file of that name") : .none
    }
    if lines.values > 1 { return Confidence(isNamed ? 90 : 85, "\(lines.values) JSON values, each on its own line") }
    if isNamed { return Confidence(lines.values == 1 ? 75 : 60, "a JSON value on a line in a file of that name") }
    return lines.values == 1 ? Confidence(40, "one JSON value on a line") : .none
  }

  /// Whether the first character may begin a JSON value; spares other files the scanning.
  private static func beginsLikeJSON(_ preview: SourcePreview) -> Bool {
    let significant = preview.text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = significant else { return false }
    return [0x5B, 0x7B, 0x22, 0x2D, 0x74, 0x66, 0x6E].contains(first) || (0x30...0x39).contains(first)
  }

  /// How many whole lines from the start, up to 100, hold a value each.
  private static func countLines(_ preview: SourcePreview) -> (values: Int, beginsWithContainer: Bool) {
    var count = 0
    var beginsWithContainer = false
    do throws(Problems) {
      let stream = try TextStream(.memory(preview.bytes, name: preview.name))
      var scanner = JSONScanner(stream, name: preview.name, layout: .lines)
      while count < 100 {
        let token = try scanner.next()
        if token == .end { break }
        if count == 0 { beginsWithContainer = token == .beginObject || token == .beginArray }
        try scanner.skipValue(after: token)
        try scanner.finishLine()
        count += 1
      }
    } catch {
      // The lines before an error or before the end of the preview count.
    }
    return (count, beginsWithContainer)
  }
}

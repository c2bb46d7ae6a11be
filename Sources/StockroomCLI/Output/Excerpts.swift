internal import FormatKit
internal import Foundation

/// The lines of a source that problems speak of, found in one pass.
enum Excerpts {
  private static let longest = 160

  static func lines(of problems: [Problem], in source: ByteSource) -> [Excerpt?] {
    let offsets = problems.map(\.position.byteOffset)
    guard let last = offsets.max(), last >= 0, let stream = try? TextStream(source) else {
      return problems.map { _ in nil }
    }
    // The lines of a workbook are compressed in an archive, where nobody can read them; a database has no lines.
    if let start = try? source.preview(limit: 4),
      [Array("PK\u{3}\u{4}".utf8), Array("SQLi".utf8)].contains(start.bytes)
    {
      return problems.map { _ in nil }
    }
    var texts: [Int: [UInt8]] = [:]
    // The byte before each position, which shows whether a line begins there.
    var before: [Int: UInt8] = [0: 0x0A]
    let wanted = Set(offsets.filter { $0 >= 0 }).sorted()
    var position = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while position < last + longest, let count = try? stream.read(into: buffer), count > 0 {
      for offset in wanted where offset < position + count && offset + longest > position {
        let from = max(0, offset - position)
        let to = min(count, offset + longest - position)
        if from < to { texts[offset, default: []] += buffer[from..<to] }
      }
      for offset in wanted where offset > position && offset <= position + count {
        before[offset] = buffer[offset - position - 1]
      }
      position += count
    }
    return problems.map { problem in
      guard let bytes = texts[problem.position.byteOffset] else { return nil }
      let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      let text = String(decoding: line, as: UTF8.self).replacing("\t", with: " ")
      var caret: Int?
      // A column is only given when it is certain: a line begins here, and the value is in it once.
      let beginsLine = before[problem.position.byteOffset].map { $0 == 0x0A || $0 == 0x0D } ?? false
      if beginsLine, let value = problem.value, !value.isEmpty, let place = onlyPlace(of: value, in: text) {
        caret = text.distance(from: text.startIndex, to: place)
      }
      return Excerpt(line: text, caret: caret)
    }
  }

  /// The position of a value in a line as a whole word, if it occurs exactly once.
  private static func onlyPlace(of value: String, in line: String) -> String.Index? {
    var found: String.Index?
    for range in line.ranges(of: value) {
      let isPart = [
        range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : ",",
        range.upperBound < line.endIndex ? line[range.upperBound] : ",",
      ].contains { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
      if isPart { continue }
      if found != nil { return nil }
      found = range.lowerBound
    }
    return found
  }
}

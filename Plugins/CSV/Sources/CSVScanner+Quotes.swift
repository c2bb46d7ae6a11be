import CLibCSV
import FormatKit

/// Cutting fields by libcsv, and what quotes out of place mean.
extension CSVScanner {
  /// Hands a slice to libcsv: a line, with its end, or a part of one that is longer than the buffer.
  mutating func feed(
    _ from: Int, _ to: Int, into sink: UnsafeMutablePointer<RecordSink>
  ) throws(Problems) {
    var at = from
    while at < to {
      var stop = to
      if marks.form != .plain {
        stop = ByteFinder.position(of: marks.delimiter, in: UnsafePointer(memory.buffer), at, to)
        if stop == at {
          at = try giveDelimiter(at, lineStart: from, lineEnd: to, to: sink)
          continue
        }
      }
      if marks.escape == .backslash { stop = min(stop, backslash.find(memory.buffer, at, end)) }
      if stop == at {
        let escaped = at + 1 < to ? memory.buffer[at + 1] : 0
        if escaped == UInt8(ascii: "\\") || escaped == marks.delimiter || escaped == marks.quote {
          csv_set_delim(memory.parser, CSVMarks.noDelimiter)
          csv_set_quote(memory.parser, Self.noByte)
          defer { restoreMarks() }
          try give(at + 1, at + 2, lineEnd: to, to: sink)
          at += 2
        } else {
          try give(at, at + 1, lineEnd: to, to: sink)
          at += 1
        }
        continue
      }
      if sink.pointee.tellsQuotedFields { stop = min(stop, quote.find(memory.buffer, at, end) + 1) }
      at = try give(at, stop, lineEnd: to, to: sink)
      if memory.parser.pointee.quoted != 0 { sink.pointee.isQuoted = true }
    }
  }

  /// Passes a delimiter of another form than the plain one to libcsv, as a delimiter or as text.
  ///
  /// - Returns: the index after it.
  private func giveDelimiter(
    _ at: Int, lineStart: Int, lineEnd: Int, to sink: UnsafeMutablePointer<RecordSink>
  ) throws(Problems) -> Int {
    let parser = memory.parser
    // In libcsv, 2 is the state within a field; after a quote that may close it, it is 3.
    if parser.pointee.quoted != 0, parser.pointee.pstate == 2 {
      return try give(at, at + 1, lineEnd: lineEnd, to: sink)
    }
    let line = UnsafeBufferPointer(start: UnsafePointer(memory.buffer), count: lineEnd)
    guard let end = marks.end(ofDelimiterAt: at, lineStart: lineStart, line) else {
      csv_set_delim(parser, CSVMarks.noDelimiter)
      defer { restoreMarks() }
      return try give(at, at + 1, lineEnd: lineEnd, to: sink)
    }
    guard case .run = marks.form else { return try give(at, end, lineEnd: lineEnd, to: sink) }
    let isAtEdge = at == lineStart || end == lineEnd || line[end] == 10 || line[end] == 13
    if !isAtEdge { try give(at, at + 1, lineEnd: lineEnd, to: sink) }
    return end
  }

  /// Passes bytes to libcsv with the meaning of quotes out of place.
  ///
  /// - Returns: the number of bytes that it took.
  @discardableResult
  private func give(
    _ from: Int, _ to: Int, lineEnd: Int, to sink: UnsafeMutablePointer<RecordSink>
  ) throws(Problems) -> Int {
    let parser = memory.parser
    var at = from
    while at < to {
      at += csv_parse(parser, memory.buffer + at, to - at, addField, endRecord, sink)
      if at >= to { break }
      guard csv_error(parser) == CSV_EPARSE else {
        throw Problems(
          .fieldTooLarge, source: source, at: SourcePosition(line: line), "no memory is left for a field of this record"
        )
      }
      if parser.pointee.quoted == 0 {
        at = openOrKeepQuote(at, lineEnd: lineEnd, sink: sink)
      } else {
        at = passClosingQuote(at, lineEnd: lineEnd, sink: sink)
      }
    }
    return at
  }

  /// At a quote within a field that did not begin with one: after nothing but spaces, it opens a quoted field if that field
  /// is closed properly in the same line; otherwise it is text.
  private func openOrKeepQuote(_ at: Int, lineEnd: Int, sink: UnsafeMutablePointer<RecordSink>) -> Int {
    let parser = memory.parser
    let count = parser.pointee.entry_pos
    if let entry = parser.pointee.entry_buf, (0..<count).allSatisfy({ entry[$0] == 32 }), isClosed(at + 1, lineEnd) {
      parser.pointee.entry_pos = 0
      parser.pointee.quoted = 1
      return at + 1
    }
    sink.pointee.hasLooseQuote = true
    csv_set_opts(parser, 0)
    let taken = csv_parse(parser, memory.buffer + at, 1, addField, endRecord, sink)
    csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    return at + max(1, taken)
  }

  /// Whether a quoted field whose text begins here is closed before the line ends, and a delimiter or the end follows.
  private func isClosed(_ from: Int, _ lineEnd: Int) -> Bool {
    let buffer = memory.buffer
    var index = from
    while index < lineEnd {
      if marks.escape == .backslash, buffer[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if buffer[index] == marks.quote {
        guard index + 1 < lineEnd, buffer[index + 1] == marks.quote else {
          return endsField(afterSpaces(index + 1, lineEnd), lineEnd)
        }
        index += 1
      }
      index += 1
    }
    return false
  }

  /// After a closing quote: spaces before the delimiter are skipped; other text is an error, and is kept unchanged.
  private func passClosingQuote(_ at: Int, lineEnd: Int, sink: UnsafeMutablePointer<RecordSink>) -> Int {
    let next = afterSpaces(at, lineEnd)
    if next > at, endsField(next, lineEnd) { return next }
    let parser = memory.parser
    if sink.pointee.stray == nil {
      let shown = (max(start, at - 1)..<lineEnd).prefix(80).prefix { $0 < at || !endsField($0, lineEnd) }
      sink.pointee.stray = (sink.pointee.fieldCount, shown.map { memory.buffer[$0] })
    }
    // libcsv keeps the closing quote until it knows better. The field goes on as if it had none, so that the quotes of the
    // next fields keep their meaning.
    if parser.pointee.entry_pos > 0 { parser.pointee.entry_pos -= 1 }
    parser.pointee.quoted = 0
    parser.pointee.pstate = 2
    return at
  }

  private func afterSpaces(_ from: Int, _ lineEnd: Int) -> Int {
    var index = from
    while index < lineEnd, memory.buffer[index] == 32, marks.delimiter != 32 { index += 1 }
    return index
  }

  private func endsField(_ index: Int, _ lineEnd: Int) -> Bool {
    guard index < lineEnd else { return true }
    let byte = memory.buffer[index]
    return byte == marks.delimiter || byte == 10 || byte == 13
  }
}

/// The callback of libcsv for the end of each field.
func addField(_ text: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?) {
  guard let sink = context?.assumingMemoryBound(to: RecordSink.self) else { return }
  sink.pointee.add(
    UnsafeBufferPointer(start: text.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, count: count))
}

/// The callback of libcsv for the end of each record.
func endRecord(_ byte: Int32, _ context: UnsafeMutableRawPointer?) {
  context?.assumingMemoryBound(to: RecordSink.self).pointee.isEnded = true
}

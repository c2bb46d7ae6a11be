import CLibCSV
import FormatKit

/// Cuts text into records.
///
/// Text is looked at line by line, so that the place of each record is known exactly: libcsv, which cuts the fields, does
/// not tell places. A line without a quote that begins a record needs no parser: its fields are what stands between the
/// delimiters. All other lines go to libcsv, which remembers between them that a quote is open.
struct CSVScanner {
  /// Where the record last read begins.
  private(set) var recordLine = 1
  private(set) var recordOffset = 0
  /// Whether the record last read holds a NUL byte.
  private(set) var holdsNUL = false
  /// The largest record, in bytes.
  static let maximumRecordBytes = 64 << 20

  private let memory = ScannerMemory()
  private let stream: TextStream
  private let source: String
  private var marks = CSVMarks(delimiter: UInt8(ascii: ","), quote: nil)
  private var start = 0
  private var end = 0
  /// How many bytes of text came before the buffer.
  private var base = 0
  private var line = 1
  private var isAtEnd = false
  /// What ended the source before its end.
  private(set) var failure: FormatError?
  private var lineFeed = ByteFinder(10)
  private var carriageReturn = ByteFinder(13)
  private var nul = ByteFinder(0)
  private var quote = ByteFinder(noByte)
  private var backslash = ByteFinder(noByte)

  /// A byte that valid UTF-8 never holds, for marks that do not occur.
  private static let noByte: UInt8 = 0xFF

  init(_ stream: TextStream, source: String) throws(FormatError) {
    self.stream = stream
    self.source = source
  }

  // MARK: Before the first record

  /// Leaves out lines, whatever they hold, and fills the buffer anew.
  mutating func skipLines(_ count: Int) {
    var skipped = 0
    refill()
    while skipped < count {
      let (_, next, _) = currentLine()
      if next == start, isAtEnd { break }
      let isWhole = next > start && (memory.buffer[next - 1] == 10 || memory.buffer[next - 1] == 13)
      start = next
      if isWhole {
        skipped += 1
        line += 1
      }
    }
    refill()
  }

  /// Takes the delimiter from a first line `sep=;`, as spreadsheets write it, and leaves that line out.
  mutating func takeSeparatorLine() -> UInt8? {
    let (contentEnd, next, _) = currentLine()
    let text = UnsafeBufferPointer(start: memory.buffer + start, count: contentEnd - start)
    guard text.count == 5, text[4] < 0x80, text[4] > 0 else { return nil }
    guard zip(text, "sep=".utf8).allSatisfy({ $0.0 == $0.1 || $0.0 | 0x20 == $0.1 }) else { return nil }
    let delimiter = text[4]
    if next > contentEnd { line += 1 }
    start = next
    return delimiter
  }

  /// As much of the next text as the buffer holds.
  func withSample<Result>(_ body: (CSVSample) -> Result) -> Result {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(memory.buffer + start), count: end - start)
    return body(CSVSample(bytes, isWhole: isAtEnd))
  }

  /// Settles how the text is cut.
  mutating func use(_ marks: CSVMarks) {
    self.marks = marks
    quote = ByteFinder(marks.quote ?? Self.noByte)
    backslash = ByteFinder(marks.escape == .backslash ? UInt8(ascii: "\\") : Self.noByte)
    restoreMarks()
  }

  private func restoreMarks() {
    csv_set_delim(memory.parser, marks.delimiter)
    csv_set_quote(memory.parser, marks.quote ?? Self.noByte)
  }

  // MARK: Records

  /// Reads one record into the sink; false when there is none left.
  mutating func next(into sink: UnsafeMutablePointer<RecordSink>) throws(FormatError) -> Bool {
    let buffer = memory.buffer
    sink.pointee.begin()
    while true {
      let (contentEnd, next, isWhole) = currentLine()
      if start == next {
        if let failure { throw failure }
        return false
      }
      if isWhole, isBlank(start, contentEnd) {
        if next > contentEnd { line &+= 1 }
        start = next
        continue
      }
      recordLine = line
      recordOffset = base &+ start
      holdsNUL = nul.find(buffer, start, end) < contentEnd
      let isPlain = isWhole && quote.find(buffer, start, end) >= contentEnd
      if isPlain, marks.escape == .double || backslash.find(buffer, start, end) >= contentEnd {
        split(start, contentEnd, into: sink)
        if next > contentEnd { line &+= 1 }
        start = next
      } else {
        try parse(into: sink)
      }
      return true
    }
  }

  /// Takes over the fields of a line without quotes.
  @inline(__always)
  private func split(_ start: Int, _ end: Int, into sink: UnsafeMutablePointer<RecordSink>) {
    let buffer = UnsafePointer(memory.buffer)
    var fieldStart = start
    while true {
      let fieldEnd = ByteFinder.position(of: marks.delimiter, in: buffer, fieldStart, end)
      sink.pointee.add(UnsafeBufferPointer(start: buffer + fieldStart, count: fieldEnd &- fieldStart))
      if fieldEnd == end { break }
      fieldStart = fieldEnd &+ 1
    }
  }

  /// Whether a line holds nothing but spaces and tabs that are not delimiters.
  @inline(__always)
  private func isBlank(_ start: Int, _ end: Int) -> Bool {
    if start < end, memory.buffer[start] > 32 { return false }
    for index in start..<end {
      let byte = memory.buffer[index]
      if byte != 32 && byte != 9 || byte == marks.delimiter { return false }
    }
    return true
  }

  /// Reads a record by libcsv, over as many lines as it has.
  private mutating func parse(into sink: UnsafeMutablePointer<RecordSink>) throws(FormatError) {
    let parser = memory.parser
    var openLine = line
    while true {
      let (contentEnd, next, _) = currentLine()
      if start == next {
        if let failure { throw failure }
        if csv_fini(parser, addField, endRecord, sink) != 0 { throw unclosedQuote(openedAt: openLine) }
        return
      }
      if nul.find(memory.buffer, start, end) < contentEnd { holdsNUL = true }
      let countBefore = sink.pointee.fieldCount
      try feed(start, next, into: sink)
      if sink.pointee.fieldCount != countBefore { openLine = line }
      if next > contentEnd { line &+= 1 }
      start = next
      if sink.pointee.isEnded { return }
      if sink.pointee.isCollectingNames, sink.pointee.fieldCount > RecordBatch.maximumColumns {
        throw tooManyColumns(atLeast: sink.pointee.fieldCount)
      }
      if parser.pointee.entry_pos > RecordBatch.maximumFieldBytes {
        throw tooLarge("a field", "16 MiB", openedAt: openLine, isQuoted: parser.pointee.quoted != 0)
      }
      if base + start - recordOffset > Self.maximumRecordBytes {
        throw tooLarge("a record", "64 MiB", openedAt: openLine, isQuoted: parser.pointee.quoted != 0)
      }
    }
  }

  // MARK: libcsv

  /// Hands a slice to libcsv: a line, with its end, or a part of one that is longer than the buffer.
  private mutating func feed(
    _ from: Int, _ to: Int, into sink: UnsafeMutablePointer<RecordSink>
  ) throws(FormatError) {
    var at = from
    while at < to {
      var stop = to
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

  /// Has libcsv take bytes, and tells it what quotes out of place mean; returns how far it came.
  @discardableResult
  private func give(
    _ from: Int, _ to: Int, lineEnd: Int, to sink: UnsafeMutablePointer<RecordSink>
  ) throws(FormatError) -> Int {
    let parser = memory.parser
    var at = from
    while at < to {
      at += csv_parse(parser, memory.buffer + at, to - at, addField, endRecord, sink)
      if at >= to { break }
      guard csv_error(parser) == CSV_EPARSE else {
        throw FormatError(
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

  /// After a closing quote: spaces before the delimiter are passed over; other text is trouble, and is kept as it stands.
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

  // MARK: Lines

  /// The line at `start`: where its content ends and where the next one begins. Not whole when it is longer than the buffer.
  @inline(__always)
  private mutating func currentLine() -> (contentEnd: Int, next: Int, isWhole: Bool) {
    if let (contentEnd, next) = lineInBuffer() { return (contentEnd, next, true) }
    if !isAtEnd {
      refill()
      if let (contentEnd, next) = lineInBuffer() { return (contentEnd, next, true) }
    }
    if isAtEnd {
      // What stands before a failure of the source may be half a line.
      return failure == nil ? (end, end, true) : (start, start, true)
    }
    var stop = end
    while stop > start + 1, memory.buffer[stop - 1] == 13 || memory.buffer[stop - 1] == backslash.byte { stop -= 1 }
    return (stop, stop, false)
  }

  @inline(__always)
  private mutating func lineInBuffer() -> (contentEnd: Int, next: Int)? {
    let buffer = memory.buffer
    let returnAt = carriageReturn.find(buffer, start, end)
    let feedAt = lineFeed.find(buffer, start, end)
    if returnAt < feedAt {
      if returnAt + 1 < end { return (returnAt, buffer[returnAt + 1] == 10 ? returnAt + 2 : returnAt + 1) }
      return isAtEnd ? (returnAt, end) : nil
    }
    return feedAt < end ? (feedAt, feedAt + 1) : nil
  }

  /// Moves what is left to the front and fills the buffer as far as the source has bytes.
  private mutating func refill() {
    let buffer = memory.buffer
    let kept = end - start
    if start > 0 { buffer.update(from: buffer + start, count: kept) }
    base += start
    start = 0
    end = kept
    while !isAtEnd, ScannerMemory.capacity - end >= 16 {
      do throws(FormatError) {
        let free = UnsafeMutableRawBufferPointer(start: buffer + end, count: ScannerMemory.capacity - end)
        let count = try stream.read(into: free)
        if count == 0 { isAtEnd = true }
        end += count
      } catch {
        failure = error
        isAtEnd = true
      }
    }
    lineFeed.forget()
    carriageReturn.forget()
    nul.forget()
    quote.forget()
    backslash.forget()
  }

  // MARK: Trouble

  private func unclosedQuote(openedAt openLine: Int) -> FormatError {
    let value = openText
    return FormatError(
      .csvUnclosedQuote, source: source, at: SourcePosition(line: openLine, byteOffset: recordOffset), value: value,
      "the quoted field that begins with '\(value)' is never closed")
  }

  private func tooLarge(_ what: String, _ limit: String, openedAt openLine: Int, isQuoted: Bool) -> FormatError {
    let opened = isQuoted ? "; its last quoted field begins with '\(openText)'" : ""
    return FormatError(
      .fieldTooLarge, source: source, at: SourcePosition(line: openLine, byteOffset: recordOffset),
      value: isQuoted ? openText : nil, "\(what) is larger than \(limit)\(opened)",
      remedy: isQuoted ? DiagnosticCode.csvUnclosedQuote.remedy : nil)
  }

  func tooManyColumns(atLeast count: Int) -> FormatError {
    FormatError(
      .tooManyColumns, source: source, at: SourcePosition(line: recordLine, byteOffset: recordOffset),
      "the first record has \(count) fields or more")
  }

  /// The beginning of the field that libcsv has not finished.
  private var openText: String {
    guard let entry = memory.parser.pointee.entry_buf else { return "" }
    let shown = UnsafeBufferPointer(start: entry, count: min(40, memory.parser.pointee.entry_pos))
    return String(decoding: shown.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
  }
}

/// What libcsv calls at the end of each field.
private func addField(_ text: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?) {
  guard let sink = context?.assumingMemoryBound(to: RecordSink.self) else { return }
  sink.pointee.add(
    UnsafeBufferPointer(start: text.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, count: count))
}

/// What libcsv calls at the end of each record.
private func endRecord(_ byte: Int32, _ context: UnsafeMutableRawPointer?) {
  context?.assumingMemoryBound(to: RecordSink.self).pointee.isEnded = true
}

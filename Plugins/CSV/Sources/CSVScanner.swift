import CLibCSV
import FormatKit

/// Cuts text into records.
///
/// Text is examined line by line, so that the position of each record is known exactly: libcsv, which cuts the fields,
/// does not give positions. A line without a quote that begins a record needs no parser: its fields are the texts
/// between the delimiters. All other lines go to libcsv, which remembers from line to line that a quote is open.
struct CSVScanner {
  /// The line where the last record begins.
  private(set) var recordLine = 1
  private(set) var recordOffset = 0
  /// The end of the last record, and its line.
  var textOffset: Int { base &+ start }
  /// Whether the record last read holds a NUL byte.
  private(set) var holdsNUL = false
  /// The text of the header, to leave it out where it is repeated.
  var headerText: [UInt8]?
  /// The line where the header was repeated last, and its offset; nil when that was reported.
  var repeatedHeader: (line: Int, byteOffset: Int)?
  /// Whether libcsv cut the record last read, as it does where a line has quotes.
  private(set) var isParsed = false
  /// How many lines the record last read has.
  private(set) var lineCount = 1
  /// The start of the record being parsed in the buffer; nil when it is no longer there.
  private var kept: Int?
  /// The end of its first line, without and with its line end, and the start of its last one, relative to the record's start.
  private var (firstContentEnd, secondStart, lastStart) = (0, 0, 0)
  /// The largest record, in bytes.
  static let maximumRecordBytes = 64 << 20

  /// What is known of the table, to distinguish it from another one after an empty line; nil to treat all lines as records.
  var watch: TableWatch?
  /// What follows the last record of the table.
  var continuation = CSVSample.Continuation.records
  /// Whether it follows without an empty line.
  var isDirectContinuation = false
  /// How many records of the table were examined for that.
  var directChecks = 0
  /// The start of the next table, as far as the first sample shows.
  var sampleEnd: Int?

  let memory = ScannerMemory()
  private let stream: TextStream
  let source: String
  var marks = CSVMarks(delimiter: UInt8(ascii: ","), quote: nil)
  var start = 0
  var end = 0
  /// How many bytes of text came before the buffer.
  private(set) var base = 0
  var line = 1
  private(set) var isAtEnd = false
  /// The error that ended the source before its end.
  private(set) var failure: Problems?
  private var lineFeed = ByteFinder(10)
  private var carriageReturn = ByteFinder(13)
  private var nul = ByteFinder(0)
  var quote = ByteFinder(noByte)
  var backslash = ByteFinder(noByte)

  /// A byte that valid UTF-8 never holds, for marks that do not occur.
  static let noByte: UInt8 = 0xFF

  init(_ stream: TextStream, source: String) throws(Problems) {
    self.stream = stream
    self.source = source
  }

  /// Settles how the text is cut.
  mutating func use(_ marks: CSVMarks) {
    self.marks = marks
    quote = ByteFinder(marks.quote ?? Self.noByte)
    backslash = ByteFinder(marks.escape == .backslash ? UInt8(ascii: "\\") : Self.noByte)
    restoreMarks()
  }

  func restoreMarks() {
    csv_set_delim(memory.parser, marks.delimiter)
    csv_set_quote(memory.parser, marks.quote ?? Self.noByte)
  }

  // MARK: Records

  /// Reads one record into the sink; false after the last one.
  mutating func next(into sink: UnsafeMutablePointer<RecordSink>) throws(Problems) -> Bool {
    kept = nil
    let buffer = memory.buffer
    sink.pointee.begin()
    var isBelowEmptyLine = false
    while true {
      let (contentEnd, next, isWhole) = currentLine()
      if start == next {
        if let failure { throw failure }
        return false
      }
      if isWhole, isBlank(start, contentEnd) {
        if next > contentEnd { line &+= 1 }
        start = next
        isBelowEmptyLine = true
        continue
      }
      if isWhole, isHeader(start, contentEnd) {
        repeatedHeader = (line, textOffset)
        if next > contentEnd { line &+= 1 }
        start = next
        isBelowEmptyLine = false
        continue
      }
      if isBelowEmptyLine, watch != nil {
        isBelowEmptyLine = false
        continuation = judge()
        guard continuation == .records else { return false }
        continue
      }
      recordLine = line
      recordOffset = base &+ start
      holdsNUL = nul.find(buffer, start, end) < contentEnd
      let isPlain = isWhole && quote.find(buffer, start, end) >= contentEnd
      if isPlain, marks.escape == .double || backslash.find(buffer, start, end) >= contentEnd {
        isParsed = false
        split(start, contentEnd, into: sink)
        if next > contentEnd { line &+= 1 }
        start = next
      } else {
        isParsed = true
        try parse(into: sink)
      }
      return true
    }
  }

  /// Takes over the fields of a line without quotes.
  @inline(__always)
  private func split(_ start: Int, _ end: Int, into sink: UnsafeMutablePointer<RecordSink>) {
    if marks.form != .plain { return splitByForm(start, end, into: sink) }
    let buffer = UnsafePointer(memory.buffer)
    var fieldStart = start
    while true {
      let fieldEnd = ByteFinder.position(of: marks.delimiter, in: buffer, fieldStart, end)
      sink.pointee.add(UnsafeBufferPointer(start: buffer + fieldStart, count: fieldEnd &- fieldStart))
      if fieldEnd == end { break }
      fieldStart = fieldEnd &+ 1
    }
  }

  /// The same where the delimiter is more than its character.
  private func splitByForm(_ start: Int, _ end: Int, into sink: UnsafeMutablePointer<RecordSink>) {
    let line = UnsafeBufferPointer(start: UnsafePointer(memory.buffer), count: end)
    func add(_ from: Int, _ to: Int) { sink.pointee.add(UnsafeBufferPointer(rebasing: line[from..<to])) }
    var (fieldStart, index) = (start, start)
    while index < end {
      guard line[index] == marks.delimiter, let next = marks.end(ofDelimiterAt: index, lineStart: start, line) else {
        // A run that is too short is text as a whole.
        repeat { index += 1 } while index < end && line[index] == 32 && line[index - 1] == 32 && marks.delimiter == 32
        continue
      }
      if case .run = marks.form, index == start {
        fieldStart = next
      } else if case .run = marks.form, next == end {
        return add(fieldStart, index)
      } else {
        add(fieldStart, index)
        fieldStart = next
      }
      index = next
    }
    add(fieldStart, end)
  }

  /// Whether a line is the header once more.
  @inline(__always)
  func isHeader(_ start: Int, _ end: Int) -> Bool {
    guard let headerText, end &- start == headerText.count, headerText[0] == memory.buffer[start] else { return false }
    return UnsafeBufferPointer(start: memory.buffer + start, count: end &- start).elementsEqual(headerText)
  }

  /// Whether a line holds nothing but spaces and tabs that are not delimiters.
  @inline(__always)
  private func isBlank(_ start: Int, _ end: Int) -> Bool {
    if start < end, memory.buffer[start] > 32 { return false }
    for index in start..<end {
      let byte = memory.buffer[index]
      if byte != 32 && byte != 9 || byte == marks.delimiter && marks.form == .plain { return false }
    }
    return true
  }

  /// Reads a record by libcsv, over as many lines as it has.
  private mutating func parse(into sink: UnsafeMutablePointer<RecordSink>) throws(Problems) {
    let parser = memory.parser
    var openLine = line
    kept = start
    lineCount = 0
    while true {
      let (contentEnd, next, isWhole) = currentLine()
      if start == next {
        if let failure { throw failure }
        if csv_fini(parser, addField, endRecord, sink) != 0 { throw unclosedQuote(openedAt: openLine) }
        return
      }
      if let kept {
        if lineCount == 0 { (firstContentEnd, secondStart) = (contentEnd - kept, next - kept) }
        lastStart = start - kept
        if !isWhole { self.kept = nil }
      }
      lineCount += 1
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

  // MARK: Lines

  /// The line at `start`: where its content ends and where the next one begins. Not whole when it is longer than the buffer.
  @inline(__always)
  mutating func currentLine() -> (contentEnd: Int, next: Int, isWhole: Bool) {
    if let (contentEnd, next) = lineInBuffer() { return (contentEnd, next, true) }
    if !isAtEnd {
      refill()
      if let (contentEnd, next) = lineInBuffer() { return (contentEnd, next, true) }
    }
    if isAtEnd {
      // The text before a failure of the source may be half a line.
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
  mutating func refill() {
    // A record of many lines is kept as far as there is room, so that its first line can be read again.
    if let from = kept, from == 0, memory.capacity - end < 16, !memory.grow() { kept = nil }
    let from = kept ?? start
    let buffer = memory.buffer
    let count = end - from
    if from > 0 { buffer.update(from: buffer + from, count: count) }
    base += from
    start -= from
    end = count
    if kept != nil { kept = 0 }
    while !isAtEnd, memory.capacity - end >= 16 {
      do throws(Problems) {
        let free = UnsafeMutableRawBufferPointer(start: buffer + end, count: memory.capacity - end)
        let count = try stream.read(into: free)
        if count == 0 { isAtEnd = true }
        end += count
      } catch {
        failure = error
        isAtEnd = true
      }
    }
    forget()
  }

  mutating func forget() {
    lineFeed.forget()
    carriageReturn.forget()
    nul.forget()
    quote.forget()
    backslash.forget()
  }

  // MARK: Going back

  /// The first line of the record that was parsed, without its line end; nil when it is no longer in memory.
  var firstLine: UnsafeBufferPointer<UInt8>? {
    kept.map { UnsafeBufferPointer(start: memory.buffer + $0, count: firstContentEnd) }
  }

  /// The second line, if it has something on it.
  var filledSecondLine: UnsafeBufferPointer<UInt8>? {
    secondLine.flatMap { line in line.allSatisfy { $0 == 32 } ? nil : line }
  }

  /// Whether a line end is before the current position.
  var endsWithLineEnd: Bool { start > 0 && (memory.buffer[start - 1] == 10 || memory.buffer[start - 1] == 13) }

  /// The line after it, if it is in memory.
  var secondLine: UnsafeBufferPointer<UInt8>? {
    guard let kept, kept + secondStart <= end else { return nil }
    let rest = UnsafeBufferPointer(start: memory.buffer + kept + secondStart, count: end - kept - secondStart)
    return UnsafeBufferPointer(rebasing: rest.prefix { $0 != 10 && $0 != 13 })
  }

  /// The last line of the record that was parsed, without its line end.
  var lastLine: UnsafeBufferPointer<UInt8>? {
    guard let kept else { return nil }
    let rest = UnsafeBufferPointer(start: memory.buffer + kept + lastStart, count: start - kept - lastStart)
    return UnsafeBufferPointer(rebasing: rest.prefix { $0 != 10 && $0 != 13 })
  }

  /// The record that was parsed, without its line end.
  var recordText: UnsafeBufferPointer<UInt8>? {
    guard let kept, let last = lastLine else { return nil }
    return UnsafeBufferPointer(start: memory.buffer + kept, count: lastStart + last.count)
  }

  /// How many lines the last record has.
  var lineCountOfRecord: Int { isParsed ? lineCount : 1 }

  /// Goes back to the beginning of the last record, which must be in the buffer.
  mutating func goBackToRecord() {
    start = recordOffset &- base
    line = recordLine
    forget()
  }

  /// Goes back to the end of the first line of the record that was parsed.
  mutating func goToSecondLine() {
    guard let kept else { return }
    start = kept + secondStart
    line = recordLine &+ (secondStart > firstContentEnd ? 1 : 0)
    lineCount = 1
    let parser = memory.parser
    parser.pointee.pstate = 0
    parser.pointee.quoted = 0
    parser.pointee.spaces = 0
    parser.pointee.entry_pos = 0
    parser.pointee.status = 0
    csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    restoreMarks()
    forget()
  }

  // MARK: Problems

  private func unclosedQuote(openedAt openLine: Int) -> Problems {
    let value = openText
    return Problems(
      .csvUnclosedQuote, source: source, at: SourcePosition(line: openLine, byteOffset: recordOffset), value: value,
      "the quoted field that begins with '\(value)' is never closed")
  }

  private func tooLarge(_ what: String, _ limit: String, openedAt openLine: Int, isQuoted: Bool) -> Problems {
    let opened = isQuoted ? "; its last quoted field begins with '\(openText)'" : ""
    return Problems(
      .fieldTooLarge, source: source, at: SourcePosition(line: openLine, byteOffset: recordOffset),
      value: isQuoted ? openText : nil, "\(what) is larger than \(limit)\(opened)",
      remedy: isQuoted ? Problem.Code.csvUnclosedQuote.remedy : nil)
  }

  func tooManyColumns(atLeast count: Int) -> Problems {
    Problems(
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

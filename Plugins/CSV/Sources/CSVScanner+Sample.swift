/// The text that is examined before records are read, and the lines that are skipped above and between tables.
extension CSVScanner {
  /// The known properties of the current table.
  struct TableWatch {
    /// The number of fields in its records.
    let width: Int
    /// The columns that contain only numbers and dates; nil for empty columns.
    let areValues: [Bool?]
    /// Whether records may have fewer fields.
    let isRagged: Bool
    /// Whether they are refused records, of which several next to each other may lack the same fields.
    let areRefused: Bool
  }

  /// The amount of text examined after an empty line.
  private static let blockBytes = 1 << 14

  /// How many records of another number of fields than their table are examined as the header of another one. Each takes as
  /// long as reading a block, and a damaged file may have one in every line.
  private static let directCheckLimit = 100

  /// Skips lines and fills the buffer again. Line breaks within quotes do not count, unless the line is longer than the buffer.
  ///
  /// - Returns: how the first of them begin.
  mutating func skipLines(_ count: Int, quote: UInt8?, delimiter: UInt8?) -> [String] {
    var skipped = 0
    var texts: [String] = []
    refill()
    while skipped < count {
      if end - start < Self.longestSkippedLine { refill() }
      if let end = withSample({ $0.end(ofLineAt: 0, quote: quote, delimiter: delimiter) }), end > 0 {
        if texts.count < CSVSample.keptTexts { texts += withSample { CSVSample.lineTexts($0.bytes[..<end]) } }
        skip(end)
        skipped += 1
        continue
      }
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
    return texts
  }

  /// Skips the lines above an index of the sample, and fills the buffer again.
  mutating func skip(toSampleOffset offset: Int) {
    skip(offset)
    refill()
  }

  private mutating func skip(_ count: Int) {
    let stop = start + count
    for index in start..<stop {
      let isReturn = memory.buffer[index] == 13 && !(index + 1 < end && memory.buffer[index + 1] == 10)
      if memory.buffer[index] == 10 || isReturn { line += 1 }
    }
    start = stop
  }

  /// The longest line, in bytes, that is examined for quotes.
  private static let longestSkippedLine = 1 << 16

  /// Takes the delimiter from a first line `sep=;`, as spreadsheets write it, and skips that line.
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

  /// Calls `body` with the next text in the buffer, up to the next table.
  func withSample<Result>(_ body: (CSVSample) -> Result) -> Result {
    let stop = min(end, max(start, (sampleEnd ?? Int.max - base) - base))
    let bytes = UnsafeBufferPointer(start: UnsafePointer(memory.buffer + start), count: stop - start)
    return body(CSVSample(bytes, isWhole: isAtEnd || sampleEnd != nil))
  }

  /// Ends the sample at an index; false when there is no such index.
  mutating func limitSample(_ place: (CSVSample) -> Int?) -> Bool {
    sampleEnd = nil
    guard let found = withSample(place) else { return false }
    sampleEnd = base + start + found
    return true
  }

  /// Begins the next table, which starts here.
  mutating func beginTable() {
    (watch, sampleEnd, continuation, headerText) = (nil, nil, .records, nil)
    (isDirectContinuation, directChecks) = (false, 0)
    refill()
  }

  /// Whether the record that was just read, of another number of fields than its table, names the columns of another table;
  /// goes back to its beginning if so.
  mutating func beginsTable() -> Bool {
    guard watch != nil, recordOffset >= base, lineCountOfRecord == 1, directChecks < Self.directCheckLimit else {
      return false
    }
    directChecks += 1
    let nextLine = line
    let length = start - (recordOffset - base)
    goBackToRecord()
    continuation = judge(isBelowEmptyLine: false)
    isDirectContinuation = continuation != .records
    if isDirectContinuation { return true }
    // The buffer may have been filled again, with other text before it.
    (start, line) = (start + length, nextLine)
    forget()
    return false
  }

  /// Classifies the text here.
  mutating func judge(isBelowEmptyLine: Bool = true) -> CSVSample.Continuation {
    guard let watch else { return .records }
    if end - start < Self.blockBytes, !isAtEnd { refill() }
    let text = UnsafeBufferPointer(
      start: UnsafePointer(memory.buffer + start), count: min(end - start, Self.blockBytes))
    let sample = CSVSample(text, isWhole: isAtEnd && text.count == end - start)
    return sample.continuation(
      marks, below: watch.width, watch.areValues, isRagged: watch.isRagged, isBelowEmptyLine: isBelowEmptyLine,
      areRefused: watch.areRefused)
  }
}

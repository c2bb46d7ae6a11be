import FormatKit

/// The characters that structure a text.
struct CSVMarks {
  var delimiter: UInt8
  var quote: UInt8?
  var escape = CSVOptions.Escape.double
  var form = DelimiterForm.plain

  /// Takes the place of a delimiter in a text of one column: a byte that valid UTF-8 never contains.
  static let noDelimiter: UInt8 = 0xFE
  var delimiterName: String { delimiter == Self.noDelimiter ? "none" : delimiter.shownInCSV }
}

/// The first bytes of a text, to find out how it is cut. Not for records at large: that is ``CSVScanner``'s work.
struct CSVSample {
  /// The delimiters that can be detected; of two that fit equally well, the earlier one is used.
  static let delimiters: [UInt8] = [9, UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ",")]
  /// How many records are looked at.
  static let recordLimit = 200

  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the text ends where the sample does; if not, its last record is not trusted.
  let isWhole: Bool

  /// How many lines above a table are looked at for what they say.
  static let keptTexts = 40

  /// How the first lines of some bytes begin, without those that are empty.
  static func lineTexts(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [String] {
    bytes.split(maxSplits: keptTexts) { $0 == 10 || $0 == 13 }.prefix(keptTexts)
      .map { line in
        let isPart = { (byte: UInt8) in byte > 32 && !delimiters.contains(byte) }
        guard let last = line.lastIndex(where: isPart) else { return "" }
        return String(decoding: line[...last].drop { !isPart($0) }.prefix(200), as: UTF8.self)
      }.filter { !$0.isEmpty }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// The first records as ranges of bytes, quotes included; blank lines are left out.
  func records(_ marks: CSVMarks, limit: Int = recordLimit) -> [[Range<Int>]] {
    var records: [[Range<Int>]] = []
    var record: [Range<Int>] = []
    var fieldStart = 0
    var isQuoted = false
    var index = 0
    var isBlank = true
    /// The start of the record, and the end of its first line when it has more than one.
    var (recordStart, firstLineEnd) = (0, -1)
    /// The end of the last field, where spaces that are not delimiters follow it.
    var trimmedEnd: Int?
    /// Up to where quotes are text, because with them a line would take in others that it has nothing to do with.
    var literalEnd = 0

    /// Goes back to the first line of a record whose quotes cannot be right.
    func retry() {
      literalEnd = firstLineEnd
      index = recordStart
      (fieldStart, firstLineEnd) = (recordStart, -1)
      record.removeAll(keepingCapacity: true)
      (isQuoted, isBlank) = (false, true)
    }

    func endRecord(at end: Int) {
      if !isBlank {
        record.append(fieldStart..<(trimmedEnd ?? end))
        records.append(record)
      }
      record.removeAll(keepingCapacity: true)
      isBlank = true
      trimmedEnd = nil
    }

    while records.count < limit {
      if index >= bytes.count {
        guard isQuoted, firstLineEnd >= 0, isWhole else { break }
        retry()
      }
      let byte = bytes[index]
      if isQuoted {
        if byte == UInt8(ascii: "\\"), marks.escape == .backslash {
          index += 1
        } else if byte == marks.quote {
          isQuoted = false
          if firstLineEnd >= 0, index + 1 < bytes.count, !mayFollowQuote(bytes[index + 1], marks) {
            retry()
            continue
          }
        } else if byte == 10 || byte == 13, firstLineEnd < 0 {
          firstLineEnd = index
        }
      } else if byte == marks.delimiter, let end = marks.end(ofDelimiterAt: index, lineStart: recordStart, bytes) {
        if case .run = marks.form, index == recordStart || end == bytes.count || bytes[end] == 10 || bytes[end] == 13 {
          // Spaces at either end of a line are not delimiters.
          if index == recordStart { fieldStart = end } else { trimmedEnd = index }
        } else {
          record.append(fieldStart..<index)
          fieldStart = end
          isBlank = false
        }
        index = end - 1
      } else if byte == 10 || byte == 13 {
        endRecord(at: index)
        fieldStart = index + 1
        (recordStart, firstLineEnd) = (index + 1, -1)
      } else if byte == marks.quote, index >= literalEnd, beginsQuoted(fieldStart..<index, marks) {
        isQuoted = true
        isBlank = false
      } else if byte == UInt8(ascii: "\\"), marks.escape == .backslash {
        isBlank = false
        index += 1
      } else if byte != 32, byte != 9 {
        isBlank = false
      }
      index += 1
    }
    if records.count < limit, isWhole || records.isEmpty { endRecord(at: bytes.count) }
    return records
  }

  /// Whether a quote after this much of a field opens it (nothing but spaces before) or, doubled, reopens it.
  private func beginsQuoted(_ before: Range<Int>, _ marks: CSVMarks) -> Bool {
    if before.isEmpty || bytes[before.upperBound - 1] == marks.quote { return true }
    return bytes[before].allSatisfy { $0 == 32 }
  }

  /// Whether a byte may come after a quote that closes a field or is the first of two.
  private func mayFollowQuote(_ byte: UInt8, _ marks: CSVMarks) -> Bool {
    byte == marks.delimiter || byte == marks.quote || byte == 10 || byte == 13 || byte == 32
  }

  /// The range of a field's text, without quotes and the spaces around them.
  func content(of field: Range<Int>, quote: UInt8?) -> Range<Int> {
    var (start, end) = (field.lowerBound, field.upperBound)
    while start < end, bytes[start] == 32 { start += 1 }
    while end > start, bytes[end - 1] == 32 { end -= 1 }
    guard let quote, end - start >= 2, bytes[start] == quote, bytes[end - 1] == quote else { return field }
    return (start + 1)..<(end - 1)
  }

  /// Whether nearly every other byte of the beginning is NUL, as in UTF-16 without a byte-order mark that does not begin
  /// with ASCII.
  var looksLikeUTF16: Bool {
    let beginning = bytes.prefix(64)
    let even = stride(from: 0, to: beginning.count, by: 2).count { beginning[$0] == 0 }
    let odd = stride(from: 1, to: beginning.count, by: 2).count { beginning[$0] == 0 }
    return beginning.count >= 4 && max(even, odd) * 20 >= (beginning.count - 1) * 9 && min(even, odd) == 0
  }

  /// How well a delimiter fits.
  struct Fit {
    let delimiter: UInt8
    /// The number of fields that most records have.
    let columns: Int
    /// How many of the records have that number, 0 to 1.
    let share: Double
    let recordCount: Int
    let score: Double
  }

  /// How well a delimiter cuts the sample into records of one length; nil when it does not occur to any purpose.
  func fit(of marks: CSVMarks) -> Fit? {
    let found = records(marks)
    let counts = found.map(\.count)
    guard let first = counts.first, counts.contains(where: { $0 > 1 }) else { return nil }
    var frequencies: [Int: Int] = [:]
    for count in counts { frequencies[count, default: 0] += 1 }
    guard let mode = frequencies.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
    let share = Double(mode.value) / Double(counts.count)
    if first == 1 {
      // A first line without the delimiter is a title above the table, or the delimiter is just a mark in prose.
      let rest = counts.dropFirst()
      let regular = Double(rest.count { $0 == mode.key }) / Double(max(1, rest.count))
      let isRemark = bytes[found[0][0]].first == UInt8(ascii: "#")
      guard mode.key > 1, rest.count > 1, regular >= (isRemark || mode.key > 2 ? 0.5 : 0.8),
        !isText(marks.delimiter, in: found)
      else { return nil }
    }
    let score = share * (first == mode.key ? 1 : first == 1 ? 0.5 : 0.8) * (mode.key > 1 ? 1 : 0.3)
    return Fit(delimiter: marks.delimiter, columns: mode.key, share: share, recordCount: counts.count, score: score)
  }

  /// Whether the delimiter is always followed by a space, as a comma in a sentence or a name is, or is always between
  /// digits, as a decimal mark is.
  private func isText(_ delimiter: UInt8, in records: [[Range<Int>]]) -> Bool {
    let places = records.flatMap { $0.dropFirst().map(\.lowerBound) }
    let isDigit = { (index: Int) in index >= 0 && index < bytes.count && (48...57).contains(bytes[index]) }
    return places.allSatisfy { $0 == bytes.count || bytes[$0] == 32 }
      || places.allSatisfy { isDigit($0) && isDigit($0 - 2) }
  }

  /// The delimiter that fits best; nil when the text has a single column.
  func bestFit(quote: UInt8?, escape: CSVOptions.Escape) -> Fit? {
    let fits = Self.delimiters.compactMap { fit(of: CSVMarks(delimiter: $0, quote: quote, escape: escape)) }
    var best: Fit?
    for fit in fits {
      guard let leader = best else {
        best = fit
        continue
      }
      let isWider = fit.columns > leader.columns && (fit.share < 1 || fit.recordCount == 1)
      if fit.score > leader.score || (fit.score == leader.score && isWider) { best = fit }
    }
    return best
  }

  private func contains(_ byte: UInt8) -> Bool {
    bytes.baseAddress.map { ByteFinder.position(of: byte, in: $0, 0, bytes.count) < bytes.count } ?? false
  }

  /// The single quote when every field of the first records is in one, numbers aside, or when those of some columns always
  /// are, even next to double quotes; else the double quote.
  func bestQuote(delimiter: UInt8?) -> UInt8 {
    let single = UInt8(ascii: "'")
    let double = UInt8(ascii: "\"")
    guard contains(single) else { return double }
    for candidate in delimiter.map({ [$0] }) ?? Self.delimiters {
      let marks = CSVMarks(delimiter: candidate, quote: single)
      let found = records(marks, limit: 20)
      let isEnclosed = found.allSatisfy { record in
        record.count > 1 && record.contains { isWithin(single, $0) }
          && record.allSatisfy { isWithin(single, $0) || isNumber($0) }
      }
      if found.count > 1, isEnclosed || encloses(columnsOf: found, marks) { return single }
    }
    return double
  }

  /// Whether the quote is around all fields of some columns and begins no field of the others, below a header without it, and
  /// delimiters within it show that it is one.
  private func encloses(columnsOf records: [[Range<Int>]], _ marks: CSVMarks) -> Bool {
    guard let quote = marks.quote, let header = records.first, header.count > 1,
      records.allSatisfy({ $0.count == header.count }), !header.contains(where: { isWithin(quote, $0) })
    else { return false }
    let body = records.dropFirst()
    let areConsistent = header.indices.allSatisfy { column in
      let filled = body.map { $0[column] }.filter { !$0.isEmpty }
      return filled.allSatisfy { isWithin(quote, $0) } || !filled.contains { bytes[$0.lowerBound] == quote }
    }
    return areConsistent
      && body.contains { record in
        record.contains { isWithin(quote, $0) && bytes[$0].contains(marks.delimiter) }
      }
  }

  private func isWithin(_ quote: UInt8, _ field: Range<Int>) -> Bool {
    field.count >= 2 && bytes[field.lowerBound] == quote && bytes[field.upperBound - 1] == quote
  }

  private func isNumber(_ field: Range<Int>) -> Bool {
    bytes[field].allSatisfy { (43...57).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// Whether quotes within quoted fields have a backslash before them: without it they would be out of place.
  func hasBackslashedQuotes(quote: UInt8, delimiter: UInt8?) -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard contains(backslash), zip(bytes, bytes.dropFirst()).contains(where: { $0 == backslash && $1 == quote }),
      let delimiter = delimiter ?? bestFit(quote: quote, escape: .backslash)?.delimiter
    else { return false }
    let marks = CSVMarks(delimiter: delimiter, quote: quote, escape: .backslash)
    return strayQuotes(marks) == 0 && strayQuotes(CSVMarks(delimiter: delimiter, quote: quote)) > 0
  }

  /// How many quotes that close a field are followed by text, and whether the last one is open at the end of the text.
  private func strayQuotes(_ marks: CSVMarks) -> Int {
    var (count, index, isQuoted, isAtStart) = (0, 0, false, true)
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 10
      if isQuoted, byte == UInt8(ascii: "\\"), marks.escape == .backslash {
        index += 1
      } else if isQuoted, byte == marks.quote {
        if next == marks.quote {
          index += 1
        } else {
          isQuoted = false
          let follower = bytes[(index + 1)...].first { $0 != 32 } ?? 10
          if ![marks.delimiter, 10, 13].contains(follower) { count += 1 }
        }
      } else if !isQuoted {
        if isAtStart, byte == marks.quote { isQuoted = true }
        isAtStart = byte == marks.delimiter || byte == 10 || byte == 13 || isAtStart && byte == 32
      }
      index += 1
    }
    return count + (isQuoted && isWhole ? 1 : 0)
  }

  /// How sure it is that this is a table in text, and why.
  func confidence(extension fileExtension: String) -> Confidence {
    if rejectSignature != nil { return Confidence(90, "begins with the columns of a file of refused records") }
    let isNamed = ["csv", "tsv", "tab", "psv"].contains(fileExtension)
    guard let first = bytes.first(where: { $0 > 32 }) else { return .none }
    if bytes.contains(0) {
      return isNamed && !bytes.starts(with: Array("PK".utf8))
        ? Confidence(52, "named .\(fileExtension), though it holds NUL bytes") : .none
    }
    if let reason = foreignSignature(first) { return Confidence(isNamed ? 40 : 5, reason) }
    guard let fit = bestFit(quote: bestQuote(delimiter: nil), escape: .double), fit.columns > 1 || isNamed else {
      return Confidence(isNamed ? 55 : fileExtension == "txt" ? 15 : 10, "text of one column")
    }
    let shown = "\(fit.columns) fields separated by \(fit.delimiter.shownInCSV)"
    let isRegular = fit.share >= 0.9 && fit.recordCount > 1
    let reason = "\(Int(fit.share * 100)) % of the first \(fit.recordCount) records have \(shown)"
    return Confidence((isRegular ? 60 : 35) + (isNamed ? 25 : 0), reason)
  }

  /// Why the text looks like another format's; nil when it does not.
  private func foreignSignature(_ first: UInt8) -> String? {
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return "begins like JSON"
    case UInt8(ascii: "<"): return "begins like XML"
    default: break
    }
    for signature in ["ISA", "UNA", "UNB"] where bytes.starts(with: Array(signature.utf8)) {
      guard bytes.count > 3 else { return nil }
      let next = bytes[3]
      let isMark = next > 32 && next < 0x7F && next != UInt8(ascii: ",") && next != UInt8(ascii: ";")
      let isAlphanumeric = (48...57).contains(next) || (65...90).contains(next & 0xDF)
      if isMark, !isAlphanumeric { return "begins like an EDI interchange" }
    }
    return nil
  }
}

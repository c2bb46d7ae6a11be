/// Tables that follow each other in one text, with an empty line between them.
extension CSVSample {
  /// The type of the text after an empty line.
  enum Continuation: Equatable {
    /// Records of the table above, or text that is not a table.
    case records
    /// Another table, whose header begins here, below a title if there is one.
    case table(Int)
    /// A line that may be a record or the header of another table.
    case doubtful
  }

  /// The maximum number of records examined to distinguish another table from records.
  private static let blockLimit = 20
  /// The maximum number of empty lines examined in a sample.
  private static let emptyLineLimit = 32

  /// Classifies the text after an empty line.
  ///
  /// A header is a line of distinct words above at least one record. It belongs to another table if all records down to
  /// the next empty line have as many fields as the header, and the table above has a different number. If the numbers
  /// are equal, there must be words above values, and words in a column of values or every column must be one of
  /// values. Otherwise words above a column of values may be a record.
  ///
  /// - Parameters:
  ///   - width: the number of fields in the records of the table above.
  ///   - areValues: which of its columns contain only numbers and dates.
  ///   - isRagged: whether records may have fewer fields.
  ///   - isBelowEmptyLine: whether an empty line is above.
  ///   - areRefused: whether refused records are above, below which only names with the columns of refused records begin a table.
  func continuation(
    _ marks: CSVMarks, below width: Int, _ areValues: [Bool?], isRagged: Bool, isBelowEmptyLine: Bool = true,
    areRefused: Bool = false
  ) -> Continuation {
    if let signature = rejectSignature, signature.delimiter == marks.delimiter { return .table(0) }
    guard isBelowEmptyLine else {
      return areRefused ? .records : directContinuation(marks, below: width, isRagged: isRagged)
    }
    var block = block(marks)
    if block.count > 2, width > 1, block[0].count == 1 { block.removeFirst() }
    guard block.count > 1, let header = block.first, header.count > 1, let start = header.first?.lowerBound,
      isHeader(header, marks)
    else { return .records }
    let beneath = block.dropFirst()
    if header.count > width || header.count < width && !isRagged {
      if beneath.allSatisfy({ $0.count == header.count }) { return .table(start) }
      return beneath.contains { $0.count == header.count } ? .doubtful : .records
    }
    let below = self.areValues(beneath, marks)
    let pairs = zip(areValues, below)
    guard below.contains(true), pairs.contains(where: { $0.0 == true }) else { return .records }
    let isOther = pairs.contains { $0 == true && $1 == false } || areValues.allSatisfy { $0 == true }
    return isOther ? .table(start) : .doubtful
  }

  /// Classifies a line of another number of fields directly below records.
  ///
  /// It is a header if it consists of distinct words, at least two records of its width follow, down to the next empty line,
  /// and a word is above values.
  private func directContinuation(_ marks: CSVMarks, below width: Int, isRagged: Bool) -> Continuation {
    guard let first = records(marks, limit: 1).first, first.count != width, isHeader(first, marks) else {
      return .records
    }
    let block = block(marks)
    guard block.count > 2, let header = block.first, header.count != width, header.count > width || !isRagged,
      let start = header.first?.lowerBound, isHeader(header, marks),
      block.allSatisfy({ $0.count == header.count }), areValues(block.dropFirst(), marks).contains(true)
    else { return .records }
    return .table(start)
  }

  /// The end of the first table in the sample, where another one begins or may begin after an empty line; nil otherwise.
  ///
  /// A line with at most two filled cells may be a title above a table, unless it has values below words.
  func endOfTable(_ marks: CSVMarks, isRagged: Bool) -> Int? {
    var (start, tried) = (0, 0)
    var (hasText, isBelowEmptyLine) = (false, false)
    // The line and the number of fields of the table, to see where that changes.
    var (line, width) = (0, 0)
    while start < bytes.count, tried < Self.emptyLineLimit,
      let end = end(ofLineAt: start, quote: marks.quote, delimiter: marks.delimiter)
    {
      if isEmptyLine(start..<end, marks) {
        isBelowEmptyLine = hasText
      } else {
        line += 1
        let count = line <= Self.recordLimit ? fieldCount(start..<end, marks) : width
        defer { width = count }
        if isBelowEmptyLine || hasText && count != width {
          tried += 1
          let above = CSVSample(UnsafeBufferPointer(rebasing: bytes[..<start]), isWhole: true)
          let rest = CSVSample(UnsafeBufferPointer(rebasing: bytes[start...]), isWhole: isWhole)
          if rest.beginsTable(below: above, marks, isRagged: isRagged, isBelowEmptyLine: isBelowEmptyLine) {
            return start
          }
        }
        (hasText, isBelowEmptyLine) = (true, false)
      }
      start = end
    }
    return nil
  }

  private func fieldCount(_ line: Range<Int>, _ marks: CSVMarks) -> Int {
    CSVSample(UnsafeBufferPointer(rebasing: bytes[line]), isWhole: true).records(marks, limit: 1).first?.count ?? 0
  }

  private func beginsTable(
    below above: CSVSample, _ marks: CSVMarks, isRagged: Bool, isBelowEmptyLine: Bool
  ) -> Bool {
    if !isBelowEmptyLine {
      guard let first = self.records(marks, limit: 1).first, isHeader(first, marks) else { return false }
    }
    let records = above.records(marks, limit: Self.recordLimit)
    guard let header = records.first else { return false }
    let beneath = records.dropFirst()
    let areValues = above.areValues(beneath, marks)
    let found = continuation(
      marks, below: header.count, areValues, isRagged: isRagged, isBelowEmptyLine: isBelowEmptyLine,
      areRefused: above.startOfRejectNames != nil)
    guard found != .records else { return false }
    if rejectSignature != nil { return above.startOfRejectNames != nil }
    return beneath.count > (!isBelowEmptyLine || header.count < 3 ? 1 : 0) && above.isHeader(header, marks)
      && (header.count > 2 || areValues.contains(true))
      && beneath.count(where: { $0.count == header.count }) * 10 >= beneath.count * 9
  }

  /// The columns that contain only numbers and dates; nil for empty columns.
  func areValues(_ records: some Sequence<[Range<Int>]>, _ marks: CSVMarks) -> [Bool?] {
    var found: [Bool?] = []
    for record in records {
      while found.count < record.count { found.append(nil) }
      for (column, field) in record.enumerated() where found[column] != false {
        let look = look(field, marks)
        if look != .empty { found[column] = look != .text }
      }
    }
    return found
  }

  /// Whether all cells of a record are words, and no two are equal.
  private func isHeader(_ record: [Range<Int>], _ marks: CSVMarks) -> Bool {
    guard record.count > 1, record.allSatisfy({ look($0, marks) == .text }) else { return false }
    return Set(record.map { Array(bytes[content(of: $0, quote: marks.quote)]) }).count == record.count
  }

  /// The first records, down to the next empty line.
  private func block(_ marks: CSVMarks) -> [[Range<Int>]] {
    var (start, count) = (0, 0)
    while start < bytes.count, count < Self.blockLimit,
      let end = end(ofLineAt: start, quote: marks.quote, delimiter: marks.delimiter),
      !isEmptyLine(start..<end, marks)
    {
      start = end
      count += 1
    }
    return CSVSample(UnsafeBufferPointer(rebasing: bytes[..<start]), isWhole: true).records(
      marks, limit: Self.blockLimit)
  }

  private func isEmptyLine(_ line: Range<Int>, _ marks: CSVMarks) -> Bool {
    bytes[line].allSatisfy { [9, 10, 13, 32].contains($0) && ($0 != marks.delimiter || marks.form != .plain) }
  }
}

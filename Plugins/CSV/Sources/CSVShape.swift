import FormatKit

/// How many fields the first records of a table have, and which of its columns have quotes without need.
struct CSVShape {
  /// How many records were looked at, the header not among them.
  let recordCount: Int
  /// How many of them have each number of fields.
  let counts: [Int: Int]
  /// The number of fields that most of them have; nil without records.
  let usual: Int?
  /// The start of the first of these records in the sample.
  let usualStart: Int?
  /// Where the first record of each number of fields begins in the sample, and how many line ends are before it.
  let starts: [Int: (byteOffset: Int, lines: Int)]
  /// The number of filled fields, up to the last one, of the fullest record of each number of fields.
  let fullest: [Int: Int]
  /// The columns with an empty field in some record of the usual number of fields.
  let areSometimesEmpty: [Bool]
  /// The columns with a value in some record of the usual number of fields.
  let areSometimesFilled: [Bool]
  /// A line below the first that looks like the header, and whether records below it have fewer fields; nil without one.
  let namesBelow: (start: Int, isRagged: Bool)?
  /// The number of lines above it, and above the header of the table.
  var linesAboveNames = 0
  var linesAboveHeader = 0
  /// The position where the sample begins; for messages.
  var origin: (line: Int, byteOffset: Int) = (1, 0)
  /// The number of lines to skip so that the table begins with that record; for messages.
  var skippedLines = 0
  /// How many records of the usual number of fields end with empty ones after each number of fields.
  fileprivate let filledCounts: [Int: Int]
  /// Whether a column has quotes around texts that need none, so that a quote within it is not expected to be text.
  let hasNeedlessQuotes: [Bool]
  /// Whether two columns next to each other contain only numbers and dates.
  var hasAdjacentValues: Bool { zip(areValues, areValues.dropFirst()).contains { $0 == true && $1 == true } }
  /// Whether any field is in quotes.
  let hasQuotedFields: Bool
  /// The columns that contain only numbers and dates; nil for empty columns.
  let areValues: [Bool?]
  /// Whether every delimiter, also in the header, has a space after it, or on either side.
  let spaces: CSVOptions.Spaces
  /// Whether names of columns have quotes that they do not need.
  let hasNeedlessQuotesInHeader: Bool
  /// The text of the header as in the file; nil when it has several lines or a single name.
  let headerText: [UInt8]?
  /// Whether the first fields are names of rows as R writes them: in quotes like the header, while other fields have none, or
  /// numbers from 1 on.
  let looksLikeRowNames: Bool

  /// Whether the first fields of the records count 0, 1, 2 and on: so pandas writes the index of a table, with an empty name.
  let isCountedFromZero: Bool

  /// How many of the records have the usual number of fields.
  private var usualCount: Int { usual.flatMap { counts[$0] } ?? 0 }

  /// Whether all records, or all but a few, have the usual number of fields.
  var isNearlyAll: Bool {
    recordCount - usualCount <= max(recordCount / 10, recordCount >= 3 ? 1 : 0)
  }

  /// Whether nearly all records are empty beyond a number of fields, so that the others are the exceptions.
  func isNearlyAlwaysEmpty(beyond width: Int) -> Bool {
    let others = filledCounts.filter { $0.key > width }.values.reduce(0, +)
    return others <= max(recordCount / 10, recordCount >= 3 ? 1 : 0)
  }

  /// Whether all records of the usual number of fields are empty beyond a number of them.
  func isAlwaysEmpty(beyond width: Int) -> Bool { filledCounts.keys.allSatisfy { $0 <= width } }

  /// Whether hardly any record has that many fields, and there are enough records to judge.
  func hardlyHas(_ width: Int) -> Bool {
    recordCount >= 3 && (counts[width] ?? 0) * 10 <= recordCount && usual != width
  }

  /// Whether records may lack their last fields: several do, or all of these are empty in some record.
  func mayLack(after count: Int, of width: Int) -> Bool {
    if counts.filter({ $0.key < width }).values.reduce(0, +) >= 3 { return true }
    return usual != width || areSometimesEmpty.dropFirst(count).allSatisfy { $0 }
  }

  /// For messages: `15 of the first 40 records have 2 or 3 fields`.
  func shown(_ widths: [Int]) -> String {
    let count = widths.reduce(0) { $0 + (counts[$1] ?? 0) }
    let all = widths.map(String.init)
    let fields = ([all.dropLast().joined(separator: ", ")].filter { !$0.isEmpty } + all.suffix(1)).joined(
      separator: " or ")
    let share = count == recordCount ? "all of the first \(recordCount)" : "\(count) of the first \(recordCount)"
    return "\(share) records have \(fields) field\(widths == [1] ? "" : "s")"
  }

  /// The delimiter other than the table's that cuts a text into as many fields as the table has; nil without one, or
  /// words would be above a column of values.
  func otherDelimiter(in text: String, width: Int, than own: UInt8) -> UInt8? {
    guard width > 1 else { return nil }
    return (CSVSample.delimiters + [32]).first { candidate in
      guard candidate != own else { return false }
      let pieces = text.utf8.split(separator: candidate, omittingEmptySubsequences: candidate == 32)
      guard pieces.count == width else { return false }
      let columns = zip(pieces, areValues)
      let fits = columns.allSatisfy { piece, isValue in isValue != true || CSVSample.isValue(Array(piece)) }
      return fits && (candidate != 32 || columns.contains { $1 == true })
    }
  }

  /// Whether all records of one number of fields are empty beyond a number of them.
  func isEmpty(beyond width: Int, of count: Int) -> Bool { (fullest[count] ?? 0) <= width }

  /// For messages: `83 of the first 84 records have 4 fields`.
  var shown: String {
    let fields = "\(usual ?? 0) field\(usual == 1 ? "" : "s")"
    if usualCount == recordCount { return "all of the first \(recordCount) records have \(fields)" }
    return "\(usualCount) of the first \(recordCount) records have \(fields)"
  }
}

extension CSVSample {
  /// The shape of the records after those of the header.
  func shape(_ marks: CSVMarks, headerRecords: Int) -> CSVShape {
    let found = records(marks, limit: Self.recordLimit + headerRecords)
    let beneath = found.dropFirst(headerRecords)
    let counts = Dictionary(grouping: beneath, by: \.count).mapValues(\.count)
    let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    let usualStart = found.first { $0.count == usual }?.first?.lowerBound
    let cells = cells(of: beneath, usual: usual, marks)
    let header = headerRecords == 1 ? found.first : nil
    // A quote within a name would be all that is left of two names with a delimiter between.
    let isQuotedHeader =
      header?.allSatisfy { isQuoted($0, marks) && hasNeedlessQuotes($0, marks) } ?? false
    let hasRowNames =
      isQuotedHeader && !beneath.isEmpty
      && beneath.allSatisfy { record in
        isQuoted(record[0], marks) && record.dropFirst().contains { !$0.isEmpty && !isQuoted($0, marks) }
      }
    return CSVShape(
      recordCount: beneath.count, counts: counts, usual: usual, usualStart: usualStart,
      starts: starts(of: beneath), fullest: cells.fullest, areSometimesEmpty: cells.areSometimesEmpty,
      areSometimesFilled: cells.areSometimesFilled,
      namesBelow: namesBelow(found, marks), filledCounts: cells.filledCounts,
      hasNeedlessQuotes: cells.haveNeedlessQuotes,
      hasQuotedFields: cells.hasQuotes,
      areValues: areValues(beneath, marks), spaces: spaces(aroundDelimitersOf: found, marks),
      hasNeedlessQuotesInHeader: header?.contains { hasNeedlessQuotes($0, marks) } ?? false,
      headerText: header.flatMap { text(ofHeader: $0) },
      looksLikeRowNames: hasRowNames || isCounted(beneath, from: 1, marks),
      isCountedFromZero: isCounted(beneath, from: 0, marks))
  }

  /// What the cells of the records have in common.
  private struct Cells {
    var filledCounts: [Int: Int] = [:]
    var fullest: [Int: Int] = [:]
    var haveNeedlessQuotes: [Bool] = []
    var areSometimesEmpty: [Bool] = []
    var areSometimesFilled: [Bool] = []
    var hasQuotes = false
  }

  private func cells(of records: ArraySlice<[Range<Int>]>, usual: Int?, _ marks: CSVMarks) -> Cells {
    var cells = Cells()
    cells.haveNeedlessQuotes = Array(repeating: false, count: records.isEmpty ? 0 : usual ?? 0)
    cells.areSometimesEmpty = cells.haveNeedlessQuotes
    cells.areSometimesFilled = cells.haveNeedlessQuotes
    for record in records {
      var filled = 0
      for (column, field) in record.enumerated() {
        let isEmpty = bytes[content(of: field, quote: marks.quote)].allSatisfy { $0 == 32 }
        if !isEmpty { filled = column + 1 }
        if !cells.hasQuotes, isQuoted(field, marks) { cells.hasQuotes = true }
        guard record.count == usual else { continue }
        if isEmpty { cells.areSometimesEmpty[column] = true } else { cells.areSometimesFilled[column] = true }
        if hasNeedlessQuotes(field, marks) { cells.haveNeedlessQuotes[column] = true }
      }
      cells.fullest[record.count] = max(filled, cells.fullest[record.count] ?? 0)
      if record.count == usual { cells.filledCounts[filled, default: 0] += 1 }
    }
    return cells
  }

  private func starts(of records: ArraySlice<[Range<Int>]>) -> [Int: (byteOffset: Int, lines: Int)] {
    var starts: [Int: (byteOffset: Int, lines: Int)] = [:]
    for record in records where starts[record.count] == nil {
      guard let start = record.first?.lowerBound else { continue }
      starts[record.count] = (start, lineEnds(before: start))
    }
    return starts
  }

  private func lineEnds(before place: Int) -> Int {
    (0..<place).count { index in
      bytes[index] == 10 || bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
    }
  }

  /// Whether the first fields of records count on from a number.
  private func isCounted(_ records: ArraySlice<[Range<Int>]>, from first: Int, _ marks: CSVMarks) -> Bool {
    records.count > 1
      && records.enumerated().allSatisfy { index, record in
        record.first.map { String(decoding: bytes[content(of: $0, quote: marks.quote)], as: UTF8.self) }
          == "\(first + index)"
      }
  }

  private func spaces(aroundDelimitersOf records: [[Range<Int>]], _ marks: CSVMarks) -> CSVOptions.Spaces {
    guard records.count >= 3, marks.delimiter != 32 else { return .kept }
    let hasSpaces = records.allSatisfy { record in
      record.dropFirst().allSatisfy { $0.isEmpty || bytes[$0.lowerBound] == 32 }
    }
    guard hasSpaces, records.contains(where: { $0.dropFirst().contains { $0.count > 1 } }) else { return .kept }
    let isAround = records.allSatisfy { record in
      record.dropLast().allSatisfy { $0.isEmpty || bytes[$0.upperBound - 1] == 32 }
    }
    return isAround ? .around : .after
  }

  private func text(ofHeader fields: [Range<Int>]) -> [UInt8]? {
    guard fields.count > 1, let first = fields.first, let last = fields.last else { return nil }
    let text = bytes[first.lowerBound..<last.upperBound]
    return text.contains(10) || text.contains(13) || text.count > 1 << 14 ? nil : Array(text)
  }

  private func isQuoted(_ field: Range<Int>, _ marks: CSVMarks) -> Bool {
    content(of: field, quote: marks.quote) != field
  }

  /// Whether a field has quotes around it and nothing in it that needs them.
  private func hasNeedlessQuotes(_ field: Range<Int>, _ marks: CSVMarks) -> Bool {
    let inner = content(of: field, quote: marks.quote)
    guard inner != field else { return false }
    let text = bytes[inner]
    if text.first == 32 || text.last == 32 { return false }
    return text.allSatisfy { $0 != marks.delimiter && $0 != marks.quote && $0 != 10 && $0 != 13 }
  }
}

/// Whether the first record holds names.
extension CSVSample {
  /// The form of a cell.
  enum Look {
    case empty, number, date, text
  }

  /// Whether the first record names the columns, and how that is known.
  ///
  /// A first record of names with data beneath is by far the usual case, so it takes a number or a date at the top of a
  /// column of the same kind, and no column whose top is a word above numbers, to say that there are no names.
  func judgeHeader(_ marks: CSVMarks) -> (isHeader: Bool, evidence: String) {
    let found = records(marks)
    guard let first = found.first else { return (true, "nothing else to go by") }
    let looks = first.map { look($0, marks) }
    guard looks.contains(.number) || looks.contains(.date) else {
      return (true, "the first record holds no number and no date")
    }
    if found.count == 1, !isWhole { return (true, "nothing but the first record was looked at") }
    if found.count == 1 { return (false, "the only record holds numbers or dates") }
    var hasDataOnTop = false
    for (column, top) in looks.enumerated() where top != .empty {
      let beneath = found.dropFirst().compactMap { column < $0.count ? look($0[column], marks) : nil }
        .filter { $0 != .empty }
      guard let kind = beneath.first, kind != .text, beneath.allSatisfy({ $0 == kind }) else { continue }
      if top == .text { return (true, "a word is above numbers or dates") }
      if top == kind { hasDataOnTop = true }
    }
    guard hasDataOnTop else { return (true, "what stands beneath the numbers of the first record is of another kind") }
    let numbers = zip(first, looks).filter { $0.1 == .number }.map { bytes[content(of: $0.0, quote: marks.quote)] }
    let areYears = numbers.allSatisfy { $0.count == 4 && ($0.starts(with: [49, 57]) || $0.starts(with: [50, 48])) }
    if looks.contains(.text), !looks.contains(.date), areYears, Set(numbers.map(Array.init)).count == numbers.count,
      numbers.count > 1
    {
      return (true, "the numbers of the first record are years")
    }
    return (false, "the first record holds numbers or dates like those beneath")
  }

  /// The number of words in (nearly) every line of a text of one column, where they look like fields; nil otherwise.
  ///
  /// Two words may be a name. So there must be three, or all lines must have a number or a date in the same position.
  func wordsLikeFields(quote: UInt8?) -> Int? {
    var marks = CSVMarks(delimiter: 32, quote: quote)
    marks.form = form(of: marks)
    let found = records(marks)
    // A header of one word may be above records of several.
    guard found.count > 2, let first = found.first?.count,
      case let columns = first > 1 ? first : found[1].count, columns > 1,
      found.count(where: { $0.count == columns }) * 10 >= (found.count - (first > 1 ? 0 : 1)) * 9
    else { return nil }
    let records = found.dropFirst().filter { $0.count == columns }
    guard records.allSatisfy({ $0.allSatisfy { !$0.isEmpty } }) else { return nil }
    let hasValues = (0..<columns).contains { column in
      records.allSatisfy { [.number, .date].contains(look($0[column], marks)) }
    }
    return first > 1 && columns > 2 || hasValues ? columns : nil
  }

  /// The start of the header below titles, as in a report for people; 0 when there is no good evidence of titles.
  ///
  /// Titles fill at most two cells of a table of three columns or more. The header beneath them consists of distinct
  /// words, at least one of them above numbers or dates.
  func endOfTitles(_ marks: CSVMarks) -> Int {
    if let start = startOfRejectNames { return start }
    guard let fit = fit(of: marks), fit.columns >= 2 else { return 0 }
    let found = records(marks, limit: Self.preambleLimit + 30)
    if let start = endOfTitles(above: fit.columns, found, marks) { return start }
    guard fit.columns >= 3 else { return 0 }
    var above = -1
    for (place, record) in found.enumerated().prefix(Self.preambleLimit + 1) {
      let filled = filledCount(record, marks)
      guard filled > 2, filled * 4 >= fit.columns * 3 else { continue }
      // A line that is nearly as wide as the table is a title only if it is narrower, and an empty line is above the header.
      if above >= 0, record.count <= found[above].count || !isBelowEmptyLine(record, found[place - 1]) { return 0 }
      if place > 0, namesColumns(found, at: place, marks) { return record.first?.lowerBound ?? 0 }
      if above >= 0, record.count > found[above].count { return 0 }
      if above < 0 { above = place }
    }
    return 0
  }

  private func filledCount(_ record: [Range<Int>], _ marks: CSVMarks) -> Int {
    record.count { look($0, marks) != .empty }
  }

  private func isBelowEmptyLine(_ record: [Range<Int>], _ previous: [Range<Int>]) -> Bool {
    guard let end = previous.last?.upperBound, let start = record.first?.lowerBound, end < start else { return false }
    let gap = bytes[end..<start]
    return max(gap.count { $0 == 10 }, gap.count { $0 == 13 }) > 1
  }

  /// Whether a record consists of distinct words, at least one of them above numbers or dates.
  private func namesColumns(_ found: [[Range<Int>]], at place: Int, _ marks: CSVMarks) -> Bool {
    guard found.count > place + 1 else { return false }
    let header = found[place]
    let looks = header.map { look($0, marks) }
    guard looks.allSatisfy({ $0 == .text || $0 == .empty }) else { return false }
    let names = header.map { Array(bytes[content(of: $0, quote: marks.quote)]) }.filter { !$0.isEmpty }
    guard Set(names).count == names.count else { return false }
    let beneath = found[(place + 1)...].filter { filledCount($0, marks) > 2 }
    return looks.indices.contains { column in
      guard looks[column] == .text else { return false }
      let kinds = beneath.compactMap { column < $0.count ? look($0[column], marks) : nil }.filter { $0 != .empty }
      return kinds.first.map { $0 != .text && kinds.allSatisfy { $0 != .text } } ?? false
    }
  }

  /// A line below the first that names columns, as far as can be seen: wider than all lines above it, and no record below it
  /// is wider.
  func namesBelow(_ found: [[Range<Int>]], _ marks: CSVMarks) -> (start: Int, isRagged: Bool)? {
    guard
      let place = found.indices.dropFirst().prefix(Self.preambleLimit).first(where: {
        found[$0].count > 2 && namesColumns(found, at: $0, marks)
      })
    else { return nil }
    let width = found[place].count
    let beneath = found[(place + 1)...]
    guard found[..<place].allSatisfy({ $0.count < width }), beneath.allSatisfy({ $0.count <= width }),
      beneath.count(where: { $0.count == width }) * 2 >= beneath.count, let start = found[place].first?.lowerBound
    else { return nil }
    return (start, beneath.contains { $0.count < width })
  }

  /// The start of the header below lines without a delimiter; nil without good evidence.
  ///
  /// Above two columns a name may have lost its delimiter, so there a word must be above numbers or dates. Of a few records,
  /// every one must have as many fields as the header.
  private func endOfTitles(above columns: Int, _ found: [[Range<Int>]], _ marks: CSVMarks) -> Int? {
    guard let place = found.firstIndex(where: { $0.count > 1 }), (1...Self.preambleLimit).contains(place) else {
      return nil
    }
    let table = found[place...]
    guard let header = table.first, table.count > 2,
      table.count(where: { $0.count == columns }) * 10 >= table.count * 9,
      header.count == columns, header.allSatisfy({ look($0, marks) == .text })
    else { return nil }
    let names = header.map { Array(bytes[content(of: $0, quote: marks.quote)]) }
    guard Set(names).count == names.count else { return nil }
    let isAboveData = header.indices.contains { column in
      let kinds = table.dropFirst().compactMap { column < $0.count ? look($0[column], marks) : nil }.filter {
        $0 != .empty
      }
      return !kinds.isEmpty && kinds.allSatisfy { $0 != .text }
    }
    return columns > 2 || isAboveData ? header.first?.lowerBound : nil
  }

  /// How many lines of titles are looked for.
  static let preambleLimit = 20

  func look(_ field: Range<Int>, _ marks: CSVMarks) -> Look {
    Self.look(bytes[content(of: field, quote: marks.quote)])
  }

  /// Whether a text is a number or a date.
  static func isValue(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { [.number, .date].contains(look($0[...])) }
  }

  private static func look(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Look {
    var cell = text
    while let last = cell.last, last == 32 || last == UInt8(ascii: "%") { cell.removeLast() }
    while let first = cell.first, first == 32 || first == UInt8(ascii: "$") { cell.removeFirst() }
    guard !cell.isEmpty else { return .empty }
    var digits = 0
    var dateMarks = 0
    for (offset, byte) in cell.enumerated() {
      switch byte {
      case 48...57: digits += 1
      case UInt8(ascii: "."), UInt8(ascii: ","): break
      case UInt8(ascii: "+"): if offset > 0 { dateMarks += 1 }
      case UInt8(ascii: "-"): if offset > 0 { dateMarks += 1 }
      case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "T"), UInt8(ascii: "Z"), 32: dateMarks += 1
      default: return .text
      }
    }
    if digits == 0 { return .text }
    if dateMarks == 0 { return .number }
    return digits >= 3 && (48...57).contains(cell[cell.startIndex]) ? .date : .text
  }
}

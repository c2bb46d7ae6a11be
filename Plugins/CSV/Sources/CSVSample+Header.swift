/// Whether the first record holds names.
extension CSVSample {
  /// What a cell looks like.
  private enum Look {
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
      if top == .text { return (true, "a word stands above numbers or dates") }
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

  /// How many lines of titles stand above the header, as in a report for people; 0 when there is no good evidence of any.
  ///
  /// Titles fill at most two cells of a table of three columns or more; the header beneath them is all words, each another
  /// one, and at least one of them stands over numbers or dates.
  func preambleLines(_ marks: CSVMarks) -> Int {
    if let lines = linesAboveRejectNames { return lines }
    guard let fit = fit(of: marks), fit.columns >= 2 else { return 0 }
    let found = records(marks, limit: Self.preambleLimit + 30)
    if let lines = linesOfTitles(above: fit.columns, found, marks) { return lines }
    guard fit.columns >= 3 else { return 0 }
    func filled(_ record: [Range<Int>]) -> Int { record.count { look($0, marks) != .empty } }
    guard let place = found.firstIndex(where: { filled($0) > 2 && filled($0) * 4 >= fit.columns * 3 }),
      (1...Self.preambleLimit).contains(place), found.count > place + 1
    else { return 0 }
    let header = found[place]
    let looks = header.map { look($0, marks) }
    guard looks.allSatisfy({ $0 == .text || $0 == .empty }) else { return 0 }
    let names = header.map { Array(bytes[content(of: $0, quote: marks.quote)]) }.filter { !$0.isEmpty }
    guard Set(names).count == names.count else { return 0 }
    let beneath = found[(place + 1)...].filter { filled($0) > 2 }
    let isAboveData = looks.indices.contains { column in
      guard looks[column] == .text else { return false }
      let kinds = beneath.compactMap { column < $0.count ? look($0[column], marks) : nil }.filter { $0 != .empty }
      return kinds.first.map { $0 != .text && kinds.allSatisfy { $0 != .text } } ?? false
    }
    guard isAboveData, let start = header.first?.lowerBound else { return 0 }
    return lines(before: start)
  }

  /// How many lines without a delimiter are above a table of words alone, or of two columns; nil without good evidence.
  ///
  /// Above two columns a name may have lost its delimiter, so there a word must be above numbers or dates.
  private func linesOfTitles(above columns: Int, _ found: [[Range<Int>]], _ marks: CSVMarks) -> Int? {
    guard let place = found.firstIndex(where: { $0.count > 1 }), (1...Self.preambleLimit).contains(place) else {
      return nil
    }
    let table = found[place...]
    guard let header = table.first, table.count > 3,
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
    guard columns > 2 || isAboveData, let start = header.first?.lowerBound else { return nil }
    return lines(before: start)
  }

  private func lines(before start: Int) -> Int {
    // Lines as they are skipped, blank ones among them.
    var lines = 0
    for index in 0..<start where bytes[index] == 10 || (bytes[index] == 13 && bytes[index + 1] != 10) { lines += 1 }
    return lines
  }

  /// How many lines of titles are looked for.
  static let preambleLimit = 20

  private func look(_ field: Range<Int>, _ marks: CSVMarks) -> Look {
    var cell = bytes[content(of: field, quote: marks.quote)]
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

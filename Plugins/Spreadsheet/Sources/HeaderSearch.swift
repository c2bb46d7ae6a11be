internal import FormatKit

/// The table that was found on a sheet: its columns, and where its records begin.
struct SheetLayout {
  /// The columns of the sheet that are columns of the table, from 0.
  var columns: Range<Int>
  var names: [String]
  var duplicates: [Int]
  /// The first row of the sample that is a record.
  var firstRecord: Int
  /// The rows that name the columns; nil when none does.
  var header: ClosedRange<Int>?
  var evidence: String

  /// Whether the rows are refused records.
  var isRefused: Bool { names.starts(with: RejectColumns.all) }

  /// Why a record was refused, in a table of refused records.
  func reason(of row: SheetRow) -> String? {
    guard isRefused, let index = RejectColumns.all.firstIndex(of: RejectColumns.reason) else { return nil }
    return row.cell(in: columns.lowerBound + index).map { row.text($0) }
  }

  /// Whether a row has the names of the columns again, as at the top of a printed page.
  func isRepeated(by row: SheetRow) -> Bool {
    row.cells.allSatisfy { cell in
      guard row.isFilled(cell) else { return true }
      guard columns.contains(cell.column) else { return false }
      let text = row.text(cell).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text == names[cell.column - columns.lowerBound]
    }
  }
}

/// Finds the row with the names of the columns by looking at the first rows of a sheet.
struct HeaderSearch {
  private static let maximumHeaderRows = 5
  private static let maximumNameBytes = 1024

  private let rows: [SheetRow]
  private let fetchMerges: (ClosedRange<Int>) throws(Problems) -> [MergedRange]
  private var merges: [MergedRange] = []
  /// All columns that are in use.
  private let span: Range<Int>
  /// The row with words above several names each that are not merged, and the word for each column; nil without one.
  private var groups: (row: Int, words: [Int: String])?

  /// - Parameters:
  ///   - rows: the first rows that hold something.
  ///   - merges: gives the merged cells that touch some rows.
  init(_ rows: [SheetRow], merges: @escaping (ClosedRange<Int>) throws(Problems) -> [MergedRange]) {
    self.rows = rows
    fetchMerges = merges
    let columns = rows.flatMap { row in row.cells.filter { row.isFilled($0) }.map(\.column) }
    span = (columns.min() ?? 0)..<((columns.max() ?? -1) + 1)
  }

  /// The table, where its header is not given.
  mutating func found() throws(Problems) -> SheetLayout {
    if let reject = rows.first, Self.isRejectHeader(reject) {
      return layout(header: 0...0, evidence: "the columns of a file of refused records")
    }
    guard var chosen = candidate() else {
      return layout(header: nil, evidence: "the first rows hold values, not names")
    }
    try fetchMerges(around: chosen)
    if !merges.isEmpty { chosen = candidate() ?? chosen }
    var block = grown(chosen)
    if block.lowerBound == chosen, let words = groupWords(above: chosen) {
      groups = (chosen - 1, words)
      block = chosen - 1...block.upperBound
    }
    if rows[..<block.lowerBound].contains(where: { startsWithValue($0, across: width(chosen)) }) {
      return layout(header: nil, evidence: "rows of values are above the first row of texts")
    }
    let evidence =
      block.lowerBound > 0
      ? "names above values, below \(block.lowerBound) other rows" : "names above values"
    return layout(header: block, evidence: evidence)
  }

  /// The table whose header is in the rows of those numbers; nil when they are empty.
  mutating func given(_ numbers: ClosedRange<Int>) throws(Problems) -> SheetLayout? {
    if let reject = rows.first, Self.isRejectHeader(reject) {
      return layout(header: 0...0, evidence: "the columns of a file of refused records")
    }
    guard let first = rows.firstIndex(where: { numbers.contains($0.number) }),
      let last = rows.lastIndex(where: { numbers.contains($0.number) })
    else { return nil }
    try fetchMerges(around: first)
    return layout(header: first...last, evidence: "given")
  }

  /// The table of a sheet without names.
  func none() -> SheetLayout {
    if let reject = rows.first, Self.isRejectHeader(reject) {
      return layout(header: 0...0, evidence: "the columns of a file of refused records")
    }
    return layout(header: nil, evidence: "given")
  }

  private static func isRejectHeader(_ row: SheetRow) -> Bool {
    row.cells.count >= 2 && zip(row.cells, RejectColumns.all).allSatisfy { row.text($0) == $1 }
  }

  // MARK: Finding

  /// The first row that has a name for most columns of the rows below it, and looks like names.
  private func candidate() -> Int? {
    var best: (row: Int, coverage: Double)?
    for index in rows.indices.prefix(60) {
      if best == nil, index > 0, isRecord(index - 1) { return nil }
      guard looksLikeNames(index) else { continue }
      let coverage = coverage(index)
      if coverage >= 0.8 {
        // With an empty row after it, it is more likely a block above the table, if other names follow; values below the
        // empty row are its records.
        if let next = rows.indices.dropFirst(index + 1).first, hasEmptyRow(between: index, and: next),
          !isBelowValues(index),
          let later = rows.indices[next...].prefix(60).first(where: { looksLikeNames($0) && self.coverage($0) >= 0.8 }),
          width(later) > width(index) || isBelowValues(later)
        {
          return later
        }
        return index
      }
      if best.map({ coverage > $0.coverage }) ?? true { best = (index, coverage) }
    }
    guard let best, best.coverage >= 0.5 else { return nil }
    return best.row
  }

  /// Whether a row is one of values, so that no header can follow it.
  private func isRecord(_ index: Int) -> Bool {
    let values = rows[index].cells.filter { $0.kind != .text && $0.kind != .missing && rows[index].isFilled($0) }
    return values.count >= 2 && coverage(index) >= 0.8
  }

  /// Whether a row begins with a number or a truth value and fills half the columns of the table, as no title does.
  private func startsWithValue(_ row: SheetRow, across width: Int) -> Bool {
    let cells = row.cells.filter { row.isFilled($0) }
    guard let first = cells.first, cells.count * 2 >= width else { return false }
    return [.boolean, .percentage].contains(first.kind) || first.kind == .number && !isYear(row.text(first))
  }

  /// Whether there are empty rows between two rows, not counting those covered by a merged cell.
  private func hasEmptyRow(between upper: Int, and lower: Int) -> Bool {
    let (above, below) = (rows[upper].number, rows[lower].number)
    return below > above + 1 && !merges.contains { $0.rows.contains(above) && $0.rows.upperBound >= below - 1 }
  }

  private func width(_ index: Int) -> Int { filled(index).count }

  /// Whether the columns named by a row hold numbers or dates further down, which is not so for a title or a note.
  private func isBelowValues(_ index: Int) -> Bool {
    guard index + 1 < rows.count else { return false }
    return rows[index + 1].cells.contains { $0.kind != .text && $0.kind != .missing }
  }

  /// The columns that a row names, merged cells with all the columns that they cover.
  private func filled(_ index: Int) -> Set<Int> {
    var columns = Set(rows[index].cells.filter { rows[index].isFilled($0) }.map(\.column))
    // A cell that is merged over the whole width is a title.
    for range in merges where range.rows.contains(rows[index].number) && range.columns.count < span.count {
      let top = rows.first { $0.number == range.rows.lowerBound }
      if let cell = top?.cell(in: range.columns.lowerBound), top?.isFilled(cell) == true {
        columns.formUnion(range.columns.prefix(CellReference.maximumColumns))
      }
    }
    return columns
  }

  /// How many of the columns in use below a row have a name in it, 0 to 1.
  private func coverage(_ index: Int) -> Double {
    var uses: [Int: Int] = [:]
    let below = rows[(index + 1)...].prefix(50)
    for row in below {
      for cell in row.cells where row.isFilled(cell) { uses[cell.column, default: 0] += 1 }
    }
    let used = Set(uses.filter { $0.value * 5 >= below.count }.keys)
    guard !used.isEmpty else {
      // Below the last row nothing says what the columns are; those of all rows do.
      return Double(filled(index).count) / Double(max(1, span.count))
    }
    return Double(used.intersection(filled(index)).count) / Double(used.count)
  }

  /// Whether the cells of a row could be names: texts, or years and days among texts, or mostly texts above numbers.
  private func looksLikeNames(_ index: Int) -> Bool {
    let row = rows[index]
    let cells = row.cells.filter { row.isFilled($0) }
    guard let first = cells.first else { return false }
    if cells.count <= 2, row.bytes[first.start..<first.end].last == UInt8(ascii: ":") { return false }
    var texts = 0
    var values = 0
    var isAboveValues = false
    for cell in cells {
      switch cell.kind {
      case .text where cell.end - cell.start > 300: return false
      case .text:
        texts += 1
        if !isAboveValues { isAboveValues = holdsValues(below: index, in: cell.column) }
      case .date, .dateTime: values += 0
      case .number where isYear(row.text(cell)): values += 0
      case .missing: return false
      case .number, .percentage, .boolean, .time: values += 1
      }
    }
    if texts == 0 { return false }
    return values == 0 || isAboveValues && values * 2 <= texts
  }

  private func isYear(_ text: String) -> Bool { Int(text).map { (1900...2100).contains($0) } ?? false }

  /// Whether most cells of a column below a row are numbers, dates or the like.
  private func holdsValues(below index: Int, in column: Int) -> Bool {
    var (values, texts) = (0, 0)
    for row in rows[(index + 1)...].prefix(20) {
      guard let cell = row.cell(in: column), row.isFilled(cell) else { continue }
      if cell.kind == .text { texts += 1 } else { values += 1 }
    }
    return values > texts
  }

  // MARK: Merged headers

  /// Looks for merged cells only where they may matter: where a name is missing, or a row is close above.
  private mutating func fetchMerges(around index: Int) throws(Problems) {
    let number = rows[index].number
    let columns = filled(index)
    let below = rows[index...].prefix(50).flatMap { row in row.cells.filter { row.isFilled($0) }.map(\.column) }
    let hasGap = Set(below).contains { !columns.contains($0) }
    let hasAbove = index > 0 && rows[index - 1].number >= number - Self.maximumHeaderRows
    guard hasGap || hasAbove else { return }
    var room = (2 * Self.maximumHeaderRows + 1) * CellReference.maximumColumns
    merges = try fetchMerges(max(1, number - Self.maximumHeaderRows)...(number + Self.maximumHeaderRows))
      .filter { range in
        // Merged cells do not overlap in a workbook that means well.
        room -= range.columns.count
        return range.rows.count <= Self.maximumHeaderRows && room >= 0
      }
  }

  /// The header with the rows that merged cells join to it.
  private func grown(_ index: Int) -> ClosedRange<Int> {
    var (first, last) = (index, index)
    let width = rows[index...].prefix(20).flatMap { $0.cells.map(\.column) }
    guard let left = width.min(), let right = width.max() else { return index...index }
    func groups(_ row: Int) -> Bool {
      merges.contains {
        $0.rows.contains(rows[row].number) && $0.columns.count > 1 && $0.columns.upperBound <= right
          && $0.columns.lowerBound >= left && $0.columns.count < right - left + 1
      }
    }
    func reaches(_ row: Int, from upper: Int) -> Bool {
      merges.contains { $0.rows.contains(rows[upper].number) && $0.rows.contains(rows[row].number) }
    }
    while last + 1 < rows.count, last - first + 1 < Self.maximumHeaderRows, !hasEmptyRow(between: last, and: last + 1),
      groups(last) || (first...last).contains(where: { reaches(last + 1, from: $0) }),
      rows[last + 1].cells.allSatisfy({ $0.kind == .text || $0.kind == .date })
    {
      last += 1
    }
    while first > 0, last - first + 1 < Self.maximumHeaderRows, rows[first - 1].number == rows[first].number - 1,
      groups(first - 1), rows[first - 1].cells.allSatisfy({ $0.kind == .text || $0.kind == .date })
    {
      first -= 1
    }
    return first...last
  }

  /// The words for several columns each in the row above the names, by column; nil where the row has anything else.
  private func groupWords(above index: Int) -> [Int: String]? {
    let columns = rows[index].cells.filter { rows[index].isFilled($0) }.map(\.column)
    guard index > 0, rows[index - 1].number == rows[index].number - 1, let left = columns.min(),
      let right = columns.max(), let words = texts(index - 1, in: left...right),
      let names = texts(index, in: left...right), HeaderGroups.areIn(words, above: names)
    else { return nil }
    let spread = HeaderGroups.spread(words, above: names)
    return Dictionary(uniqueKeysWithValues: zip(left...right, spread))
  }

  /// The texts of a row; nil where it has other cells or something outside the columns.
  private func texts(_ index: Int, in columns: ClosedRange<Int>) -> [String]? {
    let own = rows[index].cells.filter { rows[index].isFilled($0) }
    guard own.allSatisfy({ columns.contains($0.column) && $0.kind == .text }) else { return nil }
    var texts = Array(repeating: "", count: columns.count)
    for cell in own { texts[cell.column - columns.lowerBound] = rows[index].text(cell) }
    return texts
  }

  // MARK: Columns

  private func layout(header: ClosedRange<Int>?, evidence: String) -> SheetLayout {
    let firstRecord = header.map { $0.upperBound + 1 } ?? 0
    let part = rows[(header?.lowerBound ?? 0)...]
    var columns = part.flatMap { row in row.cells.filter { row.isFilled($0) }.map(\.column) }
    if let header { columns += header.flatMap { filled($0) } }
    guard let left = columns.min(), let right = columns.max() else {
      return SheetLayout(
        columns: 0..<0, names: [], duplicates: [], firstRecord: firstRecord, header: nil, evidence: evidence)
    }
    let texts = (left...right).map { column in header.map { name(of: column, in: $0) } ?? "" }
    let (names, duplicates) = Schema.distinctNames(texts)
    return SheetLayout(
      columns: left..<(right + 1), names: names, duplicates: duplicates, firstRecord: firstRecord,
      header: header.map { rows[$0.lowerBound].number...rows[$0.upperBound].number }, evidence: evidence)
  }

  /// The name of a column: the texts of the header rows above each other, merged ones for each column below them.
  private func name(of column: Int, in header: ClosedRange<Int>) -> String {
    var words: [String] = []
    for index in header {
      let row = rows[index]
      var text = row.cell(in: column).map { row.text($0) } ?? ""
      if text.isEmpty,
        let range = merges.first(where: { $0.columns.contains(column) && $0.rows.lowerBound == row.number }),
        let cell = row.cell(in: range.columns.lowerBound)
      {
        text = row.text(cell)
      }
      if let groups, groups.row == index { text = groups.words[column] ?? "" }
      let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !word.isEmpty, words.last != word { words.append(word) }
    }
    let name = words.joined(separator: " ")
    guard name.utf8.count > Self.maximumNameBytes else { return name }
    var cut = name
    while cut.utf8.count > Self.maximumNameBytes {
      cut.removeLast(max(1, (cut.utf8.count - Self.maximumNameBytes) / 4))
    }
    return cut
  }
}

import FormatKit

/// A second line of names.
extension CSVSample {
  /// The first record of a sample that begins below the header, if it cannot be a record; nil otherwise.
  ///
  /// Either two of its cells or more are names of columns, above numbers or each for the same as the name above it, and the
  /// others are words above numbers. Or one is, and the others are
  /// words without digits above at least two texts that all have some. Or its only cells are words above numbers, and its first
  /// cell, which no record lacks, is empty.
  func secondHeader(below header: [String], _ marks: CSVMarks) -> [String]? {
    let width = header.count
    let found = records(marks, limit: Self.secondHeaderLimit)
    guard width > 1, found.count > 1, let line = found.first, line.count == width else { return nil }
    let cells = texts(line, marks)
    let areValues = areValues(found.dropFirst(), marks)
    let isAboveValues = { (column: Int) in column < areValues.count && areValues[column] == true }
    let filled = cells.indices.filter { !cells[$0].isEmpty }
    guard !filled.isEmpty, filled.allSatisfy({ look(line[$0], marks) == .text }) else { return nil }
    let named = filled.filter { !Vocabulary.fieldNames(of: cells[$0]).isEmpty }
    let saysTheSame = { (column: Int) in
      !Vocabulary.fieldNames(of: cells[column]).isDisjoint(with: Vocabulary.fieldNames(of: header[column]))
    }
    let isUnlike = { (column: Int) in
      !cells[column].contains(where: \.isNumber)
        && found.dropFirst().allSatisfy { record in
          column >= record.count || bytes[record[column]].contains { (48...57).contains($0) }
        }
    }
    let isHeader =
      named.count > 1 && (filled.contains(where: isAboveValues) || named.allSatisfy(saysTheSame))
      && filled.allSatisfy { named.contains($0) || isAboveValues($0) }
      || !named.isEmpty && filled.count > 2 && found.count > 2 && filled.contains(where: isAboveValues)
        && filled.allSatisfy { named.contains($0) || isUnlike($0) }
    if isHeader {
      return found.dropFirst().contains { hasNames(texts($0, marks)) } ? nil : cells
    }
    let isFirstEmpty = cells[0].isEmpty && !found.dropFirst().contains { look($0[0], marks) == .empty }
    return isFirstEmpty && filled.allSatisfy(isAboveValues) ? cells : nil
  }

  private static let secondHeaderLimit = 60

  /// The start of a line of words above several names each, with the names in the line below and values below these; nil where
  /// there is none.
  func startOfGroups(_ marks: CSVMarks) -> Int? {
    guard let fit = fit(of: marks), fit.columns > 2 else { return nil }
    let found = records(marks, limit: Self.preambleLimit + Self.secondHeaderLimit)
    for place in found.indices.dropLast(2).prefix(Self.preambleLimit + 1) {
      let (cells, names) = (texts(found[place], marks), texts(found[place + 1], marks))
      if names.count == fit.columns, HeaderGroups.areIn(cells, above: names) {
        let beneath = found.dropFirst(place + 2)
        let isAboveValues = areValues(beneath, marks).contains(true)
        let areWords = found[place + 1].allSatisfy { [.text, .empty].contains(look($0, marks)) }
        let fits = beneath.count { $0.count == fit.columns } * 10 >= beneath.count * 9
        return isAboveValues && areWords && fits ? found[place].first?.lowerBound : nil
      }
      // Nothing but titles may be above.
      if cells.count(where: { !$0.isEmpty }) > 2 { return nil }
    }
    return nil
  }

  private func texts(_ record: [Range<Int>], _ marks: CSVMarks) -> [String] {
    record.map { CSVReader.trimmed(String(decoding: bytes[content(of: $0, quote: marks.quote)], as: UTF8.self)) }
  }

  /// Whether two cells or more are names of columns, as in a list of such names.
  private func hasNames(_ cells: [String]) -> Bool {
    cells.count { !Vocabulary.fieldNames(of: $0).isEmpty } > 1
  }
}

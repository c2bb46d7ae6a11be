/// What a delimiter is, besides its character.
enum DelimiterForm: Equatable {
  /// The character alone.
  case plain
  /// The character before a space, another delimiter, a quote or the end of the line. Anywhere else it is text, as the comma
  /// in `A1, Lamp, 1,50`.
  case beforeSpace
  /// At least this many of the character in a row, as between aligned columns. Those at either end of a line are not delimiters.
  case run(Int)
}

extension CSVMarks {
  /// The end of the delimiter that begins at an index with its character; nil when that is text.
  @inline(__always)
  func end(ofDelimiterAt index: Int, lineStart: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    switch form {
    case .plain: index + 1
    case .beforeSpace: isBeforeSpace(index, bytes) ? index + 1 : nil
    case .run(let minimum): endOfRun(index, minimum, lineStart: lineStart, bytes)
    }
  }

  func isBeforeSpace(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index + 1 < bytes.count else { return true }
    return [32, 10, 13, delimiter, quote].contains(bytes[index + 1])
  }

  /// The end of a run, which counts at the beginning or the end of a line even if it is shorter.
  private func endOfRun(
    _ index: Int, _ minimum: Int, lineStart: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var end = index
    while end < bytes.count, bytes[end] == delimiter { end += 1 }
    let isAtEdge = index == lineStart || end == bytes.count || bytes[end] == 10 || bytes[end] == 13
    return isAtEdge || end - index >= minimum ? end : nil
  }
}

extension CSVSample {
  /// The form of a delimiter with which nearly all records have as many fields as the header, when they have not with the
  /// plain one.
  func form(of marks: CSVMarks) -> DelimiterForm {
    let forms: [DelimiterForm] = marks.delimiter == 32 ? [.run(1), .run(2)] : [.beforeSpace]
    var marks = marks
    let plain = share(marks)
    guard plain < 0.9 else { return .plain }
    for form in forms {
      marks.form = form
      // A comma that is a decimal mark in every record leaves no doubt; other delimiters may be missing here and there.
      if form == .beforeSpace ? plain <= 0.1 && share(marks) == 1 && haveSpaces(marks) : share(marks) >= 0.9 {
        return form
      }
    }
    return .plain
  }

  /// Whether a space is after each delimiter, except before empty fields of records.
  private func haveSpaces(_ marks: CSVMarks) -> Bool {
    let found = records(marks)
    return found.allSatisfy { $0.dropFirst().allSatisfy { $0.isEmpty || bytes[$0.lowerBound] == 32 } }
      && found.first?.contains(where: \.isEmpty) == false
  }

  /// The share of records that have as many fields as the first one; 0 when it has a single field.
  private func share(_ marks: CSVMarks) -> Double {
    let counts = records(marks).map(\.count)
    guard let first = counts.first, first > 1, counts.count > 1 else { return 0 }
    return Double(counts.dropFirst().count { $0 == first }) / Double(counts.count - 1)
  }
}

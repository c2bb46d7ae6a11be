internal import RetailValues
internal import Stock

/// The template of a streamed row, taken apart once, so that each row is but copied text and printed values.
///
/// Mustache looks every name up again for every row; here it is known beforehand which column it is. Understood are text, the
/// columns with `signed` and `magnitude`, `{{.}}`, sections of columns and of `is_positive`, `is_negative`, `is_zero`, and shared
/// templates. A template with anything else is left to Mustache; both print the same.
struct RowTemplate {
  /// The form in which a column is printed.
  enum Form { case plain, signed, magnitude }

  /// When a section is printed.
  enum Test { case isThere, isTrue, isPositive, isNegative, isZero }

  enum Step {
    /// A part of `text`.
    case text(Range<Int>)
    case value(column: Int, Form, isEscaped: Bool)
    /// Goes on at a later step unless the test holds for the column, or if it does when inverted.
    case skip(to: Int, column: Int, Test, isInverted: Bool)
  }

  private(set) var steps: [Step] = []
  private(set) var text: [UInt8] = []
  private let columns: ColumnIndex

  /// - Parameters:
  ///   - shared: the texts of templates that may be included.
  ///   - messages: what the words of its columns are in the reader's language.
  /// - Returns: nil for a template that only Mustache understands.
  init?(_ template: String, columns: [ReportColumn], shared: [String: String], messages: ReportMessages = .none) {
    self.columns = ColumnIndex(columns, messages: messages)
    var parser = Parser(rest: template[...], shared: shared)
    guard compile(&parser, cell: nil, until: nil, depth: 0) else { return nil }
  }

  private static let forms: [Substring: Form] = ["signed": .signed, "magnitude": .magnitude]
  private static let tests: [Substring: Test] = [
    "is_positive": .isPositive, "is_negative": .isNegative, "is_zero": .isZero,
  ]

  // MARK: - Taking apart

  /// Text and tags, in turn.
  private struct Parser {
    enum Piece {
      case text(Substring)
      case tag(kind: Character?, name: Substring)
    }

    var rest: Substring
    let shared: [String: String]

    /// The next piece; nil at the end, and with `isBeyond` at what is not understood.
    mutating func next(_ isBeyond: inout Bool) -> Piece? {
      guard !rest.isEmpty else { return nil }
      guard let open = rest.firstRange(of: "{{") else {
        defer { rest = "" }
        return .text(rest)
      }
      if open.lowerBound > rest.startIndex {
        defer { rest = rest[open.lowerBound...] }
        return .text(rest[..<open.lowerBound])
      }
      var content = rest[open.upperBound...]
      let isTriple = content.first == "{"
      if isTriple { content = content.dropFirst() }
      guard let close = content.firstRange(of: isTriple ? "}}}" : "}}") else {
        isBeyond = true
        return nil
      }
      rest = content[close.upperBound...]
      var name = content[..<close.lowerBound]
      var kind: Character? = isTriple ? "&" : nil
      if !isTriple, let first = name.first, "#^/>&".contains(first) {
        kind = first
        name = name.dropFirst()
      }
      name = name.drop { $0 == " " }
      while name.last == " " { name = name.dropLast() }
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
      guard isPlain, !name.isEmpty else {
        isBeyond = true
        return nil
      }
      return .tag(kind: kind, name: name)
    }
  }

  /// Adds the steps up to the end of a section, or of the template; false when something is not understood.
  ///
  /// - Parameter cell: the column that the innermost section is of.
  private mutating func compile(_ parser: inout Parser, cell: Int?, until end: Substring?, depth: Int) -> Bool {
    guard depth < 16 else { return false }
    var isBeyond = false
    while let piece = parser.next(&isBeyond) {
      switch piece {
      case .text(let run):
        // On a line of its own a tag takes the line with it; that is left to Mustache.
        if run.contains(where: \.isNewline), !(parser.rest.isEmpty && end == nil) { return false }
        steps.append(.text(text.count..<(text.count + run.utf8.count)))
        text += run.utf8
      case .tag(nil, let name), .tag("&", let name):
        guard let (column, form) = value(name, cell: cell) else { return false }
        guard case .tag(let kind, _) = piece else { return false }
        steps.append(.value(column: column, form, isEscaped: kind == nil))
      case .tag("/", let name): return name == end
      case .tag(">", let name):
        // The line end at the end of a shared template is text in the middle of a row, as Mustache has it.
        guard let included = parser.shared[String(name)], !included.contains(where: \.isNewline) else { return false }
        var inner = Parser(rest: included[...], shared: parser.shared)
        guard compile(&inner, cell: cell, until: nil, depth: depth + 1) else { return false }
      case .tag(let kind, let name):
        guard let (column, test) = test(name, cell: cell) else { return false }
        let place = steps.count
        steps.append(.text(0..<0))
        let inner = test == .isThere && kind == "#" ? column : cell
        guard compile(&parser, cell: inner, until: name, depth: depth + 1) else { return false }
        steps[place] = .skip(to: steps.count, column: column, test, isInverted: kind == "^")
      }
    }
    return !isBeyond && end == nil
  }

  /// Whether a name is a column's: within the section of a number it would be the number's own, elsewhere the column's.
  private func isColumn(_ name: Substring) -> Bool { columns.index[String(name)] != nil }

  private func value(_ name: Substring, cell: Int?) -> (Int, Form)? {
    if name == "." { return cell.map { ($0, .plain) } }
    if let cell, let form = Self.forms[name] { return isColumn(name) ? nil : (cell, form) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let column = columns.index[String(parts[0])] else { return nil }
    if parts.count == 1 { return (column, .plain) }
    guard parts.count == 2, let form = Self.forms[parts[1]], columns.columns[column].type != .flag else { return nil }
    return (column, form)
  }

  private func test(_ name: Substring, cell: Int?) -> (Int, Test)? {
    if let cell, let test = Self.tests[name] { return isColumn(name) ? nil : (cell, test) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let column = columns.index[String(parts[0])] else { return nil }
    if parts.count == 1 { return (column, columns.columns[column].type == .flag ? .isTrue : .isThere) }
    guard parts.count == 2, let test = Self.tests[parts[1]], columns.columns[column].type != .flag else { return nil }
    return (column, test)
  }

  // MARK: - Printing

  /// Adds the row that the query is at to a page, as people read it.
  func append(_ row: ReportingRows, to page: inout [UInt8], _ formatting: Formatting) {
    var place = 0
    while place < steps.count {
      defer { place += 1 }
      switch steps[place] {
      case .text(let range): page += text[range]
      case .value(let column, let form, let isEscaped):
        append(row, column, form, isEscaped: isEscaped, to: &page, formatting)
      case .skip(let target, let column, let test, let isInverted):
        if holds(test, row, column) == isInverted { place = target - 1 }
      }
    }
  }

  private func holds(_ test: Test, _ row: ReportingRows, _ column: Int) -> Bool {
    switch test {
    case .isThere: !row.isNull(column)
    case .isTrue: !row.isNull(column) && row.integer(column) != 0
    case .isPositive: (row.integer(column) ?? 0) > 0
    case .isNegative: (row.integer(column) ?? 0) < 0
    case .isZero: row.integer(column) == 0
    }
  }

  private func append(
    _ row: ReportingRows, _ column: Int, _ form: Form, isEscaped: Bool, to page: inout [UInt8], _ formatting: Formatting
  ) {
    let type = columns.columns[column].type
    if type == .flag {
      page += (!row.isNull(column) && row.integer(column) != 0 ? "true" : "false").utf8
      return
    }
    if row.isNull(column) { return }
    guard let number = row.integer(column) else {
      // Only numbers have a sign.
      guard form == .plain else { return }
      let translations = columns.translations[column]
      if formatting.translates(type, translations) {
        var text = row.withText(column) {
          formatting.display(.text(String(decoding: $0, as: UTF8.self)), as: type, translations)
        }
        text.withUTF8 { Self.append($0, isEscaped: isEscaped, to: &page) }
      } else {
        row.withText(column) { Self.append($0, isEscaped: isEscaped, to: &page) }
      }
      return
    }
    var shown = number
    if form == .magnitude { shown = number == .min ? .max : abs(number) }
    if form == .signed, number > 0 { page.append(UInt8(ascii: "+")) }
    var formatting = formatting
    if let place = columns.columns[column].currencyPlace {
      formatting = row.withText(place) { formatting.inCurrency(String(decoding: $0, as: UTF8.self)) }
    }
    if formatting.append(shown, as: type, to: &page) { return }
    var text = formatting.display(.integer(shown), as: type)
    text.withUTF8 { Self.append($0, isEscaped: isEscaped, to: &page) }
  }

  /// Adds text, without the control characters that have no place in HTML, and with its five special ones as references.
  private static func append(_ text: UnsafeBufferPointer<UInt8>, isEscaped: Bool, to page: inout [UInt8]) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      guard byte <= UInt8(ascii: ">") else { continue }
      let reference: StaticString
      switch byte {
      case UInt8(ascii: "&") where isEscaped: reference = "&amp;"
      case UInt8(ascii: "<") where isEscaped: reference = "&lt;"
      case UInt8(ascii: ">") where isEscaped: reference = "&gt;"
      case UInt8(ascii: "\"") where isEscaped: reference = "&quot;"
      case UInt8(ascii: "'") where isEscaped: reference = "&#39;"
      case 0x09, 0x0A, 0x0D: continue
      case 0..<0x20: reference = "\u{FFFD}"
      default: continue
      }
      page += text[start..<index]
      page += UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount)
      start = index + 1
    }
    page += text[start...]
  }
}

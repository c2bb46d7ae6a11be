import FormatKit

/// Reads a single line whose quotes cannot be right.
///
/// A quote closes a field only before a delimiter or the end of the line. One quote may be text, or one may be missing;
/// the line is repaired if exactly one such reading has as many fields as the table. The rest of the line must be
/// valid.
struct CSVLineReading {
  let bytes: UnsafeBufferPointer<UInt8>
  let marks: CSVMarks
  /// How many fields there must be.
  let width: Int
  /// The columns with quotes around texts that do not need them. In these, a text without quotes is not expected to contain one.
  let hasNeedlessQuotes: [Bool]

  /// The correction of one quote.
  enum Change: Equatable {
    /// The quote here is text.
    case text(Int)
    /// A quote that closes a field is missing here.
    case closing(Int)
    /// A quote that opens a field is missing here.
    case opening(Int)
  }

  /// The fields of a line as read.
  struct Fields: Equatable {
    var texts: [[UInt8]] = []
    var areQuoted: [Bool] = []
    /// The column that the change is in.
    var changed = 0
    var change: Change?

    static func == (left: Fields, right: Fields) -> Bool { left.texts == right.texts }
  }

  /// The most places that are looked at; a line with more of them is not repaired.
  private static let placeLimit = 512

  /// How many steps finding a repair takes at most, for a budget.
  var effort: Int { bytes.count * min(Self.placeLimit, 1 + places.count) }

  private var places: [Change] {
    guard let quote = marks.quote else { return [] }
    var found: [Change] = [.opening(0)]
    for (index, byte) in bytes.enumerated() where found.count <= Self.placeLimit {
      if byte == quote { found.append(.text(index)) }
      if byte == marks.delimiter { found += [.closing(index), .opening(index + 1)] }
    }
    return found + [.closing(bytes.count)]
  }

  /// The only reading with one change; nil when there is no such reading or more than one.
  func repaired() -> Fields? {
    let places = places
    guard places.count <= Self.placeLimit else { return nil }
    var found: Fields?
    for change in places {
      guard let fields = fields(with: change), !hasLostDelimiter(before: change) else { continue }
      if let found, found != fields { return nil }
      found = found ?? fields
    }
    return found
  }

  /// Whether a quote that would be text rather closes a field which lost the delimiter before its opening quote, as in
  /// `A-1"Mug, blue",5`: an earlier field has a quote directly between two characters.
  private func hasLostDelimiter(before change: Change) -> Bool {
    guard case .text(let end) = change, end + 1 == bytes.count || bytes[end + 1] == marks.delimiter else {
      return false
    }
    guard let start = bytes[..<end].lastIndex(where: { $0 == marks.quote }), start > 0,
      bytes[start...end].contains(marks.delimiter)
    else { return false }
    let isText = { (byte: UInt8) in byte != marks.delimiter && byte != marks.quote && byte != 32 }
    return isText(bytes[start - 1]) && isText(bytes[start + 1])
  }

  /// Whether the line can be a record of the table by itself, unchanged or with one change.
  var isRecord: Bool {
    guard bytes.count(where: { $0 == marks.delimiter }) + 1 >= width else { return false }
    if fields(with: nil) != nil { return true }
    let places = places
    return places.count > Self.placeLimit
      || places.contains { change in
        guard let fields = fields(with: change) else { return false }
        // With a delimiter in the text, nearly every line would do.
        if case .text = change { return true }
        return !fields.texts[fields.changed].contains(marks.delimiter)
      }
  }

  // MARK: One reading

  /// The fields with a change; nil when the quotes are still wrong, the change was of no use, or there are too few or many.
  func fields(with change: Change?) -> Fields? {
    var fields = Fields()
    fields.change = change
    var isUsed = change == nil
    var at = 0
    while true {
      let column = fields.texts.count
      guard column < width else { return nil }
      let isNeedless = column < hasNeedlessQuotes.count && hasNeedlessQuotes[column]
      var start = at
      while start < bytes.count, bytes[start] == 32, marks.delimiter != 32 { start += 1 }
      let isOpened = change == .opening(at)
      let hasQuote = start < bytes.count && bytes[start] == marks.quote && change != .text(start)
      let read: (text: [UInt8], end: Int, used: Bool)?
      if isOpened {
        guard !hasQuote else { return nil }
        read = quoted(from: at, change)
      } else {
        read = hasQuote ? quoted(from: start + 1, change) : plain(from: at, change, isNeedless: isNeedless)
      }
      guard let read else { return nil }
      if read.used || isOpened {
        switch change {
        case .opening, .closing:
          guard isNeedless || read.text.contains(where: { $0 == marks.delimiter || $0 == marks.quote }) else {
            return nil
          }
        case .text, nil: break
        }
        isUsed = true
        fields.changed = column
      }
      fields.texts.append(read.text)
      fields.areQuoted.append(isOpened || hasQuote)
      if read.end == bytes.count { break }
      at = read.end + 1
    }
    return isUsed && fields.texts.count == width ? fields : nil
  }

  /// A field after its opening quote, up to the delimiter that follows its closing quote.
  private func quoted(from start: Int, _ change: Change?) -> (text: [UInt8], end: Int, used: Bool)? {
    var text: [UInt8] = []
    var at = start
    var isUsed = false
    while true {
      if change == .closing(at) { return (text, at, true) }
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      if marks.escape == .backslash, byte == UInt8(ascii: "\\"), at + 1 < bytes.count, isEscapable(bytes[at + 1]) {
        text.append(bytes[at + 1])
        at += 2
      } else if byte != marks.quote {
        text.append(byte)
        at += 1
      } else if change == .text(at) {
        text.append(byte)
        isUsed = true
        at += 1
      } else if at + 1 < bytes.count, bytes[at + 1] == marks.quote, marks.escape == .double {
        text.append(byte)
        at += 2
      } else {
        var end = at + 1
        while end < bytes.count, bytes[end] == 32, marks.delimiter != 32 { end += 1 }
        return end == bytes.count || bytes[end] == marks.delimiter ? (text, end, isUsed) : nil
      }
    }
  }

  /// A field without quotes around it.
  private func plain(from start: Int, _ change: Change?, isNeedless: Bool) -> (text: [UInt8], end: Int, used: Bool)? {
    var text: [UInt8] = []
    var at = start
    var quotes: [Int] = []
    while at < bytes.count, bytes[at] != marks.delimiter {
      if marks.escape == .backslash, bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count, isEscapable(bytes[at + 1]) {
        at += 1
      } else if bytes[at] == marks.quote {
        quotes.append(at)
      }
      text.append(bytes[at])
      at += 1
    }
    guard let first = quotes.first else { return (text, at, false) }
    // Where texts have quotes around them, a single quote at either end of a field has lost the other.
    let isAtEnd = bytes[((quotes.last ?? first) + 1)..<at].allSatisfy { $0 == 32 }
    if isNeedless, isAtEnd || bytes[start..<first].allSatisfy({ $0 == 32 }) { return nil }
    if case .text(let place) = change, quotes.contains(place) {
      return quotes.count == 1 ? (text, at, true) : nil
    }
    return isPlausible(quotes, first, start..<at) ? (text, at, false) : nil
  }

  /// Whether quotes are certainly text: marks of inches, or several around words. A doubled one, one at the beginning,
  /// a single one at the end and a single one between letters belong to a field that lost another, or are out of place.
  private func isPlausible(_ quotes: [Int], _ first: Int, _ field: Range<Int>) -> Bool {
    if bytes[field.lowerBound..<first].allSatisfy({ $0 == 32 }) { return false }
    if zip(quotes, quotes.dropFirst()).contains(where: { $0 + 1 == $1 }) { return false }
    let isAtEnd = bytes[(first + 1)..<field.upperBound].allSatisfy { $0 == 32 }
    if isAtEnd { return Self.isDigit(bytes[first - 1]) }
    return quotes.count > 1 || !Self.isLetter(bytes[first - 1])
      || !(Self.isLetter(bytes[first + 1]) || Self.isDigit(bytes[first + 1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Whether a byte is a letter of ASCII; in Hebrew, quotes stand within words.
  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  private func isEscapable(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == marks.delimiter || byte == marks.quote
  }
}

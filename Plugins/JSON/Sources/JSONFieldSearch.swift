/// Finds a field in the text of a record, for the caret under an excerpt.
enum JSONFieldSearch {
  /// The range of a dotted column's value; nil if it is not found as plain text.
  static func range(of column: String, in record: String) -> Range<String.Index>? {
    var start = record.startIndex
    for key in column.split(separator: ".", omittingEmptySubsequences: false) {
      guard let found = record.firstRange(of: "\"\(key)\"", from: start) else { return nil }
      start = found.upperBound
    }
    let rest = record[start...].drop { $0.isWhitespace || $0 == ":" }
    guard let first = rest.first else { return nil }
    var end = rest.index(after: rest.startIndex)
    if first == "\"" {
      var isEscaped = false
      while end < rest.endIndex {
        let character = rest[end]
        end = rest.index(after: end)
        if character == "\"", !isEscaped { break }
        isEscaped = character == "\\" && !isEscaped
      }
    } else {
      while end < rest.endIndex, !",}] \t\r\n".contains(rest[end]) { end = rest.index(after: end) }
    }
    return rest.startIndex..<end
  }
}

extension String {
  fileprivate func firstRange(of text: String, from start: Index) -> Range<Index>? {
    var place = start
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }
}

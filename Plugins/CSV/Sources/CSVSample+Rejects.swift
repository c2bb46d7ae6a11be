import FormatKit

/// The marks of a file of refused records, recognised by the first two names of its header.
///
/// A handful of records is too little to detect a delimiter or a header, so the names are looked for first.
extension CSVSample {
  struct RejectSignature {
    let delimiter: UInt8
    /// The quote character around the names; nil when they have no quotes.
    let quote: UInt8?
    /// The spaces that are left out, as shown by those next to the delimiter between the names.
    let spaces: CSVOptions.Spaces
  }

  /// Nil when the sample does not begin with the two names.
  var rejectSignature: RejectSignature? {
    var index = 0
    while index < bytes.count, [9, 10, 13, 32].contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first { $0 == bytes[index] }
    guard var first = end(of: RejectColumns.mark, from: index, quote), first + 1 < bytes.count else { return nil }
    let isAround =
      bytes[first] == 32 && bytes[first + 1] > 32 && !RejectColumns.reason.utf8.starts(with: [bytes[first + 1]])
    if isAround { first += 1 }
    let delimiter = bytes[first]
    guard delimiter > 0, delimiter < 0x80, delimiter != 10, delimiter != 13, delimiter != quote else { return nil }
    let isAfter = first + 1 < bytes.count && bytes[first + 1] == 32 && delimiter != 32
    guard !isAround || isAfter, let second = end(of: RejectColumns.reason, from: first + (isAfter ? 2 : 1), quote)
    else {
      return nil
    }
    guard second == bytes.count || [delimiter, 10, 13].contains(bytes[second]) else { return nil }
    return RejectSignature(
      delimiter: delimiter, quote: quote, spaces: isAround ? .around : isAfter ? .after : .kept)
  }

  /// The start of the two names; nil when they are not among the first lines.
  var startOfRejectNames: Int? {
    var start = 0
    for _ in 0...Self.preambleLimit {
      guard start < bytes.count else { return nil }
      let rest = CSVSample(UnsafeBufferPointer(rebasing: bytes[start...]), isWhole: isWhole)
      if bytes[start] > 32, rest.rejectSignature != nil { return start }
      guard var end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else { return nil }
      if bytes[end] == 13, end + 1 < bytes.count, bytes[end + 1] == 10 { end += 1 }
      start = end + 1
    }
    return nil
  }

  /// The end of a name that begins here; nil for another name.
  private func end(of name: String, from start: Int, _ quote: UInt8?) -> Int? {
    let text = (quote.map { [$0] } ?? []) + Array(name.utf8) + (quote.map { [$0] } ?? [])
    guard start + text.count <= bytes.count, bytes[start..<(start + text.count)].elementsEqual(text) else { return nil }
    return start + text.count
  }
}

import FormatKit

/// The marks of a file of refused records, told by the two names that its header begins with.
///
/// A handful of records is too little to find a delimiter or a header by, so the names are looked for first.
extension CSVSample {
  struct RejectSignature {
    let delimiter: UInt8
    /// What the names stand in; nil for nothing.
    let quote: UInt8?
  }

  /// Nil when the sample does not begin with the two names.
  var rejectSignature: RejectSignature? {
    var index = 0
    while index < bytes.count, [9, 10, 13, 32].contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first { $0 == bytes[index] }
    guard let first = end(of: RejectColumns.mark, from: index, quote), first < bytes.count else { return nil }
    let delimiter = bytes[first]
    guard delimiter > 0, delimiter < 0x80, delimiter != 10, delimiter != 13, delimiter != quote,
      let second = end(of: RejectColumns.reason, from: first + 1, quote)
    else { return nil }
    guard second == bytes.count || [delimiter, 10, 13].contains(bytes[second]) else { return nil }
    return RejectSignature(delimiter: delimiter, quote: quote)
  }

  /// How many lines stand above the two names; nil when they are not among the first lines.
  var linesAboveRejectNames: Int? {
    var start = 0
    for line in 0...Self.preambleLimit {
      guard start < bytes.count else { return nil }
      let rest = CSVSample(UnsafeBufferPointer(rebasing: bytes[start...]), isWhole: isWhole)
      if bytes[start] > 32, rest.rejectSignature != nil { return line }
      guard var end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else { return nil }
      if bytes[end] == 13, end + 1 < bytes.count, bytes[end + 1] == 10 { end += 1 }
      start = end + 1
    }
    return nil
  }

  /// Where a name ends that begins here; nil when another name does.
  private func end(of name: String, from start: Int, _ quote: UInt8?) -> Int? {
    let text = (quote.map { [$0] } ?? []) + Array(name.utf8) + (quote.map { [$0] } ?? [])
    guard start + text.count <= bytes.count, bytes[start..<(start + text.count)].elementsEqual(text) else { return nil }
    return start + text.count
  }
}

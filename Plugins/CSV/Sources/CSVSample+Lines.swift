/// Lines that are skipped above a table.
extension CSVSample {
  /// The end of the line that begins at an index, including its line end; nil when it continues beyond the sample.
  ///
  /// Line breaks within quotes do not end it, as long as the quotes are closed before a delimiter or the end of a line.
  ///
  /// - Parameter delimiter: nil when it is not known yet; then any possible delimiter counts.
  func end(ofLineAt start: Int, quote: UInt8?, delimiter: UInt8?) -> Int? {
    // Most lines have no quote.
    var index = start
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == 10 || bytes[index] == 13 { return end(ofLineEndAt: index) }
      index += 1
    }
    let delimiters = delimiter.map { [$0] } ?? Self.delimiters
    index = start
    var isAtFieldStart = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 10 || byte == 13 { return end(ofLineEndAt: index) }
      if isAtFieldStart, byte == quote, let closed = end(ofQuotedAt: index, delimiters) {
        index = closed
        isAtFieldStart = false
        continue
      }
      isAtFieldStart = delimiters.contains(byte) || isAtFieldStart && byte == 32
      index += 1
    }
    return isWhole ? bytes.count : nil
  }

  /// The number of lines above an index, counted as they are skipped.
  func lines(before place: Int, quote: UInt8?, delimiter: UInt8?) -> Int {
    var (count, start) = (0, 0)
    while start < min(place, bytes.count), let end = end(ofLineAt: start, quote: quote, delimiter: delimiter) {
      count += 1
      start = end
    }
    return count
  }

  private func end(ofLineEndAt index: Int) -> Int {
    bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10 ? index + 2 : index + 1
  }

  /// The end of a field in quotes; nil when it is never closed, or other text follows its closing quote.
  private func end(ofQuotedAt start: Int, _ delimiters: [UInt8]) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else {
          let next = bytes[(index + 1)...].firstIndex { $0 != 32 } ?? bytes.count
          let isEnd = next == bytes.count || bytes[next] == 10 || bytes[next] == 13 || delimiters.contains(bytes[next])
          return isEnd ? index + 1 : nil
        }
        index += 1
      }
      index += 1
    }
    return nil
  }
}

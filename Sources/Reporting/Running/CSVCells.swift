internal import RetailValues

/// The cells of a rendered CSV template.
enum CSVCells {
  /// Quotes each cell as a whole (RFC 4180, section 2): a template may write `{{name}} of {{session}}` in one cell, and each
  /// of the values was quoted by itself.
  static func quotedAsWholes(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    // The cell as it was written, what it says, and whether it has text inside and outside quotation marks.
    var (written, content): ([UInt8], [UInt8]) = ([], [])
    var (quotedParts, hasText, isQuoted) = (0, false, false)
    func endCell() {
      let isWhole = quotedParts == 0 || quotedParts == 1 && !hasText
      result += isWhole ? written : Array(CSVText.field(String(decoding: content, as: UTF8.self)).utf8)
      (written, content, quotedParts, hasText) = ([], [], 0, false)
    }
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
        bytes.removeFirst()
        written += [byte, byte]
        content.append(byte)
        continue
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        if isQuoted { quotedParts += 1 }
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isQuoted else {
          endCell()
          result.append(byte)
          continue
        }
        content.append(byte)
      default:
        content.append(byte)
        hasText = hasText || !isQuoted
      }
      written.append(byte)
    }
    endCell()
    return String(decoding: result, as: UTF8.self)
  }
}

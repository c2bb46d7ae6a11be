import FormatKit
import RetailValues

/// The sender's own cells, which people open with the reasons next to them.
extension CSVRejectCells {
  /// Records as written, with an apostrophe before each cell that a spreadsheet would run as a formula, provided that
  /// reading removes it again.
  func harmless(_ records: [UInt8]) -> [UInt8] {
    guard let formulaGuard = options.inputGuard else { return records }
    return records.withUnsafeBufferPointer { bytes in
      var guarded: [UInt8] = []
      var done = 0
      for field in CSVSample(bytes, isWhole: true).records(marks, limit: .max).joined() {
        let start = contentStart(of: field, in: bytes)
        let text = UnsafeBufferPointer(rebasing: bytes[start..<field.upperBound])
        // A text that already has an apostrophe is read as the text without it.
        guard let first = text.first, first != UInt8(ascii: "'"), formulaGuard.needsGuard(unquoted(text)) else {
          continue
        }
        guarded += bytes[done..<start]
        if start > field.lowerBound {
          guarded += marks.quote == UInt8(ascii: "'") ? escapedApostrophe : [UInt8(ascii: "'")]
          done = start
        } else {
          guarded += cell(guarding: text)
          done = field.upperBound
        }
      }
      return done == 0 ? records : guarded + bytes[done...]
    }
  }

  /// The start of a field's text, after its opening quote if it has one.
  private func contentStart(of field: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let start = bytes[field].firstIndex { $0 != 32 } ?? field.upperBound
    return start < field.upperBound && bytes[start] == marks.quote ? start + 1 : field.lowerBound
  }

  /// The text without a closing quote, which would keep a number from being known for one.
  private func unquoted(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    text.last == marks.quote ? UnsafeBufferPointer(rebasing: text.dropLast()) : text
  }

  private var escapedApostrophe: [UInt8] {
    [marks.escape == .backslash ? UInt8(ascii: "\\") : UInt8(ascii: "'"), UInt8(ascii: "'")]
  }

  /// A field without quotes, with an apostrophe before it; in quotes where the apostrophe would mean something else.
  private func cell(guarding text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let apostrophe = UInt8(ascii: "'")
    guard marks.quote == apostrophe || marks.delimiter == apostrophe else { return [apostrophe] + text }
    guard let quote = marks.quote else { return Array(text) }
    var cell = [quote] + (quote == apostrophe ? escapedApostrophe : [apostrophe])
    for byte in text {
      if byte == quote { cell.append(marks.escape == .backslash ? UInt8(ascii: "\\") : quote) }
      cell.append(byte)
    }
    return cell + [quote]
  }
}

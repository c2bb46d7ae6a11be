internal import RetailValues
internal import Stock
internal import Wording

/// Numbers as people read them, printed without a string for each.
extension Formatting {
  /// Adds a number to text, as ``display(_:as:)`` has it.
  ///
  /// - Returns: false, with nothing added, for a type that is not a plain number.
  func append(_ number: Int64, as type: ReportColumnType, to text: inout [UInt8]) -> Bool {
    let digits = currency.minorUnitDigits
    switch type {
    case .money: append(number, digits: digits, kept: digits, to: &text)
    case .quantity: append(number, digits: Quantity.fractionDigits, kept: 0, to: &text)
    case .unitCost:
      append(number, digits: UnitCost.fractionDigits, kept: min(digits, UnitCost.fractionDigits), to: &text)
    case .wholeNumber: append(number, digits: 0, kept: 0, to: &text)
    case .text, .label, .date, .dateTime, .flag, .percent, .degrees, .distance: return false
    }
    return true
  }

  /// Adds a number that counts units of the last decimal: with as many decimals as are not zero, and at least those kept.
  private func append(_ number: Int64, digits: Int, kept: Int, to text: inout [UInt8]) {
    if number < 0 { text += locale.minus.utf8 }
    FixedPointText.withText(number, fractionDigits: digits, keeping: kept) { plain in
      let plain = plain.drop { $0 == UInt8(ascii: "-") }
      let point = plain.firstIndex(of: UInt8(ascii: ".")) ?? plain.endIndex
      for index in plain.startIndex..<point {
        if index > plain.startIndex, locale.separates(at: point - index, of: point - plain.startIndex) {
          text += locale.groupSeparator.utf8
        }
        text.append(plain[index])
      }
      guard point < plain.endIndex else { return }
      text += locale.decimalPoint.utf8
      text += plain[(point + 1)...]
    }
  }
}

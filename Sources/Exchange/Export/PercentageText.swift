internal import FormatKit
internal import RetailValues

/// How percentages are written so that they are read again as they were.
enum PercentageText {
  /// Appends a percentage in ten-thousandths of a percent: a number, or a text with the percent sign where the number alone
  /// could be taken for a fraction of one.
  static func append(_ value: Int64, to batch: inout RecordBatch) {
    let isClear = value == 0 || value.magnitude >= 10_000
    FixedPointText.withText(value, fractionDigits: 4, keeping: 0) { digits in
      if isClear { return batch.append(digits, kind: .number) }
      batch.append(partial: digits)
      batch.append(partialByte: UInt8(ascii: "%"))
      batch.endField(.text)
    }
  }
}

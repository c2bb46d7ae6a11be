internal import FormatKit
internal import RetailValues
internal import Stock

extension FieldReader {
  func decimalNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isNumberToken: Bool, in currency: Currency? = nil
  ) throws(ValueProblem) -> ExactDecimal {
    if isNumberToken { return try plainNumber(bytes, .point) }
    if numbers.isDisputed, case .doubtful = MarkSign(bytes) { throw unclear(bytes) }
    do {
      return try ExactDecimal(parsing: bytes, mark: decimal)
    } catch .notANumber {
      if let fraction = ExactDecimal(fraction: bytes) { return fraction }
      // The characters around a number are examined only where the plain number has failed.
      guard let notation = NumberNotation(bytes) else { throw notANumber(bytes) }
      let ungrouped = decimal == .point ? NumberNotation.withoutIndianGroups(notation.digits) : nil
      guard
        notation.isNegative || notation.currency != nil || notation.dashMark != nil || ungrouped != nil
          || notation.isForOne
      else {
        throw notANumber(bytes)
      }
      // What is for one piece is a price.
      if notation.isForOne, currency == nil { throw notANumber(bytes) }
      if let sign = notation.currency {
        guard let currency else { throw notANumber(bytes) }
        guard CurrencySigns.fits(sign, currency) else {
          throw ValueProblem(
            code: .currencyDiffers, message: "\(name) '\(Self.shown(bytes))' is in another currency than \(currency)",
            remedy: foreign(sign, currency))
        }
      }
      if let mark = notation.dashMark, mark != decimal, notation.digits.contains(where: { [0x2C, 0x2E].contains($0) }) {
        throw notANumber(bytes)
      }
      let number: ExactDecimal
      do {
        number =
          if let ungrouped {
            try ExactDecimal(parsing: ungrouped, mark: .point)
          } else {
            try ExactDecimal(parsing: notation.digits, mark: decimal)
          }
      } catch .tooManyDigits {
        throw tooManyDigits(bytes)
      } catch {
        throw notANumber(bytes)
      }
      return ExactDecimal(
        coefficient: notation.isNegative ? -number.coefficient : number.coefficient, exponent: number.exponent)
    } catch .tooManyDigits {
      throw tooManyDigits(bytes)
    } catch {
      if decimal == .point, let digits = NumberNotation.withoutIndianGroups(bytes),
        let number = try? ExactDecimal(parsing: digits, mark: .point)
      {
        return number
      }
      throw notANumber(bytes)
    }
  }

  /// What to do about amounts in another currency than expected.
  private func foreign(_ sign: String, _ expected: Currency) -> String {
    let candidates = CurrencySigns.code(sign).map { [$0] } ?? CurrencySigns.candidates(sign)
    guard givable.currency else {
      return "Give the amounts in \(expected), the currency of the shop's books, or convert them in a mapping profile: "
        + "`{ column: NAME, apply: [multiply: RATE] }`."
    }
    guard let first = candidates.first else {
      return "Give the currency in a column of its own, or with \(Givable.currencyOption)CODE."
    }
    let others = candidates.dropFirst().joined(separator: ", ")
    return "If all amounts are in \(first), import the file with \(Givable.currencyOption)\(first)"
      + (others.isEmpty ? "" : " (or \(others), …)") + "; if they are in \(expected), take the sign '\(sign)' out."
  }

  private func plainNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, _ mark: ExactDecimal.Mark
  ) throws(ValueProblem) -> ExactDecimal {
    do {
      return try ExactDecimal(parsing: bytes, mark: mark)
    } catch .tooManyDigits {
      throw tooManyDigits(bytes)
    } catch {
      throw ValueProblem(code: .notANumber, message: "\(name) '\(Self.shown(bytes))' is not a number")
    }
  }

  private func tooManyDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem {
    ValueProblem(code: .numberTooLarge, message: "\(name) '\(Self.shown(bytes))' has too many digits")
  }

  /// A value that may be a thousand or a fraction, where nothing shows which.
  func unclear(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem {
    ValueProblem(code: .marksConflict, message: "\(name) '\(Self.shown(bytes))' may be a thousand or a fraction")
  }

  /// The reason why a value is not a number: it may be one with the other mark.
  private func notANumber(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem {
    let shown = Self.shown(bytes)
    switch MarkSign(bytes) {
    case .certain(let mark) where mark != decimal:
      guard let evidence = numbers.evidence else {
        return ValueProblem(
          code: .notANumber, message: "\(name) '\(shown)' is not a number with a decimal \(decimal.rawValue)",
          remedy: "Groups have three digits; if the other mark is the decimal mark, say so with --decimal.")
      }
      return ValueProblem(
        code: .markDiffers,
        message:
          "\(name) '\(shown)' has a decimal \(mark.rawValue), but \(evidence.shown) has a decimal \(decimal.rawValue)")
    default:
      if let unit = QuantityWords.measure(in: bytes) {
        return ValueProblem(
          code: .notANumber,
          message: "\(name) '\(shown)' has the unit \(unit), and nothing says that the item is kept in it",
          remedy: keptIn(unit))
      }
      // Groups that are not of three digits, or that have two signs.
      guard MarkSign(bytes) == nil, NumberNotation(bytes) != nil, !bytes.contains(where: Self.isLetter) else {
        return ValueProblem(code: .notANumber, message: "\(name) '\(shown)' is not a number")
      }
      return ValueProblem(
        code: .notANumber, message: "\(name) '\(shown)' is not a number with a decimal \(decimal.rawValue)",
        remedy: decimal == .point
          ? "Write the digits without grouping, or in groups of three: 123456.78 or 123,456.78."
          : "Write the digits without grouping, or in groups of three: 123456,78 or 123.456,78.")
    }
  }

  /// What to do about quantities with a unit of measure.
  private func keptIn(_ unit: String) -> String {
    guard let kept = MeasureUnit.stockUnit(for: unit.lowercased()) else {
      return "Write the number alone, or take the unit off in a profile: `apply: [strip-suffix: \(unit)]`."
    }
    let start = "If the items are kept in \(kept), "
    let end = "; if they are kept in another unit, write the number of that unit alone."
    guard let option = givable.stockUnit else {
      return start
        + "first say so with a list that has the columns sku and stock_unit: `stockroom import LIST --kind products`"
        + end
    }
    return start + "import the file with \(option)\(kept)" + end
  }

  static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// The ambiguity of a quantity such as `6 Karton` or `2 x 6`; nil for other texts.
  private func withUnit(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem? {
    let shown = Self.shown(bytes)
    if let count = QuantityWords.count(ofPack: bytes) {
      return ValueProblem(
        code: .notANumber, message: "\(name) '\(shown)' may be one pack of \(count), or \(count) pieces",
        remedy:
          "If these are the sizes of packs, leave the column out with --map \(ShellText.word("\(column)=")); if they are "
          + "pieces, write \(count) alone.")
    }
    if let word = QuantityWords.word(after: bytes) {
      return ValueProblem(
        code: .notANumber,
        message: "\(name) '\(shown)' has the word '\(word)', and nothing says how many stock units that is",
        remedy: "Write the number of stock units; where '\(word)' is one stock unit, take the word off in a profile: "
          + "`apply: [strip-suffix: \(word)]`.")
    }
    guard QuantityWords.isProduct(bytes) else { return nil }
    return ValueProblem(
      code: .notANumber, message: "\(name) '\(shown)' is a multiplication",
      remedy: "Write the number that comes of it, in stock units; the number in a pack is the field pack_size.")
  }

  /// A quantity, of which a word for pieces or packs is left out.
  func quantity(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isNumberToken: Bool, note: inout ValueProblem?
  ) throws(ValueProblem) -> StagedValue {
    guard !isNumberToken, let digits = QuantityWords.number(in: bytes, use) else {
      do {
        return try number(bytes, digits: Quantity.fractionDigits, isNumberToken, note: &note)
      } catch {
        throw withUnit(bytes) ?? error
      }
    }
    let value = try number(digits, digits: Quantity.fractionDigits, false, note: &note)
    if note == nil {
      note = ValueProblem(
        code: .unitRead, message: "\(column) '\(Self.shown(bytes))' is read as \(Self.shown(digits))", isForColumn: true
      )
    }
    return value
  }

  /// Whether a price is hardly meant to be rounded: a text in thousandths may be a thousand or a cost, and rounding changes
  /// another one noticeably. What a program calculated has more decimals, and loses nothing that matters.
  private func isTooFine(_ number: ExactDecimal, digits: Int, _ isNumberToken: Bool) -> Bool {
    if !isNumberToken, number.scaled(toFractionDigits: digits + 1)?.isExact == true { return true }
    guard let (fine, _) = number.scaled(toFractionDigits: digits + 2),
      let (rounded, _) = number.scaled(toFractionDigits: digits)
    else { return false }
    let (whole, isOverflow) = rounded.multipliedReportingOverflow(by: 100)
    return !isOverflow && (fine - whole).magnitude > fine.magnitude / 200
  }

  func number(
    _ bytes: UnsafeBufferPointer<UInt8>, digits: Int, _ isNumberToken: Bool, in currency: Currency? = nil,
    note: inout ValueProblem?
  ) throws(ValueProblem) -> StagedValue {
    let number = try decimalNumber(bytes, isNumberToken, in: currency)
    guard let (value, isExact) = number.scaled(toFractionDigits: digits) else {
      throw ValueProblem(code: .numberTooLarge, message: "\(name) '\(Self.shown(bytes))' is out of range")
    }
    if !isExact {
      if use == .price, isTooFine(number, digits: digits, isNumberToken) {
        throw ValueProblem(
          code: .priceTooFine,
          message: "\(name) '\(Self.shown(bytes))' has more decimals than prices in \(currency ?? settings.currency)")
      }
      note = ValueProblem(
        code: .valueRounded,
        message: "\(name) '\(Self.shown(bytes))' is rounded to \(FixedPointText.fixed(value, fractionDigits: digits))")
    }
    return .integer(value)
  }
}

internal import Catalog
internal import FormatKit
internal import Stock

/// Turns the text of a field into the value that is staged, in the units of storage.
struct FieldReader {
  var decimal: ExactDecimal.Mark
  var dates: DateOrder
  let settings: ShopSettings
  let clock: ShopClock

  /// Why a value cannot be taken; the message lacks the field's name, which the caller puts in front.
  struct Trouble: Error {
    var code: DiagnosticCode
    var message: String
    var remedy: String?
  }

  /// The longest code that is kept, in bytes.
  static let maximumCodeBytes = 200
  /// The longest text that is kept, in bytes.
  static let maximumTextBytes = 1 << 20

  /// Reads bytes that are trimmed and not empty.
  ///
  /// - Parameter note: what to tell about a value that is taken all the same.
  func read(
    _ bytes: UnsafeBufferPointer<UInt8>, as type: ValueType, isNumberToken: Bool, currency: Currency?,
    note: inout Trouble?
  ) throws(Trouble) -> StagedValue {
    switch type {
    case .text:
      guard bytes.count <= Self.maximumTextBytes else {
        throw Trouble(code: .valueTooLong, message: "is longer than 1 MiB")
      }
      return .bytes(bytes)
    case .code:
      guard bytes.count <= Self.maximumCodeBytes else {
        throw Trouble(code: .valueTooLong, message: "is \(bytes.count) bytes long")
      }
      guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw Trouble(
          code: .invalidText, message: "'\(Self.shown(bytes))' has a control character in it",
          remedy: "Take line breaks, tabs and other control characters out of the code.")
      }
      return .bytes(bytes)
    case .barcode: return try barcode(bytes, note: &note)
    case .quantity: return try number(bytes, digits: Quantity.fractionDigits, isNumberToken, note: &note)
    case .unitCost: return try number(bytes, digits: UnitCost.fractionDigits, isNumberToken, note: &note)
    case .money:
      return try number(bytes, digits: (currency ?? settings.currency).minorUnitDigits, isNumberToken, note: &note)
    case .percent: return try number(bytes.dropping(suffix: UInt8(ascii: "%")), digits: 4, isNumberToken, note: &note)
    case .wholeNumber:
      let number = try decimalNumber(bytes, isNumberToken)
      guard let (value, isExact) = number.scaled(toFractionDigits: 0), isExact else {
        throw Trouble(code: .notANumber, message: "'\(Self.shown(bytes))' is not a whole number")
      }
      return .integer(value)
    case .currency:
      guard let currency = Currency(String(decoding: bytes, as: UTF8.self)) else {
        throw Trouble(
          code: .unknownCurrency, message: "'\(Self.shown(bytes))' is not a currency of ISO 4217",
          remedy: nearestName(to: Self.shown(bytes), among: Currency.codes).map { "Did you mean \($0)?" })
      }
      return .text(currency.code)
    case .boolean: return try boolean(bytes)
    case .date:
      guard let moment = Timestamp(Self.string(bytes), order: dates, clock: clock) else { throw notADate(bytes) }
      return .text(clock.date(of: moment).description)
    case .dateTime:
      guard let moment = Timestamp(Self.string(bytes), order: dates, clock: clock) else { throw notADate(bytes) }
      return .integer(moment.millisecondsSince1970)
    case .choice(let words):
      let text = Self.string(bytes).lowercased()
      guard words.contains(text) else {
        let near = nearestName(to: text, among: words)
        throw Trouble(
          code: .notAChoice, message: "'\(Self.shown(bytes))' is none of \(words.joined(separator: ", "))",
          remedy: near.map { "Did you mean '\($0)'?" })
      }
      return .text(text)
    }
  }

  private func decimalNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isNumberToken: Bool
  ) throws(Trouble) -> ExactDecimal {
    do {
      return try ExactDecimal(parsing: bytes, mark: isNumberToken ? .point : decimal)
    } catch .tooManyDigits {
      throw Trouble(code: .numberTooLarge, message: "'\(Self.shown(bytes))' has too many digits")
    } catch .misplacedGrouping {
      throw Trouble(
        code: .notANumber, message: "'\(Self.shown(bytes))' is not a number with a decimal \(decimal.rawValue)",
        remedy: "Groups have three digits; if the other mark is the decimal mark, say so with --decimal.")
    } catch {
      throw Trouble(code: .notANumber, message: "'\(Self.shown(bytes))' is not a number")
    }
  }

  private func number(
    _ bytes: UnsafeBufferPointer<UInt8>, digits: Int, _ isNumberToken: Bool, note: inout Trouble?
  ) throws(Trouble) -> StagedValue {
    guard let (value, isExact) = try decimalNumber(bytes, isNumberToken).scaled(toFractionDigits: digits) else {
      throw Trouble(code: .numberTooLarge, message: "'\(Self.shown(bytes))' is out of range")
    }
    if !isExact {
      note = Trouble(
        code: .valueRounded,
        message: "'\(Self.shown(bytes))' is rounded to \(FixedPointText.fixed(value, fractionDigits: digits))")
    }
    return .integer(value)
  }

  private func barcode(_ bytes: UnsafeBufferPointer<UInt8>, note: inout Trouble?) throws(Trouble) -> StagedValue {
    let barcode: Barcode
    let written = Self.string(bytes)
    let code = Self.withoutSpreadsheetMarks(written)
    do {
      barcode = try Barcode(parsing: code)
    } catch .wrongCheckDigit(let expected) {
      throw Trouble(
        code: .barcodeInvalid,
        message: "'\(Self.shown(bytes))' ends in the wrong check digit; \(expected) would be right")
    } catch .scientificNotation {
      throw Trouble(code: .barcodeDamaged, message: "'\(Self.shown(bytes))' is a rounded number, not a barcode")
    } catch {
      throw Trouble(code: .barcodeInvalid, message: "'\(Self.shown(bytes))' is not a barcode")
    }
    if code != written {
      // Only a check digit proves that the marks did not belong to the code.
      guard barcode.symbology != .inStore else {
        throw Trouble(code: .barcodeInvalid, message: "'\(Self.shown(bytes))' is not a barcode")
      }
      note = Trouble(
        code: .barcodeRestored, message: "'\(Self.shown(bytes))' is read as \(barcode.code), as its check digit proves")
    } else if barcode.isRestored {
      note = Trouble(
        code: .barcodeRestored, message: "'\(Self.shown(bytes))' is read as \(barcode.code), leading zeros restored")
    }
    return .text(barcode.canonical)
  }

  /// The code without what spreadsheets put around numbers to keep them: `="…"`, a leading `'`, a trailing `.0`.
  private static func withoutSpreadsheetMarks(_ text: String) -> String {
    var code = Substring(text)
    if code.hasPrefix("=\""), code.hasSuffix("\""), code.count > 3 { code = code.dropFirst(2).dropLast() }
    if code.hasPrefix("'") { code = code.dropFirst() }
    if code.hasSuffix(".0"), code.dropLast(2).allSatisfy(\.isNumber) { code = code.dropLast(2) }
    // What is left of a formula is no code.
    return code.hasPrefix("=") ? "" : String(code)
  }

  private static let yes: Set<String> = ["yes", "true", "1", "y", "t", "ja", "oui", "sí", "si", "j", "on"]
  private static let no: Set<String> = ["no", "false", "0", "n", "f", "nein", "non", "nej", "off"]

  private func boolean(_ bytes: UnsafeBufferPointer<UInt8>) throws(Trouble) -> StagedValue {
    let text = Self.string(bytes).lowercased()
    if Self.yes.contains(text) { return .integer(1) }
    if Self.no.contains(text) { return .integer(0) }
    throw Trouble(code: .notYesOrNo, message: "'\(Self.shown(bytes))' is neither yes nor no")
  }

  private func notADate(_ bytes: UnsafeBufferPointer<UInt8>) -> Trouble {
    Trouble(code: .notADate, message: "'\(Self.shown(bytes))' is not a date (read as \(dates.rawValue))")
  }

  static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The same for a text.
  static func shown(_ text: String) -> String {
    var text = text
    return text.withUTF8 { shown($0) }
  }

  /// A value for a message: at most 60 characters, control characters shown as `·`.
  static func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(240), as: UTF8.self)
    let clean = String(text.prefix(60).map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? "·" : $0 })
    return clean.count < text.count || bytes.count > 240 ? clean + "…" : clean
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func dropping(suffix byte: UInt8) -> UnsafeBufferPointer<UInt8> {
    guard last == byte else { return self }
    return UnsafeBufferPointer(rebasing: self[0..<(count - 1)]).trimmed
  }

  /// Without ASCII white space and no-break spaces at both ends.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end {
      let byte = self[start]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        start += 1
      } else if byte == 0xC2, start + 1 < end, self[start + 1] == 0xA0 {
        start += 2
      } else {
        break
      }
    }
    while end > start {
      let byte = self[end - 1]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        end -= 1
      } else if byte == 0xA0, end - 2 >= start, self[end - 2] == 0xC2 {
        end -= 2
      } else {
        break
      }
    }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }
}

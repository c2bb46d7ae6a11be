internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// Codes, and what spreadsheets do to them.
extension FieldReader {
  /// A code as written; leading zeros are part of it.
  func code(
    _ bytes: UnsafeBufferPointer<UInt8>, note: inout ValueProblem?
  ) throws(ValueProblem) -> UnsafeBufferPointer<UInt8> {
    var hasPlus = false
    var hasSeparator = false
    for byte in bytes {
      guard byte >= 0x20, byte != 0x7F else {
        throw ValueProblem(
          code: .invalidText, message: "\(name) '\(Self.shown(bytes))' has a control character in it",
          remedy: "Take line breaks, tabs and other control characters out of the code.")
      }
      if byte == UInt8(ascii: "+") { hasPlus = true }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: ".") { hasSeparator = true }
    }
    if hasPlus, case .scientificNotation = Self.barcodeProblem(bytes) { throw damaged(bytes, "a code") }
    if hasSeparator, bytes.count <= 16, let month = Self.monthInDay(bytes) {
      note = ValueProblem(
        code: .codeLooksLikeDate,
        message: "\(column) '\(Self.shown(bytes))' is what a spreadsheet makes of a code such as \(month)",
        isForColumn: true)
    }
    return bytes
  }

  /// Whether a cell has a date, true or false where the code or the size of an item belongs.
  func isNoText(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: FieldKind) -> Bool {
    guard use.isItem || use == .size else { return false }
    // Only the cells of workbooks have a type of their own.
    return use.isItem && kind == .boolean || Self.isMidnight(bytes) || keptDigits != nil && Self.isDay(bytes)
  }

  /// A code without the apostrophe that keeps zeros in a spreadsheet, or the `.0` that all codes of its column have; nil for
  /// any other code.
  func withoutMarks(_ bytes: UnsafeBufferPointer<UInt8>, note: inout ValueProblem?) -> String? {
    guard use.isItem || use == .supplierItem, bytes.count > 1 else { return nil }
    let apostrophe = UInt8(ascii: "'")
    if bytes[0] == apostrophe, NumberNotation.isDigit(bytes[1]) || Self.isLetter(bytes[1]),
      !bytes.dropFirst().contains(apostrophe), bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
    {
      let plain = Self.string(UnsafeBufferPointer(rebasing: bytes.dropFirst()))
      note = ValueProblem(
        code: .codeMarksRemoved, message: "\(column) '\(Self.shown(bytes))' is read as '\(plain)'", isForColumn: true)
      return plain
    }
    guard hasDecimalCodes, Self.isDecimalCode(bytes) else { return nil }
    let plain = Self.string(UnsafeBufferPointer(rebasing: bytes.dropLast(2)))
    note = ValueProblem(
      code: .codeDecimalsRemoved, message: "\(column) '\(Self.shown(bytes))' is read as '\(plain)'", isForColumn: true)
    return plain
  }

  /// Whether a code is a whole number followed by `.0` or `,0`.
  static func isDecimalCode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count > 2 && bytes.last == UInt8(ascii: "0")
      && [UInt8(ascii: "."), UInt8(ascii: ",")].contains(bytes[bytes.count - 2])
      && bytes.dropLast(2).allSatisfy(NumberNotation.isDigit)
  }

  /// Whether the bytes are a day as cells of workbooks have it: `2026-03-05`.
  private static func isDay(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
      && WrittenTime(bytes, order: .yearMonthDay) != nil
  }

  /// A code without what its bytes have around it or in it, where that is not part of it: the `="…"` by which spreadsheets keep
  /// zeros in front, the `.0` of a number, and characters that are written in two ways. Nil for a code that is as it should be.
  ///
  /// - Throws: for a code with a character that nobody sees.
  static func plainCode(
    _ bytes: UnsafeBufferPointer<UInt8>, of name: String, isNumberToken: Bool
  ) throws(ValueProblem) -> String? {
    let isFormula = bytes.count > 3 && bytes[0] == UInt8(ascii: "=") && bytes[1] == UInt8(ascii: "\"")
    let isDecimal = isNumberToken && bytes.count > 2 && bytes.suffix(2).elementsEqual(".0".utf8)
    if isFormula || isDecimal {
      let plain = withoutSpreadsheetMarks(string(bytes))
      if !plain.isEmpty { return plain }
    }
    // Of the characters below U+0300 none is invisible but some that begin with C2, and none combines with another.
    guard bytes.contains(where: { $0 >= 0xCC || $0 == 0xC2 }) else { return nil }
    let text = string(bytes)
    if let hidden = text.unicodeScalars.first(where: isInvisible) {
      throw ValueProblem(
        code: .invalidText,
        message:
          "\(name) '\(shown(bytes))' has a character in it that nobody sees (U+\(String(hidden.value, radix: 16, uppercase: true)))",
        remedy: "Type the code again, without copying it.")
    }
    let composed = text.precomposedStringWithCanonicalMapping
    return composed.utf8.elementsEqual(bytes) ? nil : composed
  }

  /// Whether a character has no width and no meaning.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// Whether the bytes are a day as cells of workbooks have it: `2026-03-05T00:00:00`.
  static func isMidnight(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 19, bytes[10] == UInt8(ascii: "T") else { return false }
    return bytes[11...].elementsEqual("00:00:00".utf8) && bytes[..<4].allSatisfy(NumberNotation.isDigit)
  }

  /// A name of several lines as one line; nil when it has one line.
  static func oneLine(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.contains(where: { (9...13).contains($0) }) else { return nil }
    let line = string(bytes).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Other control characters are refused as everywhere.
    return line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? line : nil
  }

  private static func barcodeProblem(_ bytes: UnsafeBufferPointer<UInt8>) -> Barcode.ParseError? {
    do {
      _ = try Barcode(parsing: string(bytes))
      return nil
    } catch {
      return error
    }
  }

  func damaged(_ bytes: UnsafeBufferPointer<UInt8>, _ what: String) -> ValueProblem {
    ValueProblem(code: .numberDamaged, message: "\(name) '\(Self.shown(bytes))' is a rounded number, not \(what)")
  }

  /// `4-3` for `3-Apr`, `Mär 04`, `04. Mrz`: a day of one or two digits and a month's name, nothing more.
  private static func monthInDay(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let isLetter = { (byte: UInt8) in byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    let digits = bytes.count(where: NumberNotation.isDigit)
    let letters = bytes.count(where: isLetter)
    guard (1...2).contains(digits), letters >= 3, (1...2).contains(bytes.count - digits - letters) else { return nil }
    // No month's name begins otherwise, and most codes do.
    guard let first = bytes.first(where: isLetter), first >= 0x80 || "jfmasonde".utf8.contains(first | 0x20) else {
      return nil
    }
    let parts = string(bytes).split { "-. ".contains($0) }
    guard parts.count == 2, let day = parts.lazy.compactMap({ Int($0) }).first, (1...31).contains(day),
      let month = parts.lazy.compactMap({ CalendarDate.monthNumber(named: $0) }).first
    else { return nil }
    return parts[0].first?.isNumber == true ? "\(day)-\(month) or \(month)-\(day)" : "\(month)-\(day)"
  }

  /// The code without what spreadsheets put around numbers to keep them: `="…"`, a leading `'`, a trailing `.0`; and
  /// out of scientific notation that has all its digits.
  static func withoutSpreadsheetMarks(_ text: String) -> String {
    if let digits = wholeDigits(text) { return digits }
    var code = Substring(text)
    if code.hasPrefix("=\""), code.hasSuffix("\""), code.count > 3 { code = code.dropFirst(2).dropLast() }
    if code.hasPrefix("'") { code = code.dropFirst() }
    if code.hasSuffix(".0") || code.hasSuffix(",0"), code.dropLast(2).allSatisfy(\.isNumber) { code = code.dropLast(2) }
    // The remains of a formula are not a code.
    return code.hasPrefix("=") ? "" : String(code)
  }

  /// The digits of `4.006381333931E+12`, of which none is missing; nil for every other text.
  static func wholeDigits(_ text: String) -> String? {
    guard text.utf8.count <= 24, let sign = text.firstRange(of: "E+") ?? text.firstRange(of: "e+"),
      let exponent = Int(text[sign.upperBound...]), (1...17).contains(exponent)
    else { return nil }
    let parts = text[..<sign.lowerBound].split(separator: /[.,]/, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 1, parts[1].utf8.count == exponent,
      parts.allSatisfy({ $0.utf8.allSatisfy(NumberNotation.isDigit) })
    else { return nil }
    return String(parts[0] + parts[1])
  }
}

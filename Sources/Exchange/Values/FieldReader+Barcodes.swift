internal import FormatKit
internal import RetailValues
internal import Stock

extension FieldReader {
  func barcode(_ bytes: UnsafeBufferPointer<UInt8>, note: inout ValueProblem?) throws(ValueProblem) -> StagedValue {
    // Nearly all barcodes are digits with the right check digit and nothing else.
    if let barcode = Barcode(digits: bytes) { return .text(barcode.canonical) }
    let written = Self.string(bytes)
    if let count = Self.numberOfGTINs(in: bytes) {
      throw ValueProblem(
        code: .barcodeInvalid, message: "\(name) '\(Self.shown(bytes))' is \(count) barcodes in one cell",
        remedy:
          "Give each barcode a row of its own with the same item, or take the cell apart in a mapping profile, with "
          + "one record of barcodes for each: `apply: [split: { by: \",\", take: 2 }]`.")
    }
    let code = Self.withoutSpreadsheetMarks(written)
    if codes == .books, let isbn = Barcode(isbnWithoutZeros: code) {
      note = ValueProblem(
        code: .isbnRestored, message: "\(column) '\(Self.shown(bytes))' is read as \(isbn.code)", isForColumn: true)
      return .text(isbn.canonical)
    }
    let barcode: Barcode
    do {
      barcode = try Barcode(parsing: code)
    } catch .scientificNotation {
      throw damaged(bytes, "a barcode")
    } catch .wrongCheckDigit(let expected) {
      guard Self.wholeDigits(written) == nil else { throw damaged(bytes, "a barcode") }
      throw wrongCheckDigit(bytes, code, expected)
    } catch {
      throw ValueProblem(code: .barcodeInvalid, message: "\(name) '\(Self.shown(bytes))' is not a barcode")
    }
    if codes == .books, !Self.mayBeInListOfBooks(barcode) { throw notAnISBN(bytes, code) }
    if code != written {
      // Only a check digit proves that the marks did not belong to the code.
      guard barcode.symbology != .inStore else {
        guard Self.wholeDigits(written) == nil else { throw damaged(bytes, "a barcode") }
        throw ValueProblem(code: .barcodeInvalid, message: "\(name) '\(Self.shown(bytes))' is not a barcode")
      }
      note = ValueProblem(
        code: .barcodeRestored,
        message: "\(name) '\(Self.shown(bytes))' is read as \(barcode.code), as its check digit proves")
    } else if barcode.isRestored {
      if codes == .perhapsBooks, let isbn = Barcode(isbnWithoutZeros: code) {
        throw ValueProblem(
          code: .barcodeUnclear,
          message: "\(name) '\(Self.shown(bytes))' may be the GTIN \(barcode.code) or the ISBN \(isbn.code)")
      }
      note = ValueProblem(
        code: .zerosRestored, message: "\(column) '\(Self.shown(bytes))' is read as \(barcode.code)", isForColumn: true)
    } else if codes == .perhapsBooks, barcode.symbology == .inStore, let isbn = Barcode(isbnWithoutZeros: code) {
      note = ValueProblem(
        code: .isbnDoubtful, message: "\(column) '\(Self.shown(bytes))' may be the ISBN \(isbn.code)", isForColumn: true
      )
    }
    return .text(barcode.canonical)
  }

  /// The number of codes of the length of a GTIN in one cell, at least one of which is a GTIN; nil when it is one code.
  private static func numberOfGTINs(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count > 16, bytes.count <= 1000 else { return nil }
    let parts = bytes.split { !NumberNotation.isDigit($0) && ($0 < 0x80 && !isLetter($0)) }
    guard parts.count > 1,
      parts.allSatisfy({ (8...14).contains($0.count) && $0.allSatisfy(NumberNotation.isDigit) }),
      parts.contains(where: { ColumnLook.isBarcode(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    return parts.count
  }

  /// Whether a code in a column of ISBNs is kept unchanged: it has a valid check digit of its own, or is not a number.
  private static func mayBeInListOfBooks(_ barcode: Barcode) -> Bool {
    switch barcode.symbology {
    case .inStore: !((7...10).contains(barcode.code.utf8.count) && barcode.code.utf8.allSatisfy(NumberNotation.isDigit))
    default: !barcode.isRestored
    }
  }

  /// A check digit is suggested only where nothing says that the number is a code of another kind.
  private func wrongCheckDigit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ code: String, _ expected: Character
  ) -> ValueProblem {
    let digits = code.utf8.count(where: NumberNotation.isDigit)
    if codes == .books, digits < 12 { return notAnISBN(bytes, code) }
    if let isbn = Barcode(isbnWithoutZeros: code) {
      return ValueProblem(
        code: .barcodeUnclear,
        message: "\(name) '\(Self.shown(bytes))' is not a GTIN-8, and may be the ISBN \(isbn.code) without its zeros")
    }
    return ValueProblem(
      code: .barcodeInvalid,
      message: "\(name) '\(Self.shown(bytes))' ends in the wrong check digit; \(expected) would be right")
  }

  private func notAnISBN(_ bytes: UnsafeBufferPointer<UInt8>, _ code: String) -> ValueProblem {
    let digits = code.filter { $0 != " " && $0 != "-" }
    let padded = String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits
    let right = "0123456789X".first { check in
      (try? Barcode(parsing: padded.dropLast() + String(check)))?.symbology == .isbn10
    }
    let why = right.map { "; the check digit of \(padded) would be \($0)" } ?? ""
    return ValueProblem(code: .barcodeInvalid, message: "\(name) '\(Self.shown(bytes))' is not an ISBN\(why)")
  }
}

internal import FormatKit
internal import RetailValues
internal import Stock

/// Reads the value of one field from a row of a batch.
struct FieldValueReader {
  /// The texts that mean that there is no value.
  let noValue: [String]
  /// Whether texts keep the white space at their ends, as in files of a system that is given its own file back. In a table
  /// white space around a value only fills its cell.
  let keepsSpaces: Bool
  /// The unit that the shop keeps an item in; nil where rows are read for no shop.
  var stockUnit: ((_ item: String) -> String?)?

  /// The value that a field has in a row, or absent.
  ///
  /// - Parameters:
  ///   - currency: the currency of the amounts in this row, as far as an earlier field of the row names it
  ///   - note: set to a problem that does not prevent the value from being read
  ///   - shown: set to the text of the field where it is part of a message
  /// - Throws: a problem with the value
  func value(
    _ field: CompiledField, view: RowView, _ fill: FillDownState?, _ batch: borrowing RecordBatch, currency: Currency?,
    note: inout FieldReader.ValueProblem?, shown: inout String
  ) throws -> StagedValue {
    try checked(read(field, view: view, fill, batch, currency: currency, note: &note, shown: &shown), field)
  }

  /// Refuses a value that the field cannot hold.
  private func checked(_ staged: StagedValue, _ field: CompiledField) throws -> StagedValue {
    switch staged {
    case .clear:
      switch field.clearing {
      case .empties: return staged
      case .nothing: return .absent
      case .refused:
        throw FieldReader.ValueProblem(
          code: .missingValue, message: "\(field.field.name) may not be emptied",
          remedy: "Leave the cell blank to keep what is there.")
      }
    case .integer:
      guard let range = field.range, field.refuses(staged) else { return staged }
      if field.field.name == "counted_quantity" {
        throw FieldReader.ValueProblem(code: .negativeCount, message: "\(field.field.name) is below zero")
      }
      let limit =
        range.upperBound == .max ? range.lowerBound == 0 ? "0 or more" : "above 0" : "from 0 to \(range.upperBound)"
      throw FieldReader.ValueProblem(
        code: .outOfRange, message: "\(field.field.name) is out of range; it must be \(limit)")
    default: return staged
    }
  }

  /// The unit that the item of a row is kept in, as far as the file or the shop says it.
  private func unit(of field: CompiledField, _ view: RowView, _ batch: borrowing RecordBatch) -> String? {
    field.unitColumn.flatMap { view.ownText($0, batch) } ?? field.givenUnit
      ?? field.itemColumn.flatMap { view.ownText($0, batch) }.flatMap { stockUnit?($0) }
  }

  /// What makes a number in the unit that another column or the header says one of the unit that the item is kept in.
  ///
  /// - Parameter written: the number as it is written, which only messages need.
  private func writtenFactor(
    of field: CompiledField, _ written: @autoclosure () -> String, _ view: RowView, _ batch: borrowing RecordBatch
  ) throws(FieldReader.ValueProblem) -> (times: Int64, by: Int64) {
    let word: String
    switch field.writtenUnit {
    case nil: return (1, 1)
    case .unit(let unit): word = unit
    case .column(let column, _):
      guard let text = view.ownText(column, batch), !noValue.contains(text) else { return (1, 1) }
      word = text
    }
    let kept = unit(of: field, view, batch) ?? "each"
    if QuantityWords.isPieces(word.lowercased()), MeasureUnit.named(kept) == nil { return (1, 1) }
    if let unit = MeasureUnit.named(word), let factor = MeasureUnit.factor(from: unit, to: kept) { return factor }
    throw field.unitDiffers(written(), word, kept: kept)
  }

  /// Makes a quantity one in the unit that the item is kept in, with a note about it.
  ///
  /// - Parameter written: the quantity as it is written, which only messages need.
  private static func convert(
    _ staged: inout StagedValue, _ factor: (times: Int64, by: Int64), of field: CompiledField,
    note: inout FieldReader.ValueProblem?, written: @autoclosure () -> String
  ) throws(FieldReader.ValueProblem) {
    guard factor != (1, 1), case .integer(let number) = staged else { return }
    let (product, isOverflow) = number.multipliedReportingOverflow(by: factor.times)
    guard !isOverflow, product.isMultiple(of: factor.by) else {
      throw FieldReader.ValueProblem(
        code: .numberTooLarge,
        message: "\(field.field.name) '\(written())' has too many digits in the unit that the item is kept in")
    }
    staged = .integer(product / factor.by)
    guard note == nil else { return }
    let read = FixedPointText.shortest(product / factor.by, fractionDigits: Quantity.fractionDigits)
    note = FieldReader.ValueProblem(
      code: .unitRead,
      message: "\(field.sourceName) '\(written())' is read as \(read) of the unit that the item is kept in",
      isForColumn: true)
  }

  private func read(
    _ field: CompiledField, view: RowView, _ fill: FillDownState?, _ batch: borrowing RecordBatch, currency: Currency?,
    note: inout FieldReader.ValueProblem?, shown: inout String
  ) throws -> StagedValue {
    if let column = field.plainColumn, fill?.fills(column) != true {
      let kind = batch.kind(row: view.row, column: column)
      guard kind != .absent, kind != .null else { return .absent }
      let written = batch.bytes(row: view.row, column: column)
      var bytes = written.trimmed
      var factor: (times: Int64, by: Int64) = (1, 1)
      if field.field.type == .quantity, let last = bytes.last, !NumberNotation.isDigit(last),
        let unit = unit(of: field, view, batch), let found = QuantityWords.number(in: bytes, keptIn: unit)
      {
        (bytes, factor) = (found.digits, (found.times, found.by))
      }
      guard !bytes.isEmpty, !isNoValue(bytes) else { return .absent }
      if field.field.effect != .key, Self.isClear(bytes) { return .clear }
      do {
        if factor == (1, 1) { factor = try writtenFactor(of: field, FieldReader.shown(bytes), view, batch) }
        let keeps = keepsSpaces && field.field.type == .text
        var staged = try field.reader.read(
          keeps ? written : bytes, as: field.field.type, kind: kind, currency: currency, note: &note
        )
        try Self.convert(&staged, factor, of: field, note: &note, written: FieldReader.shown(written))
        if keepsSpaces, note == nil, field.field.type == .code, bytes.count < written.count {
          note = .init(
            code: .spacesRemoved,
            message: "\(field.sourceName) '\(FieldReader.shown(written))' is read without the white space at its ends",
            isForColumn: true)
        }
        // The text is only needed for messages.
        if note != nil || field.refuses(staged) { shown = FieldReader.shown(bytes) }
        return staged
      } catch {
        shown = FieldReader.shown(bytes)
        throw error
      }
    }
    guard var text = try field.text(view, batch, fill, noValue: noValue) else { return .absent }
    defer { if field.isCalculated, note?.code == .valueRounded { note = nil } }
    do {
      let factor = try writtenFactor(of: field, FieldReader.shown(text), view, batch)
      var staged = try text.withUTF8 { bytes throws(FieldReader.ValueProblem) -> StagedValue in
        let trimmed = bytes.trimmed
        if trimmed.isEmpty { return .absent }
        if field.field.effect != .key, Self.isClear(trimmed) { return .clear }
        let staged = try field.reader.read(
          trimmed, as: field.field.type, kind: .text, currency: currency, note: &note)
        // The bytes do not outlive this block.
        if case .bytes(let run) = staged { return .text(String(decoding: run, as: UTF8.self)) }
        return staged
      }
      try Self.convert(&staged, factor, of: field, note: &note, written: FieldReader.shown(text))
      var isClear = false
      if case .clear = staged { isClear = true }
      if note != nil || isClear || field.refuses(staged) { shown = FieldReader.shown(text) }
      return staged
    } catch let problem as FieldReader.ValueProblem {
      shown = FieldReader.shown(text)
      throw problem
    }
  }

  private func isNoValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    noValue.contains { $0.utf8.count == bytes.count && $0.utf8.elementsEqual(bytes) }
  }

  private static func isClear(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 7 && bytes.elementsEqual("(clear)".utf8)
  }
}

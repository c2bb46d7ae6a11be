import FormatKit
import RetailValues

/// The destination of the fields of the current record. libcsv's callbacks reach it through a raw pointer.
struct RecordSink {
  var batch: UnsafeMutablePointer<RecordBatch>
  /// Fields from this one on are counted and not kept.
  var columnLimit: Int
  /// How many fields the record has so far, those not kept included.
  var fieldCount = 0
  /// Whether libcsv has reached the end of the record.
  var isEnded = false
  /// Whether a quote is within a field that did not begin with one.
  var hasLooseQuote = false
  /// Whether the field being read is in quotes; kept only when ``tellsQuotedFields``.
  var isQuoted = false
  /// The first field whose closing quote is followed by text, and that quote and text; nil when there is no such field.
  var stray: (field: Int, text: [UInt8])?
  /// The beginning of the first text beyond the last column; nil when there is no such text.
  var extraText: [UInt8]?
  /// Whether each field is a row of its own in a batch of one column, as for a header whose width is not known yet.
  var isCollectingNames = false

  /// The first field from which an apostrophe was removed, and the rest of it; nil when there is no such field.
  var unguarded: (field: Int, text: [UInt8])?

  private let null: [UInt8]?
  /// Decides which apostrophes are removed; nil to keep all of them.
  private let formulaGuard: FormulaGuard?
  /// Whether a field's text is its value, with or without quotes, unless an apostrophe is removed.
  private(set) var isPlain: Bool
  /// The spaces that are left out of fields without quotes.
  var spaces = CSVOptions.Spaces.kept {
    didSet { isPlain = isPlain && spaces == .kept }
  }
  /// The first field of the sender's own, which has no delimiter of the sender's before it.
  var firstField = 0
  /// Whether it matters that a field was in quotes.
  var tellsQuotedFields: Bool { null != nil || spaces != .kept }

  init(_ batch: UnsafeMutablePointer<RecordBatch>, columnLimit: Int, options: CSVOptions) {
    self.batch = batch
    self.columnLimit = columnLimit
    null = options.null.map { Array($0.utf8) }
    formulaGuard = options.inputGuard
    isPlain = null == nil
  }

  /// Prepares for the next record.
  @inline(__always)
  mutating func begin() {
    fieldCount = 0
    isEnded = false
    isQuoted = false
    stray = nil
    hasLooseQuote = false
    extraText = nil
    unguarded = nil
  }

  /// Takes over the next field of the record.
  @inline(__always)
  mutating func add(_ field: UnsafeBufferPointer<UInt8>) {
    if isPlain, fieldCount < columnLimit, !isCollectingNames, field.first != UInt8(ascii: "'") {
      batch.pointee.append(field)
    } else {
      addSpecial(field)
    }
    fieldCount &+= 1
  }

  private mutating func addSpecial(_ field: UnsafeBufferPointer<UInt8>) {
    defer { isQuoted = false }
    if fieldCount >= columnLimit {
      if extraText == nil, !field.isEmpty { extraText = Array(field.prefix(200)) }
      return
    }
    if isCollectingNames {
      // Whether the names are names is not known yet.
      batch.pointee.append(field)
      batch.pointee.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: fieldCount + 1))
      if isQuoted { quotedNames.insert(fieldCount) }
      return
    }
    addValue(field)
  }

  /// The field without an apostrophe that guards.
  private mutating func value(of field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let formulaGuard, formulaGuard.isGuarded(field) else { return field }
    if unguarded == nil { unguarded = (fieldCount, Array(field.dropFirst().prefix(200))) }
    return UnsafeBufferPointer(rebasing: field.dropFirst())
  }

  /// The collected names that are in quotes; kept only when ``tellsQuotedFields``.
  private var quotedNames: Set<Int> = []

  private func isNull(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let null, !isQuoted, field.count == null.count else { return false }
    return field.elementsEqual(null)
  }

  private mutating func addValue(_ field: UnsafeBufferPointer<UInt8>) {
    let text = withoutSpaces(field)
    // Spaces that are left out are empty text, even if the word for no value is empty too.
    if isNull(text), text.count == field.count || !text.isEmpty {
      batch.pointee.append(missing: .null)
    } else {
      batch.pointee.append(value(of: text))
    }
  }

  private func withoutSpaces(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard spaces != .kept, !isQuoted, spaces == .around || fieldCount > firstField else { return field }
    let text = field.drop { $0 == 32 }
    guard spaces == .around, let last = text.lastIndex(where: { $0 != 32 }) else {
      return UnsafeBufferPointer(rebasing: text)
    }
    return UnsafeBufferPointer(rebasing: text[...last])
  }

  /// Takes over fields that were collected as names and turned out to be the first record.
  mutating func addCollected(_ names: borrowing RecordBatch) {
    for index in 0..<names.rowCount {
      fieldCount = index
      let field = names.bytes(row: index, column: 0)
      if index < columnLimit {
        isQuoted = quotedNames.contains(index)
        addValue(field)
      } else if extraText == nil, !field.isEmpty {
        extraText = Array(field.prefix(200))
      }
    }
    fieldCount = names.rowCount
    isQuoted = false
  }
}

extension CSVOptions {
  /// Decides which apostrophes are removed from input; nil to keep all of them.
  var inputGuard: FormulaGuard? { formulas == .asIs ? nil : formulaGuard }
  /// Decides which texts get an apostrophe in output; nil when no text does.
  var outputGuard: FormulaGuard? { formulas == .harmless ? formulaGuard : nil }

  private var formulaGuard: FormulaGuard { formulasAreToldByFirstCharacter ? .firstCharacter : .spreadsheet }
}

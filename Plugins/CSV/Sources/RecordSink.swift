import Catalog
import FormatKit

/// Where the fields of the record being read go. libcsv's callbacks reach it through a raw pointer.
struct RecordSink {
  var batch: UnsafeMutablePointer<RecordBatch>
  /// Fields from this one on are counted and not kept.
  var columnLimit: Int
  /// How many fields the record has so far, those not kept included.
  var fieldCount = 0
  /// Whether libcsv has come to the end of the record.
  var isEnded = false
  /// Whether a quote is within a field that did not begin with one.
  var hasLooseQuote = false
  /// Whether the field being read stands in quotes; kept only when ``tellsQuotedFields``.
  var isQuoted = false
  /// The first field whose closing quote is followed by text, and that quote and text; nil when there is none.
  var stray: (field: Int, text: [UInt8])?
  /// The beginning of the first text beyond the last column; nil when there is none.
  var extraText: [UInt8]?
  /// Whether each field is a row of its own in a batch of one column, as for a header whose width is not known yet.
  var isCollectingNames = false

  /// The first field that an apostrophe was taken off, and what is left of it; nil when there is none.
  var unguarded: (field: Int, text: [UInt8])?

  private let null: [UInt8]?
  /// Tells which apostrophes are taken off; nil when none are.
  private let formulaGuard: FormulaGuard?
  /// Whether a field's text is its value, quotes or no, unless an apostrophe is taken off it.
  private(set) var isPlain: Bool
  /// Whether the spaces at the beginning of fields after a delimiter are left out.
  var dropsLeadingSpaces = false {
    didSet { isPlain = isPlain && !dropsLeadingSpaces }
  }
  /// Whether it matters that a field stood in quotes.
  var tellsQuotedFields: Bool { null != nil }

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
      if isNull(field) { nullNames.insert(fieldCount) }
      return
    }
    addValue(field, isNull: isNull(field))
  }

  /// The field without an apostrophe that guards.
  private mutating func value(of field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let formulaGuard, formulaGuard.isGuarded(field) else { return field }
    if unguarded == nil { unguarded = (fieldCount, Array(field.dropFirst().prefix(200))) }
    return UnsafeBufferPointer(rebasing: field.dropFirst())
  }

  /// Which of the collected names are the null literal.
  private(set) var nullNames: Set<Int> = []

  private func isNull(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let null, !isQuoted, field.count == null.count else { return false }
    return field.elementsEqual(null)
  }

  private mutating func addValue(_ field: UnsafeBufferPointer<UInt8>, isNull: Bool) {
    if dropsLeadingSpaces, fieldCount > 0, field.first == 32 {
      let text = UnsafeBufferPointer(rebasing: field.drop { $0 == 32 })
      return text.isEmpty ? batch.pointee.append(text) : addText(text, isNull: self.isNull(text))
    }
    addText(field, isNull: isNull)
  }

  private mutating func addText(_ field: UnsafeBufferPointer<UInt8>, isNull: Bool) {
    if isNull {
      batch.pointee.append(missing: .null)
    } else {
      batch.pointee.append(value(of: field))
    }
  }

  /// Takes over fields that were collected as names and turned out to be the first record.
  mutating func addCollected(_ names: borrowing RecordBatch) {
    for index in 0..<names.rowCount {
      fieldCount = index
      let field = names.bytes(row: index, column: 0)
      if index < columnLimit {
        addValue(field, isNull: nullNames.contains(index))
      } else if extraText == nil, !field.isEmpty {
        extraText = Array(field.prefix(200))
      }
    }
    fieldCount = names.rowCount
  }
}

extension CSVOptions {
  /// Tells which apostrophes are taken off in input; nil when none are.
  var inputGuard: FormulaGuard? { formulas == .asIs ? nil : formulaGuard }
  /// Tells which texts get one in output; nil when none do.
  var outputGuard: FormulaGuard? { formulas == .harmless ? formulaGuard : nil }

  private var formulaGuard: FormulaGuard { formulasAreToldByFirstCharacter ? .firstCharacter : .spreadsheet }
}

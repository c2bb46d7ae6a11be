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
  /// Whether the field being read stands in quotes; kept only when ``tellsQuotedFields``.
  var isQuoted = false
  /// The first field whose closing quote is followed by text, and that quote and text; nil when there is none.
  var stray: (field: Int, text: [UInt8])?
  /// The beginning of the first text beyond the last column; nil when there is none.
  var extraText: [UInt8]?
  /// Whether each field is a row of its own in a batch of one column, as for a header whose width is not known yet.
  var isCollectingNames = false

  private let null: [UInt8]?
  private let takesOffApostrophes: Bool
  /// Whether a field's text is its value, quotes or no.
  let isPlain: Bool
  /// Whether it matters that a field stood in quotes.
  var tellsQuotedFields: Bool { null != nil }

  init(_ batch: UnsafeMutablePointer<RecordBatch>, columnLimit: Int, options: CSVOptions) {
    self.batch = batch
    self.columnLimit = columnLimit
    null = options.null.map { Array($0.utf8) }
    takesOffApostrophes = options.formulas == .harmless
    isPlain = null == nil && !takesOffApostrophes
  }

  /// Prepares for the next record.
  @inline(__always)
  mutating func begin() {
    fieldCount = 0
    isEnded = false
    isQuoted = false
    stray = nil
    extraText = nil
  }

  /// Takes over the next field of the record.
  @inline(__always)
  mutating func add(_ field: UnsafeBufferPointer<UInt8>) {
    if isPlain, fieldCount < columnLimit, !isCollectingNames {
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
      batch.pointee.append(field)
      batch.pointee.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: fieldCount + 1))
      if isNull(field) { nullNames.insert(fieldCount) }
      return
    }
    addValue(field, isNull: isNull(field))
  }

  /// Which of the collected names are the null literal.
  private(set) var nullNames: Set<Int> = []

  private func isNull(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let null, !isQuoted, field.count == null.count else { return false }
    return field.elementsEqual(null)
  }

  private func addValue(_ field: UnsafeBufferPointer<UInt8>, isNull: Bool) {
    if isNull {
      batch.pointee.append(missing: .null)
    } else if takesOffApostrophes, FormulaGuard.isGuarded(field) {
      batch.pointee.append(UnsafeBufferPointer(rebasing: field.dropFirst()))
    } else {
      batch.pointee.append(field)
    }
  }

  /// Takes over fields that were collected as names and turned out to be the first record.
  mutating func addCollected(_ names: borrowing RecordBatch) {
    for index in 0..<names.rowCount {
      addValue(names.bytes(row: index, column: 0), isNull: nullNames.contains(index))
    }
    fieldCount = names.rowCount
  }
}

/// Cells that a spreadsheet would run as formulas, and the apostrophe that keeps it from doing so.
enum FormulaGuard {
  /// Whether a cell begins a formula, after any number of apostrophes, and is not just a number.
  static func needsGuard(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < cell.count, cell[index] == UInt8(ascii: "'") { index += 1 }
    guard index < cell.count, beginsFormula(cell[index]) else { return false }
    return index > 0 || !isNumber(cell)
  }

  /// Whether an apostrophe stands before what would be a formula.
  static func isGuarded(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    cell.first == UInt8(ascii: "'") && needsGuard(cell)
  }

  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 10, 13: true
    default: false
    }
  }

  private static func isNumber(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    var digits = 0
    for (index, byte) in cell.enumerated() {
      switch byte {
      case 48...57: digits += 1
      case UInt8(ascii: "."), UInt8(ascii: ","): break
      case UInt8(ascii: "+"), UInt8(ascii: "-"): if index > 0 { return false }
      default: return false
      }
    }
    return digits > 0
  }
}

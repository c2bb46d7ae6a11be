public import FormatKit
internal import RetailValues

/// Writes one table according to RFC 4180, with line feeds unless the options say otherwise.
///
/// A field that is absent or null, and one that is empty text, are all written as nothing between two delimiters, unless
/// the option `null` gives a word for no value: then null and absent are that word, and text that equals it is in quotes.
/// Not to be copied while in use.
public struct CSVWriter: BatchWriter {
  private let sink: ByteSink
  private let options: CSVOptions
  private let delimiter: UInt8
  private let quote: UInt8?
  private let null: [UInt8]
  private let columnCount: Int
  private let columnNames: [String]
  /// Whether a field is its text, in quotes only where it holds one of ``special``.
  private let isSimple: Bool
  private let isCRLF: Bool
  /// Decides which texts get an apostrophe; nil when no text does.
  private let formulaGuard: FormulaGuard?
  private var isBegun = false
  /// The bytes that require quotes around a field.
  private let special: SpecialBytes

  init(_ schema: Schema, to sink: ByteSink, options: CSVOptions) {
    self.sink = sink
    self.options = options
    delimiter = options.delimiter ?? UInt8(ascii: ",")
    quote =
      switch options.quote {
      case .none: nil
      case .character(let byte): byte
      case .found: delimiter == UInt8(ascii: "\"") ? UInt8(ascii: "'") : UInt8(ascii: "\"")
      }
    null = Array((options.null ?? "").utf8)
    columnCount = schema.columns.count
    columnNames = schema.columns.map(\.name)
    isCRLF = options.lineEnds == .crlf
    formulaGuard = options.outputGuard
    isSimple =
      options.null == nil && options.quoting == .needed && options.escape != .backslash
      && columnCount > 1
    special = SpecialBytes(delimiter: delimiter, quote: quote, hasBackslash: options.escape == .backslash)
  }

  /// - Throws: ``Problem/Code/csvUnquotable``, ``Problem/Code/sinkFailed``.
  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    try begin()
    for row in 0..<batch.rowCount {
      if isSimple { try writeSimple(row, of: batch) } else { try writeRecord(row, of: batch) }
    }
  }

  public mutating func finish() throws(Problems) { try begin() }

  /// Writes a record whose fields need no thought until one holds a special byte.
  @inline(__always)
  private func writeSimple(_ row: Int, of batch: borrowing RecordBatch) throws(Problems) {
    for column in 0..<columnCount {
      let text = batch.bytes(row: row, column: column)
      if let formulaGuard, let first = text.first, FormulaGuard.mayConcern(first), formulaGuard.needsGuard(text),
        batch.kind(row: row, column: column) == .text
      {
        if column > 0 { try sink.write(delimiter) }
        try writeGuarded(text)
        if column &+ 1 == columnCount { try endRecord() }
        continue
      }
      // Every field of a batch has a place, also an empty one.
      let base = text.baseAddress.unsafelyUnwrapped
      var next = try sink.reserve(text.count &+ 3)
      if column > 0 {
        next.pointee = delimiter
        next += 1
      }
      var place = 0
      while place < text.count {
        let block = ByteBlock(at: base + place)
        block.store(to: next + place)
        let found = special.first(in: block)
        if place &+ found < min(text.count, place &+ ByteBlock.size) { break }
        place &+= ByteBlock.size
      }
      if place < text.count {
        sink.commit(to: next)
        try writeSpecial(text, isForced: true)
        next = try sink.reserve(2)
      } else {
        next += text.count
      }
      if column &+ 1 == columnCount {
        if isCRLF {
          next.pointee = 13
          next += 1
        }
        next.pointee = 10
        next += 1
      }
      sink.commit(to: next)
    }
  }

  private func writeRecord(_ row: Int, of batch: borrowing RecordBatch) throws(Problems) {
    for column in 0..<columnCount {
      if column > 0 { try sink.write(delimiter) }
      let text = batch.bytes(row: row, column: column)
      switch batch.kind(row: row, column: column) {
      case .absent, .null: try writeMissing()
      case .text: try writeText(text)
      case .number, .percentage, .boolean: try writeField(text, needsQuotes: false)
      }
    }
    try endRecord()
  }

  /// Writes the lines above the records, once.
  private mutating func begin() throws(Problems) {
    guard !isBegun else { return }
    isBegun = true
    if options.byteOrderMark {
      for byte: UInt8 in [0xEF, 0xBB, 0xBF] { try sink.write(byte) }
    }
    guard options.header != .no else { return }
    for (column, name) in columnNames.enumerated() {
      if column > 0 { try sink.write(delimiter) }
      // A first line `sep=;` or a byte-order mark would be misunderstood when read again.
      let isMisleading = column == 0 && (name.hasPrefix("\u{FEFF}") || name.lowercased().hasPrefix("sep="))
      let bytes = Array((formulaGuard?.guarded(name) ?? name).utf8)
      let failure: Problems? = bytes.withUnsafeBufferPointer { buffer in
        do throws(Problems) {
          try writeField(buffer, needsQuotes: isMisleading)
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw failure }
    }
    try endRecord()
  }

  private func endRecord() throws(Problems) {
    if isCRLF { try sink.write(13) }
    try sink.write(10)
  }

  private func writeMissing() throws(Problems) {
    let isQuoted = columnCount == 1 && null.isEmpty || options.quoting == .all && options.null == nil
    if isQuoted { return try writeEmptyField() }
    for byte in null { try sink.write(byte) }
  }

  /// Quotes with nothing in them: a line with nothing in it would not be a record at all.
  private func writeEmptyField() throws(Problems) {
    guard let quote else { return }
    try sink.write(quote)
    try sink.write(quote)
  }

  @inline(__always)
  private func writeText(_ text: UnsafeBufferPointer<UInt8>) throws(Problems) {
    if let formulaGuard, formulaGuard.needsGuard(text) { return try writeGuarded(text) }
    try writeField(text, needsQuotes: options.null != nil && text.elementsEqual(null))
  }

  private func writeGuarded(_ text: UnsafeBufferPointer<UInt8>) throws(Problems) {
    let guarded = [UInt8(ascii: "'")] + text
    let failure: Problems? = guarded.withUnsafeBufferPointer { buffer in
      do throws(Problems) {
        try writeField(buffer, needsQuotes: options.null != nil && guarded == null)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  @inline(__always)
  private func writeField(_ text: UnsafeBufferPointer<UInt8>, needsQuotes: Bool) throws(Problems) {
    var isSpecial = needsQuotes || options.quoting == .all
    if !isSpecial {
      isSpecial = text.contains(where: special.contains)
    }
    if isSpecial || columnCount == 1 {
      try writeSpecial(text, isForced: isSpecial)
    } else {
      try sink.write(text)
    }
  }

  private func writeSpecial(_ text: UnsafeBufferPointer<UInt8>, isForced: Bool) throws(Problems) {
    let isBlank = columnCount == 1 && text.allSatisfy { $0 == 32 || $0 == 9 }
    guard isForced || isBlank else { return try sink.write(text) }
    guard let quote else {
      guard text.contains(where: special.contains) else { return try sink.write(text) }
      let shown = String(decoding: text.prefix(200), as: UTF8.self)
      throw Problems(.csvUnquotable, value: shown, "'\(shown)' holds a delimiter or a line end and needs quotes")
    }
    try sink.write(quote)
    let escape = options.escape == .backslash ? UInt8(ascii: "\\") : quote
    for byte in text {
      if byte == quote || byte == escape { try sink.write(escape) }
      try sink.write(byte)
    }
    try sink.write(quote)
  }
}

/// The bytes that make a field need quotes.
private struct SpecialBytes {
  private let delimiter: UInt8
  private let quote: UInt8
  private let backslash: UInt8
  // Filling a block with one byte costs more than comparing it, so that is done once.
  private let delimiters: SIMD16<UInt8>
  private let quotes: SIMD16<UInt8>
  private let lineFeeds = SIMD16<UInt8>(repeating: 10)
  private let carriageReturns = SIMD16<UInt8>(repeating: 13)

  init(delimiter: UInt8, quote: UInt8?, hasBackslash: Bool) {
    self.delimiter = delimiter
    // A byte that is special anyway takes the place of a missing one.
    self.quote = quote ?? delimiter
    backslash = hasBackslash ? UInt8(ascii: "\\") : delimiter
    delimiters = SIMD16(repeating: delimiter)
    quotes = SIMD16(repeating: self.quote)
  }

  func contains(_ byte: UInt8) -> Bool {
    byte == 10 || byte == 13 || byte == delimiter || byte == quote || byte == backslash
  }

  /// The position of the first such byte in a block, without the backslash; 16 when there is no such byte.
  @inline(__always)
  func first(in block: ByteBlock) -> Int {
    let marks = (block.bytes .== delimiters) .| (block.bytes .== quotes)
    let lineEnds = (block.bytes .== lineFeeds) .| (block.bytes .== carriageReturns)
    return ByteBlock.Places(marks .| lineEnds).first
  }
}

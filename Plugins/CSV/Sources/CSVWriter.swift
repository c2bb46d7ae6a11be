public import FormatKit

/// Writes one table as RFC 4180 has it, with line feeds unless told otherwise.
///
/// A field that is absent or null, and one that is empty text, are all written as nothing between two delimiters, unless
/// the option `null` gives a word for no value: then null and absent are that word, and text that equals it stands in quotes.
/// Not to be copied while in use.
public struct CSVWriter: BatchWriter {
  private let sink: ByteSink
  private let options: CSVOptions
  private let delimiter: UInt8
  private let quote: UInt8?
  private let null: [UInt8]
  private let block: OutputBlock
  private let columnCount: Int
  private let columnNames: [String]
  private var isBegun = false

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
    block = OutputBlock()
    for byte in [10, 13, delimiter] { block.special[Int(byte)] = true }
    if let quote { block.special[Int(quote)] = true }
    if options.escape == .backslash { block.special[Int(UInt8(ascii: "\\"))] = true }
  }

  /// - Throws: ``DiagnosticCode/csvUnquotable``, ``DiagnosticCode/sinkFailed``.
  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    try begin()
    for row in 0..<batch.rowCount {
      for column in 0..<columnCount {
        if column > 0 { try put(delimiter) }
        let text = batch.bytes(row: row, column: column)
        switch batch.kind(row: row, column: column) {
        case .absent, .null: try writeMissing()
        case .text: try writeText(text)
        case .number, .boolean: try writeField(text, needsQuotes: false)
        }
      }
      try endRecord()
    }
    try block.flush(to: sink)
  }

  public mutating func finish() throws(FormatError) {
    try begin()
    try block.flush(to: sink)
  }

  /// Writes what stands above the records, once.
  private mutating func begin() throws(FormatError) {
    guard !isBegun else { return }
    isBegun = true
    if options.byteOrderMark {
      for byte: UInt8 in [0xEF, 0xBB, 0xBF] { try put(byte) }
    }
    guard options.header != .no else { return }
    for (column, name) in columnNames.enumerated() {
      if column > 0 { try put(delimiter) }
      // A first line `sep=;` or a byte-order mark would be taken for something else when read again.
      let isMisleading = column == 0 && (name.hasPrefix("\u{FEFF}") || name.lowercased().hasPrefix("sep="))
      let bytes = Array(name.utf8)
      let failure: FormatError? = bytes.withUnsafeBufferPointer { buffer in
        do throws(FormatError) {
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

  private func endRecord() throws(FormatError) {
    if options.lineEnds == .crlf { try put(13) }
    try put(10)
  }

  private func writeMissing() throws(FormatError) {
    let isQuoted = columnCount == 1 && null.isEmpty || options.quoting == .all && options.null == nil
    if isQuoted { return try writeEmptyField() }
    for byte in null { try put(byte) }
  }

  /// Quotes with nothing in them: a line with nothing in it would be no record at all.
  private func writeEmptyField() throws(FormatError) {
    guard let quote else { return }
    try put(quote)
    try put(quote)
  }

  @inline(__always)
  private func writeText(_ text: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    if options.formulas == .harmless, FormulaGuard.needsGuard(text) {
      let guarded = [UInt8(ascii: "'")] + text
      let failure: FormatError? = guarded.withUnsafeBufferPointer { buffer in
        do throws(FormatError) {
          try writeField(buffer, needsQuotes: false)
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw failure }
      return
    }
    try writeField(text, needsQuotes: options.null != nil && text.elementsEqual(null))
  }

  @inline(__always)
  private func writeField(_ text: UnsafeBufferPointer<UInt8>, needsQuotes: Bool) throws(FormatError) {
    var isSpecial = needsQuotes || options.quoting == .all
    if !isSpecial {
      for byte in text where block.special[Int(byte)] {
        isSpecial = true
        break
      }
    }
    if isSpecial || columnCount == 1 {
      try writeSpecial(text, isForced: isSpecial)
    } else {
      try block.append(text, to: sink)
    }
  }

  private func writeSpecial(_ text: UnsafeBufferPointer<UInt8>, isForced: Bool) throws(FormatError) {
    let isBlank = columnCount == 1 && text.allSatisfy { $0 == 32 || $0 == 9 }
    guard isForced || isBlank else { return try block.append(text, to: sink) }
    guard let quote else {
      guard text.contains(where: { block.special[Int($0)] }) else { return try block.append(text, to: sink) }
      let shown = String(decoding: text.prefix(200), as: UTF8.self)
      throw FormatError(.csvUnquotable, value: shown, "'\(shown)' holds a delimiter or a line end and needs quotes")
    }
    try put(quote)
    let escape = options.escape == .backslash ? UInt8(ascii: "\\") : quote
    for byte in text {
      if byte == quote || byte == escape { try put(escape) }
      try put(byte)
    }
    try put(quote)
  }

  @inline(__always)
  private func put(_ byte: UInt8) throws(FormatError) { try block.append(byte, to: sink) }
}

/// Collects small pieces of output, so that the sink is called seldom.
private final class OutputBlock {
  private static let capacity = 1 << 16
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  /// Which bytes make a field need quotes.
  let special = UnsafeMutablePointer<Bool>.allocate(capacity: 256)
  private var count = 0

  init() { special.initialize(repeating: false, count: 256) }

  deinit {
    bytes.deallocate()
    special.deallocate()
  }

  @inline(__always)
  func append(_ byte: UInt8, to sink: ByteSink) throws(FormatError) {
    if count == Self.capacity { try flush(to: sink) }
    bytes[count] = byte
    count &+= 1
  }

  @inline(__always)
  func append(_ run: UnsafeBufferPointer<UInt8>, to sink: ByteSink) throws(FormatError) {
    guard let start = run.baseAddress, run.count > 0 else { return }
    if count &+ run.count > Self.capacity {
      try flush(to: sink)
      if run.count > Self.capacity { return try sink.write(run) }
    }
    (bytes + count).update(from: start, count: run.count)
    count &+= run.count
  }

  func flush(to sink: ByteSink) throws(FormatError) {
    if count > 0 { try sink.write(UnsafeBufferPointer(start: bytes, count: count)) }
    count = 0
  }
}

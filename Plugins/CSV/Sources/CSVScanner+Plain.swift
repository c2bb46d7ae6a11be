import FormatKit
import RetailValues

/// The fast path for most records: whole in the buffer, as many fields as there are columns, and quotes, if any, around
/// whole fields. All other records are left untouched to the general path, which alone decides what is right.
extension CSVScanner {
  /// The content of the field being cut.
  private enum Cut {
    /// Text without quotes so far.
    case plain
    /// A field that began with a quote which is not closed yet.
    case quoted
    /// A quoted field after its closing quote.
    case closed
  }

  /// Takes over records until the batch is full or one is not plain.
  ///
  /// - Parameters:
  ///   - columns: how many fields a record must have.
  ///   - formulaGuard: decides which fields have an apostrophe to remove; records with such fields are left untouched.
  ///   - recordCount: how many records came before.
  mutating func takePlainRecords(
    into batch: UnsafeMutablePointer<RecordBatch>, columns: Int, formulaGuard: FormulaGuard?, recordCount: inout Int
  ) {
    guard marks.escape == .double else { return }
    let buffer = UnsafePointer(memory.buffer)
    let (delimiter, quote) = (marks.delimiter, marks.quote ?? Self.noByte)
    let delimiters = SIMD16<UInt8>(repeating: delimiter)
    let quotes = SIMD16<UInt8>(repeating: quote)
    // Below it are NUL, tab, line feed and carriage return, and little else that text holds.
    let controls = SIMD16<UInt8>(repeating: 14)

    // A header that is repeated is left to the general way.
    let headerStart = headerText?.first ?? Self.noByte
    var recordStart = start
    var block = start
    var (fieldStart, fieldEnd, fieldCount) = (start, start, 0)
    var cut = Cut.plain
    var hasDoubledQuotes = false
    /// The start of the search for the next mark.
    var from = start

    records: while block < end {
      let bytes = ByteBlock(at: buffer + block).bytes
      var places = ByteBlock.Places((bytes .== delimiters) .| (bytes .== quotes) .| (bytes .< controls))
      while !places.isEmpty {
        let at = block &+ places.first
        places.removeFirst()
        if at >= end { break records }
        if at < from { continue }
        let byte = buffer[at]
        var next = at &+ 1
        if byte == quote {
          if cut == .plain, at == fieldStart {
            cut = .quoted
          } else if cut == .quoted {
            // At the end of the buffer nothing shows whether the quote is the first of two.
            if next >= end { break records }
            if buffer[next] == quote {
              hasDoubledQuotes = true
              from = at &+ 2
            } else {
              cut = .closed
              fieldEnd = at
            }
          } else {
            break records
          }
          continue
        }
        if cut == .quoted {
          if byte == 10 || byte == 13 || byte == 0 { break records }
          continue
        }
        if byte == delimiter {
          if cut == .closed, fieldEnd &+ 1 != at { break records }
        } else if byte == 10 || byte == 13 {
          if byte == 13 {
            guard next < end, buffer[next] == 10 else { break records }
            next &+= 1
          }
          if cut == .closed, fieldEnd &+ 1 != at { break records }
        } else if byte == 0 {
          break records
        } else {
          continue
        }

        if let formulaGuard {
          let (from, to) = cut == .plain ? (fieldStart, at) : (fieldStart &+ 1, fieldEnd)
          if buffer[from] == UInt8(ascii: "'"), to > from,
            formulaGuard.isGuarded(UnsafeBufferPointer(start: buffer + from, count: to &- from))
          {
            break records
          }
        }
        if cut == .plain {
          batch.pointee.append(padded: buffer + fieldStart, count: at &- fieldStart)
        } else if hasDoubledQuotes {
          appendUndoubled(buffer, fieldStart &+ 1, fieldEnd, quote, to: batch)
          hasDoubledQuotes = false
        } else {
          batch.pointee.append(padded: buffer + fieldStart + 1, count: fieldEnd &- fieldStart &- 1)
        }
        cut = .plain
        fieldCount &+= 1
        fieldStart = next
        from = next
        if byte == delimiter {
          if fieldCount == columns { break records }
          continue
        }
        // A line with nothing on it is not a record; what looks like one is looked at closely.
        if fieldCount != columns || columns == 1 && (at == recordStart || buffer[recordStart] <= 32) { break records }
        if buffer[recordStart] == headerStart, isHeader(recordStart, at) { break records }
        recordCount &+= 1
        batch.pointee.endRow(
          at: RecordPosition(line: line, byteOffset: base &+ recordStart, record: recordCount))
        line &+= 1
        fieldCount = 0
        recordStart = next
        if batch.pointee.isFull { break records }
      }
      block &+= ByteBlock.size
    }
    batch.pointee.discardPartialRow()
    start = recordStart
  }

  /// Adds the text of a quoted field, one quote for two.
  private func appendUndoubled(
    _ buffer: UnsafePointer<UInt8>, _ from: Int, _ to: Int, _ quote: UInt8, to batch: UnsafeMutablePointer<RecordBatch>
  ) {
    var pieceStart = from
    while pieceStart < to {
      let found = ByteFinder.position(of: quote, in: buffer, pieceStart, to)
      // The first of two quotes is taken with the text before it, the second is skipped.
      let pieceEnd = min(found &+ 1, to)
      batch.pointee.append(partial: UnsafeBufferPointer(start: buffer + pieceStart, count: pieceEnd &- pieceStart))
      pieceStart = found &+ 2
    }
    batch.pointee.endField(.text)
  }
}

internal import FormatKit
internal import ZipReading

/// Cells that are shown as one.
struct MergedRange: Hashable {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The range of a reference such as `A1:C1`; nil when it is none.
  init?(_ reference: some Collection<UInt8>) {
    guard let colon = reference.firstIndex(of: UInt8(ascii: ":")),
      let first = CellReference.parse(reference[..<colon]),
      let last = CellReference.parse(reference[reference.index(after: colon)...]), let top = first.row,
      let bottom = last.row
    else { return nil }
    columns = min(first.column, last.column)...max(first.column, last.column)
    rows = min(top, bottom)...max(top, bottom)
  }
}

/// Finds the merged cells of a few rows. A sheet lists them behind all its cells, so its bytes are looked through for the
/// list, which costs less than reading it twice.
enum MergeSearch {
  private static let maximumRanges = 1024

  static func ranges(
    of part: ZipArchive.Part, touching rows: ClosedRange<Int>, in container: ZipArchive
  ) throws(FormatError) -> [MergedRange] {
    let stream = try container.open(part)
    let word = Array("mergeCell ".utf8)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var found: [MergedRange] = []
    var matched = 0
    var tag: [UInt8]?
    while found.count < maximumRanges {
      let count = try stream.read(into: buffer)
      if count == 0 { break }
      for byte in buffer[..<count] {
        if tag != nil {
          if byte != UInt8(ascii: ">") {
            if tag?.count ?? 0 < 256 { tag?.append(byte) }
            continue
          }
          if let range = reference(in: tag ?? []), range.rows.overlaps(rows) { found.append(range) }
          tag = nil
        }
        matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
        if matched == word.count {
          tag = []
          matched = 0
        }
      }
    }
    return found
  }

  private static func reference(in tag: [UInt8]) -> MergedRange? {
    let text = String(decoding: tag, as: UTF8.self)
    guard let start = text.firstRange(of: "ref=")?.upperBound, start < text.endIndex else { return nil }
    let quote = text[start]
    return MergedRange(Array(text[text.index(after: start)...].prefix { $0 != quote }.utf8))
  }
}

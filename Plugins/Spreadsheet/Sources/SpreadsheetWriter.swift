public import FormatKit
internal import Workbook

/// Writes one table as a workbook with one sheet.
///
/// Numbers, booleans, dates and texts become cells of their kinds; a text is never a formula, and a code keeps its zeros. The
/// same records give the same bytes. Nothing is handed over before ``finish()``, so that no half of a workbook is.
public struct SpreadsheetWriter: BatchWriter {
  private let sink: ByteSink
  private let book: WorkbookFile
  private var sheet: SheetFile

  init(_ schema: Schema, to sink: ByteSink, setsApostrophes: Bool) throws(Problems) {
    self.sink = sink
    book = try WorkbookFile.begun()
    sheet = try SheetFile(schema, in: book, setsApostrophes: setsApostrophes)
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount { try sheet.write(batch, row: row) }
  }

  public mutating func finish() throws(Problems) {
    sheet.finish()
    try book.finish(to: sink)
  }
}

/// The errors of writing a workbook, in the terms of formats.
extension WorkbookFile {
  static func begun() throws(Problems) -> WorkbookFile {
    do { return try WorkbookFile() } catch { throw Problems(workbook: error) }
  }

  func sheet(named name: String) throws(Problems) -> WorkbookSheet {
    do { return try addSheet(name) } catch { throw Problems(workbook: error) }
  }

  /// Puts the archive together and hands its bytes over. Nothing may be added after it.
  func finish(to sink: ByteSink) throws(Problems) {
    do { try finish() } catch { throw Problems(workbook: error) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count: Int
      do { count = try read(into: buffer) } catch { throw Problems(workbook: error) }
      if count == 0 { return }
      try sink.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self))
    }
  }
}

extension Problems {
  /// What the workbook cannot do is a failure of the output; the code's own remedy is not for those who write a table.
  fileprivate init(workbook error: Problems) {
    self.init(.sinkFailed, error.message, remedy: error.remedy == error.code.remedy ? nil : error.remedy)
  }
}

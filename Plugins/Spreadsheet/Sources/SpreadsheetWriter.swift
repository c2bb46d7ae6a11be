public import FormatKit

/// Writes one table as a workbook with one sheet.
///
/// Numbers, booleans, dates and texts become cells of their kinds; a text is never a formula, and a code keeps its zeros. The
/// same records give the same bytes. Nothing is handed over before ``finish()``, so that no half of a workbook is.
public struct SpreadsheetWriter: BatchWriter {
  private let sink: ByteSink
  private let book: WorkbookFile
  private var sheet: SheetFile

  init(_ schema: Schema, to sink: ByteSink) throws(FormatError) {
    self.sink = sink
    book = try WorkbookFile()
    sheet = try SheetFile(schema, in: book)
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    for row in 0..<batch.rowCount { try sheet.write(batch, row: row) }
  }

  public mutating func finish() throws(FormatError) {
    sheet.finish()
    try book.finish(to: sink)
  }
}

public import FormatKit

/// Writes records as the items of a feed.
///
/// The columns are those of `products`, `variants`, `barcodes` or `prices`, of several of these joined by `sku`, or the
/// attributes of the specification themselves. Rows of one id that follow each other become one item. Memory does not grow
/// with the feed.
public struct GoogleMerchantWriter: BatchWriter {
  private var assembly: ItemAssembly
  private let output: any FeedOutput

  init(schema: Schema, options: GoogleMerchantOptions, sink: ByteSink) throws(FormatError) {
    assembly = try ItemAssembly(schema, options: options)
    switch options.form {
    case .rss, .atom: output = try XMLFeedOutput(options, sink)
    case .tsv: output = try TextFeedOutput(sink)
    }
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    for row in 0..<batch.rowCount {
      if let item = try assembly.take(row, of: batch) { try output.write(item) }
    }
  }

  public mutating func finish() throws(FormatError) {
    if let item = assembly.finish() { try output.write(item) }
    try output.finish()
  }
}

/// Where the items of a feed go.
protocol FeedOutput {
  func write(_ item: WrittenItem) throws(FormatError)
  func finish() throws(FormatError)
}

extension WrittenItem {
  /// The error for a value that a form of the feed has no place for.
  func unwritable(_ name: String, _ value: String?, _ message: String, remedy: String? = nil) -> FormatError {
    FormatError(
      .merchantUnwritableValue, at: SourcePosition(record: record, field: name),
      value: value.map { Fault.shortened($0) },
      message, remedy: remedy)
  }
}

public import FormatKit

/// Writes records as the items of a feed.
///
/// The columns are those of `products`, `variants`, `barcodes` or `prices`, of several of these joined by `sku`, or the
/// attributes of the specification themselves. Rows of one id that follow each other become one item. Memory does not grow
/// with the feed.
public struct GoogleMerchantWriter: BatchWriter {
  private var assembly: ItemAssembly
  private let output: any FeedOutput
  /// Nil where items are written with what they have.
  private var needs: FeedNeeds?

  init(schema: Schema, options: GoogleMerchantOptions, sink: ByteSink) throws(Problems) {
    assembly = try ItemAssembly(schema, options: options)
    needs = options.complete ? FeedNeeds() : nil
    switch options.form {
    case .rss, .atom: output = try XMLFeedOutput(options, sink)
    case .tsv: output = try TextFeedOutput(sink)
    }
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let item: WrittenItem?
      do throws(Problems) {
        item = try assembly.take(row, of: batch)
      } catch {
        guard needs != nil else { throw error }
        needs?.add(error)
        continue
      }
      if let item { try put(item) }
    }
  }

  private mutating func put(_ item: WrittenItem) throws(Problems) {
    guard needs != nil else { return try output.write(item) }
    if needs?.leavesOut(item) == true { return }
    var item = item
    needs?.complete(&item)
    // A feed that lacks something is not written.
    if needs?.isMet == true { try output.write(item) }
  }

  public var notices: [Problem] { needs?.notices ?? [] }
  public var omittedRecords: Int { needs?.omitted.items.count ?? 0 }

  public mutating func finish() throws(Problems) {
    if let item = assembly.finish() { try put(item) }
    if let error = needs?.error { throw error }
    try output.finish()
  }
}

/// Where the items of a feed go.
protocol FeedOutput {
  func write(_ item: WrittenItem) throws(Problems)
  func finish() throws(Problems)
}

extension WrittenItem {
  /// The error for a value that a form of the feed has no place for.
  func unwritable(_ name: String, _ value: String?, _ message: String, remedy: String? = nil) -> Problems {
    Problems(
      .merchantUnwritableValue, at: SourcePosition(record: record, field: name),
      value: value.map { ItemProblem.shortened($0) },
      message, remedy: remedy)
  }
}

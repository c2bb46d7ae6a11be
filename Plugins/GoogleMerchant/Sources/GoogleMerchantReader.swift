public import FormatKit

/// Reads the items of a feed as records: categories, products, variants, barcodes and prices.
public struct GoogleMerchantReader: BatchReader {
  /// The two ways in which feeds are written.
  private enum Items {
    case xml(XMLItems)
    case text(TextItems)

    func next() throws(Problems) -> FeedItem? {
      switch self {
      case .xml(let items): try items.next()
      case .text(let items): try items.next()
      }
    }
  }

  private let source: String
  private let items: Items
  private var mapper: ItemMapper
  private var rows = TableRows(FeedTable.schemas)
  private var failure: Problems?
  private var isDone = false
  private var hasReturnedBatch = false
  private var itemCount = 0
  /// Errors of items, reported again if the source ends with an error, because a caller that refuses the source drops
  /// its records.
  private var recordErrors: [Problem] = []
  private static let maximumKept = 1000

  init(_ source: ByteSource, options: GoogleMerchantOptions) throws(Problems) {
    self.source = source.name
    let preview = try source.preview(limit: 4096)
    let start = preview.text.unicodeScalars.first { !$0.properties.isWhitespace }
    if start == nil, preview.isWhole {
      throw Problems(.sourceEmpty, source: source.name, "the file is empty")
    }
    if start == "<" {
      items = .xml(try XMLItems(source, charset: options.charset))
    } else {
      items = .text(try TextItems(source, charset: options.charset, quoted: options.quotes))
    }
    mapper = ItemMapper(currency: try options.knownCurrency())
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while true {
      if rows.hasOutgoing {
        rows.fill(&batch, source: source)
        hasReturnedBatch = true
        return true
      }
      if isDone {
        if let failure { throw failure }
        guard !hasReturnedBatch else { return false }
        // A feed without items is one of no variants.
        batch.reset(schema: FeedTable.variants.schema)
        hasReturnedBatch = true
        return true
      }
      do throws(Problems) {
        try takeItems()
      } catch {
        failure = Problems(collected: error.all + recordErrors)
        isDone = true
      }
      if isDone { rows.flush() }
    }
  }

  private mutating func takeItems() throws(Problems) {
    while !rows.hasOutgoing {
      guard let item = try items.next() else {
        isDone = true
        return
      }
      itemCount += 1
      let records = mapper.rows(of: item)
      for row in records {
        for error in row.problems where error.severity == .error && recordErrors.count < Self.maximumKept {
          recordErrors.append(error)
          recordErrors[recordErrors.count - 1].source = source
        }
      }
      rows.add(contentsOf: records)
    }
  }

  public var findings: [SourceFinding] {
    var found: [SourceFinding] = []
    switch items {
    case .xml(let items):
      if !items.form.isEmpty { found.append(SourceFinding("form", items.form, evidence: "the root element")) }
      found += items.findings
      if let title = items.title, !title.isEmpty {
        found.append(SourceFinding("title", ItemProblem.shortened(title), evidence: "the feed"))
      }
    case .text(let items):
      found.append(SourceFinding("form", "text with tabs", evidence: "the first line"))
      found += items.findings
    }
    found.append(SourceFinding("items", "\(itemCount)", evidence: "counted"))
    return found
  }
}

public import FormatKit

/// Reads products as records of several tables, one product after the other.
public struct ProductTableReader: BatchReader {
  private enum Products {
    case json(JSONProducts)
    case sqlite(SQLiteProducts)
  }

  private let source: String
  private var products: Products
  private var records: ProductRecords
  private var rows = TableRows(ProductRecords.schemas)
  private var failure: Problems?
  private var isAtEnd = false

  init(_ source: ByteSource, options: ProductTableOptions) throws(Problems) {
    self.source = source.name
    records = ProductRecords(options)
    if try ProductTableFormat.isSQLite(source.preview(limit: 100)) {
      products = .sqlite(try SQLiteProducts(source, options: options))
    } else {
      products = .json(try JSONProducts(source, charset: options.charset))
    }
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, !isAtEnd { advance() }
    guard rows.hasOutgoing else {
      if let failure { throw failure }
      return false
    }
    rows.fill(&batch, source: source)
    return true
  }

  public var findings: [SourceFinding] {
    switch products {
    case .json(let products): products.findings
    case .sqlite(let products): products.findings
    }
  }

  private mutating func advance() {
    do throws(Problems) {
      if let product = try next() { return rows.add(contentsOf: records.records(of: product)) }
    } catch {
      failure = error
    }
    isAtEnd = true
    rows.flush()
  }

  private mutating func next() throws(Problems) -> WrittenProduct? {
    switch products {
    case .json(var json):
      defer { products = .json(json) }
      return try json.next()
    case .sqlite(var sqlite):
      defer { products = .sqlite(sqlite) }
      return try sqlite.next()
    }
  }
}

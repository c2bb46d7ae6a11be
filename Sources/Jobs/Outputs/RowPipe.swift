internal import Exchange
internal import FormatKit
internal import Stock

/// Takes the rows of an output from their source to a file: those that are wanted, and of a delta those that have
/// changed.
final class RowPipe {
  private let plan: RowPlan
  private let output: OutputDefinition
  private var writer: any BatchWriter
  private let published: PublishedState?
  private let isDelta: Bool
  private var batch = RecordBatch()
  private var sums: [ControlSum?]
  private var key: [UInt8] = []
  private var digest: [UInt8] = []
  private var row: [UInt8] = []
  private var shape: [UInt8] = []
  /// Called with the number of rows that were read from the source.
  var advances: ((Int) -> Void)?
  private var read = 0
  /// How many rows of the source meet the condition.
  private(set) var wanted = 0
  /// How many of them are in the file.
  private(set) var written = 0

  /// - Parameters:
  ///   - published: the record of the rows that were published; nil for an output that is never a delta.
  ///   - isDelta: whether the file leaves out rows that have not changed since they were published.
  ///   - currency: the currency of amounts that do not name one.
  init(
    _ plan: RowPlan, of output: OutputDefinition, to writer: any BatchWriter, published: PublishedState?,
    isDelta: Bool, currency: String
  ) {
    self.plan = plan
    self.output = output
    self.writer = writer
    self.published = published
    self.isDelta = isDelta
    sums = plan.columns.map { $0.sum == .none ? nil : ControlSum(isAmount: $0.sum == .amounts, currency: currency) }
    batch.reset(schema: plan.target)
    // Rows of another shape are different rows, even if their values are equal.
    Array(plan.shape(of: output).utf8).withUnsafeBytes { SHA256Hash.appendShortDigest(of: $0, to: &shape) }
  }

  func take(_ source: borrowing RecordBatch) throws {
    for row in 0..<source.rowCount {
      if let filter = plan.filter, try !filter.holds(row, of: source) { continue }
      wanted += 1
      if let published {
        let change = try change(of: row, source, in: published)
        if isDelta, change == .unchanged { continue }
      }
      append(row, of: source)
      if batch.isFull { try flush() }
    }
    read += source.rowCount
    advances?(read)
  }

  private func append(_ row: Int, of source: borrowing RecordBatch) {
    written += 1
    for (column, place) in plan.places.enumerated() {
      let kind = source.kind(row: row, column: place)
      let bytes = source.bytes(row: row, column: place)
      batch.append(bytes, kind: kind)
      guard kind != .absent, kind != .null, !bytes.isEmpty else { continue }
      sums[column]?.add(
        bytes, currency: plan.currencies[column].map { source.bytes(row: row, column: $0) })
    }
    batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: written))
  }

  private func change(
    of row: Int, _ source: borrowing RecordBatch, in published: PublishedState
  ) throws -> PublishedRows.Change {
    guard RowKey.fill(&key, row: row, columns: plan.key, of: source) else {
      throw Problems(
        .keyNotUnique, source: output.name, "a row has nothing in \(keyText), which must identify it",
        remedy: "Choose another key, leave such rows out with `where`, or say `mode: full` for this output.")
    }
    self.row.removeAll(keepingCapacity: true)
    self.row.append(contentsOf: shape)
    for place in plan.places {
      let bytes = source.bytes(row: row, column: place)
      self.row.append(source.kind(row: row, column: place).rawValue)
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian) { self.row.append(contentsOf: $0) }
      self.row.append(contentsOf: bytes)
    }
    digest.removeAll(keepingCapacity: true)
    self.row.withUnsafeBytes { SHA256Hash.appendShortDigest(of: $0, to: &digest) }
    let change = try published.take(key: key, digest: digest)
    if change == .repeated {
      let texts = key.withUnsafeBytes { RowKey.texts($0) }
      let shown = zip(plan.keyNames, texts).map { name, text in
        "\(name) '\(text.map { String(decoding: $0.prefix(100), as: UTF8.self) } ?? "")'"
      }
      throw Problems(
        .keyNotUnique, source: output.name, "two rows have the key \(shown.joined(separator: ", "))",
        remedy: "Choose columns that identify every row, or say `mode: full` for this output.")
    }
    return change
  }

  private var keyText: String { plan.keyNames.joined(separator: ", ") }

  private func flush() throws {
    try writer.write(batch)
    batch.removeAllRows()
  }

  /// Writes the remaining rows and the end of the file.
  func finish() throws {
    if batch.rowCount > 0 { try flush() }
    try writer.finish()
  }

  /// The sums of the rows in the file.
  var totals: [ControlTotal] {
    zip(plan.target.columns, sums).flatMap { column, sum in sum?.totals(of: column.name) ?? [] }
  }
}

/// The rows that were published before and now. Its errors name the file.
struct PublishedState {
  let rows: PublishedRows
  let path: String

  func take(key: [UInt8], digest: [UInt8]) throws -> PublishedRows.Change {
    try Self.naming(path) { try rows.take(key: key, digest: digest) }
  }

  /// Performs work on the file and translates a disk error into an error that names this file, not the shop's.
  static func naming<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try ShopDatabase.translatingErrors(at: path, work)
    } catch let error as Problems where Problem.Code.stock.contains(error.code) {
      throw Problems(.sinkFailed, source: path, "what was published cannot be recorded: \(error.message)")
    }
  }
}

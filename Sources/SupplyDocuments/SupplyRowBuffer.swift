public import FormatKit

/// Records gathered by table.
public struct GroupedRows<Flaw: RowProblem>: Sendable {
  private var rows: [SupplyRecord: [SupplyRow<Flaw>]] = [:]
  private var last: SupplyRecord?
  public private(set) var count = 0
  /// The approximate memory that the records take.
  public private(set) var size = 0

  public init() {}

  public mutating func add(_ row: SupplyRow<Flaw>) {
    rows[row.table.record, default: []].append(row)
    last = row.table.record
    count += 1
    size += row.size
  }

  /// Adds problems to the last record; false when the buffer is empty.
  ///
  /// - Parameter limit: the maximum number of problems of the record.
  public mutating func addToLast(_ problems: [Flaw], limit: Int = .max) -> Bool {
    guard let last, let index = rows[last]?.indices.last else { return false }
    let known = rows[last]?[index].problems.count ?? 0
    rows[last]?[index].problems += problems.prefix(max(0, limit - known))
    return true
  }

  /// All records table by table, in the order in which they must be applied.
  public mutating func takeAll() -> [[SupplyRow<Flaw>]] {
    let found = SupplyRecord.allCases.compactMap { rows[$0] }
    self = GroupedRows()
    return found
  }
}

/// Gathers records by table, so that a batch holds many of one table although documents mix them.
///
/// The last record stays until another one comes, so that a problem found at the end of a document has a record to belong to.
public struct SupplyRowBuffer<Flaw: RowProblem>: Sendable {
  private static var maximumRows: Int { 1024 }
  private static var maximumSize: Int { 1 << 20 }

  private var rows = GroupedRows<Flaw>()
  private var outgoing: [ArraySlice<SupplyRow<Flaw>>] = []
  private var numbers: [SupplyRecord: Int] = [:]
  /// Whether any record was added.
  public private(set) var isUnused = true

  public init() {}

  public var hasOutgoing: Bool { !outgoing.isEmpty }

  public mutating func add(_ row: SupplyRow<Flaw>) {
    if rows.count >= Self.maximumRows || rows.size >= Self.maximumSize { flush() }
    rows.add(row)
    isUnused = false
  }

  /// Adds problems to the last record that is still here; false when there is no such record.
  public mutating func addToLast(_ problems: [Flaw], limit: Int = .max) -> Bool {
    rows.addToLast(problems, limit: limit)
  }

  /// Makes all gathered records available to ``fill(_:source:)``.
  public mutating func flush() { outgoing += rows.takeAll().map { $0[...] } }

  /// Fills a batch with records of one table.
  public mutating func fill(_ batch: inout RecordBatch, source: String) {
    guard !outgoing.isEmpty, let table = outgoing[0].first?.table else { return }
    batch.reset(schema: table.schema)
    var number = numbers[table.record] ?? 0
    while !batch.isFull, let row = outgoing[0].popFirst() {
      number += 1
      row.append(to: &batch, number: number, source: source)
    }
    numbers[table.record] = number
    if outgoing[0].isEmpty { outgoing.removeFirst() }
  }
}

public import FormatKit

/// A problem with a record, in the terms of a format.
public protocol RowProblem: Sendable {
  /// The text for people.
  func problem(source: String) -> Problem
}

extension Problem: RowProblem {
  public func problem(source: String) -> Problem { self }
}

/// The values of a record by column.
public struct SupplyFields: Sendable {
  let table: SupplyTable
  private(set) var values: [String?]
  /// How good the value of each column is; less is better. Empty until a value is offered.
  private var ranks: [Int] = []

  init(_ table: SupplyTable) {
    self.table = table
    values = Array(repeating: nil, count: table.schema.columns.count)
  }

  /// The value of a column; nil when it is empty or the table does not have the column.
  public subscript(column: String) -> String? {
    get { table.index(of: column).flatMap { values[$0] } }
    set {
      guard let index = table.index(of: column) else { return }
      values[index] = newValue.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Sets a column unless it has a value that is as good.
  public mutating func offer(_ text: String, at column: Int, rank: Int) {
    guard !text.isEmpty else { return }
    if ranks.isEmpty { ranks = Array(repeating: .max, count: values.count) }
    guard rank < ranks[column] else { return }
    values[column] = text
    ranks[column] = rank
  }

  public var isEmpty: Bool { values.allSatisfy { $0 == nil } }

  var byteCount: Int { values.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}

/// A record of a document on its way to a batch.
public struct SupplyRow<Flaw: RowProblem>: Sendable {
  public let table: SupplyTable
  public var fields: SupplyFields
  /// The position of the record in the source; its number is counted when it is handed over.
  public var position: RecordPosition
  public var problems: [Flaw] = []

  public init(_ table: SupplyTable, line: Int, byteOffset: Int) {
    self.init(table, at: RecordPosition(line: line, byteOffset: byteOffset, record: 0))
  }

  public init(_ table: SupplyTable, at position: RecordPosition) {
    self.table = table
    self.position = position
    fields = SupplyFields(table)
  }

  /// The value of a column. An empty text is not a value; a column that the format does not have is ignored.
  @inlinable public subscript(column: String) -> String? {
    get { fields[column] }
    set { fields[column] = newValue }
  }

  /// Sets a column unless it has a value that is as good: less is better.
  public mutating func offer(_ column: String, _ text: String?, rank: Int = 0) {
    guard let text, let index = table.index(of: column) else { return }
    fields.offer(text, at: index, rank: rank)
  }

  /// Sets the columns for the item's numbers.
  public mutating func set(_ item: ItemNumbers) {
    self["sku"] = item.sku
    self["barcode"] = item.barcode
    self["supplier_code"] = item.supplierCode
  }

  /// The approximate memory that it takes.
  var size: Int { 200 + fields.byteCount + problems.count * 400 }

  /// Puts the record into a batch of its table.
  ///
  /// - Parameter number: its number among the records of the table.
  public func append(to batch: inout RecordBatch, number: Int, source: String) {
    for (value, kind) in zip(fields.values, table.kinds) {
      if let value { batch.append(text: value, kind: kind) } else { batch.append(missing: .absent) }
    }
    for flaw in problems {
      var problem = flaw.problem(source: source)
      problem.position.record = number
      batch.problems.append(RecordProblem(row: batch.rowCount, problem))
    }
    batch.endRow(at: RecordPosition(line: position.line, byteOffset: position.byteOffset, record: number))
  }
}

public import FormatKit

/// The records of orders that a format writes: those of `order_lines`, which may have columns of their order, its supplier and
/// the names next to codes too, with the same values in each line of an order.
public struct OrderRecords: Sendable {
  private let schema: Schema
  private let code: Problem.Code
  private let columns: [(name: String, index: Int)]
  /// The number of the current record.
  public private(set) var record = 0

  /// Columns that are not fields of orders: names next to the codes, and values calculated from other columns.
  private static let further = [
    "title", "location_name", "location_gln", "buyer_name", "buyer_gln", "order_unit_cost", "line_amount",
  ]
  private static let required = ["supplier", "order_number", "order_quantity"]

  /// - Parameter code: the problem of a table or a value that cannot be written.
  public init(_ schema: Schema, code: Problem.Code) {
    self.schema = schema
    self.code = code
    var known: Set<String> = []
    columns = schema.columns.enumerated().compactMap { index, column in
      RejectColumns.contains(column.name) || !known.insert(column.name).inserted ? nil : (column.name, index)
    }
  }

  /// Refuses a table with other records, with a column that an order has no place for, or without one that it needs.
  ///
  /// - Parameters:
  ///   - document: the name of one order in the format: `a purchase order`.
  ///   - documents: what the records would become: `purchase orders`.
  public func checkColumns(
    of tables: SupplyTables, for document: String, as documents: String
  ) throws(Problems) {
    guard schema.table == SupplyRecord.orderLines.rawValue else {
      throw Problems(
        code, value: schema.table, "records of '\(schema.table)' cannot be written as \(documents)")
    }
    let records: [SupplyRecord] = [.orderLines, .orders, .suppliers]
    let allowed = Set(records.flatMap { tables[$0].schema.columns.map(\.name) } + Self.further)
    if let other = columns.first(where: { !allowed.contains($0.name) }) {
      throw Problems(
        code, value: other.name, "\(document) has no place for the column '\(other.name)'",
        remedy: "Leave it out, for instance with --fields.")
    }
    for name in Self.required where schema.index(of: name) == nil {
      throw Problems(code, value: name, "the column '\(name)' is missing")
    }
  }

  /// The values of the next record; empty ones are left out.
  ///
  /// - Parameter number: the number of the record, where it is known; else records are counted.
  public mutating func line(_ row: Int, of batch: borrowing RecordBatch, number: Int? = nil) -> OrderLine {
    record = number ?? record + 1
    var values: [(column: String, text: String)] = []
    for (name, index) in columns {
      if let text = batch.string(row: row, column: index), !text.isEmpty { values.append((name, text)) }
    }
    return OrderLine(values)
  }

  /// Refuses a line without the values that every order needs.
  public func checkValues(of line: OrderLine) throws(Problems) {
    for name in Self.required where line[name].isEmpty { throw refusal(name, "", "the \(name) is missing") }
  }

  /// The error for a value of the current record.
  public func refusal(_ column: String, _ value: String?, _ message: String, remedy: String? = nil) -> Problems {
    Problems(code, at: SourcePosition(record: record, field: column), value: value, message, remedy: remedy)
  }
}

/// The values of one line of an order by column.
public struct OrderLine: Sendable {
  private var values: [String: String] = [:]
  /// The columns with a value, in the order of the table.
  public let columns: [String]

  init(_ values: [(column: String, text: String)]) {
    columns = values.map(\.column)
    for (column, text) in values { self.values[column] = text }
  }

  /// The value of a column; nil when the line has none.
  public func given(_ column: String) -> String? { values[column] }

  /// The value of a column; empty when the line has none.
  public subscript(column: String) -> String {
    get { values[column] ?? "" }
    set { values[column] = newValue }
  }
}

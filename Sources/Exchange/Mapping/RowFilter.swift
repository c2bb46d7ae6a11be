public import FormatKit
internal import RetailValues

/// A condition that is asked of the rows of batches.
public struct RowFilter {
  private let condition: CompiledCondition

  /// - Parameter schema: that of the batches; numbers in it have a decimal point.
  /// - Throws: `column-missing` for all columns that it does not have.
  public init(_ condition: RowCondition, schema: Schema) throws {
    let lookup = ColumnLookup(source: "")
    self.condition = try condition.compiled(schema, lookup) { _ in .point }
    try lookup.finish()
  }

  /// Whether a row meets the condition.
  public func holds(_ row: Int, of batch: borrowing RecordBatch) throws -> Bool {
    try condition.holds(RowView(row: row), batch, nil, noValue: [])
  }
}

extension RowCondition {
  /// The columns that it asks for, each once, in order.
  public var columns: [String] {
    var names: [String] = []
    func add(_ condition: RowCondition) {
      switch condition {
      case .all(let parts), .any(let parts): for part in parts { add(part) }
      case .not(let part): add(part)
      case .column(let name, _): if !names.contains(name) { names.append(name) }
      }
    }
    add(self)
    return names
  }
}

public import FormatKit

/// The tables that a format yields: those of ``SupplyRecord`` without the columns that its documents never fill.
public struct SupplyTables: Sendable {
  private let tables: [SupplyRecord: SupplyTable]

  /// - Parameters:
  ///   - columns: the columns that the format never fills, by table.
  ///   - moves: columns that the format has earlier than others: `"a b < c"` puts `a` and `b` before `c`.
  public init(without columns: [SupplyRecord: String] = [:], moving moves: [SupplyRecord: String] = [:]) {
    var tables: [SupplyRecord: SupplyTable] = [:]
    for record in SupplyRecord.allCases {
      let left = Set((columns[record] ?? "").split(separator: " "))
      var names = record.columns.split(separator: " ").filter { !left.contains($0) }
      if let move = moves[record] {
        let halves = move.split(separator: "<").map { $0.split(separator: " ") }
        guard halves.count == 2, let next = halves[1].first, Set(halves[0]).isSubset(of: names) else {
          preconditionFailure("'\(move)' does not move columns of \(record.rawValue)")
        }
        names.removeAll { halves[0].contains($0) }
        names.insert(contentsOf: halves[0], at: names.firstIndex(of: next) ?? names.endIndex)
      }
      tables[record] = SupplyTable(record, names.map(String.init))
    }
    self.tables = tables
  }

  public subscript(record: SupplyRecord) -> SupplyTable {
    guard let table = tables[record] else { preconditionFailure("every record has a table") }
    return table
  }

  /// All tables, in the order in which their records must be applied.
  public var schemas: [Schema] { SupplyRecord.allCases.map { self[$0].schema } }
}

/// One table of a format: its record kind and its columns.
public final class SupplyTable: Sendable {
  public let record: SupplyRecord
  public let schema: Schema
  let kinds: [FieldKind]
  private let indices: [String: Int]

  init(_ record: SupplyRecord, _ names: [String]) {
    self.record = record
    let known = Vocabulary.kind(record.rawValue)?.schema
    let columns = names.map { name in
      guard let column = known?.columns.first(where: { $0.name == name }) else {
        preconditionFailure("\(record.rawValue) has no column \(name)")
      }
      return column
    }
    schema = Schema(table: record.rawValue, columns: columns)
    kinds = columns.map { column in
      switch column.type {
      case .number: .number
      case .boolean: .boolean
      case .text, .date, .dateTime: .text
      }
    }
    indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// The index of a column; nil when the table does not have it.
  public func index(of column: String) -> Int? { indices[column] }
}

internal import Exchange
internal import FormatKit

/// How the rows of a source become those of a file.
struct RowPlan {
  /// The columns that are read.
  let source: Schema
  /// Of each column of the file its place among those that are read.
  let places: [Int]
  let target: Schema
  /// The places of the key's columns among those that are read, and their names in the file.
  let key: [Int]
  let keyNames: [String]
  let filter: RowFilter?
  let columns: [SourceColumn]
  /// Of each column of the file the place of the column that names the currency of its amounts.
  let currencies: [Int?]

  /// The fields to be read of records: those of the file, and what the condition and the amounts ask for.
  static func fields(of output: OutputDefinition, _ kind: RecordKind) -> [String] {
    var fields = output.columns.map(\.field)
    for field in output.condition?.columns ?? [] where !fields.contains(field) { fields.append(field) }
    let columns = SourceColumn.all(of: kind)
    let hasAmounts = columns.contains { $0.sum == .amounts && fields.contains($0.name) }
    let hasCurrency = columns.contains { $0.name == "currency" }
    if hasAmounts, hasCurrency, !fields.contains("currency") { fields.append("currency") }
    return fields
  }

  /// - Parameters:
  ///   - read: the columns that are read, in order.
  ///   - table: the name of the table in formats that have one.
  init(_ output: OutputDefinition, reading read: [SourceColumn], table: String) throws {
    source = Schema(table: table, columns: read.map { Column(name: $0.name, type: $0.type) })
    func place(_ field: String) throws -> Int {
      guard let place = read.firstIndex(where: { $0.name == field }) else {
        throw Problems(.jobInvalid, value: field, "the output '\(output.name)' has no field '\(field)'")
      }
      return place
    }
    places = try output.columns.map { try place($0.field) }
    columns = places.map { read[$0] }
    target = Schema(
      table: table, columns: zip(output.columns, columns).map { Column(name: $0.name, type: $1.type) })
    key = try output.key.map { try place($0) }
    keyNames = output.key.map { field in output.columns.first { $0.field == field }?.name ?? field }
    filter = try output.condition.map { [source] in try RowFilter($0, schema: source) }
    let currency = source.index(of: "currency")
    currencies = columns.map { $0.currency ?? currency }
  }

  /// The shape of the file's rows: rows of another shape cannot be compared.
  func shape(of output: OutputDefinition) -> String {
    ([output.sha256] + target.columns.map { "\($0.name) \($0.type.rawValue)" }).joined(separator: "\n")
  }

  /// The columns of the file as its description has them.
  var fields: [ResourceField] {
    zip(target.columns, columns).map { column, source in
      var field = source.resourceField
      field.name = column.name
      return field
    }
  }
}

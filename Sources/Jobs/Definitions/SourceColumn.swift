internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues

/// A column that an output may have: what it is called at its source, and what its values are.
struct SourceColumn: Hashable {
  /// The kind of sum that a column can have.
  enum Sum: Hashable {
    case none, plain
    /// Amounts in the currency that another column names, or the shop's.
    case amounts
  }

  let name: String
  let type: ColumnType
  let fieldType: ResourceField.FieldType
  let sum: Sum
  /// Place of the column, among those of the source, that names the currency of amounts; nil for the shop's.
  var currency: Int?
  let description: String?
  let isRequired: Bool

  var resourceField: ResourceField {
    ResourceField(name: name, type: fieldType, description: description, isRequired: isRequired)
  }

  /// The columns of a record kind: its own fields that the shop keeps, and the fields that can be joined to them.
  static func all(of kind: RecordKind) -> [SourceColumn] {
    let kept = kind.fields.filter { RecordExport.keptFields(of: kind).contains($0.name) }
    return kept.map { field in
      SourceColumn(
        field.name, field.type, kind.schema.columns.first { $0.name == field.name }?.type ?? .text,
        description: field.summary, isRequired: field.effect == .key && field.isRequired)
    }
      + JoinedField.names(of: kind).compactMap { JoinedField($0, of: kind) }.map { field in
        SourceColumn(field.column.name, field.type, field.column.type, description: nil, isRequired: false)
      }
  }

  private init(_ name: String, _ type: ValueType, _ column: ColumnType, description: String?, isRequired: Bool) {
    self.name = name
    self.type = column
    switch type {
    case .quantity, .percent, .degrees: (fieldType, sum) = (.number, .plain)
    case .unitCost, .money: (fieldType, sum) = (.number, .amounts)
    case .wholeNumber: (fieldType, sum) = (.integer, .plain)
    case .boolean: (fieldType, sum) = (.boolean, .none)
    case .date: (fieldType, sum) = (.date, .none)
    case .dateTime: (fieldType, sum) = (.datetime, .none)
    case .text, .code, .barcode, .currency, .choice: (fieldType, sum) = (.string, .none)
    }
    self.description = description
    self.isRequired = isRequired
  }

  /// Those of a report's query.
  static func all(of query: ReportQuery) -> [SourceColumn] { query.columns.map { SourceColumn($0) } }

  private init(_ column: ReportColumn) {
    name = column.name
    switch column.type {
    case .text, .label: (type, fieldType, sum) = (.text, .string, .none)
    case .quantity, .percent, .degrees: (type, fieldType, sum) = (.number, .number, .plain)
    case .unitCost, .money: (type, fieldType, sum) = (.number, .number, .amounts)
    case .wholeNumber, .distance: (type, fieldType, sum) = (.number, .integer, .plain)
    case .date: (type, fieldType, sum) = (.date, .date, .none)
    case .dateTime: (type, fieldType, sum) = (.dateTime, .datetime, .none)
    case .flag: (type, fieldType, sum) = (.boolean, .boolean, .none)
    }
    currency = column.currencyPlace
    description = column.title
    isRequired = false
  }
}

internal import FormatKit
internal import SupplyDocuments

/// A record of a UBL document.
typealias Row = SupplyRow<Problem>

extension SupplyTables {
  /// The columns that UBL documents fill.
  static let ubl = SupplyTables(
    without: [
      .products: "category", .barcodes: "pack_quantity", .prices: "valid_to tax_included", .stockLevels: "unit_cost",
      .sales: "note",
    ],
    moving: [
      .despatchLines: "outstanding_quantity < order_unit",
      .invoices: "allowance_amount charge_amount < tax_amount",
      .invoiceLines: "order_number order_line despatch_number < invoiced_quantity",
    ])
}

extension SupplyRow<Problem> {
  init(_ record: SupplyRecord, at place: some Placed) {
    self.init(SupplyTables.ubl[record], line: place.line, byteOffset: place.byteOffset)
  }

  /// Sets a column; a value that is not of the column's type is reported elsewhere and left out.
  mutating func set(_ column: String, _ text: String?) {
    guard let text, !text.isEmpty, let index = table.index(of: column) else { return }
    switch table.schema.columns[index].type {
    case .number:
      guard let number = ExactNumber(text) else { return }
      self[column] = number.text
    case .date:
      guard let day = DocumentValue.day(text) else { return }
      self[column] = day
    case .boolean: self[column] = CodeLists.plain(text)
    case .text, .dateTime:
      self[column] = column == "note" || column == "description" ? text : DocumentValue.line(text)
    }
  }

  /// Sets the empty columns to the values that the mapping found.
  mutating func take(_ captures: Captures) {
    for column in table.schema.columns where self[column.name] == nil {
      set(column.name, captures.text(column.name))
    }
  }
}

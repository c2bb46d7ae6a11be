internal import FormatKit
internal import Stock

/// What is taken of a document's line although something in it is wrong.
extension RowMapper {
  /// The lines of documents, which name an item by several codes at once.
  static let documentLines: Set<String> = [
    "order_lines", "order_response_lines", "despatch_lines", "invoice_lines",
  ]

  typealias FieldTrouble = (field: String, source: String, trouble: FieldReader.Trouble, value: String)

  /// Leaves a barcode with a wrong check digit out of a line that names its item by another code as well, with a warning.
  ///
  /// - Returns: whether anything else is wrong with the line.
  static func isBroken(
    _ troubles: inout [FieldTrouble], afterLeavingOutBarcodeOf record: CompiledRecord, _ values: [StagedValue]
  ) -> Bool {
    let errors = troubles.filter { $0.trouble.code.severity == .error }
    guard errors.count == 1, errors[0].field == "barcode", errors[0].trouble.code == .barcodeInvalid,
      let place = troubles.firstIndex(where: { $0.field == "barcode" && $0.trouble.code == .barcodeInvalid })
    else { return true }
    let other = zip(record.fields, record.places).first { field, place in
      guard ["supplier_code", "sku"].contains(field.field.name) else { return false }
      if case .absent = values[place] { return false }
      return true
    }
    guard let other else { return true }
    troubles[place].trouble = .init(
      code: .barcodeLeftOut,
      message: troubles[place].trouble.message + ", and is left out: the line is taken by its \(other.0.field.name)")
    return false
  }
}

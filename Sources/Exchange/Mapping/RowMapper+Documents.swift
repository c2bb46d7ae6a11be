internal import FormatKit
internal import RetailValues
internal import Stock

/// Accepting parts of a document's line although other parts have errors.
extension RowMapper {
  typealias FieldProblem = (field: String, source: String, problem: FieldReader.ValueProblem, value: String)

  /// What is wrong with a movement whose quantity at its cost or price is too great to be valued.
  static func tooGreat(_ record: CompiledRecord, _ values: [StagedValue]) -> FieldProblem? {
    guard let valued = record.valued, case .integer(let quantity) = values[valued.quantity] else { return nil }
    for place in valued.amounts {
      guard case .integer(let amount) = values[place], !Quantity.isValuable(quantity, at: amount) else { continue }
      let source = zip(record.fields, record.places).first { $0.1 == valued.quantity }?.0.sourceName ?? "quantity"
      let shown = FixedPointText.shortest(quantity, fractionDigits: Quantity.fractionDigits)
      return (
        "quantity", source,
        .init(
          code: .outOfRange,
          message: "quantity '\(shown)' at this cost or price has a value that is too large to be stored",
          remedy: "Check the quantity and the cost; a barcode may be in the wrong column."), shown
      )
    }
    return nil
  }

  /// Leaves a sign for a missing code, or a barcode with a wrong check digit, out of a line that names its item by another code as
  /// well, the barcode with a warning.
  ///
  /// - Returns: whether anything else is wrong with the line.
  static func isBroken(
    _ problems: inout [FieldProblem], afterLeavingOutBarcodeOf record: CompiledRecord, _ values: [StagedValue]
  ) -> Bool {
    let names = ["supplier_code", "sku"]
    let codes = zip(record.fields, record.places).filter { field, place in
      guard names.contains(field.field.name) || field.field.name == "barcode" else { return false }
      if case .absent = values[place] { return false }
      return true
    }.map(\.0.field.name)
    if !codes.isEmpty { problems.removeAll { $0.field == "sku" && $0.problem.code == .codeIsPlaceholder } }
    let errors = problems.filter { $0.problem.code.severity == .error }
    if errors.isEmpty { return false }
    guard errors.count == 1, errors[0].field == "barcode", errors[0].problem.code == .barcodeInvalid,
      let place = problems.firstIndex(where: { $0.field == "barcode" && $0.problem.code == .barcodeInvalid })
    else { return true }
    let other = codes.first { names.contains($0) }
    guard let other else { return true }
    problems[place].problem = .init(
      code: .barcodeLeftOut,
      message: problems[place].problem.message + ", and is left out: the line is taken by its \(other)")
    return false
  }
}

internal import FormatKit
internal import SupplyDocuments

extension DocumentBuilder {
  /// The records of a line that has ended.
  func lineRows() -> [DocumentRow] {
    switch message.type {
    case "ORDERS": [orderLine()]
    case "ORDRSP": [responseLine()]
    case "DESADV": [despatchLine()]
    case "INVOIC": [invoiceLine()]
    case "PRICAT": catalogueRows()
    default: []
    }
  }

  /// The number of the line: its own, else its place.
  var lineName: String { line.text("line") ?? "\(lineNumber)" }

  /// The line's name for its item.
  var title: String {
    [line.text("title"), line.text("title_rest")].compactMap { $0 }.joined(separator: " ")
  }

  /// The fields that all lines of documents have.
  private func lineRow(_ table: SupplyRecord, _ problems: inout [EDIFACTProblem]) -> (
    row: DocumentRow, substitute: ItemCodes, lot: String?
  ) {
    var row = DocumentRow(table, at: linePlace)
    let (own, substitute) = items(&problems)
    row["supplier"] = supplier
    row["line"] = lineName
    row.set(own.numbers)
    row["title"] = title
    if own.numbers.isEmpty { problems.append(unnamedItem(.edifactUnnamedItem)) }
    return (row, substitute, own.lot)
  }

  func unnamedItem(_ code: Problem.Code) -> EDIFACTProblem {
    EDIFACTProblem(
      code, .segment, error: 13, at: linePlace.at(3, 1),
      "the line \(lineName) names no item, neither in LIN nor in PIA")
  }

  private func require(_ number: String?, _ what: String, _ problems: inout [EDIFACTProblem]) {
    // A quantity without a number, or with one that is not a number, was reported as such.
    guard number == nil, line["quantity"] == nil else { return }
    problems.append(
      EDIFACTProblem(
        .edifactMissingValue, .segment, error: 13, at: linePlace, "the line \(lineName) has no \(what) (QTY)"))
  }

  private func orderLine() -> DocumentRow {
    var problems: [EDIFACTProblem] = []
    var row = lineRow(.orderLines, &problems).row
    let quantity = LineQuantity(line["quantity"], in: line, problems: &problems)
    require(quantity.number, "quantity ordered", &problems)
    row["order_number"] = head.text("number")
    row["order_quantity"] = quantity.number
    row["order_unit"] = quantity.unit
    row["pack_size"] = quantity.packSize
    row["unit_cost"] = quantity.unitPrice(line["price"], problems: &problems)
    row.problems = problems
    return row
  }

  private func responseLine() -> DocumentRow {
    var problems: [EDIFACTProblem] = []
    var (row, substitute, _) = lineRow(.orderResponseLines, &problems)
    let quantity = LineQuantity(line["quantity"], in: line, problems: &problems)
    let state = lineResponse(quantity, isSubstituted: !substitute.numbers.isEmpty, &problems)
    row["order_number"] = head.text("order_number")
    row["response_number"] = head.text("number")
    row["line_response"] = state
    row["confirmed_quantity"] =
      (state == "rejected" || state == "deleted") && line["quantity"]?.code != "113" ? "0" : quantity.number
    row["order_unit"] = quantity.unit
    row["pack_size"] = quantity.packSize
    row["unit_cost"] = quantity.unitPrice(line["price"], problems: &problems)
    row["promised_on"] = day(line["promised"] ?? head["promised"], end: true, &problems)
    row["substitute_barcode"] = substitute.numbers.barcode
    row["substitute_supplier_code"] = substitute.numbers.supplierCode ?? substitute.numbers.sku
    row["note"] = line.text("note")
    row.problems = problems
    return row
  }

  /// The word for an action (1229); without one the line says what its quantities say.
  private func lineResponse(_ quantity: LineQuantity, isSubstituted: Bool, _ problems: inout [EDIFACTProblem]) -> String
  {
    if isSubstituted { return "substituted" }
    let backordered = line["backordered"].flatMap { WrittenNumber($0[2])?.text } ?? "0"
    let isBackordered = ExactNumber(backordered) != .zero
    let code = line.text("action") ?? ""
    switch code {
    case "7", "10", "27": return "rejected"
    case "2": return "deleted"
    case _ where isBackordered: return "backordered"
    case "5", "4", "11", "24", "48": return "accepted"
    case "1", "3", "6", "9", "16", "21", "25", "29": return "changed"
    case "26", "8": return "backordered"
    case "": return response() == "rejected" ? "rejected" : "accepted"
    default:
      problems.append(.unknownCode(code, of: "1229", at: linePlace.at(2), .segment))
      return "changed"
    }
  }

  private func despatchLine() -> DocumentRow {
    var problems: [EDIFACTProblem] = []
    var (row, _, lot) = lineRow(.despatchLines, &problems)
    let quantity = LineQuantity(line["quantity"], in: line, problems: &problems)
    require(quantity.number, "quantity despatched", &problems)
    row["despatch_number"] = head.text("number")
    row["order_number"] = line.text("order_number") ?? head.text("order_number")
    row["order_line"] = line.text("order_line") ?? line.text("line_reference")
    row["despatched_quantity"] = quantity.number
    row["order_unit"] = quantity.unit
    row["pack_size"] = quantity.packSize
    row["lot"] = line.text("lot") ?? line.text("lot_marked") ?? lot ?? line.text("lot_referred")
    row["expires_on"] = day(line["expires"] ?? line["expires_marked"], end: true, &problems)
    row["sscc"] = line.text("sscc") ?? line.text("sscc_marked") ?? section.text("sscc_packed")
    row["outstanding_quantity"] = outstanding()
    row["note"] = line.text("note")
    row.problems = problems
    return row
  }

  /// The quantity still to come: a back order, or a variance that is not declared final.
  private func outstanding() -> String? {
    if let stated = amount(line["backordered"]) { return stated }
    guard let variance = line["variance"], let number = WrittenNumber(variance[1])?.text, number.hasPrefix("-"),
      line.text("variance_reason") != "CP"
    else { return nil }
    return String(number.dropFirst())
  }

  private func invoiceLine() -> DocumentRow {
    var problems: [EDIFACTProblem] = []
    var row = lineRow(.invoiceLines, &problems).row
    let quantity = LineQuantity(line["quantity"], in: line, problems: &problems)
    require(quantity.number, "quantity invoiced", &problems)
    row["invoice_number"] = head.text("number")
    row["invoiced_quantity"] = quantity.number
    row["order_unit"] = quantity.unit
    row["pack_size"] = quantity.packSize
    row["unit_cost"] = quantity.unitPrice(line["price"], problems: &problems)
    row["line_amount"] = amount(line["amount"])
    row["tax_rate"] = line.text("tax_rate").flatMap { WrittenNumber($0)?.text }
    row["order_number"] = line.text("order_number")
    row["order_line"] = line.text("order_line") ?? line.text("line_reference")
    row["despatch_number"] = line.text("despatch_number")
    row["note"] = line.text("note")
    row.problems = problems
    return row
  }
}

internal import FormatKit
internal import SupplyDocuments
internal import XMLReading

extension DocumentBuilder {
  /// A line of an order, a response, a despatch advice or an invoice.
  mutating func documentRow(
    _ kind: SupplyRecord, _ element: XMLElement, _ line: Captures, _ report: inout StructureReport
  ) -> Row {
    var row = Row(kind, at: element)
    row.take(line)
    row.set("supplier", supplier)
    row.set(type.number, number)
    if kind == .orderResponseLines { row.set("response_number", captures.text("response_number")) }
    takeItem(line, &row, &report)
    let measure = measure(of: line, &report)
    row.set("order_unit", measure.word)
    if !measure.unitCode.isEmpty || line["pack"] != nil { row.set("pack_size", measure.content?.shortest) }
    let column = kind.quantity ?? ""
    row.set(column, line.text("quantity"))
    if line["quantity"] == nil, kind != .orderResponseLines {
      takeMissingQuantity(line, element, &row, column, &report)
    }
    setUnitCost(line, measure, "unit_cost", &row, &report)
    switch kind {
    case .orderLines:
      if ["Cancelled", "2"].contains(line.text("status") ?? "") { row.set(column, "0") }
    case .orderResponseLines: completeResponse(line, &row, &report)
    case .despatchLines: completeDespatch(line, &row, &report)
    case .invoiceLines: completeInvoiceLine(line, &row, &report)
    default: break
    }
    return row
  }

  /// A line of an invoice may be about an amount alone; any other one says how much it is about.
  private func takeMissingQuantity(
    _ line: Captures, _ element: XMLElement, _ row: inout Row, _ column: String, _ report: inout StructureReport
  ) {
    let isNamed = ["sku", "barcode", "supplier_code"].contains { row[$0] != nil }
    guard type.header == .invoices, !isNamed, let amount = line["amount"] else {
      return report.add(.ublNoQuantity, at: element, "the line has no quantity")
    }
    // A returned line has a negative amount: its quantity is negative, unless its price is.
    let isReturned = amount.text.hasPrefix("-") && line.text("price")?.hasPrefix("-") != true
    row.set(column, isReturned ? "-1" : "1")
    report.add(
      .ublAmountOnly, at: element, value: amount.text,
      "the line has the amount '\(amount.text)' and neither a quantity nor a code of an item")
  }

  /// The codes of an item, and its lot.
  func takeItem(_ line: Captures, _ row: inout Row, _ report: inout StructureReport) {
    row.set("barcode", barcode(of: line))
    if line.isContradicted("lot") {
      row["lot"] = nil
      row["expires_on"] = nil
      report.add(.ublSeveralLots, at: line["quantity"]?.element.placed ?? root.placed, "the line names several lots")
    }
  }

  /// The GTIN of an item: by its scheme, or by its digits where no scheme is given.
  func barcode(of line: Captures) -> String? {
    if let known = line.text("barcode") { return known }
    guard let other = line["standard_code"], other.element[attribute: "schemeID"] == nil,
      ItemNumbers.isGTIN(other.text)
    else { return nil }
    return other.text
  }

  /// The unit of a line's quantity; an unknown code is reported.
  func measure(of line: Captures, _ report: inout StructureReport) -> LineMeasure {
    let code = line["quantity"]?.element[attribute: "unitCode"] ?? ""
    let measure = LineMeasure(unitCode: DocumentValue.line(code), pack: line.text("pack").flatMap { ExactNumber($0) })
    if !code.isEmpty, measure.unit == nil, let element = line["quantity"]?.element {
      report.add(
        .ublCodeUnknown, at: element, value: code,
        "the unit '\(code)' is not one of those known of UN/ECE Recommendation 20")
    }
    return measure
  }

  /// The price of one stock unit, to six decimals.
  func setUnitCost(
    _ line: Captures, _ measure: LineMeasure, _ column: String, _ row: inout Row, _ report: inout StructureReport
  ) {
    guard let price = line["price"], let amount = amount(price, &report) else { return }
    let base = line["price_base"]
    let divisor = base.flatMap { ExactNumber($0.text) } ?? .one
    if let base, divisor.isZero {
      return report.add(.ublWrongValue, at: base.element, value: base.text, "the price is for a quantity of zero")
    }
    let code = base?.element[attribute: "unitCode"] ?? ""
    let factor = line.text("orderable_factor").flatMap { ExactNumber($0) }
    guard let content = measure.content(ofPriceUnit: code, factor: factor) else {
      let unit = CodeLists.units[code]?.word ?? (code.isEmpty ? measure.word ?? "unit" : code)
      return report.add(
        .ublPriceOfPack, at: price.element, value: price.text,
        "the price '\(price.text)' is for one \(unit), and how many stock units that holds is not given")
    }
    guard let cost = UnitPrice(amount, per: divisor, content) else {
      return report.add(
        .ublWrongValue, at: price.element, value: price.text,
        "the price '\(price.text)' has too many digits to give the price of one stock unit")
    }
    if !cost.isExact {
      report.add(
        .ublInexactPrice, at: price.element, value: price.text,
        "the price '\(price.text)' for \(divisor.multiplied(by: content)?.shortest ?? "several") makes about "
          + "\(cost.text) for one")
    }
    row.set(column, cost.text)
  }

  // MARK: Responses

  private func completeResponse(_ line: Captures, _ row: inout Row, _ report: inout StructureReport) {
    translate("line_response", of: line, &row, &report)
    if row["substitute_barcode"] != nil || row["substitute_supplier_code"] != nil {
      row.set("line_response", "substituted")
    }
    if line["line_response"] == nil, row["line_response"] == nil, captures.text("response") == "RE" {
      row.set("line_response", "rejected")
    }
    if ["rejected", "deleted"].contains(row["line_response"] ?? "") {
      row.set("confirmed_quantity", "0")
      // A date is not a delivery date if the line is not delivered.
      row["promised_on"] = nil
    }
    addAllowances(line, &row)
  }

  // MARK: Despatch advices

  private func completeDespatch(_ line: Captures, _ row: inout Row, _ report: inout StructureReport) {
    if row["order_number"] == nil { row.set("order_number", captures.text("order_number")) }
    if let sscc = row["sscc"], sscc.utf8.count != 18 { row["sscc"] = nil }
    guard let left = line["outstanding"], let number = ExactNumber(left.text) else { return }
    let own = line["quantity"]?.element[attribute: "unitCode"]
    let other = left.element[attribute: "unitCode"]
    guard other == nil || other == own else {
      return report.add(
        .ublNotImported, at: left.element, value: left.text,
        "the outstanding '\(left.text)' is in '\(other ?? "")', and the line in '\(own ?? "no unit")'")
    }
    row.set("outstanding_quantity", number.text)
  }

  // MARK: Invoices

  private mutating func completeInvoiceLine(_ line: Captures, _ row: inout Row, _ report: inout StructureReport) {
    if row["order_number"] == nil { row.set("order_number", captures.text("order_number")) }
    let amount = amount(line["amount"], &report)
    sumOfLines.add(amount)
    row.set("line_amount", amount?.text)
    row.set("currency", line["amount"]?.element[attribute: "currencyID"] ?? currency)
    // Categories without tax need not say that their rate is zero.
    if let category = line["tax_category"], let rate = word(of: category, &report), row["tax_rate"] == nil {
      row.set("tax_rate", rate)
    }
    addAllowances(line, &row)
  }

  /// Allowances and charges of a line are in its amount, or its price; the note keeps what they are for.
  private func addAllowances(_ line: Captures, _ row: inout Row) {
    var notes = row["note"].map { [$0] } ?? []
    for (name, word) in [("allowances", "allowance"), ("charges", "charge")] {
      for value in line.all(name).prefix(20) {
        let reason = value.element.value("AllowanceChargeReason").map { " (\($0))" } ?? ""
        notes.append("\(word) \(value.element.value("Amount") ?? "")\(reason)")
      }
    }
    row.set("note", notes.joined(separator: "; "))
  }
}

/// The position of an element without its content.
struct Place: Placed {
  let name: String
  let namespace: String?
  let line: Int
  let byteOffset: Int
  let path: String
}

extension Placed {
  var placed: Place { Place(name: name, namespace: namespace, line: line, byteOffset: byteOffset, path: path) }
}

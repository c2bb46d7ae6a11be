internal import FormatKit
internal import SupplyDocuments
internal import XMLReading

extension DocumentBuilder {
  /// Completes a document's record with values that the tables alone cannot give.
  mutating func complete(_ row: inout Row) {
    switch type.header {
    case .orderResponses:
      if let accepted = captures["accepted"], let word = word(of: accepted, &report) { row.set("response", word) }
    case .invoices: completeInvoice(&row)
    default: break
    }
  }

  private mutating func completeInvoice(_ row: inout Row) {
    translate("invoice_kind", of: captures, &row, &report)
    if row["invoice_kind"] == "proforma", let code = captures["invoice_kind"] {
      report.add(
        .ublUnsupportedDocument, at: code.element, value: code.text,
        "the document is a pro forma invoice, by its code '\(code.text)'", remedy: "Wait for the invoice itself.")
      row["invoice_kind"] = nil
    }
    if type.name == "CreditNote" { row.set("invoice_kind", "credit-note") }
    if row["invoice_kind"] == nil { row.set("invoice_kind", "invoice") }
    // A payment that is left to pay says nothing of the whole once part of it was paid ahead.
    let total = amount(captures["total"], &report)
    row.set("total_amount", total?.text)
    let net = amount(captures["net"], &report)
    let allowances = amount(captures["allowance_total"], &report) ?? sum(of: captures.all("allowances"))
    let charges = amount(captures["charge_total"], &report) ?? sum(of: captures.all("charges"))
    row.set("allowance_amount", allowances?.text)
    row.set("charge_amount", charges?.text)
    let lines = amount(captures["sum_of_lines"], &report)
    row.set("net_amount", (net ?? (allowances == nil && charges == nil ? lines : nil))?.text)
    // A second total may give the tax in the currency of the books.
    let taxes = captures.all("taxes").filter { tax in
      tax.element[attribute: "currencyID"].map { $0 == currency ?? $0 } ?? true
    }
    let tax = taxes.isEmpty ? nil : sum(of: taxes)
    row.set("tax_amount", tax?.text)
    checkTotals(net: net, tax: tax, total: total)
  }

  private func sum(of values: [Captures.Value]) -> ExactNumber? {
    guard !values.isEmpty else { return nil }
    var sum = ExactSum()
    for value in values { sum.add(ExactNumber(value.text)) }
    return sum.value
  }

  private mutating func checkTotals(net: ExactNumber?, tax: ExactNumber?, total: ExactNumber?) {
    guard let element = captures["total"]?.element, element.name == "TaxInclusiveAmount", let net, let tax, let total,
      let sum = net.adding(tax), sum != total
    else { return }
    // Some round the total, where others round what is to be paid.
    let rounding = captures.text("rounding").flatMap { ExactNumber($0) }
    if let rounding, sum.adding(rounding) == total { return }
    report.add(
      .ublAmounts, at: element, value: element.text,
      "net \(net.text) and tax \(tax.text) make \(sum.text), and the document says \(total.text)")
  }

  /// Compares the lines with what the head says they make, at the end of the document.
  mutating func checkSumOfLines() {
    guard type.header == .invoices, lineCount > 0, let value = captures["sum_of_lines"],
      let told = ExactNumber(value.text), let sum = sumOfLines.value, sum != told
    else { return }
    report.add(
      .ublAmounts, at: value.element, value: value.text,
      "the lines make \(sum.shortest), and the document says \(told.text)")
  }
}

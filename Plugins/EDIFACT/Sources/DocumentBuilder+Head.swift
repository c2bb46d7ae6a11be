internal import FormatKit
internal import SupplyDocuments

extension DocumentBuilder {
  /// The records of the head: the supplier and the document, before the lines.
  mutating func headRows() -> [DocumentRow] {
    var place = bgm
    (place.line, place.byteOffset) = (message.line, message.byteOffset)
    var problems: [EDIFACTProblem] = []
    var rows: [DocumentRow] = []
    if message.type != "INVRPT", message.type != "SLSRPT" { rows.append(supplierRow(place, &problems)) }
    if var row = documentRow(place, &problems) {
      row.problems = problems
      rows.append(row)
    } else if let last = rows.indices.last {
      rows[last].problems += problems
    }
    return rows
  }

  private mutating func supplierRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow {
    var row = DocumentRow(.suppliers, at: place)
    let given = head["supplier"]
    let partner =
      message.type == "ORDERS" ? interchange.receiverIdentification : interchange.senderIdentification
    let known = [
      given?[3] == "92" ? given?[1] : nil, head.text("supplier_internal"), given?[1], head.text("supplier_tax"),
    ]
    if let code = known.compactMap({ $0 }).first(where: { !$0.isEmpty }) {
      supplier = code
    } else {
      supplier = partner
      problems.append(
        EDIFACTProblem(
          .edifactSupplierFromEnvelope, .message, error: 13, at: bgm, value: partner,
          "the message names no supplier by a code, and is taken to be about '\(partner)'"))
    }
    row["supplier"] = supplier
    row["supplier_name"] = head.text("supplier_name") ?? head.text("supplier_address")
    if let given, given[3] == "9" || given[3] == "14", given[1].utf8.count == 13 { row["gln"] = given[1] }
    row["email"] = head.text("supplier_email")
    return row
  }

  /// Whether the message replaces or corrects what was sent before.
  private var replaces: Bool {
    ["4", "5"].contains(head.text("function") ?? "") || head.text("document_code") == "384"
  }

  private func documentRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow? {
    if ["1", "3"].contains(head.text("function") ?? ""), message.type != "PRICAT" {
      problems.append(
        EDIFACTProblem(
          .edifactUnsupportedFunction, .message, error: 12, at: bgm.at(3), value: head.text("function"),
          "the \(message.type) '\(head.text("number") ?? "")' cancels what was sent before"))
    }
    let number = head.text("number")
    if number == nil, message.type != "PRICAT", message.type != "INVRPT" {
      problems.append(
        EDIFACTProblem(
          .edifactMissingValue, .message, error: 13, at: bgm.at(2, 1),
          "the \(message.type) has no number (1004) in its BGM"))
    }
    switch message.type {
    case "ORDERS": return orderRow(place, &problems)
    case "ORDRSP": return responseRow(place, &problems)
    case "DESADV": return despatchRow(place, &problems)
    case "INVOIC": return invoiceRow(place, &problems)
    default: return nil
    }
  }

  private func common(_ table: SupplyRecord, _ place: EDIFACTProblem.Place) -> DocumentRow {
    var row = DocumentRow(table, at: place)
    row["supplier"] = supplier
    row["sender"] = interchange.senderIdentification
    row["receiver"] = interchange.receiverIdentification
    row["document_identity"] = [
      interchange.senderIdentification, interchange.reference, message.reference, head.text("number") ?? "",
    ].joined(separator: "/")
    row["replaces"] = replaces ? "true" : "false"
    row["note"] = head.text("note")
    return row
  }

  private func orderRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow {
    var row = common(.orders, place)
    row["order_number"] = head.text("number")
    row["buyer"] = head.text("buyer")
    row["contract"] = head.text("contract")
    row["contact"] = head.text("contact")
    row["ordered_on"] = day(head["dated"], &problems)
    row["expected_on"] = day(head["expected"], end: true, &problems)
    row["location"] = head.text("location")
    row["currency"] = head.text("currency")
    return row
  }

  /// The word for a response as a whole, by the response type (4343) or the message function (1225).
  func response() -> String {
    switch head.text("response_code") ?? "" {
    case "AA", "AP", "AC", "AJ": return head.text("response_code") == "AC" ? changedUnlessAccepted : "accepted"
    case "CA", "AG", "CM": return "changed"
    case "NA", "RE", "RJ": return "rejected"
    case "AB", "AI": return "acknowledged"
    default: return changedUnlessAccepted
    }
  }

  private var changedUnlessAccepted: String {
    switch head.text("function") ?? "" {
    case "27": "rejected"
    case "29", "28": "accepted"
    case "4", "30", "44", "45": "changed"
    case "12": "rejected"
    default: "acknowledged"
    }
  }

  private func responseRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow {
    var row = common(.orderResponses, place)
    row["order_number"] = head.text("order_number")
    if head.text("order_number") == nil {
      problems.append(
        EDIFACTProblem(
          .edifactMissingValue, .message, error: 13, at: bgm,
          "the ORDRSP '\(head.text("number") ?? "")' does not say which order it answers (RFF+ON)"))
    }
    row["response_number"] = head.text("number")
    row["responded_on"] = day(head["dated"], &problems)
    row["response"] = response()
    row["contact"] = head.text("contact")
    row["currency"] = head.text("currency")
    return row
  }

  private func despatchRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow {
    var row = common(.despatchAdvices, place)
    row["despatch_number"] = head.text("number")
    row["despatched_on"] = day(head["despatched"], &problems)
    row["expected_on"] = day(head["expected"], end: true, &problems)
    row["order_number"] = head.text("order_number")
    row["location"] = head.text("location")
    row["carrier"] = head.text("carrier") ?? head.text("carrier_party") ?? head.text("carrier_code")
    row["tracking_number"] = head.text("tracking")
    row["packages"] = (head.text("packages") ?? head.text("packages_packed")).flatMap { Int($0) }.map { "\($0)" }
    return row
  }

  /// Documents that are credits, by their name (1001).
  private static let creditNotes: Set<String> = [
    "81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "532",
  ]
  private static let invoices: Set<String> = [
    "80", "82", "84", "130", "325", "326", "331", "380", "382", "383", "384", "385", "386", "387", "388", "389", "390",
    "393", "394", "395", "457", "527", "575", "623", "633", "751", "780", "935",
  ]

  private func invoiceRow(_ place: EDIFACTProblem.Place, _ problems: inout [EDIFACTProblem]) -> DocumentRow {
    var row = common(.invoices, place)
    row["invoice_number"] = head.text("number")
    let code = head.text("document_code") ?? ""
    let isCredit = Self.creditNotes.contains(code)
    if !isCredit, !Self.invoices.contains(code) {
      problems.append(.unknownCode(code, of: "1001", at: bgm.at(1, 1), .message))
    }
    row["invoice_kind"] = isCredit ? "credit-note" : "invoice"
    row["invoiced_on"] = day(head["dated"], &problems)
    row["due_on"] = day(head["due"] ?? head["due_by_terms"], end: true, &problems)
    row["order_number"] = head.text("order_number")
    row["despatch_number"] = head.text("despatch_number")
    row["corrects"] = head.text("corrects")
    row["currency"] = head.text("currency") ?? head["total"].map { $0[3] }
    row["net_amount"] = amount(head["net"])
    row["tax_amount"] = amount(head["tax"]) ?? head.sum("tax_by_rate")
    row["total_amount"] = amount(head["total"])
    row["allowance_amount"] = amount(head["allowances"])
    row["charge_amount"] = amount(head["charges"])
    return row
  }
}

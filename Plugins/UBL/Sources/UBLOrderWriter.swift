public import FormatKit
internal import RetailValues
internal import SupplyDocuments

/// Writes the lines of one order as an `Order` of UBL 2.1, valid by the schema of OASIS.
///
/// XML has one root, so a file holds one order.
public struct UBLOrderWriter: BatchWriter {
  private let options: UBLOptions
  private var records: OrderRecords
  private var writer: ElementWriter
  private var current: (supplier: String, number: String)?

  init(schema: Schema, options: UBLOptions, to sink: ByteSink) throws(Problems) {
    self.options = options
    writer = ElementWriter(to: sink)
    records = OrderRecords(schema, code: .ublUnwritable)
    try records.checkColumns(of: .ubl, for: "an order", as: "an order")
    if let issued = options.issued, CalendarDate(issued) == nil {
      throw Problems(
        .invalidOption, value: issued, "'\(issued)' is not a day",
        remedy: "Give year, month and day, such as 2026-10-31.")
    }
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let line = records.line(row, of: batch)
      for name in line.columns where !ElementWriter.isWritable(line[name]) {
        throw records.refusal(
          name, line[name], "the \(name) '\(line[name])' holds a character that XML cannot express")
      }
      try write(line)
    }
  }

  public mutating func finish() throws(Problems) {
    if current != nil { try writer.end() }
    current = nil
  }

  private mutating func write(_ line: OrderLine) throws(Problems) {
    try records.checkValues(of: line)
    if let current {
      guard current == (line["supplier"], line["order_number"]) else {
        throw records.refusal(
          "order_number", line["order_number"],
          "the order '\(line["order_number"])' follows the order '\(current.number)', and a file of UBL holds one order",
          remedy: "Write each order to a file of its own.")
      }
    } else {
      current = (line["supplier"], line["order_number"])
      try begin(line)
    }
    try writeLine(line)
  }

  // MARK: The head

  private mutating func begin(_ line: OrderLine) throws(Problems) {
    if line["replaces"] == "true" {
      throw records.refusal(
        "replaces", "true",
        "the order '\(line["order_number"])' takes the place of another one, which Order cannot say",
        remedy: "Write it in X12 or EDIFACT, or leave the column replaces out.")
    }
    let day = line["ordered_on"].isEmpty ? options.issued ?? "" : line["ordered_on"]
    guard let issued = DocumentValue.day(day) else {
      throw records.refusal(
        "ordered_on", day,
        day.isEmpty ? "the order '\(line["order_number"])' has no date" : "the ordered_on '\(day)' is not a day",
        remedy: "Give the column ordered_on, or --option issued=2026-10-31.")
    }
    try writer.beginDocument("Order")
    try writer.value("UBLVersionID", "2.1")
    try writer.value("ID", line["order_number"])
    try writer.value("IssueDate", issued)
    try writer.value("Note", line["note"])
    try writer.value("DocumentCurrencyCode", line["currency"])
    try writer.value("ID", in: "Contract", line["contract"])
    try writeBuyer(line)
    try writeSeller(line)
    try writeDelivery(line)
  }

  /// An identification, with the scheme before it, if any, as an attribute.
  private static func identification(_ text: String) -> (id: String, attributes: [(String, String)]) {
    if let colon = text.firstIndex(of: ":"), text[..<colon].utf8.count == 4, text[..<colon].allSatisfy(\.isNumber) {
      return (String(text[text.index(after: colon)...]), [("schemeID", String(text[..<colon]))])
    }
    return (text, DocumentValue.isGLN(text) ? [("schemeID", "0088")] : [])
  }

  private mutating func writeEndpoint(_ given: String?, _ column: String) throws(Problems) {
    let found = Self.identification(given ?? column)
    try writer.value("EndpointID", found.id, found.attributes)
  }

  private mutating func writeBuyer(_ line: OrderLine) throws(Problems) {
    try writer.begin("BuyerCustomerParty")
    try writer.begin("Party")
    try writeEndpoint(options.sender, line["sender"])
    // The schema lets a party be empty; those who read it do not.
    if options.sender == nil, line["sender"].isEmpty, line["buyer"].isEmpty, line["buyer_name"].isEmpty {
      try writer.value("ID", in: "PartyIdentification", "STOCKROOM")
    }
    try writer.value("Name", in: "PartyName", line["buyer"].isEmpty ? line["buyer_name"] : line["buyer"])
    try writer.value("Name", in: "Contact", line["contact"])
    try writer.end()
    try writer.end()
  }

  private mutating func writeSeller(_ line: OrderLine) throws(Problems) {
    try writer.begin("SellerSupplierParty")
    try writer.value("CustomerAssignedAccountID", line["supplier"])
    try writer.begin("Party")
    try writeEndpoint(options.receiver, line["receiver"].isEmpty ? line["gln"] : line["receiver"])
    try writer.value("ID", in: "PartyIdentification", line["gln"], [("schemeID", "0088")])
    let isNamed =
      ["supplier_name", "gln", "receiver", "email"].contains { !line[$0].isEmpty } || options.receiver != nil
    try writer.value("Name", in: "PartyName", isNamed ? line["supplier_name"] : line["supplier"])
    try writer.value("ElectronicMail", in: "Contact", line["email"])
    try writer.end()
    try writer.end()
  }

  private mutating func writeDelivery(_ line: OrderLine) throws(Problems) {
    guard !line["location"].isEmpty || !line["expected_on"].isEmpty else { return }
    try writer.begin("Delivery")
    if DocumentValue.isGLN(line["location_gln"]) {
      try writer.value("ID", in: "DeliveryLocation", line["location_gln"], [("schemeID", "0088")])
    } else {
      try writer.value("ID", in: "DeliveryLocation", line["location"])
    }
    if !line["expected_on"].isEmpty {
      guard let day = DocumentValue.day(line["expected_on"]) else {
        throw records.refusal(
          "expected_on", line["expected_on"], "the expected_on '\(line["expected_on"])' is not a day")
      }
      try writer.value("EndDate", in: "RequestedDeliveryPeriod", day)
    }
    try writer.end()
  }

  // MARK: Lines

  private mutating func writeLine(_ line: OrderLine) throws(Problems) {
    let quantity = try number(line, "order_quantity")
    let unit = try unitCode(line["order_unit"])
    let pack = try packSize(line, unit)
    try writer.begin("OrderLine")
    try writer.begin("LineItem")
    try writer.value("ID", line["line"].isEmpty ? String(records.record) : line["line"])
    try writer.value("Quantity", quantity, unit.isEmpty ? [] : [("unitCode", unit)])
    if !line["line_amount"].isEmpty, !line["currency"].isEmpty {
      try writer.value("LineExtensionAmount", line["line_amount"], [("currencyID", line["currency"])])
    }
    if !line["unit_cost"].isEmpty { try writePrice(line, unit) }
    try writer.begin("Item")
    try writer.value("PackSizeNumeric", pack)
    try writer.value("Name", line["title"])
    try writeCodes(line)
    try writer.end()
    try writer.end()
    try writer.end()
  }

  private func number(_ line: OrderLine, _ field: String) throws(Problems) -> String {
    guard let number = ExactNumber(line[field]) else {
      throw records.refusal(field, line[field], "the \(field) '\(line[field])' is not a number")
    }
    return number.text
  }

  private func unitCode(_ word: String) throws(Problems) -> String {
    if word.isEmpty { return "" }
    if let code = CodeLists.unitCodes[word] { return code }
    guard (1...3).contains(word.utf8.count), word.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else {
      throw records.refusal(
        "order_unit", word, "the order_unit '\(word)' has no code in UN/ECE Recommendation 20",
        remedy: "Use a word such as each, case, box, pallet or kg, or the code itself.")
    }
    return word
  }

  /// The pack to be written; nil where the unit says how much it holds.
  private func packSize(_ line: OrderLine, _ unit: String) throws(Problems) -> String? {
    guard !line["pack_size"].isEmpty else { return nil }
    let text = try number(line, "pack_size")
    guard let own = CodeLists.units[unit]?.stockUnits else { return text }
    guard own == ExactNumber(text) else {
      throw records.refusal("pack_size", text, "one '\(line["order_unit"])' holds \(own.shortest), not '\(text)'")
    }
    return nil
  }

  /// Writes the price of one stock unit, regardless of the unit of the line.
  private mutating func writePrice(_ line: OrderLine, _ unit: String) throws(Problems) {
    guard !line["currency"].isEmpty else {
      throw records.refusal(
        "currency", "", "the order '\(line["order_number"])' has costs and no currency",
        remedy: "Give the column currency, or leave the column unit_cost out.")
    }
    let cost = try number(line, "unit_cost")
    try writer.begin("Price")
    try writer.value("PriceAmount", cost, [("currencyID", line["currency"])])
    try writer.value("BaseQuantity", "1", [("unitCode", LineMeasure.stockUnitCode(for: unit))])
    try writer.end()
  }

  private mutating func writeCodes(_ line: OrderLine) throws(Problems) {
    try writer.value("ID", in: "BuyersItemIdentification", line["sku"])
    try writer.value("ID", in: "SellersItemIdentification", line["supplier_code"])
    let barcode = line["barcode"]
    if !barcode.isEmpty {
      guard let parsed = try? Barcode(parsing: barcode), ItemNumbers.isGTIN(parsed.code) else {
        throw records.refusal("barcode", barcode, "the barcode '\(barcode)' is not a GTIN")
      }
      try writer.value("ID", in: "StandardItemIdentification", parsed.code, [("schemeID", "0160")])
    } else if line["sku"].isEmpty, line["supplier_code"].isEmpty {
      throw records.refusal("sku", "", "the line has no code of an item")
    }
  }
}

internal import Catalog
public import FormatKit
internal import SupplyDocuments

/// Writes the lines of one order as an `Order` of UBL 2.1, valid by the schema of OASIS.
///
/// XML has one root, so a file holds one order. Columns of `orders` and `suppliers` may be given in addition to those
/// of `order_lines`, with the same values in each line.
public struct UBLOrderWriter: BatchWriter {
  private let options: UBLOptions
  private let columns: [String: Int]
  private var writer: ElementWriter
  private var current: (supplier: String, number: String)?
  private var record = 0

  /// Other columns allowed next to the fields of orders: names next to the codes, and values calculated from other columns.
  private static let further = [
    "title", "location_name", "location_gln", "buyer_name", "buyer_gln", "order_unit_cost", "line_amount",
  ]
  private static let records: [SupplyRecord] = [.orderLines, .orders, .suppliers]

  init(schema: Schema, options: UBLOptions, to sink: ByteSink) throws(FormatError) {
    self.options = options
    writer = ElementWriter(to: sink)
    guard schema.table == SupplyRecord.orderLines.rawValue else {
      throw FormatError(
        .ublUnwritable, value: schema.table, "records of '\(schema.table)' cannot be written as an order")
    }
    let allowed = Set(
      Self.records.flatMap { SupplyTables.ubl[$0].schema.columns.map(\.name) } + RejectColumns.all + Self.further)
    if let other = schema.columns.first(where: { !allowed.contains($0.name) }) {
      throw FormatError(
        .ublUnwritable, value: other.name, "an order has no place for the column '\(other.name)'",
        remedy: "Leave it out, for instance with --fields.")
    }
    for name in ["supplier", "order_number", "order_quantity"] where schema.index(of: name) == nil {
      throw FormatError(.ublUnwritable, value: name, "the column '\(name)' is missing")
    }
    if let issued = options.issued, CalendarDate(issued) == nil {
      throw FormatError(
        .invalidOption, value: issued, "'\(issued)' is not a day",
        remedy: "Give year, month and day, such as 2026-10-31.")
    }
    columns = Dictionary(schema.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    for row in 0..<batch.rowCount {
      record += 1
      var fields: [String: String] = [:]
      for (name, column) in columns where !RejectColumns.contains(name) {
        guard let text = batch.string(row: row, column: column), !text.isEmpty else { continue }
        guard ElementWriter.isWritable(text) else {
          throw unwritable(name, text, "the \(name) '\(text)' holds a character that XML cannot express")
        }
        fields[name] = text
      }
      try write(Line(fields: fields))
    }
  }

  public mutating func finish() throws(FormatError) {
    if current != nil { try writer.end() }
    current = nil
  }

  /// The fields of one record.
  private struct Line {
    let fields: [String: String]
    subscript(name: String) -> String { fields[name] ?? "" }
  }

  private func unwritable(_ field: String, _ value: String, _ message: String, remedy: String? = nil) -> FormatError {
    FormatError(
      .ublUnwritable, at: SourcePosition(record: record, field: field), value: value, message, remedy: remedy)
  }

  private mutating func write(_ line: Line) throws(FormatError) {
    for name in ["supplier", "order_number", "order_quantity"] where line[name].isEmpty {
      throw unwritable(name, "", "the \(name) is missing")
    }
    if let current {
      guard current == (line["supplier"], line["order_number"]) else {
        throw unwritable(
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

  private mutating func begin(_ line: Line) throws(FormatError) {
    if line["replaces"] == "true" {
      throw unwritable(
        "replaces", "true",
        "the order '\(line["order_number"])' takes the place of another one, which Order cannot say",
        remedy: "Write it in X12 or EDIFACT, or leave the column replaces out.")
    }
    let day = line["ordered_on"].isEmpty ? options.issued ?? "" : line["ordered_on"]
    guard let issued = DocumentValue.day(day) else {
      throw unwritable(
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

  private mutating func writeEndpoint(_ given: String?, _ column: String) throws(FormatError) {
    let found = Self.identification(given ?? column)
    try writer.value("EndpointID", found.id, found.attributes)
  }

  private mutating func writeBuyer(_ line: Line) throws(FormatError) {
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

  private mutating func writeSeller(_ line: Line) throws(FormatError) {
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

  private mutating func writeDelivery(_ line: Line) throws(FormatError) {
    guard !line["location"].isEmpty || !line["expected_on"].isEmpty else { return }
    try writer.begin("Delivery")
    if DocumentValue.isGLN(line["location_gln"]) {
      try writer.value("ID", in: "DeliveryLocation", line["location_gln"], [("schemeID", "0088")])
    } else {
      try writer.value("ID", in: "DeliveryLocation", line["location"])
    }
    if !line["expected_on"].isEmpty {
      guard let day = DocumentValue.day(line["expected_on"]) else {
        throw unwritable("expected_on", line["expected_on"], "the expected_on '\(line["expected_on"])' is not a day")
      }
      try writer.value("EndDate", in: "RequestedDeliveryPeriod", day)
    }
    try writer.end()
  }

  // MARK: Lines

  private mutating func writeLine(_ line: Line) throws(FormatError) {
    let quantity = try number(line, "order_quantity")
    let unit = try unitCode(line["order_unit"])
    let pack = try packSize(line, unit)
    try writer.begin("OrderLine")
    try writer.begin("LineItem")
    try writer.value("ID", line["line"].isEmpty ? String(record) : line["line"])
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

  private func number(_ line: Line, _ field: String) throws(FormatError) -> String {
    guard let number = ExactNumber(line[field]) else {
      throw unwritable(field, line[field], "the \(field) '\(line[field])' is not a number")
    }
    return number.text
  }

  private func unitCode(_ word: String) throws(FormatError) -> String {
    if word.isEmpty { return "" }
    if let code = CodeLists.unitCodes[word] { return code }
    guard (1...3).contains(word.utf8.count), word.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else {
      throw unwritable(
        "order_unit", word, "the order_unit '\(word)' has no code in UN/ECE Recommendation 20",
        remedy: "Use a word such as each, case, box, pallet or kg, or the code itself.")
    }
    return word
  }

  /// The pack to be written; nil where the unit says how much it holds.
  private func packSize(_ line: Line, _ unit: String) throws(FormatError) -> String? {
    guard !line["pack_size"].isEmpty else { return nil }
    let text = try number(line, "pack_size")
    guard let own = CodeLists.units[unit]?.stockUnits else { return text }
    guard own == ExactNumber(text) else {
      throw unwritable("pack_size", text, "one '\(line["order_unit"])' holds \(own.shortest), not '\(text)'")
    }
    return nil
  }

  /// Writes the price of one stock unit, regardless of the unit of the line.
  private mutating func writePrice(_ line: Line, _ unit: String) throws(FormatError) {
    guard !line["currency"].isEmpty else {
      throw unwritable(
        "currency", "", "the order '\(line["order_number"])' has costs and no currency",
        remedy: "Give the column currency, or leave the column unit_cost out.")
    }
    let cost = try number(line, "unit_cost")
    try writer.begin("Price")
    try writer.value("PriceAmount", cost, [("currencyID", line["currency"])])
    try writer.value("BaseQuantity", "1", [("unitCode", LineMeasure.stockUnitCode(for: unit))])
    try writer.end()
  }

  private mutating func writeCodes(_ line: Line) throws(FormatError) {
    try writer.value("ID", in: "BuyersItemIdentification", line["sku"])
    try writer.value("ID", in: "SellersItemIdentification", line["supplier_code"])
    let barcode = line["barcode"]
    if !barcode.isEmpty {
      guard let parsed = try? Barcode(parsing: barcode), ItemNumbers.isGTIN(parsed.code) else {
        throw unwritable("barcode", barcode, "the barcode '\(barcode)' is no GTIN")
      }
      try writer.value("ID", in: "StandardItemIdentification", parsed.code, [("schemeID", "0160")])
    } else if line["sku"].isEmpty, line["supplier_code"].isEmpty {
      throw unwritable("sku", "", "the line has no code of an item")
    }
  }
}

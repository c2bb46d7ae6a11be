public import FormatKit
internal import RetailValues
internal import SupplyDocuments

/// Writes order lines as purchase orders (850, version 004010): one interchange for each supplier, one transaction set for each
/// order.
///
/// The lines of an order must be consecutive.
public struct X12OrderWriter: BatchWriter {
  private let options: X12Options
  private var records: OrderRecords
  private let moment: String?
  private var writer: InterchangeWriter
  private let numbers: ControlNumbers
  private var number = 0
  private var current: Order?
  private var supplier: String?
  private var known: Set<String> = []

  /// An order whose lines are being written.
  private struct Order {
    var supplier: String
    var number: String
    var lines = 0
    var sum = ExactSum()
  }

  private static let version = "004010"
  /// How many orders are remembered to find lines that are not consecutive.
  private static let knownLimit = 200_000

  /// Names, which only help people: characters that are not allowed in an element become spaces.
  private static let names: Set<String> = ["title", "location_name", "buyer_name", "supplier_name"]

  init(schema: Schema, options: X12Options, numbers: ControlNumbers, to sink: ByteSink) throws(Problems) {
    self.options = options
    self.numbers = numbers
    writer = InterchangeWriter(to: sink, lines: options.hasLines)
    records = OrderRecords(schema, code: .x12Unwritable)
    try records.checkColumns(of: .x12, for: "a purchase order", as: "purchase orders")
    if let prepared = options.prepared { moment = try InterchangeWriter.moment(prepared) } else { moment = nil }
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      var line = records.line(row, of: batch)
      for name in line.columns {
        if Self.names.contains(name) { line[name] = InterchangeWriter.harmless(line[name], .max) }
        guard InterchangeWriter.isWritable(line[name]) else {
          throw records.refusal(
            name, line[name],
            "the \(name) '\(line[name])' holds a separator of the interchange or a control character")
        }
      }
      try write(line)
    }
  }

  public mutating func finish() throws(Problems) {
    try endOrder()
    try endInterchange()
  }

  private mutating func write(_ line: OrderLine) throws(Problems) {
    let order = Order(supplier: line["supplier"], number: line["order_number"])
    try records.checkValues(of: line)
    if current?.supplier != order.supplier || current?.number != order.number {
      try endOrder()
      guard known.count >= Self.knownLimit || known.insert(order.supplier + "\u{1F}" + order.number).inserted else {
        throw records.refusal(
          "order_number", order.number, "the lines of the order '\(order.number)' do not stand together")
      }
      try begin(order, line)
    }
    try writeLine(line)
  }

  // MARK: Orders

  private mutating func begin(_ order: Order, _ line: OrderLine) throws(Problems) {
    guard let day = line["ordered_on"].isEmpty ? moment.map({ String($0.prefix(8)) }) : digits(of: line["ordered_on"])
    else {
      throw records.refusal(
        "ordered_on", line["ordered_on"],
        "the order '\(order.number)' has no date; give the column ordered_on, or the option prepared")
    }
    if supplier != order.supplier {
      try endInterchange()
      try beginInterchange(order.supplier, moment ?? day + "0000")
    }
    current = order
    try writer.beginSet("850")
    try writer.write([
      "BEG", line["replaces"] == "true" ? "05" : "00", "SA", try short(order.number, 22, "order_number"), "", day,
    ])
    if !line["currency"].isEmpty { try writer.write(["CUR", "BY", line["currency"]]) }
    if !line["contract"].isEmpty { try writer.write(["REF", "CT", try short(line["contract"], 30, "contract")]) }
    if !line["contact"].isEmpty { try writer.write(["PER", "BD", try short(line["contact"], 60, "contact")]) }
    if !line["expected_on"].isEmpty {
      guard let expected = digits(of: line["expected_on"]) else {
        throw records.refusal(
          "expected_on", line["expected_on"], "the expected_on '\(line["expected_on"])' is not a day")
      }
      try writer.write(["DTM", "002", expected])
    }
    if !line["note"].isEmpty {
      try writer.write(["N9", "ZZ", "NOTE"])
      try writer.write(["MSG", try short(line["note"], 264, "note")])
    }
    try writer.write([
      "N1", "SU", try short(line["supplier_name"], 60, "supplier_name"), "92",
      try short(order.supplier, 80, "supplier"),
    ])
    if InterchangeWriter.Party.isGLN(line["gln"]) { try writer.write(["REF", "LU", line["gln"]]) }
    if !line["email"].isEmpty { try writer.write(["PER", "OC", "", "EM", try short(line["email"], 80, "email")]) }
    try writeParty("BY", line, name: "buyer_name", code: "buyer", gln: "buyer_gln")
    try writeParty("ST", line, name: "location_name", code: "location", gln: "location_gln")
  }

  /// A party by the number that identifies it everywhere, else by our own code.
  private mutating func writeParty(
    _ role: String, _ line: OrderLine, name: String, code: String, gln: String
  ) throws(Problems) {
    let known = InterchangeWriter.Party.isGLN(line[gln])
    guard known || !line[code].isEmpty else { return }
    let identification = known ? ["UL", line[gln]] : ["92", try short(line[code], 80, code)]
    try writer.write(["N1", role, try short(line[name], 60, name)] + identification)
  }

  private func digits(of date: String) -> String? {
    let digits = date.filter { $0 != "-" }
    return date.utf8.count == 10 && X12Value.date(digits) == date ? digits : nil
  }

  private func short(_ text: String, _ limit: Int, _ field: String) throws(Problems) -> String {
    guard text.unicodeScalars.count <= limit else {
      throw records.refusal(field, text, "the \(field) '\(text)' has more than \(limit) characters")
    }
    return text
  }

  private mutating func beginInterchange(_ code: String, _ moment: String) throws(Problems) {
    supplier = code
    let sender = InterchangeWriter.Party(options.sender ?? "ZZ:STOCKROOM")
    let receiver =
      options.receiver.map { InterchangeWriter.Party($0) } ?? InterchangeWriter.Party(qualifier: "ZZ", id: code)
    for party in [sender, receiver] {
      let isRight = party.qualifier.utf8.count == 2 && (2...15).contains(party.id.unicodeScalars.count)
      guard isRight, InterchangeWriter.isWritable(party.id), InterchangeWriter.isWritable(party.qualifier) else {
        throw Problems(
          .x12Unwritable, value: party.id, "'\(party.id)' cannot identify a party of an interchange",
          remedy: "Give sender and receiver as a qualifier of two characters, a colon and 2 to 15 characters.")
      }
    }
    number = try numbers.next(for: "\(receiver.qualifier):\(receiver.id)")
    try writer.begin(
      InterchangeWriter.Heading(
        sender: sender, receiver: receiver, moment: moment, interchangeVersion: "00401", number: number,
        isTest: options.isTest))
    try writer.beginGroup(
      "PO", sender: sender.id, receiver: receiver.id, moment: moment, number: number, version: Self.version)
  }

  private mutating func endInterchange() throws(Problems) {
    guard supplier != nil else { return }
    supplier = nil
    try writer.endGroup(number: number)
    try writer.end(number: number)
  }

  private mutating func endOrder() throws(Problems) {
    guard let order = current else { return }
    current = nil
    let hash = order.sum.value?.shortest ?? ""
    try writer.write(["CTT", String(order.lines), hash.filter(\.isNumber).count <= 10 ? hash : ""])
    try writer.endSet()
  }

  // MARK: Lines

  private static let unitCodes: [String: String] = {
    var found: [String: String] = [:]
    let preferred = ["EA", "CA", "CT", "BX", "PK", "DZ", "PF", "KG", "LT", "MR", "IN", "SK", "ST"]
    for code in CodeLists.units.keys.sorted() + preferred.reversed() {
      if let unit = CodeLists.units[code] { found[unit.word] = code }
    }
    return found
  }()

  private mutating func writeLine(_ line: OrderLine) throws(Problems) {
    current?.lines += 1
    let quantity = try number(line, "order_quantity", digits: 15)
    current?.sum.add(ExactNumber(x12: quantity))
    let name = line["order_unit"]
    var unit = ""
    if !name.isEmpty {
      guard let code = Self.unitCodes[name] ?? (name.utf8.count == 2 ? name : nil) else {
        throw records.refusal("order_unit", name, "the order_unit '\(name)' has no code in data element 355")
      }
      unit = code
    }
    var elements = [
      "PO1", line["line"].isEmpty ? String(current?.lines ?? 0) : try short(line["line"], 20, "line"), quantity, unit,
    ]
    if line["unit_cost"].isEmpty {
      elements += ["", ""]
    } else {
      elements += [try number(line, "unit_cost", digits: 17), "PE"]
    }
    elements += try codes(line)
    try writer.write(elements)
    // A name of any length, in parts of what an element holds.
    var title = Substring(line["title"])
    while !title.isEmpty {
      try writer.write(["PID", "F", "", "", "", String(title.prefix(80))])
      title = title.dropFirst(80)
    }
    try writePack(line, unit)
  }

  private func number(_ line: OrderLine, _ field: String, digits: Int) throws(Problems) -> String {
    let text = line[field]
    guard let number = ExactNumber(x12: text), text.filter(\.isNumber).count <= digits else {
      throw records.refusal(field, text, "the \(field) '\(text)' is not a number of at most \(digits) digits")
    }
    return number.text
  }

  private func codes(_ line: OrderLine) throws(Problems) -> [String] {
    var codes: [String] = []
    let barcode = line["barcode"]
    if !barcode.isEmpty {
      guard let parsed = try? Barcode(parsing: barcode), let qualifier = Self.qualifiers[parsed.code.utf8.count],
        parsed.symbology != .inStore, parsed.symbology != .upcE, parsed.symbology != .isbn10
      else { throw records.refusal("barcode", barcode, "the barcode '\(barcode)' is not a GTIN") }
      codes += [qualifier, parsed.code]
    }
    for (field, qualifier) in [("sku", "IN"), ("supplier_code", "VN")] where !line[field].isEmpty {
      codes += [qualifier, try short(line[field], 48, field)]
    }
    guard !codes.isEmpty else { throw records.refusal("sku", "", "the line has no code of an item") }
    return codes
  }

  private static let qualifiers = [8: "EO", 12: "UP", 13: "EN", 14: "UK"]

  /// PO4 for a pack; a unit that says how much it holds needs none.
  private mutating func writePack(_ line: OrderLine, _ unit: String) throws(Problems) {
    let text = line["pack_size"]
    guard !text.isEmpty else { return }
    guard let pack = ExactNumber(x12: text) else {
      throw records.refusal("pack_size", text, "the pack_size '\(text)' is not a number")
    }
    var item = ItemData()
    item.unitCode = unit
    item.pack = unit.isEmpty ? "1" : ""
    if let own = item.packSize, !unit.isEmpty {
      guard own == pack else {
        throw records.refusal("pack_size", text, "one '\(line["order_unit"])' holds \(own.shortest), not '\(text)'")
      }
      return
    }
    guard pack.shortest.utf8.count <= 6, pack.shortest.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw records.refusal("pack_size", text, "the pack_size '\(text)' is not a whole number of at most 6 digits")
    }
    try writer.write(["PO4", pack.shortest])
  }
}

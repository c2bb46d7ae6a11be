public import FormatKit
internal import SupplyDocuments

/// Writes orders as ORDERS messages of EANCOM: one interchange for each supplier, one message for each order.
///
/// The records are those of `order_lines`, which may have the columns of their order and supplier too, or those of `orders`,
/// which become messages without lines. Lines of one order follow each other.
public struct EDIFACTWriter: BatchWriter {
  private let options: EDIFACTOptions
  private let numbers: ControlNumbers?
  private let sink: ByteSink
  private var records: OrderRecords
  private let hasLines: Bool
  private var writer: SegmentWriter
  private var interchange: (supplier: String, reference: String, messages: Int)?
  private var order: (number: String, lines: Int)?

  init(
    schema: Schema, options: EDIFACTOptions, numbers: ControlNumbers?, sink: ByteSink
  ) throws(Problems) {
    guard schema.table == "order_lines" || schema.table == "orders" else {
      throw Problems(
        .edifactUnwritableTable, value: schema.table, "the table '\(schema.table)' cannot be written as EDIFACT")
    }
    for column in ["supplier", "order_number"] where schema.index(of: column) == nil {
      throw Problems(
        .edifactUnwritableTable, value: column, "the table '\(schema.table)' lacks the column '\(column)'",
        remedy: "Export the columns supplier and order_number too.")
    }
    guard options.sender != nil else {
      throw Problems(
        .edifactUnwritableValue, value: "sender", "our own identification is not given",
        remedy: "Give it with --option sender=GLN.")
    }
    if let prepared = options.prepared, EnvelopeTime(prepared) == nil {
      throw Problems(
        .invalidOption, value: prepared, "'\(prepared)' is not a date and time such as 2026-10-31T18:00",
        remedy: "Give it with --option prepared=2026-10-31T18:00.")
    }
    self.options = options
    self.numbers = numbers
    self.sink = sink
    hasLines = schema.table == "order_lines"
    records = OrderRecords(schema, code: .edifactUnwritableValue)
    writer = SegmentWriter(sink, isUTF8: options.charset == .utf8)
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      try write(records.line(row, of: batch, number: batch.position(row: row).record))
    }
  }

  public mutating func finish() throws(Problems) { try endInterchange() }

  private func required(_ row: OrderLine, _ name: String) throws(Problems) -> String {
    guard let value = row.given(name) else { throw records.refusal(name, nil, "the order has no \(name)") }
    return value
  }

  private mutating func write(_ row: OrderLine) throws(Problems) {
    let supplier = try text(row, "supplier", longest: 35)
    let number = try text(row, "order_number", longest: 35)
    if interchange?.supplier != supplier {
      try endInterchange()
      try beginInterchange(row, supplier)
    }
    if order?.number != number || !hasLines {
      try endOrder()
      try beginOrder(row, supplier, number)
    }
    if hasLines { try writeLine(row) }
  }

  // MARK: Envelope

  private var version: Int { writer.isUTF8 ? 4 : 3 }

  private mutating func beginInterchange(_ row: OrderLine, _ supplier: String) throws(Problems) {
    let receiver = options.receiver ?? row.given("gln") ?? supplier
    let moment = options.prepared ?? row.given("ordered_on")
    guard let moment, let time = EnvelopeTime(moment) else {
      throw records.refusal("ordered_on", moment, "the order has no day, and the interchange no moment")
    }
    let number = try required(row, "order_number")
    var reference = options.controlNumber ?? ""
    if reference.isEmpty {
      let drawn = try numbers?.next(for: party(receiver).joined(separator: ":"))
      reference = drawn.map { "\($0)" } ?? number.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    reference = String(reference.prefix(14))
    try writer.writeUNA()
    try writer.write(
      "UNB",
      [
        [writer.isUTF8 ? "UNOY" : "UNOC", "\(version)"], party(options.sender ?? ""), party(receiver),
        time.element(version: version), [reference.isEmpty ? "1" : reference], [], [], [], [], [],
        options.test ? ["1"] : [],
      ])
    interchange = (supplier, reference.isEmpty ? "1" : reference, 0)
  }

  /// A partner with the code that says that it is a GLN.
  private func party(_ identification: String) -> [String] {
    Self.isGLN(identification) ? [identification, "14"] : [identification]
  }

  private static func isGLN(_ text: String) -> Bool {
    text.utf8.count == 13 && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private mutating func endInterchange() throws(Problems) {
    try endOrder()
    guard let open = interchange else { return }
    try writer.write("UNZ", [["\(open.messages)"], [open.reference]])
    interchange = nil
  }

  // MARK: One order

  private mutating func beginOrder(_ row: OrderLine, _ supplier: String, _ number: String) throws(Problems) {
    interchange?.messages += 1
    order = (number, 0)
    writer.beginMessage()
    let directory =
      options.directory == .d96a ? ["ORDERS", "D", "96A", "UN", "EAN008"] : ["ORDERS", "D", "01B", "UN", "EAN010"]
    try writer.write("UNH", [["\(interchange?.messages ?? 1)"], directory])
    try writer.write("BGM", [["220"], [number], ["9"]])
    let ordered = try day(row, "ordered_on")
    let fallback = ordered == nil ? try preparedDay() : ""
    try writer.write("DTM", [["137", ordered ?? fallback, "102"]])
    if let expected = try day(row, "expected_on") { try writer.write("DTM", [["2", expected, "102"]]) }
    if let note = row.given("note") {
      let parts = try parts(of: checked("note", note, 350), 70)
      guard parts.count <= 5 else {
        throw records.refusal("note", note, "note '\(note.prefix(60))' is too long for FTX")
      }
      try writer.write("FTX", [["AAI"], [], [], parts])
    }
    if let contract = row.given("contract") {
      try writer.write("RFF", [["CT", try checked("contract", contract, 35)]])
    }
    let buyer = try row.given("buyer").map { text throws(Problems) in try checked("buyer", text, 35) }
    try writer.write(
      "NAD",
      [["BY"], buyer.map { identified($0, else: "92") } ?? identified(options.sender ?? "", else: "91")]
        + name(row.given("buyer_name")))
    if let contact = row.given("contact") {
      try writer.write("CTA", [["OC"], ["", try checked("contact", contact, 35)]])
    }
    let supplierName = name(row.given("supplier_name"))
    if let gln = row.given("gln"), Self.isGLN(gln), gln != supplier {
      try writer.write("NAD", [["SU"], [gln, "", "9"]] + supplierName)
      try writer.write("RFF", [["IA", supplier]])
    } else {
      try writer.write("NAD", [["SU"], identified(supplier, else: "92")] + supplierName)
    }
    if let email = row.given("email"), email.count <= 70, writer.canWrite(email) {
      try writer.write("CTA", [["OC"]])
      try writer.write("COM", [[email, "EM"]])
    }
    if let location = row.given("location_gln").flatMap({ Self.isGLN($0) ? $0 : nil }) ?? row.given("location") {
      try writer.write(
        "NAD",
        [["DP"], identified(try checked("location", location, 35), else: "92")] + name(row.given("location_name")))
    }
    if let currency = row.given("currency") {
      try writer.write("CUX", [["2", try checked("currency", currency, 3), "9"]])
    }
  }

  /// A name for people, in the parts of C080. It is next to a code, so characters outside the character set become
  /// question marks.
  private func name(_ text: String?) -> [[String]] {
    guard let text else { return [] }
    return [[], Array(parts(of: writable(text), 35).prefix(5))]
  }

  private func writable(_ text: String) -> String {
    writer.canWrite(text) ? text : String(text.map { writer.canWrite(String($0)) ? $0 : "?" })
  }

  /// A text in parts of at most `limit` characters, cut between words where possible.
  private func parts(of text: String, _ limit: Int) -> [String] {
    var parts: [String] = []
    var rest = Substring(text)
    while rest.count > limit {
      let piece = rest.prefix(limit + 1)
      let end = piece.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil } ?? rest.prefix(limit).endIndex
      parts.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return rest.isEmpty ? parts : parts + [String(rest)]
  }

  private func identified(_ text: String, else agency: String) -> [String] {
    [text, "", Self.isGLN(text) ? "9" : agency]
  }

  private func preparedDay() throws(Problems) -> String {
    guard let time = options.prepared.flatMap(EnvelopeTime.init) else {
      throw records.refusal("ordered_on", nil, "the order has no day")
    }
    return time.day
  }

  private func day(_ row: OrderLine, _ name: String) throws(Problems) -> String? {
    guard let text = row.given(name) else { return nil }
    guard let time = EnvelopeTime(text) else { throw records.refusal(name, text, "\(name) '\(text)' is not a day") }
    return time.day
  }

  private mutating func endOrder() throws(Problems) {
    guard let open = order else { return }
    try writer.write("UNS", [["S"]])
    try writer.write("CNT", [["2", "\(open.lines)"]])
    try writer.write("UNT", [["\(writer.count + 1)"], ["\(interchange?.messages ?? 1)"]])
    order = nil
  }

  // MARK: One line

  private mutating func writeLine(_ row: OrderLine) throws(Problems) {
    order?.lines += 1
    let line = try optional(row, "line", longest: 6)
    let barcodeType = options.directory == .d96a ? "EN" : "SRV"
    let barcode = try optional(row, "barcode")
    try writer.write(
      "LIN", [[line ?? "\(order?.lines ?? 1)"], [], barcode.map { [$0, barcodeType] } ?? []])
    var numbers: [[String]] = []
    if let sku = try optional(row, "sku") { numbers.append([sku, "IN", "", "92"]) }
    if let code = try optional(row, "supplier_code") { numbers.append([code, "SA", "", "91"]) }
    if barcode == nil, numbers.isEmpty { throw records.refusal("sku", nil, "the line names no item") }
    if !numbers.isEmpty { try writer.write("PIA", [[barcode == nil ? "5" : "1"]] + numbers) }
    if let title = row.given("title") {
      for part in parts(of: writable(title), 35) { try writer.write("IMD", [["F"], [], ["", "", "", part]]) }
    }
    try writeQuantity(row)
  }

  private mutating func writeQuantity(_ row: OrderLine) throws(Problems) {
    let quantity = try number("order_quantity", try required(row, "order_quantity"))
    var code = ""
    if let unit = row.given("order_unit") {
      guard let known = CodeLists.unitCodes[unit] ?? (CodeLists.units[unit] == nil ? nil : unit) else {
        throw records.refusal(
          "order_unit", unit,
          "the unit '\(unit)' has no code: known are \(CodeLists.unitCodes.keys.sorted().joined(separator: ", "))")
      }
      code = known
    }
    try writer.write("QTY", [["21", quantity, code]])
    let content = CodeLists.units[code]?.stockUnits
    if let pack = row.given("pack_size") {
      let size = try number("pack_size", pack)
      if content == nil || content != ExactNumber(size) { try writer.write("QTY", [["59", size]]) }
    }
    if let cost = row.given("unit_cost") {
      // The price is that of a stock unit, regardless of the unit ordered.
      let unit = content?.isOne == true ? code : "PCE"
      try writer.write("PRI", [["AAA", try number("unit_cost", cost), "", "", "1", unit]])
    }
  }

  // MARK: Values

  private func text(_ row: OrderLine, _ name: String, longest: Int) throws(Problems) -> String {
    try checked(name, try required(row, name), longest)
  }

  private func optional(_ row: OrderLine, _ name: String, longest: Int = 35) throws(Problems) -> String? {
    guard let value = row.given(name) else { return nil }
    return try checked(name, value, longest)
  }

  private func checked(_ name: String, _ value: String, _ longest: Int) throws(Problems) -> String {
    guard value.count <= longest else {
      throw records.refusal(name, value, "\(name) '\(value.prefix(60))' has more than \(longest) characters")
    }
    guard writer.canWrite(value) else {
      throw records.refusal(name, value, "\(name) '\(value)' has characters that UNOC does not have")
    }
    return value
  }

  private func number(_ name: String, _ value: String) throws(Problems) -> String {
    guard let number = WrittenNumber(value), number.digitCount <= 15 else {
      throw records.refusal(name, value, "\(name) '\(value)' is not a number of at most 15 digits")
    }
    return number.text
  }
}

public import FormatKit
public import RetailValues
public import Stock

/// By which name a shop is known to its partners.
public struct PartnerIdentification: Hashable, Sendable {
  /// Global Location Number (GS1).
  public var gln: String?
  /// Identifications by the id of a format, as its option `sender` takes them: `01:049351117`.
  public var byFormat: [String: String]

  public init(gln: String? = nil, byFormat: [String: String] = [:]) {
    self.gln = gln
    self.byFormat = byFormat
  }
}

/// A purchase order as a file for its supplier: an 850, an ORDERS, an Order of UBL, or a table to look at.
///
/// Every line has the columns of its order, its supplier and its destination, so that a writer gets one table,
/// `order_lines`. ``columns`` lists them.
///
/// ```swift
/// let order = OrderDocument(order: 7, in: shop)
/// try order.write(to: registry.format("x12"), prepared: .now, into: sink)
/// ```
public struct OrderDocument {
  private enum Content {
    case stored(Int64)
    case composed([[String: String]])
  }

  private let shop: ShopDatabase
  private let content: Content

  /// An order that the shop has.
  ///
  /// - Parameter order: its id.
  public init(order: Int64, in shop: ShopDatabase) {
    self.shop = shop
    content = .stored(order)
  }

  /// An order that is not stored: its lines, each with the fields of its order, by the names of ``columns``.
  public init(lines: [[String: String]], in shop: ShopDatabase) {
    self.shop = shop
    content = .composed(lines)
  }

  /// The result of writing.
  public struct Written: Hashable, Sendable {
    public var lines: Int
  }

  /// The columns of the table that writers get.
  public static let columns: [Column] = fields.map { name, type in
    switch type {
    case .quantity, .unitCost, .money: Column(name: name, type: .number)
    case .date: Column(name: name, type: .date)
    default: Column(name: name)
    }
  }

  /// The fields of kinds first, then what is made of them.
  private static let fields: [(name: String, type: ValueType)] =
    [
      ("order_lines", ["supplier", "order_number", "line", "sku", "barcode", "supplier_code"]), (nil, ["title"]),
      ("order_lines", ["order_quantity", "order_unit", "pack_size", "unit_cost"]),
      (nil, ["order_unit_cost", "line_amount"]),
      ("orders", ["currency", "ordered_on", "expected_on", "location"]), (nil, ["location_name", "location_gln"]),
      ("suppliers", ["supplier_name", "gln", "email"]), ("orders", ["buyer"]), (nil, ["buyer_name", "buyer_gln"]),
      ("orders", ["contract", "contact", "note"]),
    ].flatMap { (kind: String?, names: [String]) in
      names.map { name in
        (name, kind.flatMap { Vocabulary.kind($0)?.field(name)?.type } ?? made[name] ?? .text)
      }
    }

  private static let made: [String: ValueType] = ["order_unit_cost": .unitCost, "line_amount": .money]

  /// Writes the order.
  ///
  /// - Parameters:
  ///   - options: options of the format, as on the command line. Of those that a format has and that are not given,
  ///     `sender`, `receiver` and `prepared` are filled in.
  ///   - identification: the shop's, for `sender` and the buyer.
  ///   - prepared: when the file is made.
  ///   - numbers: where the interchange gets its number from, in formats that number them; the shop's unless given.
  /// - Throws: what the writer throws; ``Problems`` `.notFound`, and `.refused` for an order without lines.
  @discardableResult
  public func write(
    to format: RegisteredFormat, options: [String: String] = [:],
    identification: PartnerIdentification = PartnerIdentification(), prepared: Timestamp = .now,
    numbers: ControlNumbers? = nil, into sink: ByteSink
  ) throws -> Written {
    let writing = try format.requireWriting()
    let schema = Schema(table: "order_lines", columns: Self.columns)
    let id = format.descriptor.id
    let drawn =
      numbers ?? AcknowledgementWriter.numbers { [shop] in try shop.nextControlNumber(format: id, receiver: $0) }
    var writer: (any BatchWriter)?
    var batch = RecordBatch()
    batch.reset(schema: schema)
    var count = 0
    try forEachLine { values in
      var values = values
      complete(&values, identification)
      if writer == nil {
        let filled = fill(options, of: format, with: values, identification, prepared)
        writer = try writing.writer(for: schema, to: sink, options: filled, numbers: drawn)
      }
      for field in Self.fields {
        if let text = values[field.name], !text.isEmpty {
          batch.append(text: text, kind: Self.isNumber(field.type) ? .number : .text)
        } else {
          batch.append(missing: .null)
        }
      }
      count += 1
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: count))
      if batch.isFull {
        try writer?.write(batch)
        batch.removeAllRows()
      }
    }
    guard writer != nil else {
      throw Problems(.refused, "the order has no lines", remedy: "Add what is to be ordered first.")
    }
    if batch.rowCount > 0 { try writer?.write(batch) }
    try writer?.finish()
    return Written(lines: count)
  }

  private static func isNumber(_ type: ValueType) -> Bool {
    switch type {
    case .quantity, .unitCost, .money: true
    default: false
    }
  }

  /// The settings of a format that the order itself knows.
  private func fill(
    _ given: [String: String], of format: RegisteredFormat, with values: [String: String],
    _ identification: PartnerIdentification, _ prepared: Timestamp
  ) -> [String: String] {
    let known: [String: String?] = [
      "sender": identification.byFormat[format.descriptor.id] ?? identification.gln ?? values["sender"],
      "receiver": values["receiver"] ?? values["gln"],
      "prepared": String(shop.settings.clock.iso8601(prepared).prefix(16)),
    ]
    var options = given
    for option in format.options where options[option.name] == nil {
      if case .some(let text?) = known[option.name], !text.isEmpty { options[option.name] = text }
    }
    return options
  }

  // MARK: Lines

  private func forEachLine(_ body: ([String: String]) throws -> Void) throws {
    switch content {
    case .composed(let lines): for line in lines { try body(line) }
    case .stored(let order):
      let names = ShopDatabase.orderDocumentFields
      let digits = names.map { name -> Int? in
        switch Self.fields.first(where: { $0.name == name })?.type {
        case .quantity: Quantity.fractionDigits
        case .unitCost: UnitCost.fractionDigits
        default: nil
        }
      }
      try shop.forEachLine(ofOrder: order, fields: names) { row in
        var values: [String: String] = [:]
        for (column, name) in names.enumerated() {
          if let digits = digits[column] {
            values[name] = row.integer(column).map { FixedPointText.shortest($0, fractionDigits: digits) }
          } else if let text = row.text(column) {
            values[name] = String(decoding: text, as: UTF8.self)
          }
        }
        try body(values)
      }
    }
  }

  /// Adds what is made of other fields: the price of an order unit, the amount of the line, who buys.
  private func complete(_ values: inout [String: String], _ identification: PartnerIdentification) {
    let pack = values["pack_size"].flatMap { Quantity($0) } ?? Quantity(scaled: 1000)
    if let cost = values["unit_cost"].flatMap({ UnitCost($0) }) {
      values["order_unit_cost"] = values["order_unit_cost"] ?? Self.cost(of: pack, at: cost)?.description
      if let currency = values["currency"].flatMap({ Currency($0) }),
        let ordered = values["order_quantity"].flatMap({ Quantity($0) }), let units = Self.product(ordered, pack)
      {
        values["line_amount"] = values["line_amount"] ?? units.value(at: cost, in: currency)?.amount
      }
    }
    // Where the order names somebody else as its buyer, the shop's own name would contradict it.
    guard values["buyer"] == nil else { return }
    values["buyer_name"] = values["buyer_name"] ?? shop.settings.name
    values["buyer_gln"] = values["buyer_gln"] ?? identification.gln
  }

  /// Rounded half away from zero to six decimals; nil when it is out of range.
  private static func cost(of pack: Quantity, at cost: UnitCost) -> UnitCost? {
    rounded(Int128(pack.scaled) * Int128(cost.scaled), by: 1000).map { UnitCost(scaled: $0) }
  }

  private static func product(_ quantity: Quantity, _ pack: Quantity) -> Quantity? {
    rounded(Int128(quantity.scaled) * Int128(pack.scaled), by: 1000).map { Quantity(scaled: $0) }
  }

  private static func rounded(_ value: Int128, by divisor: Int128) -> Int64? {
    Int64(exactly: value.dividedHalfAwayFromZero(by: divisor))
  }
}

internal import Catalog
public import FormatKit
public import Stock

/// Writes stored records in any writable format, in the words of the record vocabulary.
public struct RecordExport {
  private let shop: ShopDatabase

  public init(shop: ShopDatabase) { self.shop = shop }

  /// Writes every record of a kind.
  ///
  /// - Parameters:
  ///   - fields: the fields wanted, in order; all that are kept when nil.
  ///   - location: code of the only location wanted.
  /// - Returns: how many records were written.
  @discardableResult
  public func write(
    _ kind: RecordKind, fields: [String]? = nil, location: String? = nil, format: RegisteredFormat,
    options: [String: String] = [:], to sink: ByteSink
  ) throws -> Int {
    guard let writing = format.writing else {
      throw FormatError(
        .unknownFormat, value: format.descriptor.id, "the format \(format.descriptor.id) cannot be written",
        remedy: "See `stockroom formats` for those that can.")
    }
    let names = fields ?? Self.keptFields(of: kind)
    let all = kind.schema.columns
    let schema = Schema(
      table: kind.name,
      columns: try names.map { name in
        if let column = all.first(where: { $0.name == name }) { return column }
        let near = nearestName(to: name, among: all.map(\.name))
        throw FormatError(
          .fieldMissing, value: name, "the kind \(kind.name) has no field '\(name)'",
          remedy: near.map { "Did you mean '\($0)'?" } ?? "It has: \(all.map(\.name).joined(separator: ", ")).")
      })
    let ordered = schema.columns.map(\.name)
    let types = ordered.compactMap { kind.field($0)?.type }
    // Amounts have the decimals of their currency, whether it is wanted in the file or not.
    let selected = kind.field("currency") == nil || ordered.contains("currency") ? ordered : ordered + ["currency"]
    let currencyColumn = selected.firstIndex(of: "currency")
    var writer = try writing.writer(for: schema, to: sink, options: options)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    var count = 0
    let clock = shop.settings.clock
    try shop.forEachRecord(of: kind.name, fields: selected, location: location) { row in
      var currency = shop.settings.currency
      if let currencyColumn, let code = row.text(currencyColumn) {
        currency = Currency(String(decoding: code, as: UTF8.self)) ?? currency
      }
      for (column, type) in types.enumerated() {
        Self.append(row, column, type, currency: currency, clock: clock, to: &batch)
      }
      count += 1
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: count))
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return count
  }

  /// The fields of a kind that the shop keeps: those that only say which item is meant are left to the SKU.
  public static func keptFields(of kind: RecordKind) -> [String] {
    let named = kind.field("sku") != nil && kind.name != "barcodes"
    return kind.fields.map(\.name).filter { name in
      if named, name == "barcode" { return false }
      if named, name == "supplier_code", kind.name != "supplier_items", kind.name != "order_lines" { return false }
      return true
    }
  }

  private static func append(
    _ row: StoredRow, _ column: Int, _ type: ValueType, currency: Currency, clock: ShopClock,
    to batch: inout RecordBatch
  ) {
    func number(_ digits: Int, shortest: Bool, _ batch: inout RecordBatch) {
      guard let value = row.integer(column) else { return batch.append(missing: .null) }
      FixedPointText.withText(value, fractionDigits: digits, keeping: shortest ? 0 : digits) {
        batch.append($0, kind: .number)
      }
    }
    switch type {
    case .quantity: number(Quantity.fractionDigits, shortest: true, &batch)
    case .unitCost: number(UnitCost.fractionDigits, shortest: true, &batch)
    case .money: number(currency.minorUnitDigits, shortest: false, &batch)
    case .percent: number(4, shortest: true, &batch)
    case .wholeNumber: number(0, shortest: false, &batch)
    case .boolean:
      guard let value = row.integer(column) else { return batch.append(missing: .null) }
      batch.append(text: value != 0 ? "true" : "false", kind: .boolean)
    case .dateTime:
      guard let value = row.integer(column) else { return batch.append(missing: .null) }
      // Time zones had odd minutes once; the start of all time is written so that it is read again as it was.
      batch.append(
        text: value == ShopDatabase.always
          ? "0001-01-01T00:00:00Z" : clock.iso8601(Timestamp(millisecondsSince1970: value)))
    case .text, .code, .barcode, .currency, .date, .choice:
      guard let text = row.text(column) else { return batch.append(missing: .null) }
      batch.append(text)
    }
  }
}

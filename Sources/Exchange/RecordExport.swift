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
  ///   - fields: the fields wanted, in order, those of ``JoinedField`` included; all that are kept when nil.
  ///   - location: code of the only location wanted.
  ///   - scope: whose records.
  /// - Returns: how many records were written.
  @discardableResult
  public func write(
    _ kind: RecordKind, fields: [String]? = nil, location: String? = nil, scope: RecordScope = .all,
    format: RegisteredFormat,
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
        if let joined = JoinedField(name, of: kind) { return joined.column }
        let near = nearestName(to: name, among: all.map(\.name) + JoinedField.names(of: kind))
        throw FormatError(
          .fieldMissing, value: name, "the kind \(kind.name) has no field '\(name)'",
          remedy: near.map { "Did you mean '\($0)'?" } ?? "It has: \(all.map(\.name).joined(separator: ", ")).")
      })
    let ordered = schema.columns.map(\.name)
    let forms = ordered.compactMap { kind.field($0)?.type ?? JoinedField($0, of: kind)?.type }.map { Form($0) }
    // Amounts have the decimals of their currency, whether it is wanted in the file or not.
    let selected = kind.field("currency") == nil || ordered.contains("currency") ? ordered : ordered + ["currency"]
    var currencies = CurrencyDigits(column: selected.firstIndex(of: "currency"), otherwise: shop.settings.currency)
    var writer = try writing.writer(for: schema, to: sink, options: options)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    var count = 0
    let clock = shop.settings.clock
    try shop.forEachRecord(of: kind.name, fields: selected, location: location, scope: scope) { row in
      let moneyDigits = currencies.digits(of: row)
      for column in 0..<forms.count {
        Self.append(row, column, forms[column], moneyDigits: moneyDigits, clock: clock, to: &batch)
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
      // Instructions to the reader are not kept; lines of documents keep the supplier's code as it stood there.
      if name == "replaces" { return false }
      return !(named && name == "supplier_code" && !Self.keepsSuppliersCode.contains(kind.name))
    }
  }

  private static let keepsSuppliersCode: Set<String> = [
    "supplier_items", "order_lines", "order_response_lines", "despatch_lines", "invoice_lines",
  ]

  /// How a stored value is written.
  private enum Form {
    case text
    /// A number with so many decimals, and how many stay although they are zeros.
    case number(digits: Int, kept: Int)
    case money, boolean, dateTime

    init(_ type: ValueType) {
      self =
        switch type {
        case .quantity: .number(digits: Quantity.fractionDigits, kept: 0)
        case .unitCost: .number(digits: UnitCost.fractionDigits, kept: 0)
        case .percent: .number(digits: 4, kept: 0)
        case .degrees: .number(digits: Degrees.fractionDigits, kept: 0)
        case .wholeNumber: .number(digits: 0, kept: 0)
        case .money: .money
        case .boolean: .boolean
        case .dateTime: .dateTime
        case .text, .code, .barcode, .currency, .date, .choice: .text
        }
    }
  }

  /// The decimals of a record's currency, looked up where it is another than that of the record before.
  private struct CurrencyDigits {
    private let column: Int?
    private let otherwise: Int
    private var code: [UInt8] = []
    private var known: Int

    init(column: Int?, otherwise: Currency) {
      self.column = column
      self.otherwise = otherwise.minorUnitDigits
      known = self.otherwise
    }

    mutating func digits(of row: StoredRow) -> Int {
      guard let column else { return otherwise }
      guard let text = row.text(column) else { return otherwise }
      if !text.elementsEqual(code) {
        code = Array(text)
        known = Currency(String(decoding: text, as: UTF8.self))?.minorUnitDigits ?? otherwise
      }
      return known
    }
  }

  @inline(__always)
  private static func append(
    _ row: StoredRow, _ column: Int, _ form: Form, moneyDigits: Int, clock: ShopClock, to batch: inout RecordBatch
  ) {
    if case .text = form {
      guard let text = row.text(column) else { return batch.append(missing: .null) }
      return batch.append(text)
    }
    guard let value = row.integer(column) else { return batch.append(missing: .null) }
    switch form {
    case .number(let digits, let kept): append(value, digits, kept: kept, to: &batch)
    case .money: append(value, moneyDigits, kept: moneyDigits, to: &batch)
    case .boolean: batch.append(text: value != 0 ? "true" : "false", kind: .boolean)
    case .dateTime:
      // Time zones had odd minutes once; the start of all time is written so that it is read again as it was.
      batch.append(
        text: value == ShopDatabase.always
          ? "0001-01-01T00:00:00Z" : clock.iso8601(Timestamp(millisecondsSince1970: value)))
    case .text: break
    }
  }

  private static func append(_ value: Int64, _ digits: Int, kept: Int, to batch: inout RecordBatch) {
    FixedPointText.withText(value, fractionDigits: digits, keeping: kept) { batch.append($0, kind: .number) }
  }
}

internal import FormatKit
internal import RetailValues
internal import Stock

/// The columns of records on their way out: which are read, and how each is written.
struct RecordColumns {
  let kind: String
  let schema: Schema
  /// The fields that are read: those that are written, and the currency that says how amounts are.
  let selected: [String]
  fileprivate let forms: [Form]
  /// The templates for values that a record does not have, by column.
  fileprivate let templates: [Int: FieldTemplate]
  /// The fields that templates are made of: where they are read, and how they are written.
  fileprivate let templateFields: [String: (column: Int, form: Form)]
  fileprivate let shop: ShopSettings

  /// - Parameter templates: values for columns; those that are not among the fields come after them.
  /// - Throws: ``Problems`` for a field that the kind does not have.
  init(
    _ kind: RecordKind, fields names: [String], shop: ShopSettings, templates given: [FieldTemplate] = []
  ) throws {
    let all = kind.schema.columns
    self.kind = kind.name
    self.shop = shop
    func column(_ name: String) throws -> Column {
      if let column = all.first(where: { $0.name == name }) { return column }
      if let joined = JoinedField(name, of: kind) { return joined.column }
      let near = nearestName(to: name, among: all.map(\.name) + JoinedField.names(of: kind))
      throw Problems(
        .fieldMissing, value: name, "the kind \(kind.name) has no field '\(name)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "It has: \(all.map(\.name).joined(separator: ", ")).")
    }
    func form(_ name: String) -> Form? {
      (kind.field(name)?.type ?? JoinedField(name, of: kind)?.type).map { Form($0) }
    }
    var columns = try names.map(column)
    forms = names.compactMap(form)
    var templates: [Int: FieldTemplate] = [:]
    // Amounts have the decimals of their currency, whether it is wanted in the file or not.
    var selected = kind.field("currency") == nil || names.contains("currency") ? names : names + ["currency"]
    var templateFields: [String: (column: Int, form: Form)] = [:]
    for template in given {
      let place = columns.firstIndex { $0.name == template.name } ?? columns.count
      if place == columns.count { columns.append(Column(name: template.name)) }
      templates[place] = template
      for field in template.fieldNames where templateFields[field] == nil {
        _ = try column(field)
        let place = selected.firstIndex(of: field) ?? selected.count
        if place == selected.count { selected.append(field) }
        templateFields[field] = form(field).map { (place, $0) }
      }
    }
    schema = Schema(table: kind.name, columns: columns)
    self.selected = selected
    self.templates = templates
    self.templateFields = templateFields
  }

  /// How a stored value is written.
  enum Form {
    case text
    /// A number with a number of decimals, of which some are kept even if they are zeros.
    case number(digits: Int, kept: Int)
    case money, percentage, boolean, dateTime

    init(_ type: ValueType) {
      self =
        switch type {
        case .quantity: .number(digits: Quantity.fractionDigits, kept: 0)
        case .unitCost: .number(digits: UnitCost.fractionDigits, kept: 0)
        case .percent: .percentage
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
  struct CurrencyDigits {
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
}

/// Fills batches with stored records.
struct RecordFiller {
  private let columns: RecordColumns
  private var currencies: RecordColumns.CurrencyDigits
  private let moments: MomentText
  /// How many records went by.
  private(set) var count = 0

  init(_ columns: RecordColumns) {
    self.columns = columns
    currencies = .init(column: columns.selected.firstIndex(of: "currency"), otherwise: columns.shop.currency)
    moments = MomentText(clock: columns.shop.clock)
  }

  mutating func append(_ row: StoredRow, to batch: inout RecordBatch) {
    let moneyDigits = currencies.digits(of: row)
    for column in 0..<columns.forms.count {
      if !columns.templates.isEmpty, let template = columns.templates[column], row.text(column) == nil {
        append(template, of: row, moneyDigits: moneyDigits, to: &batch)
      } else {
        Self.append(row, column, columns.forms[column], moneyDigits: moneyDigits, moments: moments, to: &batch)
      }
    }
    for column in columns.forms.count..<columns.schema.columns.count {
      guard let template = columns.templates[column] else { continue }
      append(template, of: row, moneyDigits: moneyDigits, to: &batch)
    }
    count += 1
    batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: count))
  }

  private func append(
    _ template: FieldTemplate, of row: StoredRow, moneyDigits: Int, to batch: inout RecordBatch
  ) {
    let text = template.text { name in
      guard let field = columns.templateFields[name] else { return nil }
      var single = RecordBatch()
      single.reset(schema: Schema(columnNames: [name]))
      Self.append(row, field.column, field.form, moneyDigits: moneyDigits, moments: moments, to: &single)
      single.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 1))
      return single.string(row: 0, column: 0)
    }
    if let text { batch.append(text: text) } else { batch.append(missing: .null) }
  }

  @inline(__always)
  private static func append(
    _ row: StoredRow, _ column: Int, _ form: RecordColumns.Form, moneyDigits: Int, moments: MomentText,
    to batch: inout RecordBatch
  ) {
    if case .text = form {
      guard let text = row.text(column) else { return batch.append(missing: .null) }
      return batch.append(text)
    }
    guard let value = row.integer(column) else { return batch.append(missing: .null) }
    switch form {
    case .number(let digits, let kept): append(value, digits, kept: kept, to: &batch)
    case .money: append(value, moneyDigits, kept: moneyDigits, to: &batch)
    case .percentage: PercentageText.append(value, to: &batch)
    case .boolean: batch.append(text: value != 0 ? "true" : "false", kind: .boolean)
    case .dateTime:
      // Time zones had odd minutes once; the start of all time is written so that it is read again as it was.
      if value == ShopDatabase.always { return batch.append(text: "0001-01-01T00:00:00Z") }
      moments.withText(Timestamp(millisecondsSince1970: value)) { batch.append($0) }
    case .text: break
    }
  }

  private static func append(_ value: Int64, _ digits: Int, kept: Int, to batch: inout RecordBatch) {
    FixedPointText.withText(value, fractionDigits: digits, keeping: kept) { batch.append($0, kind: .number) }
  }
}

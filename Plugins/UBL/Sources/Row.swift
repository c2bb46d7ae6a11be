internal import FormatKit

/// A record on its way to a batch.
struct Row {
  let kind: String
  private(set) var fields: [String: String] = [:]
  let line: Int
  let byteOffset: Int
  var diagnostics: [Diagnostic] = []

  private static let envelope = "sender receiver document_identity replaces note"
  private static let item = "sku barcode supplier_code"

  /// The columns that documents fill, in the order in which kinds are handed over.
  private static let columns: [(kind: String, names: String)] = [
    ("suppliers", "supplier supplier_name gln email"),
    ("products", "product_code title description brand tax_rate status"),
    ("variants", "sku product_code colour size"),
    ("barcodes", "barcode sku"),
    (
      "supplier_items",
      "supplier sku supplier_code unit_cost currency pack_size order_unit minimum_order lead_time_days"
    ),
    ("prices", "sku price_type currency valid_from price"),
    (
      "orders",
      "supplier order_number ordered_on expected_on location currency buyer contract contact \(envelope)"
    ),
    ("order_lines", "supplier order_number line \(item) title order_quantity order_unit pack_size unit_cost"),
    ("order_responses", "supplier order_number response_number responded_on response currency contact \(envelope)"),
    (
      "order_response_lines",
      "supplier order_number response_number line \(item) title line_response confirmed_quantity order_unit pack_size "
        + "unit_cost promised_on substitute_barcode substitute_supplier_code note"
    ),
    (
      "despatch_advices",
      "supplier despatch_number despatched_on expected_on order_number location carrier tracking_number packages "
        + envelope
    ),
    (
      "despatch_lines",
      "supplier despatch_number line \(item) title order_number order_line despatched_quantity outstanding_quantity "
        + "order_unit pack_size lot expires_on sscc note"
    ),
    (
      "invoices",
      "supplier invoice_number invoice_kind invoiced_on due_on order_number despatch_number corrects currency net_amount "
        + "allowance_amount charge_amount tax_amount total_amount \(envelope)"
    ),
    (
      "invoice_lines",
      "supplier invoice_number line \(item) title order_number order_line despatch_number invoiced_quantity order_unit "
        + "pack_size unit_cost currency line_amount tax_rate note"
    ),
    ("stock_levels", "sku barcode location lot quantity effective_at"),
    ("sales", "document line \(item) quantity unit_price currency location effective_at lot"),
  ]

  /// The tables that documents yield; what the columns hold is the vocabulary's to say.
  static let schemas: [Schema] = columns.map { kind, names in
    let known = Vocabulary.kind(kind)?.schema
    let columns = names.split(separator: " ").compactMap { name in known?.columns.first { $0.name == name } }
    return Schema(table: kind, columns: columns)
  }

  private static let types: [String: [String: ColumnType]] = Dictionary(
    uniqueKeysWithValues: schemas.map { schema in
      (schema.table, Dictionary(schema.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }))
    })

  init(_ kind: String, at place: some Placed) {
    self.kind = kind
    (line, byteOffset) = (place.line, place.byteOffset)
  }

  subscript(column: String) -> String? { fields[column] }

  /// Sets a field of the kind; a value that is not of the column's type is told elsewhere and left out.
  mutating func set(_ column: String, _ text: String?) {
    guard let text, !text.isEmpty, let type = Self.types[kind]?[column] else { return }
    switch type {
    case .number:
      guard let number = ExactNumber(text) else { return }
      fields[column] = number.text
    case .date:
      guard let day = DocumentValue.day(text) else { return }
      fields[column] = day
    case .boolean: fields[column] = CodeLists.plain(text)
    case .text, .dateTime:
      fields[column] = column == "note" || column == "description" ? text : DocumentValue.line(text)
    }
  }

  mutating func clear(_ column: String) { fields[column] = nil }

  /// Takes over what the mapping found for columns of the kind.
  mutating func take(_ captures: Captures) {
    for column in (Self.types[kind] ?? [:]).keys where fields[column] == nil {
      set(column, captures.text(column))
    }
  }
}

/// Gathers records by kind, so that a batch holds many of one kind although documents mix them.
///
/// The last record stays until another one comes, so that what is found at the end of a document has a record to hang on.
struct RowBuffer {
  private static let maximumRows = 1024
  private static let maximumBytes = 1 << 20

  private var rows: [String: [Row]] = [:]
  private var count = 0
  private var bytes = 0
  private var outgoing: [(schema: Schema, rows: ArraySlice<Row>)] = []
  private var records: [String: Int] = [:]
  private var last: String?

  var hasOutgoing: Bool { !outgoing.isEmpty }

  mutating func add(_ row: Row) {
    if count >= Self.maximumRows || bytes >= Self.maximumBytes { flush() }
    rows[row.kind, default: []].append(row)
    count += 1
    bytes += row.fields.reduce(200) { $0 + $1.value.utf8.count } + row.diagnostics.count * 400
    last = row.kind
  }

  /// Hangs diagnostics on the record that came last and is still here, as many as one record may have; false when there is
  /// no such record.
  mutating func addToLast(_ diagnostics: [Diagnostic]) -> Bool {
    guard let last, let index = rows[last]?.indices.last else { return false }
    let count = rows[last]?[index].diagnostics.count ?? 0
    rows[last]?[index].diagnostics += diagnostics.prefix(max(0, StructureReport.limit - count))
    return true
  }

  /// Hands over all that was gathered.
  mutating func flush() {
    for schema in Row.schemas {
      if let gathered = rows.removeValue(forKey: schema.table) { outgoing.append((schema, gathered[...])) }
    }
    (count, bytes, last) = (0, 0, nil)
  }

  /// Fills a batch with records of one kind.
  mutating func fill(_ batch: inout RecordBatch) {
    guard let next = outgoing.first else { return }
    batch.reset(schema: next.schema)
    var rest = next.rows
    while !batch.isFull, let row = rest.popFirst() {
      let record = records[row.kind, default: 0] + 1
      records[row.kind] = record
      for column in next.schema.columns {
        guard let text = row[column.name] else {
          batch.append(missing: .absent)
          continue
        }
        let kind: FieldKind = column.type == .number ? .number : column.type == .boolean ? .boolean : .text
        batch.append(text: text, kind: kind)
      }
      for var diagnostic in row.diagnostics {
        diagnostic.position.record = record
        batch.diagnostics.append(RecordDiagnostic(row: batch.rowCount, diagnostic))
      }
      batch.endRow(at: RecordPosition(line: row.line, byteOffset: row.byteOffset, record: record))
    }
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].rows = rest }
  }
}

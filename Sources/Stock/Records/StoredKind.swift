internal import FormatKit

/// The table of a record kind of the catalog: the column of each field, and its references.
///
/// All of it follows from the declaration of the kind in the vocabulary.
struct StoredKind: Sendable {
  let record: RecordKind
  /// Name of the kind, and of its staging tables.
  let kind: String
  let table: String
  let columns: [StoredColumn]
  /// SQL for the readable key of a record in the table alias `t`, for plans.
  let keyText: String
  /// The same where a record that the key refers to may have been removed, for change sets.
  let lastingKeyText: String
  /// The documents that contain its records as lines: one or none.
  private let documents: [StoredKind]

  var keys: [StoredColumn] { columns.filter(\.isKey) }
  var values: [StoredColumn] { columns.filter { !$0.isKey } }
  /// Whether the key consists only of the record's own values, without a reference.
  var isKeyedByCode: Bool { keys.allSatisfy { $0.reference == nil } }
  /// Whether records of items that are not in the catalog are kept with their original code, and reported.
  var keepsUnknownItems: Bool { record.document?.isOwn == false }

  /// The kind of the documents that contain its records as lines; nil for independent records.
  var document: StoredKind? { documents.first }

  /// Fields of its documents' key that its own table does not have.
  var documentFields: [StoredColumn] {
    (document?.keys ?? []).filter { key in !columns.contains { $0.field == key.field } }
  }

  static func of(_ kind: String) -> StoredKind? { StoredKinds.standard[kind] }

  /// The kinds that are merged into a table of the catalog, in the order in which references need them.
  static var catalog: [StoredKind] { StoredKinds.standard.list }
}

/// One field of a kind and the column that holds it.
struct StoredColumn: Sendable {
  enum Storage: Sendable { case integer, text }

  /// The table in which a code in this field is looked up.
  enum Reference: Sendable, Equatable {
    /// A record of that kind by its code; an unknown one is an error.
    case known(String)
    /// A record of that kind by its code; an unknown one is made.
    case made(String)
    /// A variant by SKU, else barcode, else supplier and supplier's code.
    case item
    /// The document that a line belongs to, a record of that kind by all of its key; made when it is not there.
    case document(String)
  }

  let field: String
  let column: String
  let storage: Storage
  let isKey: Bool
  let reference: Reference?
  /// SQL for the value of a key that is not given.
  let keyDefault: String?
  /// SQL over the merged row `m` for the value of a new record that does not give it; nil where it is then empty.
  let valueWhenMade: String?

  /// The column of the staging tables with the value in the form that is compared and stored.
  var staged: String { Self.staged(field, reference) }

  private static func staged(_ field: String, _ reference: Reference?) -> String {
    reference == nil ? "f_\(field)" : "r_\(field)"
  }
}

// MARK: - From the declaration

/// The stored kinds of a catalog of record kinds.
struct StoredKinds: Sendable {
  let records: RecordCatalog
  /// In the order in which references need them.
  let list: [StoredKind]
  /// The kinds of records that go to the ledger, in the same order.
  let ledger: [RecordKind]
  private let places: [String: Int]

  static let standard = StoredKinds(.standard)

  init(_ records: RecordCatalog) {
    self.records = records
    list = records.kinds.compactMap { StoredKind($0, in: records) }
    ledger = records.kinds.filter(\.isLedger)
    places = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1.kind, $0) })
  }

  /// Names of all kinds in the order in which their records are applied: the catalog, the ledger, counts.
  var planned: [String] { list.map(\.kind) + records.kinds.filter { $0.table == nil }.map(\.name) }

  subscript(kind: String) -> StoredKind? { places[kind].map { list[$0] } }
}

extension StoredKind {
  /// - Returns: nil for a kind without a table of the catalog.
  init?(_ record: RecordKind, in records: RecordCatalog) {
    guard let table = record.table else { return nil }
    self.record = record
    (kind, self.table) = (record.name, record.name)
    documents = table.lines.flatMap { records[$0.kind] }.flatMap { StoredKind($0, in: records) }.map { [$0] } ?? []
    // What the document's key says, its lines leave to it.
    let ofDocument = Set(documents.flatMap(\.keys).map(\.field)).subtracting([table.lines?.number])
    var columns: [StoredColumn] = []
    for field in record.keptFields where field.use == .record && !ofDocument.contains(field.name) {
      columns.append(StoredColumn(field, of: record))
    }
    for extra in table.extras {
      let place = columns.firstIndex { $0.field == extra.after }.map { $0 + 1 } ?? columns.endIndex
      columns.insert(StoredColumn(extra), at: place)
    }
    // Fields of the same place stay in their order.
    self.columns =
      columns.filter { !table.added.contains($0.field) }
      + table.added.compactMap { name in columns.first { $0.field == name } }
    let naming =
      table.naming.isEmpty
      ? self.columns.filter { $0.isKey } : table.naming.compactMap { name in columns.first { $0.field == name } }
    func text(_ name: (StoredColumn) -> String) -> String { naming.map(name).joined(separator: " || ' ' || ") }
    keyText = text { column in
      Self.target(of: column, in: records).map { "(SELECT \($0.key) FROM \($0.kind) WHERE id = t.\(column.column))" }
        ?? "t.\(column.column)"
    }
    lastingKeyText = text { column in
      Self.target(of: column, in: records).map { RemovedRecords.value($0.key, of: $0.kind, id: "t.\(column.column)") }
        ?? "t.\(column.column)"
    }
  }

  /// The kind that a column refers to, and the column with what people call its records; nil for a value of its own.
  private static func target(of column: StoredColumn, in records: RecordCatalog) -> (kind: String, key: String)? {
    switch column.reference {
    case nil: nil
    case .item: (kind: "variants", key: "sku")
    case .document(let name): (kind: name, key: records[name]?.table?.naming.last ?? column.field)
    case .known(let name), .made(let name):
      (kind: name, key: records[name]?.key.last.map { $0.column ?? $0.name } ?? "code")
    }
  }
}

extension StoredColumn {
  fileprivate init(_ field: RecordField, of record: RecordKind) {
    let document = record.document
    // A line names its own item by the supplier's code too, and keeps it as the document has it.
    let names = document != nil && field.name == "supplier_code" ? nil : field.references
    reference =
      document?.number == field.name
      ? document.map { .document($0.kind) }
      : names.map { Vocabulary.kind($0)?.part == .variant ? .item : field.makesReference ? .made($0) : .known($0) }
    self.field = field.name
    let stem = ["_code", "_number"].first { field.name.hasSuffix($0) }.map { field.name.dropLast($0.count) }
    column =
      field.column
      ?? (reference == nil ? field.name : reference == .item ? "variant_id" : "\(stem ?? field.name[...])_id")
    storage = reference != nil || field.type.isNumber ? .integer : .text
    isKey = field.effect == .key
    let initial = field.initialValue.map { value in
      switch value {
      case .text(let text): "'\(text)'"
      case .number(let number): "\(number)"
      case .shopCurrency: "(SELECT value FROM settings WHERE name = 'currency')"
      case .field(let other): "m.\(Self.staged(other, record.field(other)?.references == nil ? nil : .item))"
      }
    }
    (keyDefault, valueWhenMade) = isKey ? (initial, nil) : (nil, initial)
  }

  fileprivate init(_ extra: StoredTable.Extra) {
    (field, column, storage, isKey) = (extra.field, extra.column, .text, false)
    (reference, keyDefault, valueWhenMade) = (nil, nil, nil)
  }
}

extension ValueType {
  /// Whether its values are stored as whole numbers.
  fileprivate var isNumber: Bool {
    switch self {
    case .quantity, .unitCost, .money, .percent, .degrees, .wholeNumber, .boolean, .dateTime: true
    case .text, .code, .barcode, .currency, .date, .choice: false
    }
  }
}

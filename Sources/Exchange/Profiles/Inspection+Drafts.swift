internal import FormatKit
internal import RetailValues

/// A mapping that may be meant, for a file that says too little of itself.
public struct ProfileDraft: Hashable, Sendable {
  /// The records that the rows would be: `items with price`.
  public var summary: String
  var records: [MappingProfile.RecordMapping]
}

extension Inspection {
  /// Mappings that may be meant, the likeliest first; empty where the columns are understood, and where no column could
  /// identify items.
  public var drafts: [ProfileDraft] {
    guard profile?.records.isEmpty != false, let table = tables.first else { return [] }
    let columns = table.schema.columns.map(\.name).filter { !RejectColumns.contains($0) }
    let look = looks[table.schema.table]?.columns ?? [:]
    // The columns by the field that each is likeliest to be, each field and each column once.
    var found: [String: String] = [:]
    var taken: Set<String> = []
    for rank in 0..<3 {
      for column in columns where !taken.contains(column) {
        let guesses = ColumnGuess.guesses(for: column, look[column])
        guard rank < guesses.count, found[guesses[rank].field] == nil else { continue }
        found[guesses[rank].field] = column
        taken.insert(column)
      }
    }
    let key =
      ["sku", "product_code", "barcode"].lazy.compactMap { found[$0] }.first
      ?? columns.first { ColumnGuess.isKey(look[$0]) }
    guard let key else { return [] }
    var drafts: [ProfileDraft] = []
    func record(_ kind: String, _ fields: [(String, String?)]) -> MappingProfile.RecordMapping {
      .init(
        kind: kind, table: table.schema.table,
        fields: fields.compactMap { field, column in column.map { .init(field: field, value: .column($0)) } })
    }
    var items = [
      record(
        "products",
        [("product_code", key), ("title", found["title"]), ("category", found["category"]), ("brand", found["brand"])]
          .filter { $0.0 == "product_code" || $0.1 != key }),
      record("variants", [("sku", key)]),
    ]
    if let barcode = found["barcode"] { items.append(record("barcodes", [("sku", key), ("barcode", barcode)])) }
    drafts.append(ProfileDraft(summary: "items", records: items))
    if let price = found["price"], price != key {
      let prices = [record("prices", [("sku", key), ("price", price)])]
      drafts.append(ProfileDraft(summary: "items with their prices", records: items + prices))
    }
    if let quantity = found["quantity"] ?? found["counted_quantity"], quantity != key {
      let levels = record("stock_levels", [("sku", key), ("quantity", quantity)])
      drafts.append(ProfileDraft(summary: "stock on hand of known items", records: [levels]))
      if let time = found["effective_at"] ?? found["valid_from"], time != key {
        let sales = record("sales", [("sku", key), ("quantity", quantity), ("effective_at", time)])
        drafts.append(ProfileDraft(summary: "sales of known items", records: [sales]))
      }
    }
    return drafts
  }

  /// Whether the profile that is written takes no row before one of its drafts is chosen.
  public var isDraft: Bool { profile?.records.isEmpty != false }

  /// What an unused column might be, as a comment; empty where nothing suggests a field.
  func guess(_ column: String, in table: Table) -> String {
    let found = ColumnGuess.guesses(for: column, looks[table.schema.table]?.columns[column]).prefix(2)
    guard let first = found.first else { return "" }
    let fields = found.filter { $0.reason == first.reason }.map(\.field).joined(separator: " or ")
    return "may be \(fields): \(first.reason)"
  }
}

public import FormatKit

/// The shared lists of a food freshness tracker, as JSON: lists by their code, with items that expire.
public struct FreshnessListFormat: ReadableFormat, ManyTablesFormat {
  public static let descriptor = FormatDescriptor(
    id: "freshness-list", name: "Freshness lists",
    summary: "Shared lists of foods with their expiry dates, as JSON.", extensions: ["json"], shape: .semantic,
    problemCodes: Problem.Code.freshnessList)

  private let options: FreshnessListOptions

  public init(options: FreshnessListOptions = FreshnessListOptions()) { self.options = options }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let start = preview.text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.first == "{", start.contains("\"\(rootKey)\"") else { return .none }
    return Confidence(96, "holds the key \"\(rootKey)\"")
  }

  public func reader(for source: ByteSource) throws(Problems) -> FreshnessListReader {
    try FreshnessListReader(source, charset: options.charset)
  }

  /// Each list with its items.
  public var demands: [TableDemand] {
    [
      .group(
        by: "list",
        [
          TableDemand.Table("shared_lists", Self.listFields), TableDemand.Table("list_items", Self.itemFields),
        ])
    ]
  }

  public func tablesWriter(to sink: ByteSink) throws(Problems) -> FreshnessListWriter {
    FreshnessListWriter(to: sink)
  }

  static let rootKey = "freshness_lists"
  static let listFields = ["list", "list_title", "list_kind", "user", "members"]
  static let itemFields = [
    "list", "item", "title", "expires_on", "owners", "purchaser", "reminder", "storage_place", "purchased_on",
    "opened_on", "quantity", "quantity_unit", "barcode", "product_code", "food", "done", "note",
  ]
  static let schemas = [
    Schema(table: "shared_lists", columns: listFields.map { Column(name: $0, type: .text) }),
    Schema(
      table: "list_items",
      columns: itemFields.map { name in
        switch name {
        case "quantity": Column(name: name, type: .number)
        case "done": Column(name: name, type: .boolean)
        default: Column(name: name, type: .text)
        }
      }),
  ]
}

/// The settings of ``FreshnessListFormat``.
public struct FreshnessListOptions: FormatOptions {
  /// The character set; found when nil.
  public var charset: Charset?

  public init() {}

  public static let fields: [OptionField<FreshnessListOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given.")
  ]
}

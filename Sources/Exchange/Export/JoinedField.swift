public import FormatKit
public import RetailValues
internal import Stock

/// A field of another kind that may be asked for in the export of a kind: `title` of the product of a variant.
public struct JoinedField: Hashable, Sendable {
  public let column: Column
  public let type: ValueType
  /// The class of its data, which decides who may see it.
  public let dataClass: DataClass

  /// Finds the field of that name in the kinds joined to a kind; nil when there is no such field.
  public init?(_ name: String, of kind: RecordKind) {
    guard Self.names(of: kind).contains(name) else { return nil }
    // `products.attributes` is that field of the product, `sale_price` and `list_price` are prices of other types.
    let own = Self.sources[name] ?? name.split(separator: ".").last.map(String.init) ?? name
    let kinds = ["products", "prices", "colours", "stock_levels"].lazy.compactMap { Vocabulary.kind($0) }
    let source = kinds.first { $0.field(own) != nil }
    column = Column(name: name, type: source?.schema.columns.first { $0.name == own }?.type ?? .text)
    type = source?.field(own)?.type ?? .text
    dataClass = ["availability", "quantity"].contains(name) ? .expected : kind.dataClass(of: own) ?? .catalog
  }

  /// The fields that have another name in their own kind.
  private static let sources = ["list_price": "price", "sale_price": "price", "sale_price_until": "valid_to"]

  /// The names of all of them.
  public static func names(of kind: RecordKind) -> [String] { ShopDatabase.joinedFields(of: kind.name) }
}

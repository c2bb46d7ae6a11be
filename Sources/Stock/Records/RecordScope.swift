internal import GRDB

/// The stored records that a user may export: all of them, or those of one user or of one store.
public struct RecordScope: Hashable, Sendable {
  /// Of kinds that belong to users, only what is this one's; nil for everybody's.
  public var owner: String?
  /// Only what belongs to this store, and what all stores share; nil for every store's.
  public var store: String?

  public static let all = RecordScope()

  public init(owner: String? = nil, store: String? = nil) {
    self.owner = owner
    self.store = store
  }

  /// The kinds whose records all belong to users; a test compares them with the vocabulary.
  public static let personalKinds: Set<String> = [
    "users", "favourites", "follows", "shared_lists", "list_items", "source_objects",
  ]

  /// Kinds that all stores refer to and that do not belong to any store.
  static let sharedKinds: Set<String> = ["foods", "storage_durations", "categories", "brands", "colours"]

  private static let ownUser = "(SELECT id FROM users WHERE code = :owner)"
  private static let ownPlace = "(SELECT id FROM locations WHERE code = :store)"
  private static let ownProducts = "(SELECT id FROM products WHERE location_id = \(ownPlace))"
  private static let ownVariants =
    "(SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id WHERE p.location_id = \(ownPlace))"
  private static let isOwnList = """
    (x.user_id = \(ownUser)
      OR instr(',' || replace(x.members, ' ', '') || ',', ',' || :owner || ',') > 0)
    """

  /// SQL for whether a record `t` of a kind is in the scope, with its arguments; nil if every record is.
  ///
  /// - Throws: ``StockError/Code/notPermitted`` for a kind that has no records of a store.
  func condition(for kind: String) throws -> (sql: String, arguments: [String: String])? {
    if Self.personalKinds.contains(kind) {
      guard let owner else { return nil }
      let sql =
        switch kind {
        case "users": "t.code = :owner"
        // An object may contain more than its record shows: nobody sees the objects of others.
        case "source_objects": "t.source_owner = :owner"
        case "shared_lists": Self.isOwnList.replacing("x.", with: "t.")
        case "list_items": "t.list_id IN (SELECT x.id FROM shared_lists x WHERE \(Self.isOwnList))"
        default: "t.user_id = \(Self.ownUser)"
        }
      return (sql, ["owner": owner])
    }
    guard let store, !Self.sharedKinds.contains(kind) else { return nil }
    guard let sql = Self.condition(ofStoreIn: kind) else {
      throw StockError(
        .notPermitted,
        "\(kind.replacing("_", with: " ")) are kept for the whole shop, and you belong to the store '\(store)'",
        remedy: "Ask somebody who belongs to no single store.")
    }
    return (sql, ["store": store])
  }

  private static func condition(ofStoreIn kind: String) -> String? {
    switch kind {
    case "locations": return "t.code = :store"
    case "count_lines": return "s.location_id = \(ownPlace)"
    case "counts", "stock_levels", "receipts", "sales", "movements": return "t.location_id = \(ownPlace)"
    default: break
    }
    guard let stored = StoredKind.of(kind) else { return nil }
    let columns = Set(stored.columns.map(\.column))
    if columns.contains("location_id") { return "t.location_id = \(ownPlace)" }
    if columns.contains("product_id") { return "t.product_id IN \(ownProducts)" }
    if let item = stored.columns.first(where: { $0.reference == .item }) { return "t.\(item.column) IN \(ownVariants)" }
    return nil
  }
}

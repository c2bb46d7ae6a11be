internal import FormatKit
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

  /// The kinds whose records all belong to users.
  public static let personalKinds = Set(Vocabulary.kinds.filter(\.isPersonal).map(\.name))

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
  /// - Throws: ``Problem/Code/notPermitted`` for a kind that has no records of a store.
  func condition(for kind: String) throws -> (sql: String, arguments: [String: String])? {
    guard let record = RecordCatalog.standard[kind] else { return nil }
    return try condition(for: record, StoredKinds.standard[kind])
  }

  /// - Parameter stored: its table; nil for what is in the ledger or in counts.
  func condition(
    for kind: RecordKind, _ stored: StoredKind?
  ) throws -> (sql: String, arguments: [String: String])? {
    if case .user(let naming) = kind.owner {
      guard let owner else { return nil }
      let sql =
        switch naming {
        case .itself: "t.code = :owner"
        // An object may contain more than its record shows: nobody sees the objects of others.
        case .code(let field): "t.\(field) = :owner"
        case .list: Self.isOwnList.replacing("x.", with: "t.")
        case .partOfList: "t.list_id IN (SELECT x.id FROM shared_lists x WHERE \(Self.isOwnList))"
        case .named: "t.user_id = \(Self.ownUser)"
        }
      return (sql, ["owner": owner])
    }
    guard let store, kind.owner != .allStores else { return nil }
    guard let sql = Self.condition(ofStoreIn: kind, stored) else {
      throw Problems(
        .notPermitted,
        "\(kind.name.replacing("_", with: " ")) are kept for the whole shop, and you belong to the store '\(store)'",
        remedy: "Ask somebody who belongs to no single store.")
    }
    return (sql, ["store": store])
  }

  private static func condition(ofStoreIn kind: RecordKind, _ stored: StoredKind?) -> String? {
    if kind.owner == .itself { return "t.code = :store" }
    // A counted line has the location of its count, which is joined as `s`.
    guard let stored else { return "\(kind.isCountLine ? "s" : "t").location_id = \(ownPlace)" }
    return stored.storeColumn.map { column, way in
      switch way {
      case .place: "t.\(column.column) = \(ownPlace)"
      case .product: "t.\(column.column) IN \(ownProducts)"
      case .item: "t.\(column.column) IN \(ownVariants)"
      }
    }
  }
}

extension StoredKind {
  /// What a column names that belongs to a store.
  enum StoreReference: Sendable { case place, product, item }

  /// The column that says to which store a record belongs: its own place, else that of its product, else that of its item;
  /// nil for records of the whole shop.
  var storeColumn: (column: StoredColumn, names: StoreReference)? {
    columns.first { $0.column == "location_id" }.map { ($0, .place) }
      ?? columns.first { $0.column == "product_id" }.map { ($0, .product) }
      ?? columns.first { $0.reference == .item }.map { ($0, .item) }
  }
}

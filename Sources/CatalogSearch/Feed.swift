internal import GRDB
public import RetailValues
public import Stock

/// A feed of products for browsing: the newest day first, and within a day one product of each store in turn.
///
/// On each day (UTC) every store's products have turns, starting with 1; see `SchemaVersion.version16`. The feed goes back day
/// by day from the session's day. Each day has all first turns, then all second turns and so on, so a store that
/// uploads many products at once gets one position in each round, like every other store. Within a round the order of
/// the stores depends only on the session. A product's position does not depend on other products: if products are
/// added or removed between two pages, every product that was published before the session still appears exactly once.
public struct Feed: Sendable {
  /// The selection of products.
  public enum Selection: Hashable, Sendable {
    /// All that customers are shown.
    case discovery
    /// Those that a user follows, or whose store or brand they follow.
    case following(user: String)
  }

  /// A position in a feed, as a text that identifies the pages before it.
  public struct Token: Hashable, Sendable, CustomStringConvertible {
    public let session: Timestamp
    let day: Int64
    let turn: Int64
    let order: Int64
    let product: Int64

    public var description: String {
      [session.millisecondsSince1970, day, turn, order, product].map { String($0, radix: 36) }.joined(separator: ".")
    }

    /// Reads a token; nil if the text is not a token.
    public init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int64($0, radix: 36) }
      guard numbers.count == 5, parts.count == 5 else { return nil }
      self.init(
        session: Timestamp(millisecondsSince1970: numbers[0]), day: numbers[1], turn: numbers[2], order: numbers[3],
        product: numbers[4])
    }

    init(session: Timestamp, day: Int64, turn: Int64, order: Int64, product: Int64) {
      (self.session, self.day, self.turn, self.order, self.product) = (session, day, turn, order, product)
    }
  }

  public struct Product: Hashable, Sendable {
    public let code: String
    public let title: String?
    /// Code and name of its store and of its brand.
    public let store: String?
    public let storeName: String?
    public let brand: String?
    public let brandName: String?
    public let publishedAt: Timestamp
  }

  public struct Page: Hashable, Sendable {
    public let products: [Product]
    /// The start of the next page; nil after the last.
    public let next: Token?
  }

  /// Products of a page at the most.
  public static let pageLimit = 1000

  public let selection: Selection
  /// Products published after this moment are not shown.
  public let session: Timestamp

  public init(_ selection: Selection, session: Timestamp) {
    self.selection = selection
    self.session = session
  }

  /// Reads one page.
  ///
  /// - Parameters:
  ///   - token: where the page before ended; nil for the first.
  ///   - size: how many products at most, from 1 to ``pageLimit``.
  public func page(after token: Token? = nil, size: Int, in shop: ShopDatabase) throws -> Page {
    let size = max(1, min(Self.pageLimit, size))
    return try shop.read { database in
      database.add(function: Self.order(session))
      var rows: [Row] = []
      // The rest of the day where the page before ended, then the days before it: each is a range of one index.
      if let token { rows = try self.rows(database, "f.day = :day AND f.turn >= :turn", after: token, limit: size + 1) }
      if rows.count <= size {
        let range = token == nil ? "f.day <= :day" : "f.day < :day"
        rows += try self.rows(database, range, after: token, limit: size + 1 - rows.count)
      }
      let isMore = rows.count > size
      return Page(
        products: rows.prefix(size).map { row in
          Product(
            code: row["code"], title: row["title"], store: row["store"], storeName: row["store_name"],
            brand: row["brand"], brandName: row["brand_name"],
            publishedAt: Timestamp(millisecondsSince1970: row["published_at"]))
        },
        next: isMore
          ? rows.prefix(size).last.map {
            Token(session: session, day: $0["day"], turn: $0["turn"], order: $0["place"], product: $0["id"])
          } : nil)
    }
  }

  private func rows(_ database: Database, _ range: String, after token: Token?, limit: Int) throws -> [Row] {
    let isRest = range.contains(":turn")
    var arguments: [String: (any DatabaseValueConvertible)?] = [
      "day": token?.day ?? session.millisecondsSince1970 / 86_400_000, "session": session.millisecondsSince1970,
      "limit": limit,
    ]
    if isRest, let token {
      arguments["turn"] = token.turn
      arguments["place"] = token.order
      arguments["product"] = token.product
    }
    var followed = ""
    if case .following(let user) = selection {
      arguments["user"] = user
      followed = Self.followed
    }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT f.day, f.turn, feed_order(COALESCE(l.code, '')) AS place, p.id, p.code, p.title, l.code AS store,
          l.name AS store_name, b.code AS brand, b.name AS brand_name, p.published_at
        FROM feed_places f CROSS JOIN products p ON p.id = f.product_id LEFT JOIN locations l ON l.id = p.location_id
          LEFT JOIN brands b ON b.id = p.brand_id
        WHERE \(range) AND p.published_at <= :session AND COALESCE(p.status, 'active') = 'active'
          AND COALESCE(l.status, 'active') = 'active' \(followed)
          \(isRest ? "AND (f.turn > :turn OR (place, p.id) > (:place, :product))" : "")
        ORDER BY f.day DESC, f.turn, place, p.id LIMIT :limit
        """, arguments: StatementArguments(arguments))
  }

  /// The lists are small and found once, not for each product.
  private static let followed = """
    AND (p.location_id IN (SELECT x.id FROM users u CROSS JOIN follows w ON w.user_id = u.id AND w.followed_kind = 'store'
        CROSS JOIN locations x ON x.code = w.followed WHERE u.code = :user)
      OR p.brand_id IN (SELECT x.id FROM users u CROSS JOIN follows w ON w.user_id = u.id AND w.followed_kind = 'brand'
        CROSS JOIN brands x ON x.code = w.followed WHERE u.code = :user)
      OR p.id IN (SELECT x.id FROM users u CROSS JOIN follows w ON w.user_id = u.id AND w.followed_kind = 'product'
        CROSS JOIN products x ON x.code = w.followed WHERE u.code = :user))
    """

  /// The order of stores within a round: FNV-1a of the session and the store's code, mixed as SplitMix64 does, as a number that is
  /// not negative. The same session gives the same order on every machine.
  static func order(of store: String, in session: Timestamp) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(session.millisecondsSince1970) \(store)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int64((hash ^ (hash >> 31)) >> 1)
  }

  private static func order(_ session: Timestamp) -> DatabaseFunction {
    DatabaseFunction("feed_order", argumentCount: 1, pure: true) { values in
      order(of: String.fromDatabaseValue(values[0]) ?? "", in: session)
    }
  }
}

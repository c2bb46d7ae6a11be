internal import Foundation
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// How a cycle count chooses what is counted. The same choice on the same data gives the same sheet.
public struct CycleSelection: Hashable, Sendable, Codable {
  public enum Method: String, Hashable, Sendable, CaseIterable, Codable {
    /// Items that are due by their ABC class: the classes come from the net sales of the location over the last year.
    case byClass = "class"
    /// Items that were not counted for longest; items that were never counted come first.
    case days
    /// Items with the highest value: on hand times cost.
    case value
    /// By chance, from a seed.
    case random
  }

  public var method: Method
  /// How many items at most.
  public var limit: Int
  /// The seed of the random choice.
  public var seed: UInt64?
  /// After how many days an item of class A, B or C is to be counted again.
  public var classDays: [Int]
  /// Up to which percentage of sales, the best sellers first, items are of class A, then of B; the others are of C.
  public var classShares: [Int]

  public init(
    method: Method, limit: Int, seed: UInt64? = nil, classDays: [Int] = [30, 90, 180], classShares: [Int] = [80, 95]
  ) {
    self.method = method
    self.limit = max(0, limit)
    self.seed = seed
    self.classDays = classDays.count == 3 ? classDays : [30, 90, 180]
    self.classShares = classShares.count == 2 ? classShares : [80, 95]
  }

  /// The choice in words.
  public var summary: String {
    let most = "at most \(limit) items"
    return switch method {
    case .byClass:
      """
      by class, \(most): A (\(classShares[0]) % of the sales of a year) every \(classDays[0]) days, B (up to \
      \(classShares[1]) %) every \(classDays[1]), C every \(classDays[2])
      """
    case .days: "by days since the last count, \(most), those never counted first"
    case .value: "by value on hand at cost, \(most), the highest first"
    case .random: "at random, \(most), seed \(seed ?? 0)"
    }
  }

  init?(json: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = value
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension CycleSelection {
  private static let day: Int64 = 86_400_000

  /// SQL for when an item was last counted at `:location`, in a posted count.
  private static let lastCounted = """
    (SELECT MAX(l.as_of) FROM count_lines l JOIN count_sessions s ON s.id = l.session_id
      WHERE l.variant_id = c.variant_id AND l.counted IS NOT NULL AND l.state <> 'excluded'
        AND s.location_id = :location AND s.state = 'posted')
    """

  /// Chooses variants, in the order of their urgency.
  ///
  /// - Throws: ``Problem/Code/refused`` when there is nothing to count.
  func choose(_ database: Database, at locationID: Int64, asOf moment: Timestamp) throws -> [Int64] {
    let countable = "(SELECT variant_id, quantity FROM (\(CountSessions.countable)) WHERE location_id = :location)"
    var arguments: StatementArguments = ["location": locationID, "limit": limit]
    let sql: String
    switch method {
    case .days:
      sql = """
        SELECT variant_id FROM (SELECT c.variant_id, v.sku, \(Self.lastCounted) AS last_counted
          FROM \(countable) c JOIN variants v ON v.id = c.variant_id)
        ORDER BY last_counted IS NOT NULL, last_counted, sku LIMIT :limit
        """
    case .value:
      sql = """
        SELECT c.variant_id FROM \(countable) c JOIN variants v ON v.id = c.variant_id
          LEFT JOIN report_stock_on_hand h ON h.variant_id = c.variant_id AND h.location_id = :location
        ORDER BY ABS(h.value_cost_minor) DESC NULLS LAST, ABS(c.quantity) DESC, v.sku LIMIT :limit
        """
    case .byClass:
      arguments += [
        "now": moment.millisecondsSince1970, "since": moment.millisecondsSince1970 - 365 * Self.day,
        "share_a": classShares[0], "share_b": classShares[1], "days_a": Int64(classDays[0]) * Self.day,
        "days_b": Int64(classDays[1]) * Self.day, "days_c": Int64(classDays[2]) * Self.day,
      ]
      sql = Self.dueByClass(countable)
    case .random:
      return try chooseByChance(database, countable, locationID)
    }
    return try found(Int64.fetchAll(database, sql: sql, arguments: arguments))
  }

  /// An item is in class A while the items that sell better make up less than A's share of all sales. Returns are
  /// subtracted, and items without sales are in class C.
  private static func dueByClass(_ countable: String) -> String {
    """
    WITH sold AS (
      SELECT m.variant_id, MAX(0, SUM(CASE
        WHEN ABS(m.quantity) > 9000000000000000000 / (ABS(m.unit_price) + 1) THEN NULL
        ELSE -m.quantity * m.unit_price / 1000 END)) AS value
      FROM movements m WHERE m.location_id = :location AND m.kind IN ('sale', 'customer-return')
        AND m.effective_at > :since AND m.effective_at <= :now AND \(CancelledMovements.isLive("m"))
      GROUP BY m.variant_id
    ), ranked AS (
      SELECT c.variant_id, v.sku, COALESCE(s.value, 0) AS value,
        SUM(COALESCE(s.value, 0)) OVER (ORDER BY COALESCE(s.value, 0) DESC, v.sku ROWS UNBOUNDED PRECEDING)
          - COALESCE(s.value, 0) AS before,
        SUM(COALESCE(s.value, 0)) OVER () AS total, \(lastCounted) AS last_counted
      FROM \(countable) c JOIN variants v ON v.id = c.variant_id LEFT JOIN sold s ON s.variant_id = c.variant_id
    ), classed AS (
      SELECT variant_id, sku, last_counted, CASE WHEN value = 0 THEN 3 WHEN before * 100 < total * :share_a THEN 1
        WHEN before * 100 < total * :share_b THEN 2 ELSE 3 END AS class FROM ranked
    ), due AS (
      SELECT variant_id, sku, class, last_counted,
        last_counted + CASE class WHEN 1 THEN :days_a WHEN 2 THEN :days_b ELSE :days_c END AS due_at FROM classed
    )
    SELECT variant_id FROM due WHERE last_counted IS NULL OR due_at <= :now
    ORDER BY class, last_counted IS NOT NULL, due_at, sku LIMIT :limit
    """
  }

  /// Each item draws a number from the seed and its SKU; the lowest win. So an item more or less leaves the others' luck as
  /// it was.
  private func chooseByChance(
    _ database: Database, _ countable: String, _ locationID: Int64
  ) throws -> [Int64] {
    try database.execute(sql: "DROP TABLE IF EXISTS temp.drawn_numbers")
    try database.execute(sql: "CREATE TEMP TABLE drawn_numbers (variant_id INTEGER, number INTEGER, sku TEXT)")
    defer { try? database.execute(sql: "DROP TABLE IF EXISTS temp.drawn_numbers") }
    let rows = try Row.fetchCursor(
      database, sql: "SELECT c.variant_id, v.sku FROM \(countable) c JOIN variants v ON v.id = c.variant_id",
      arguments: ["location": locationID])
    let insert = try database.makeStatement(sql: "INSERT INTO temp.drawn_numbers VALUES (?, ?, ?)")
    while let row = try rows.next() {
      let sku: String = row[1]
      try insert.execute(arguments: [row[0] as Int64, Int64(bitPattern: Self.draw(sku, seed: seed ?? 0)), sku])
    }
    return try found(
      Int64.fetchAll(
        database, sql: "SELECT variant_id FROM temp.drawn_numbers ORDER BY number, sku LIMIT ?", arguments: [limit]))
  }

  /// The number that a text draws: its bytes and the seed, mixed by SplitMix64 after each byte.
  static func draw(_ text: String, seed: UInt64) -> UInt64 {
    var state = seed
    func mix() {
      state &+= 0x9E37_79B9_7F4A_7C15
      state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
    }
    mix()
    for byte in text.utf8 {
      state ^= UInt64(byte)
      mix()
    }
    return state
  }

  private func found(_ variants: [Int64]) throws -> [Int64] {
    guard variants.isEmpty else { return variants }
    throw Problems(
      .refused, "there is nothing to count \(summary)",
      remedy: method == .byClass
        ? "Nothing is due; choose --by days to count ahead." : "Import goods and stock first, or give a larger --limit."
    )
  }
}

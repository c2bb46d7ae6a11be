package import GRDB
internal import RetailValues

/// The table `retail_complements`: cost ÷ retail of each category from a moment on, in shops that value by the retail
/// method.
///
/// It is derived from movements, prices and the current categories of the goods, one category at a time in the order of
/// time. A price or a category may change earlier ratios, so the table is rebuilt after every change of the catalog or
/// the ledger.
package enum RetailCosts {
  /// One row of the table; category 0 has the goods without one.
  struct Entry: Equatable {
    var categoryID: Int64
    var effectiveAt: Int64
    var cost: Int64?
    var retail: Int64?
    var complement: Int64
  }

  /// The state from which the table was made: the catalog's revision, the last movement, the shop's time zone.
  private static let setting = "retail_complements_of"
  /// The number of distinct years, counted back from the last movement. All earlier years count as one.
  private static let yearLimit = 100

  /// Rebuilds the table if its sources have changed, and empties it if it is no longer needed.
  static func refresh(_ database: Database) throws {
    // A new shop has no tables yet.
    guard try database.tableExists("retail_complements") else { return }
    let made = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = ?", arguments: [setting])
    guard try ShopValuation.method(database) == .retail else {
      guard made != nil else { return }
      try database.execute(sql: "DELETE FROM retail_complements")
      try database.execute(sql: "DELETE FROM settings WHERE name = ?", arguments: [setting])
      return
    }
    let last = try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM movements") ?? 0
    let zone = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'time_zone'") ?? ""
    let current = "\(try ShopDatabase.catalogRevision(database)) \(last) \(zone)"
    if made != current { try rebuild(database, from: current) }
  }

  /// Rebuilds the whole table. It is empty in a shop that does not value by the retail method.
  package static func rebuild(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM settings WHERE name = ?", arguments: [setting])
    try database.execute(sql: "DELETE FROM retail_complements")
    try refresh(database)
  }

  private static func rebuild(_ database: Database, from current: String) throws {
    try database.execute(sql: "DELETE FROM retail_complements")
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO retail_complements (category_id, effective_at, cost_value, retail_value, complement)
        VALUES (?, ?, ?, ?, ?)
        """)
    try replay(database) { entry in
      try insert.execute(arguments: [
        entry.categoryID, entry.effectiveAt, entry.cost, entry.retail, entry.complement,
      ])
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", arguments: [setting, current])
  }

  /// Counts the entries that differ from what movements and prices say, with a variant of the first few categories.
  package static func differences(_ database: Database) throws -> (count: Int, variants: [Int64]) {
    guard try ShopValuation.method(database) == .retail else { return (0, []) }
    let stored = try Row.fetchCursor(
      database,
      sql: """
        SELECT category_id, effective_at, cost_value, retail_value, complement FROM retail_complements
        ORDER BY category_id, effective_at
        """)
    var count = 0
    var categories: [Int64] = []
    func differs(_ category: Int64) {
      count += 1
      if categories.count < FailedCheck.exampleLimit, categories.last != category { categories.append(category) }
    }
    try replay(database) { computed in
      let present = try stored.next().map {
        Entry(categoryID: $0[0], effectiveAt: $0[1], cost: $0[2], retail: $0[3], complement: $0[4])
      }
      if present != computed { differs(computed.categoryID) }
    }
    while let row = try stored.next() { differs(row[0]) }
    let variants = try categories.compactMap {
      try Int64.fetchOne(
        database,
        sql: """
          SELECT MIN(v.id) FROM variants v JOIN products p ON p.id = v.product_id WHERE COALESCE(p.category_id, 0) = ?
          """, arguments: [$0])
    }
    return (count, variants)
  }

  // MARK: - Replay

  static func replay(_ database: Database, into receive: (Entry) throws -> Void) throws {
    let years = try yearStarts(database)
    let divisor = try ShopValuation.costDivisor(database)
    let rows = try Row.fetchCursor(database, sql: RetailEvents.sql(years: years))
    var current: Entry?
    var emitted: Entry?
    var inventory = RetailInventory(costDivisor: divisor)
    var year = 0
    func emit() throws {
      inventory.settle()
      guard var entry = current, let complement = inventory.complement else { return }
      entry.complement = complement
      (entry.cost, entry.retail) = (Int64(exactly: inventory.cost), Int64(exactly: inventory.retail))
      if let emitted, (emitted.categoryID, emitted.cost, emitted.retail) == (entry.categoryID, entry.cost, entry.retail)
      {
        return
      }
      emitted = entry
      try receive(entry)
    }
    while let row = try rows.next() {
      let (categoryID, at): (Int64, Int64) = (row[0], row[1])
      if current?.categoryID != categoryID || current?.effectiveAt != at {
        try emit()
        if current?.categoryID != categoryID {
          inventory = RetailInventory(costDivisor: divisor)
          year = 0
        }
        current = Entry(categoryID: categoryID, effectiveAt: at, complement: 0)
        while year < years.count, years[year] <= at {
          inventory.beginYear()
          year += 1
        }
      }
      inventory.add(RetailEvents.event(row))
    }
    try emit()
  }

  /// The first moments of the years that the ledger knows, in the shop's time zone.
  private static func yearStarts(_ database: Database) throws -> [Int64] {
    guard
      let first = try Int64.fetchOne(database, sql: "SELECT MIN(effective_at) FROM movements"),
      let last = try Int64.fetchOne(database, sql: "SELECT MAX(effective_at) FROM movements")
    else { return [] }
    let zone = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'time_zone'") ?? ""
    let clock = ShopClock(timeZone: zone) ?? .utc
    let latest = clock.date(of: Timestamp(millisecondsSince1970: last)).year
    let earliest = clock.date(of: Timestamp(millisecondsSince1970: first)).year
    guard earliest < latest else { return [] }
    return (max(earliest, latest - yearLimit) + 1...latest).compactMap { year in
      CalendarDate(year: year, month: 1, day: 1).map { clock.timestamp($0).millisecondsSince1970 }
    }
  }
}

/// The costs of a session's items by the retail method as of their times, regardless of the shop's own method.
///
/// Keeps the ratio of each category at each moment that the session needs.
struct RetailQuotes {
  private struct Moment: Hashable {
    let category: Int64
    let at: Int64
  }

  private var found: [Moment: Int64] = [:]
  private let database: Database
  private let category: Statement

  init(_ database: Database, sessionID: Int64, asOf: Timestamp) throws {
    self.database = database
    category = try database.makeStatement(
      sql: "SELECT COALESCE(p.category_id, 0) FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?")
    let (source, moment) = CountedItems.entries(
      of: sessionID, hasSections: try CountedItems.hasSections(database, sessionID: sessionID))
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT DISTINCT COALESCE(p.category_id, 0), c.at
        FROM (SELECT variant_id, NULL AS at FROM count_sheet WHERE session_id = \(sessionID)
          UNION SELECT e.variant_id, \(moment) FROM \(source)) c
        JOIN variants v ON v.id = c.variant_id JOIN products p ON p.id = v.product_id
        """)
    var wanted: [Int64: Set<Int64>] = [:]
    while let row = try rows.next() { wanted[row[0], default: []].insert(row[1] ?? asOf.millisecondsSince1970) }
    let moments = wanted.mapValues { $0.sorted(by: >) }
    var found: [Moment: Int64] = [:]
    try RetailCosts.replay(database) { entry in
      // Later entries take the place of earlier ones at every moment that they are valid at.
      for at in moments[entry.categoryID] ?? [] {
        guard at >= entry.effectiveAt else { break }
        found[Moment(category: entry.categoryID, at: at)] = entry.complement
      }
    }
    self.found = found
  }

  func quote(_ item: inout CountFact) throws {
    let category = try Int64.fetchOne(category, arguments: [item.variantID]) ?? 0
    let moment = Moment(category: category, at: item.asOf.millisecondsSince1970)
    guard let price = item.retailPrice, let complement = found[moment] else { return }
    item.costs.retail = RetailCost(price: price, complement: complement)
  }
}

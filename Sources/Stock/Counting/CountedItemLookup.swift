internal import GRDB
internal import RetailValues

/// The size of a session compared with the shop, which decides whether tables are scanned or rows are looked up.
struct CountReach {
  let sessionID: Int64
  let locationID: Int64
  /// Whether the session has a good part of all items.
  let isWide: Bool
  /// The number of items, about: each entry counts, and each line of the sheet where those alone are few.
  let items: Int64
  let lastVariant: Int64
  /// The earliest time of a count of the session; nil when the movements after it are too many to be sorted.
  let earliest: Int64?

  /// Scanning a row costs a fraction of looking one up.
  static let scanFactor: Int64 = 4

  init(_ database: Database, sessionID: Int64, locationID: Int64, asOf: Timestamp) throws {
    (self.sessionID, self.locationID) = (sessionID, locationID)
    func number(_ sql: String) throws -> Int64? { try Int64.fetchOne(database, sql: sql) }
    let (source, moment) = CountedItems.entries(
      of: sessionID, hasSections: try CountedItems.hasSections(database, sessionID: sessionID))
    let entries = try Row.fetchOne(database, sql: "SELECT COUNT(*), MIN(\(moment)) FROM \(source)")
    let lastVariant = try number("SELECT MAX(id) FROM variants") ?? 0
    var items: Int64 = entries?[0] ?? 0
    if items < lastVariant / Self.scanFactor {
      items += try number("SELECT COUNT(*) FROM count_sheet WHERE session_id = \(sessionID)") ?? 0
    }
    (self.items, self.lastVariant) = (items, lastVariant)
    isWide = lastVariant / Self.scanFactor <= items
    guard isWide else {
      earliest = nil
      return
    }
    let earliest = min(asOf.millisecondsSince1970, entries?[1] ?? .max)
    let limit = items / Self.scanFactor + 1000
    let late = try number(
      "SELECT COUNT(*) FROM (SELECT 1 FROM movements WHERE effective_at > \(earliest) LIMIT \(limit))")
    self.earliest = late ?? limit < limit ? earliest : nil
  }

  /// Whether to scan a table: it has few rows for each item of the session.
  func scans(_ table: String, _ database: Database) throws -> Bool {
    guard isWide else { return false }
    let rows = try Int64.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    return rows / Self.scanFactor <= items
  }

  /// Whether to scan the balances. They have at most one row for each location and lot, of which only a part is needed.
  func scansBalances(_ database: Database) throws -> Bool {
    let locations = try Int64.fetchOne(database, sql: "SELECT COUNT(*) FROM locations") ?? 1
    return isWide && lastVariant / (2 * Self.scanFactor) <= items / max(1, locations)
  }
}

/// The data of catalog and ledger about the items of a session as of their times.
struct CountedItemLookup {
  struct Variant {
    var sku: String
    var standardCost: Int64?
  }

  private var variants: VariantRows
  private var balances: VariantRows
  private var movements: VariantRows
  private var averages: VariantRows
  private var prices: VariantRows
  private var receiptsBefore: VariantRows
  private var receipts: VariantRows
  private var lists: VariantRows
  private let valuation: ValuationMethod

  init(_ database: Database, _ reach: CountReach, currency: Currency, valuation: ValuationMethod) throws {
    self.valuation = valuation
    let atLocation = "location_id = \(reach.locationID)"
    variants = try Self.rows(
      database, isScan: reach.isWide, of: "variants", key: "id", columns: "sku, standard_cost")
    balances = try Self.rows(
      database, isScan: reach.scansBalances(database), of: "balances", columns: "quantity", where: atLocation)
    movements =
      if let earliest = reach.earliest {
        try VariantRows(
          database,
          scanning: """
            SELECT variant_id, effective_at, quantity FROM movements INDEXED BY movements_by_time
            WHERE effective_at > \(earliest) AND \(atLocation) ORDER BY variant_id
            """)
      } else {
        try VariantRows(
          database,
          lookingUp: """
            SELECT variant_id, effective_at, quantity FROM movements INDEXED BY movements_by_variant
            WHERE variant_id = ?1 AND effective_at > ?2 AND \(atLocation)
            """)
      }
    averages = try Self.rows(
      database, isScan: reach.scans("cost_history", database), of: "cost_history",
      columns: "effective_at, average_cost", order: "effective_at, movement_id",
      lookup: "effective_at <= ?2 ORDER BY effective_at DESC, movement_id DESC LIMIT 1")
    // The mark-down of an event depends on the moment, so it is looked up for each count.
    let hasEvents =
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM sales_event_rates)") ?? false
    let price = hasEvents ? EventPrices.markedDown("prices.variant_id", at: "?2") : "price"
    let isScan = try !hasEvents && reach.scans("prices", database)
    // With the sign SQLite keeps the two in the order, which is then that of an index; it sorts the rows otherwise.
    let sign = isScan ? "+" : ""
    prices = try Self.rows(
      database, isScan: isScan, of: "prices", columns: "valid_from, valid_to, \(price), tax_included",
      where: "\(sign)price_type = 'regular' AND \(sign)currency = '\(currency.code)'",
      order: "price_type, currency, valid_from",
      lookup: "valid_from <= ?2 AND (valid_to IS NULL OR valid_to >= ?2) ORDER BY valid_from DESC LIMIT 1")
    receiptsBefore = try VariantRows(database, lookingUp: Self.lastReceipt("AND h.effective_at <= ?2"))
    receipts = try VariantRows(database, lookingUp: Self.lastReceipt(""))
    lists = try VariantRows(
      database,
      lookingUp: """
        SELECT variant_id, MIN(unit_cost) FROM supplier_items
        WHERE variant_id = ?1 AND unit_cost IS NOT NULL AND COALESCE(currency, '\(currency.code)') = '\(currency.code)'
        """)
  }

  /// - Parameters:
  ///   - condition: SQL that a row fulfils in both cases.
  ///   - order: SQL for the order of an item's rows when the table is scanned.
  ///   - lookup: SQL for the rows that are looked up.
  private static func rows(
    _ database: Database, isScan: Bool, of table: String, key: String = "variant_id", columns: String,
    where condition: String = "1", order: String? = nil, lookup: String = "1"
  ) throws -> VariantRows {
    let select = "SELECT \(key), \(columns) FROM \(table) WHERE \(condition)"
    guard isScan else { return try VariantRows(database, lookingUp: "\(select) AND \(key) = ?1 AND \(lookup)") }
    return try VariantRows(database, scanning: "\(select) ORDER BY \(key)" + (order.map { ", \($0)" } ?? ""))
  }

  /// SQL for the cost of the last receipt. Receipts with a cost are few among the movements; the cost history names them.
  private static func lastReceipt(_ condition: String) -> String {
    """
    SELECT h.variant_id, m.unit_cost FROM cost_history h JOIN movements m ON m.id = h.movement_id
    WHERE h.variant_id = ?1 \(condition) AND m.kind = 'receipt' AND m.quantity > 0
    ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1
    """
  }

  /// Fills in the data of an item as of each of its counts.
  ///
  /// - Returns: nil if the catalog does not have the item.
  mutating func read(_ variantID: Int64, into counts: inout [ItemCount]) throws -> Variant? {
    var variant: Variant?
    try variants.read(variantID) { row in
      variant = Variant(sku: row.text(1), standardCost: row.integer(2))
    }
    guard let variant else { return nil }
    var onHand: Int64 = 0
    try balances.read(variantID) { try ItemCount.add($0.number(1), to: &onHand) }
    for index in counts.indices { counts[index].onHand = onHand }
    try Self.fill(&counts, of: variantID, from: &movements, at: \.firstAt) { row, count in
      if row.number(1) > count.asOf {
        try ItemCount.add(row.number(2), to: &count.movedAfter)
      } else if row.number(1) > count.firstAt {
        try ItemCount.add(row.number(2), to: &count.movedBetween)
      }
    }
    try Self.fill(&counts, of: variantID, from: &averages) { row, count in
      if row.number(1) <= count.asOf { count.average = row.number(2) }
    }
    try Self.fill(&counts, of: variantID, from: &prices) { row, count in
      guard row.number(1) <= count.asOf, row.integer(2).map({ $0 >= count.asOf }) ?? true else { return }
      (count.price, count.isTaxIncluded) = (row.number(3), row.number(4) != 0)
    }
    for index in counts.indices {
      try findOtherCosts(of: variantID, standard: variant.standardCost, &counts[index])
    }
    return variant
  }

  /// Hands the rows of an item to its counts. When they are looked up, that is done for each count by itself, at its time
  /// unless another is given.
  @inline(__always)
  private static func fill(
    _ counts: inout [ItemCount], of variantID: Int64, from rows: inout VariantRows,
    at moment: KeyPath<ItemCount, Int64> = \.asOf, _ body: (VariantRows.Row, inout ItemCount) throws -> Void
  ) throws {
    if rows.isScan {
      try rows.read(variantID) { row in
        for index in counts.indices { try body(row, &counts[index]) }
      }
    } else {
      for index in counts.indices {
        try rows.read(variantID, at: counts[index][keyPath: moment]) { try body($0, &counts[index]) }
      }
    }
  }

  /// Looks up the last receipt and the supplier's list if the session's method needs them: the cost of the last receipt
  /// as of the count's time or, if no receipt had a cost by then, of any time. A count that is valued by last cost
  /// never uses a receipt after its time.
  private mutating func findOtherCosts(of variantID: Int64, standard: Int64?, _ count: inout ItemCount) throws {
    guard valuation == .last || count.average == nil else { return }
    if valuation == .standard, standard != nil { return }
    try receiptsBefore.read(variantID, at: count.asOf) { count.last = $0.integer(1) }
    if count.last == nil, valuation != .last { try receipts.read(variantID) { count.last = $0.integer(1) } }
    if count.last == nil, count.average == nil { try lists.read(variantID) { count.list = $0.integer(1) } }
  }
}

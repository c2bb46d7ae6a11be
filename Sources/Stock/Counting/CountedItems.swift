internal import GRDB
internal import RetailValues

/// One count of an item, with the item's data as of its time.
struct ItemCount {
  /// 0 for the first count, then one for each recount; nil for an item that was not counted.
  var round: Int?
  var counted: Int64?
  /// In milliseconds since 1970. A count's time is the latest of its entries' times: by then all of it was counted.
  var asOf: Int64
  /// The earliest of its entries' times.
  var firstAt: Int64
  /// The stock now.
  var onHand: Int64 = 0
  /// The sum of the movements after its time.
  var movedAfter: Int64 = 0
  /// The sum of the movements after the earliest of its entries, up to and including its time.
  var movedBetween: Int64 = 0
  var average: Int64?
  var last: Int64?
  var list: Int64?
  var price: Int64?
  var isTaxIncluded = true

  /// - Parameter asOf: its time, and the only one of its entries.
  init(round: Int? = nil, counted: Int64? = nil, asOf: Int64) {
    (self.round, self.counted, self.asOf, firstAt) = (round, counted, asOf, asOf)
  }

  func fact(
    of variantID: Int64, _ variant: CountedItemLookup.Variant, isOnSheet: Bool, currency: Currency
  ) throws -> CountFact {
    let moment = Timestamp(millisecondsSince1970: asOf)
    let expected = try CountFactQuery.expected(onHand: onHand, after: movedAfter)
    var fact = CountFact(
      variantID: variantID, sku: variant.sku, isOnSheet: isOnSheet,
      round: round.flatMap { number in
        counted.map { CountRound(number: number, counted: Quantity(scaled: $0), asOf: moment, expected: expected) }
      },
      asOf: moment, expected: expected,
      costs: UnitCosts(
        movingAverage: average.map { UnitCost(scaled: $0) }, last: last.map { UnitCost(scaled: $0) },
        supplierList: list.map { UnitCost(scaled: $0) }, standard: variant.standardCost.map { UnitCost(scaled: $0) }),
      retailPrice: price.map { Money(minorUnits: $0, currency: currency) }, isTaxIncluded: isTaxIncluded)
    fact.movedBetweenParts = Quantity(scaled: movedBetween)
    return fact
  }

  /// Adds quantities of one item.
  static func add(_ quantity: Int64, to sum: inout Int64) throws {
    let (added, overflow) = sum.addingReportingOverflow(quantity)
    guard !overflow else { throw CountFactQuery.outOfRange }
    sum = added
  }
}

/// The items of a session in order of their number: those on the sheet and those found in addition, with their counts.
struct CountedItems {
  private var sheet: VariantRows
  private var entries: VariantRows
  private let asOf: Int64

  /// SQL for the entries of a session that hold, and for the time of each: its own, else that of its section, else NULL for
  /// the time of the session.
  static func entries(of sessionID: Int64, hasSections: Bool) -> (source: String, moment: String) {
    let condition = "e.session_id = \(sessionID) AND e.variant_id IS NOT NULL AND e.superseded_by IS NULL"
    guard hasSections else { return ("count_entries e WHERE \(condition)", "e.counted_at") }
    return (
      """
      count_entries e LEFT JOIN count_sections t ON t.session_id = e.session_id AND t.section = e.section
      WHERE \(condition)
      """, "COALESCE(e.counted_at, t.counted_at)"
    )
  }

  static func hasSections(_ database: Database, sessionID: Int64) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM count_sections WHERE session_id = ?)", arguments: [sessionID])
      ?? false
  }

  init(_ database: Database, sessionID: Int64, asOf: Timestamp) throws {
    self.asOf = asOf.millisecondsSince1970
    sheet = try VariantRows(
      database, scanning: "SELECT variant_id FROM count_sheet WHERE session_id = \(sessionID) ORDER BY variant_id")
    let (source, moment) = Self.entries(
      of: sessionID, hasSections: try Self.hasSections(database, sessionID: sessionID))
    entries = try VariantRows(
      database,
      scanning: "SELECT e.variant_id, e.round, e.quantity, \(moment) FROM \(source) ORDER BY e.variant_id, e.round")
  }

  /// - Parameter counts: gets the counts of the item, at least one, in order of their rounds.
  /// - Returns: nil after the last item.
  mutating func next(_ counts: inout [ItemCount]) throws -> (variantID: Int64, isOnSheet: Bool)? {
    let variantID = min(try sheet.next(), try entries.next())
    guard variantID < .max else { return nil }
    var isOnSheet = false
    // The sheet may list an item in several sections.
    try sheet.read(variantID) { _ in isOnSheet = true }
    counts.removeAll(keepingCapacity: true)
    try entries.read(variantID) { row in
      let (round, quantity, moment) = (Int(row.number(1)), row.number(2), row.integer(3) ?? asOf)
      if var count = counts.last, count.round == round {
        var sum = count.counted ?? 0
        try ItemCount.add(quantity, to: &sum)
        count.counted = sum
        (count.asOf, count.firstAt) = (max(count.asOf, moment), min(count.firstAt, moment))
        counts[counts.count - 1] = count
      } else {
        counts.append(ItemCount(round: round, counted: quantity, asOf: moment))
      }
    }
    if counts.isEmpty { counts.append(ItemCount(asOf: asOf)) }
    return (variantID, isOnSheet)
  }
}

internal import GRDB
public import RetailValues

/// A line of a posted count, with its later corrections.
public struct PostedCountLine: Hashable, Sendable {
  public let sku: String
  /// The title of the item, as it is now.
  public let title: String
  public let state: CountLineState
  public let asOf: Timestamp
  public let counted: Quantity?
  public let expected: Quantity
  public let variance: Quantity?
  /// The correction of the variance by movements that are effective before the count and arrived after its posting; nil
  /// if there were no such movements.
  public let restated: Quantity?
  /// The variance with all that is known now.
  public let varianceNow: Quantity?
  /// The cost of one unit by the count's method, and its source.
  public let unitCost: UnitCost?
  public let costSource: CostSource
  /// The variance at cost, as posted and with all that is known now; nil when unvalued.
  public let costValue: Money?
  public let costValueNow: Money?
  /// The variance at retail, as posted and with all that is known now; nil without a price.
  public let retailValue: Money?
  public let retailValueNow: Money?
  public let reason: String?
}

extension ShopDatabase {
  /// The lines of a posted or reversed count, streamed in the order of their posting.
  ///
  /// - Throws: ``Problem/Code/notFound``.
  public func postedCountLines(_ code: String, _ receive: (PostedCountLine) throws -> Void) throws {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT v.sku, l.state, l.as_of, l.counted_milli, l.expected_milli, l.variance_milli, l.restated_milli,
            l.variance_restated_milli, l.variance_cost_minor, l.variance_restated_cost_minor, l.reason,
            l.unit_cost_micro, l.cost_source, l.variance_retail_minor, l.variance_restated_retail_minor, v.title
          FROM report_count_lines l JOIN report_variants v ON v.variant_id = l.variant_id WHERE l.session_id = ? ORDER BY l.line_id
          """, arguments: [session.id])
      while let row = try rows.next() {
        func quantity(_ column: Int) -> Quantity? { (row[column] as Int64?).map { Quantity(scaled: $0) } }
        func money(_ column: Int) -> Money? {
          (row[column] as Int64?).map { Money(minorUnits: $0, currency: settings.currency) }
        }
        try receive(
          PostedCountLine(
            sku: row[0], title: row[15], state: CountLineState(rawValue: row[1]) ?? .counted,
            asOf: Timestamp(millisecondsSince1970: row[2]), counted: quantity(3), expected: quantity(4) ?? .zero,
            variance: quantity(5), restated: quantity(6), varianceNow: quantity(7),
            unitCost: (row[11] as Int64?).map { UnitCost(scaled: $0) },
            costSource: CostSource(rawValue: row[12]) ?? .unvalued, costValue: money(8), costValueNow: money(9),
            retailValue: money(13), retailValueNow: money(14), reason: row[10]))
      }
    }
  }
}

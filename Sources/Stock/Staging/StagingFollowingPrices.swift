internal import FormatKit
internal import GRDB

/// New prices that follow a price of the shop, such as those with a day of their own: people say that the price changes.
///
/// A price that takes the place of the one valid now is counted as changed already; see ``StagingArea/shownAction(of:)``.
extension StagingArea {
  /// How many of the new prices follow one that the shop has. They are counted once; see ``PlanCount/followingPrices``.
  func followingPrices() throws -> Int {
    guard try hasChanges("prices"), try !isEmpty("prices") else { return 0 }
    return try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM temp.merged_prices m WHERE \(Self.followedPrice) IS NOT NULL") ?? 0
  }

  /// SQL for the price that a new one of the alias `m` follows; NULL for one that follows none, or takes its place.
  static let followedPrice = """
    CASE WHEN m.action = \(PlanAction.create.sql) AND m.previous IS NULL THEN
      (SELECT CAST(o.price AS TEXT) FROM main.prices o WHERE o.variant_id = m.r_sku AND o.price_type = m.f_price_type
        AND o.currency = m.f_currency AND o.valid_from < m.f_valid_from ORDER BY o.valid_from DESC LIMIT 1) END
    """
}

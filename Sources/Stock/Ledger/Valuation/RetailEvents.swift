internal import GRDB

/// The events that change cost and retail of the categories, read from movements and prices in the order of category and time.
///
/// A sales event is a markdown, and its end a cancellation of it: neither changes the ratio, so prices and purchases
/// are those without events. Only the opening stock of a year is taken at the price at which it was valued when the
/// year before closed.
enum RetailEvents {
  /// - Parameter years: the first moments of the years.
  static func sql(years: [Int64]) -> String {
    let starts =
      years.isEmpty
      ? "SELECT 0 AS at WHERE 1 = 0"
      : "SELECT column1 AS at FROM (VALUES "
        + years.map { "(\($0))" }.joined(separator: ", ") + ")"
    return """
      WITH shop AS (SELECT value AS currency FROM settings WHERE name = 'currency'),
      years AS (\(starts)),
      regular AS NOT MATERIALIZED (
        SELECT p.variant_id, p.valid_from, p.valid_to, p.price FROM prices p
        WHERE p.price_type = 'regular' AND p.currency = (SELECT currency FROM shop)
      ), arrivals AS (
        SELECT m.variant_id, m.id, m.quantity, m.unit_cost, m.effective_at, \(price("m.variant_id", "m.effective_at")) AS price,
          (SELECT MIN(r.valid_from) FROM regular r WHERE r.variant_id = m.variant_id AND r.valid_from > m.effective_at)
            AS first_priced_at
        FROM movements m
        WHERE \(CancelledMovements.isLive("m")) AND (\(MovingAverageCost.setsCost("m"))
          OR m.kind = 'supplier-return' AND m.unit_cost IS NOT NULL)
      ), moments AS (
        SELECT variant_id, valid_from AS at FROM regular WHERE valid_from > \(Schema.always)
        UNION SELECT variant_id, valid_to + 1 AS at FROM regular WHERE valid_to < \(Int64.max)
      ), priced AS (
        SELECT n.variant_id, n.at, \(price("n.variant_id", "n.at - 1")) AS before, \(price("n.variant_id", "n.at")) AS after
        FROM moments n
      )
      SELECT COALESCE(p.category_id, 0), e.at, e.place, e.variant_id, e.quantity, e.unit_cost, e.before, e.price
      FROM (
        SELECT o.at, 0 AS place, o.variant_id, 0 AS id, \(onHand("o.variant_id", "o.at")) AS quantity, 0 AS unit_cost,
          o.price AS before,
          CASE o.mark_off WHEN 0 THEN o.price ELSE \(EventPrices.lessened("o.price", by: "o.mark_off")) END AS price
        FROM (SELECT y.at, v.id AS variant_id, \(price("v.id", "y.at - 1")) AS price,
          \(EventPrices.markdown("v.product_id", at: "y.at - 1")) AS mark_off FROM years y CROSS JOIN variants v) o
        UNION ALL
        SELECT c.at, 1 AS place, c.variant_id, 0 AS id, \(onHand("c.variant_id", "c.at")) AS quantity, 0 AS unit_cost,
          c.before, c.after AS price
        FROM priced c WHERE c.before <> c.after
        UNION ALL
        SELECT CASE WHEN a.price IS NULL THEN a.first_priced_at ELSE a.effective_at END AS at, 2 AS place, a.variant_id,
          a.id, a.quantity, a.unit_cost, 0 AS before,
          COALESCE(a.price, \(price("a.variant_id", "a.first_priced_at"))) AS price
        FROM arrivals a
      ) e JOIN variants v ON v.id = e.variant_id JOIN products p ON p.id = v.product_id
      WHERE e.at IS NOT NULL AND e.price > 0 AND e.quantity <> 0
      ORDER BY COALESCE(p.category_id, 0), e.at, e.place, e.id, e.variant_id
      """
  }

  static func event(_ row: Row) -> RetailInventory.Event {
    let (place, variant, quantity, price): (Int, Int64, Int64, Int64) = (row[2], row[3], row[4], row[7])
    switch place {
    case 0: return .opening(variant: variant, quantity: quantity, price: price, original: row[6])
    case 1: return .price(variant: variant, onHand: quantity, before: row[6], after: price)
    default: return .purchase(variant: variant, quantity: quantity, unitCost: row[5], price: price)
    }
  }

  /// The regular price of a moment; where its time is over and no other has begun, the last one that was.
  private static func price(_ variant: String, _ moment: String) -> String {
    """
    COALESCE((SELECT r.price FROM regular r WHERE r.variant_id = \(variant) AND r.valid_from <= \(moment)
        AND (r.valid_to IS NULL OR r.valid_to >= \(moment)) ORDER BY r.valid_from DESC LIMIT 1),
      (SELECT r.price FROM regular r WHERE r.variant_id = \(variant) AND r.valid_from <= \(moment)
        ORDER BY r.valid_to DESC, r.valid_from DESC LIMIT 1))
    """
  }

  /// The stock at all locations just before a moment.
  private static func onHand(_ variant: String, _ moment: String) -> String {
    """
    (SELECT COALESCE(SUM(m.quantity), 0) FROM movements m INDEXED BY movements_by_variant
      WHERE m.variant_id = \(variant) AND m.effective_at < \(moment) AND m.kind <> 'transfer'
        AND \(CancelledMovements.isLive("m")))
    """
  }
}

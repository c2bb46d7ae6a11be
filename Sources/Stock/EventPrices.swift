/// The price of a moment: the regular price valid then, less what a sales event takes off then.
///
/// The rule stands here and in the two views that are made from it, and nowhere else. Of all mark-offs that reach a product at
/// a moment the greatest counts, whatever events and groups they are of; they are never added. What remains is rounded once,
/// half away from zero, to the minor unit. Nothing is kept that would have to be kept in step: the events are looked up by
/// what the product is, and where no event is on they are not looked up at all.
enum EventPrices {
  /// The moment at which a statement runs, or the one that its reader gives for it.
  static let now = "acting_moment()"

  /// A column of the price of a type in the shop's currency of a moment, as an SQL expression; NULL where none is valid.
  static func regular(
    _ column: String, of variant: String, at moment: String, type: String = "regular"
  ) -> String {
    """
    (SELECT p.\(column) FROM prices p WHERE \(isValid(type, of: variant, at: moment))
      ORDER BY p.valid_from DESC LIMIT 1)
    """
  }

  /// The regular price of a moment less the mark-off of that moment, in minor units.
  static func markedOff(_ variant: String, at moment: String) -> String {
    """
    (SELECT \(lessened("q.price", by: "q.mark_off")) FROM (\(marked(variant, at: moment))) q LIMIT 1)
    """
  }

  /// What customers pay at a moment where it is less than the regular price: the lower one of the sale price and of what an
  /// event makes of the regular price; NULL where there is neither.
  static func offered(_ variant: String, at moment: String) -> String {
    """
    (SELECT MIN(o.price) FROM (
      SELECT (SELECT p.price FROM prices p WHERE \(isValid("sale", of: variant, at: moment))
        ORDER BY p.valid_from DESC LIMIT 1) AS price
      UNION ALL
      SELECT CASE WHEN \(isOn(at: moment)) THEN (
        SELECT NULLIF(\(lessened("q.price", by: "q.mark_off")), q.price)
        FROM (\(marked(variant, at: moment))) q LIMIT 1) END) o)
    """
  }

  /// The last moment of what customers pay less: of the sale price, or of the sales event that makes it; NULL where it has
  /// no end, or where they pay the regular price.
  static func offeredUntil(_ variant: String, at moment: String) -> String {
    """
    (SELECT CASE WHEN o.price IS NULL THEN NULL
        WHEN o.price = \(regular("price", of: variant, at: moment, type: "sale"))
        THEN \(regular("valid_to", of: variant, at: moment, type: "sale"))
        ELSE (SELECT MIN(e.ends_at) FROM report_mark_offs e WHERE e.product_id = \(product(of: variant))
          AND e.starts_at <= \(moment) AND (e.ends_at IS NULL OR e.ends_at >= \(moment))) END
      FROM (SELECT \(offered(variant, at: moment)) AS price) o)
    """
  }

  /// The regular price of a moment and its mark-off. Whoever selects from it says LIMIT, lest the mark-off be put in, and
  /// worked out, as often as it is used.
  private static func marked(_ variant: String, at moment: String) -> String {
    """
    SELECT p.price, \(markOff(product(of: "p.variant_id"), at: moment)) AS mark_off FROM prices p
    WHERE \(isValid("regular", of: variant, at: moment)) ORDER BY p.valid_from DESC LIMIT 1
    """
  }

  /// The greatest mark-off of a product at a moment, in millionths; 0 where none reaches it.
  static func markOff(_ product: String, at moment: String) -> String {
    """
    COALESCE(CASE WHEN \(isOn(at: moment)) THEN (
      SELECT MAX(o.mark_off_micro) FROM report_mark_offs o WHERE o.product_id = \(product)
        AND o.starts_at <= \(moment) AND (o.ends_at IS NULL OR o.ends_at >= \(moment))) END, 0)
    """
  }

  /// Whether any event is on: what spares shops and times without events the rest.
  private static func isOn(at moment: String) -> String {
    """
    EXISTS (SELECT 1 FROM sales_event_rates) AND EXISTS (
      SELECT 1 FROM sales_events e WHERE e.starts_at <= \(moment) AND (e.ends_at IS NULL OR e.ends_at >= \(moment)))
    """
  }

  /// A price less a mark-off in millionths. Taken apart, for the product of both leaves the range of the numbers long before
  /// the price does.
  static func lessened(_ price: String, by markOff: String) -> String {
    """
    (\(price) / 1000000 * (1000000 - \(markOff)) + (\(price) % 1000000 * (1000000 - \(markOff))
      + CASE WHEN \(price) < 0 THEN -500000 ELSE 500000 END) / 1000000)
    """
  }

  private static func isValid(_ type: String, of variant: String, at moment: String) -> String {
    """
    p.variant_id = \(variant) AND p.price_type = '\(type)' AND p.currency = (SELECT currency FROM report_shop)
      AND p.valid_from <= \(moment) AND (p.valid_to IS NULL OR p.valid_to >= \(moment))
    """
  }

  private static func product(of variant: String) -> String {
    "(SELECT v.product_id FROM variants v WHERE v.id = \(variant))"
  }

  /// The views of sales events.
  static let views: [(name: String, summary: String, sql: String)] = [
    (
      "report_sales_events",
      """
      Each sales event with its groups, one row a group: all of category, brand, product and gender that is not NULL must \
      hold of a product. mark_off_micro is in millionths. ends_at is the last moment, NULL when it is open.
      """,
      """
      SELECT e.code AS event, COALESCE(e.title, e.code) AS event_title, e.starts_at, e.ends_at, r.rate_group,
        c.code AS category, b.code AS brand, p.code AS product_code, r.gender, r.mark_off AS mark_off_micro
      FROM sales_events e LEFT JOIN sales_event_rates r ON r.event_id = e.id
        LEFT JOIN categories c ON c.id = r.category_id LEFT JOIN brands b ON b.id = r.brand_id
        LEFT JOIN products p ON p.id = r.product_id
      """
    ),
    (
      "report_mark_offs",
      """
      The mark-offs of sales events that reach each product, of whatever time; of those that hold at a moment the greatest \
      counts. A category has those below it.
      """,
      // The recursive expression has the name of its view: see `groupings`.
      """
      SELECT p.id AS product_id, e.code AS event, COALESCE(e.title, e.code) AS event_title, r.rate_group, e.starts_at,
        e.ends_at, r.mark_off AS mark_off_micro
      FROM products p JOIN sales_event_rates r ON COALESCE(r.product_id, 0) IN (0, p.id)
        AND COALESCE(r.category_id, 0) IN (
          WITH RECURSIVE report_mark_offs (category_id) AS (
            SELECT 0 UNION SELECT p.category_id WHERE p.category_id IS NOT NULL
            UNION SELECT c.parent_id FROM report_mark_offs a JOIN categories c ON c.id = a.category_id
            WHERE c.parent_id IS NOT NULL
          ) SELECT category_id FROM report_mark_offs)
        AND COALESCE(r.brand_id, 0) IN (0, COALESCE(p.brand_id, 0))
        AND COALESCE(r.gender, '') IN ('', COALESCE(p.gender, ''))
        JOIN sales_events e ON e.id = r.event_id
      WHERE EXISTS (SELECT 1 FROM sales_event_rates x)
      """
    ),
    (
      "report_event_prices",
      """
      What each regular price becomes by each mark-off that reaches its product; the price of a moment is the lowest of \
      those whose event is on then, for a price that is valid then, and the regular price where there is none.
      """,
      """
      SELECT p.id AS price_id, p.variant_id, p.price AS regular_price_minor, p.valid_from, p.valid_to, o.event,
        o.event_title, o.rate_group, o.starts_at, o.ends_at, o.mark_off_micro,
        \(lessened("p.price", by: "o.mark_off_micro")) AS price_minor
      FROM prices p JOIN variants v ON v.id = p.variant_id JOIN report_mark_offs o ON o.product_id = v.product_id
      WHERE p.price_type = 'regular' AND p.currency = (SELECT currency FROM report_shop)
      """
    ),
    (
      "report_prices_now",
      """
      What customers pay for each variant now: price_minor is the lowest of the regular price, what a sales event makes of it \
      and the sale price.
      """,
      """
      SELECT q.variant_id, q.product_id, q.regular_price_minor,
        CASE WHEN q.offered < COALESCE(q.regular_price_minor, q.offered + 1) THEN q.offered ELSE q.regular_price_minor
          END AS price_minor, q.tax_included
      FROM (SELECT v.id AS variant_id, v.product_id, \(regular("price", of: "v.id", at: now)) AS regular_price_minor,
          \(offered("v.id", at: now)) AS offered, \(regular("tax_included", of: "v.id", at: now)) AS tax_included
        FROM variants v) q
      """
    ),
    (
      "report_retail_event_costs",
      """
      In a shop that values by the retail method, what a unit of a variant costs by it while an event is on: of the rows \
      whose price and whose event hold at a moment, the latest that is effective then, of its latest price, at the lowest \
      cost. Without any, report_retail_costs says it.
      """,
      """
      SELECT e.variant_id, h.effective_at, e.valid_from, e.valid_to, e.starts_at, e.ends_at,
        \(ReportingViews.retailCost("e.price_minor", "h.complement", divisor: "s.cost_divisor")) AS unit_cost_micro
      FROM report_event_prices e JOIN variants v ON v.id = e.variant_id JOIN products p ON p.id = v.product_id
        JOIN retail_complements h ON h.category_id = COALESCE(p.category_id, 0) CROSS JOIN report_shop s
      """
    ),
  ]
}

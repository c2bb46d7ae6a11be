internal import RetailValues

/// The price of a moment: the regular price valid then, less the mark-down of a sales event at that time.
///
/// The rule is defined only here and in the two views that are made from it. Of all mark-downs that apply to a product
/// at a moment, the greatest counts, across all events and groups; mark-downs are never added. The result is rounded
/// once, half away from zero, to the minor unit. No derived data needs to be kept up to date: the events are looked up
/// by the product's properties, and only if an event is active.
enum EventPrices {
  /// The moment at which a statement runs, or the one that its reader gives for it.
  static let now = "acting_moment()"

  /// A column of the price of a type that is valid at a moment in the shop's currency, as an SQL expression; NULL if no
  /// price is valid.
  static func regular(
    _ column: String, of variant: String, at moment: String, type: String = "regular"
  ) -> String {
    """
    (SELECT p.\(column) FROM prices p WHERE \(isValid(type, of: variant, at: moment))
      ORDER BY p.valid_from DESC LIMIT 1)
    """
  }

  /// The regular price of a moment less the markdown of that moment, in minor units.
  static func markedDown(_ variant: String, at moment: String) -> String {
    """
    (SELECT \(lessened("q.price", by: "q.mark_off")) FROM (\(marked(variant, at: moment))) q LIMIT 1)
    """
  }

  /// The reduced price for customers at a moment: the lower of the sale price and the regular price less the event's
  /// mark-down; NULL if neither applies.
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

  /// The last moment of the reduced price: of the sale price, or of the sales event that reduces the regular price;
  /// NULL if it has no end, or if customers pay the regular price.
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

  /// The regular price of a moment and its mark-down. A query that selects from it must have a LIMIT. Otherwise SQLite
  /// inlines the mark-down and computes it for each use.
  private static func marked(_ variant: String, at moment: String) -> String {
    """
    SELECT p.price, \(markdown(product(of: "p.variant_id"), at: moment)) AS mark_off FROM prices p
    WHERE \(isValid("regular", of: variant, at: moment)) ORDER BY p.valid_from DESC LIMIT 1
    """
  }

  /// The greatest mark-down of a product at a moment, in millionths; 0 if no event applies.
  static func markdown(_ product: String, at moment: String) -> String {
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

  /// A price less a markdown in millionths. Taken apart, for the product of both leaves the range of the numbers long before
  /// the price does.
  static func lessened(_ price: String, by markdown: String) -> String {
    """
    (\(price) / 1000000 * (1000000 - \(markdown)) + (\(price) % 1000000 * (1000000 - \(markdown))
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
  static let views: [ReportingView] = [
    ReportingView(
      "report_sales_events", rows: .catalog,
      columns: [
        .catalog: [
          "event", "event_title", "starts_at", "ends_at", "rate_group", "category", "brand", "product_code", "gender",
          "mark_off_micro",
        ]
      ],
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
    ReportingView(
      "report_mark_offs", rows: .catalog,
      columns: [
        .catalog: ["product_id", "event", "event_title", "rate_group", "starts_at", "ends_at", "mark_off_micro"]
      ],
      """
      The markdowns of sales events that apply to each product, at any time; of those valid at a moment the largest \
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
    ReportingView(
      "report_event_prices", rows: .catalog,
      columns: [
        .catalog: [
          "price_id", "variant_id", "regular_price_minor", "valid_from", "valid_to", "event", "event_title",
          "rate_group", "starts_at", "ends_at", "mark_off_micro", "price_minor",
        ]
      ],
      """
      What each regular price becomes by each markdown that applies to its product; the price of a moment is the lowest of \
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
    ReportingView(
      "report_prices_now", rows: .catalog,
      columns: [
        .catalog: ["variant_id", "product_id", "regular_price_minor", "price_minor", "tax_included"]
      ],
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
    ReportingView(
      "report_retail_event_costs", rows: .cost,
      columns: [
        .cost: ["variant_id", "effective_at", "valid_from", "valid_to", "starts_at", "ends_at", "unit_cost_micro"]
      ],
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

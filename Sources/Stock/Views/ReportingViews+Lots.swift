internal import RetailValues

extension ReportingViews {
  /// Lots with what is left of them, and what they went into.
  static let lots: [ReportingView] = [
    ReportingView(
      "report_lot_balances", rows: .expected,
      columns: [
        .expected: ["variant_id", "location_id", "lot_id", "lot", "expires_on", "remaining_milli"]
      ],
      """
      What is on hand now by variant, location and lot, for every variant; lot is NULL for stock without one. What left \
      without a lot is taken from those that expire first. The rows of a variant at a location add up to what is on hand; \
      one is negative when documents took more of a lot than came, or, without a lot, when more left than was there.
      """,
      """
      SELECT b.variant_id, b.location_id, b.lot_id, l.lot, l.expires_on, b.quantity AS remaining_milli
      FROM (\(LotIssues.balances)) b LEFT JOIN lots l ON l.id = b.lot_id
      """
    ),
    ReportingView(
      "report_lot_movements", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "variant_id", "location_id", "kind", "effective_at", "lot_id", "lot", "expires_on",
          "quantity_milli", "lot_source", "was_expired", "reason",
        ]
      ],
      """
      What came of each lot and where it went, by movement: lot_source is document where the document names the lot, and \
      first-expired where it was taken without being named, or came back so. was_expired is 1 for what was taken that way \
      after the lot's last day. What an undo took back is left out.
      """,
      """
      SELECT q.movement_id, q.variant_id, q.location_id, m.kind, q.effective_at, q.lot_id, l.lot, l.expires_on,
        q.quantity AS quantity_milli, q.lot_source, q.was_expired, r.code AS reason
      FROM (
        SELECT id AS movement_id, variant_id, location_id, effective_at, lot_id, quantity, 'document' AS lot_source,
          0 AS was_expired
        FROM movements WHERE lot_id IS NOT NULL
        UNION ALL
        SELECT movement_id, variant_id, location_id, effective_at, lot_id, quantity, 'first-expired', was_expired
        FROM lot_issues
      ) q JOIN movements m ON m.id = q.movement_id JOIN lots l ON l.id = q.lot_id
        LEFT JOIN reasons r ON r.id = m.reason_id
      WHERE \(CancelledMovements.isLive("m"))
      """
    ),
    ReportingView(
      "report_foods", rows: .catalog,
      columns: [.catalog: ["food_id", "food", "title", "subtitle", "food_category", "keywords"]],
      "Each food of the imported tables of storage durations.",
      """
      SELECT id AS food_id, code AS food, COALESCE(title, code) AS title, subtitle, food_category, keywords FROM foods
      """
    ),
    ReportingView(
      "report_storage_durations", rows: .catalog,
      columns: [
        .catalog: [
          "food_id", "food", "title", "subtitle", "food_category", "keywords", "storage_place", "storage_condition",
          "minimum_milli", "maximum_milli", "duration_unit", "tips",
        ]
      ],
      """
      How long each food keeps by place and by from when the time counts: stored, purchased, opened or thawed. duration_unit \
      is a unit of time, or the word used instead.
      """,
      """
      SELECT d.food_id, f.food, f.title, f.subtitle, f.food_category, f.keywords, d.storage_place, d.storage_condition,
        d.minimum AS minimum_milli, d.maximum AS maximum_milli, d.duration_unit, d.tips
      FROM storage_durations d JOIN report_foods f ON f.food_id = d.food_id
      """
    ),
  ]
}

package import GRDB
internal import RetailValues

/// The table `past_balances`: what was on hand of a variant at a location at the end of each four weeks in which it moved.
///
/// Derived from the movements alone. The stock at a moment is the last of these balances before it and the movements since,
/// which are those of four weeks at most. It is therefore as cheap after ten years as after one month, whereas the sum of
/// the movements up to the moment is not.
///
/// A movement that comes late changes all balances of its variant and location from its own time on. The balances of now
/// are in `balances`; `check` proves both from the movements.
package enum PastBalances {
  /// Milliseconds of four weeks. These are counted from 1970 in UTC, so that they do not depend on the shop's time zone.
  static let span: Int64 = 28 * 86_400_000

  /// SQL for the last moment of the four weeks that a moment is in. The remainder of a moment before 1970 is negative.
  static func end(of moment: String) -> String {
    "\(moment) - (\(moment) % \(span) + \(span)) % \(span) + \(span - 1)"
  }

  /// Adds new movements.
  static func extend(_ database: Database, newMovementsFrom firstID: Int64) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS temp.moved_spans")
    // quantity is what moved up to and including the four weeks; next_at is the end of the next ones of the same variant
    // and location. `NOT INDEXED` as for the balances of now.
    try database.execute(
      sql: """
        CREATE TEMP TABLE moved_spans AS
        SELECT variant_id, location_id, ends_at, SUM(SUM(quantity)) OVER spans AS quantity,
          LEAD(ends_at, 1, \(Int64.max)) OVER spans AS next_at
        FROM (
          SELECT variant_id, location_id, \(end(of: "effective_at")) AS ends_at, quantity
          FROM movements NOT INDEXED WHERE id >= ?
        ) GROUP BY variant_id, location_id, ends_at
        WINDOW spans AS (PARTITION BY variant_id, location_id ORDER BY ends_at)
        """, arguments: [firstID])
    defer { try? database.execute(sql: "DROP TABLE temp.moved_spans") }
    // The engine reads all balances before it writes the first, so each is that from before the new movements.
    try database.execute(
      sql: """
        INSERT INTO past_balances (variant_id, location_id, ends_at, quantity)
        SELECT s.variant_id, s.location_id, s.ends_at, s.quantity + COALESCE((
          SELECT b.quantity FROM past_balances b
          WHERE b.variant_id = s.variant_id AND b.location_id = s.location_id AND b.ends_at <= s.ends_at
          ORDER BY b.ends_at DESC LIMIT 1), 0)
        FROM temp.moved_spans s WHERE true
        ON CONFLICT (variant_id, location_id, ends_at) DO UPDATE SET quantity = excluded.quantity
        """)
    // The balances of four weeks in which none of the new movements is.
    try database.execute(
      sql: """
        INSERT INTO past_balances (variant_id, location_id, ends_at, quantity)
        SELECT b.variant_id, b.location_id, b.ends_at, b.quantity + s.quantity
        FROM temp.moved_spans s CROSS JOIN past_balances b
        WHERE b.variant_id = s.variant_id AND b.location_id = s.location_id
          AND b.ends_at > s.ends_at AND b.ends_at < s.next_at
        ON CONFLICT (variant_id, location_id, ends_at) DO UPDATE SET quantity = excluded.quantity
        """)
  }

  /// Computes the whole table again.
  package static func rebuild(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM past_balances")
    try extend(database, newMovementsFrom: 0)
  }

  /// SQL for rows that add up to what was on hand of each variant at each location at a moment; `stock-at.sql` of the reports
  /// is the same over the views.
  static func balances(at moment: Timestamp) -> String {
    let moment = moment.millisecondsSince1970
    let lastEnd = moment - ((moment + 1) % span + span) % span
    return """
      SELECT b.variant_id, b.location_id, b.quantity FROM report_stocked_items i CROSS JOIN past_balances b
      WHERE b.variant_id = i.variant_id AND b.location_id = i.location_id AND b.ends_at = (
        SELECT MAX(n.ends_at) FROM past_balances n
        WHERE n.variant_id = i.variant_id AND n.location_id = i.location_id AND n.ends_at <= \(lastEnd))
      UNION ALL SELECT variant_id, location_id, quantity FROM movements
      WHERE effective_at > \(lastEnd) AND effective_at <= \(moment)
      """
  }

  /// SQL for the variants and locations of balances that are not the sum of the movements up to their end, or that are
  /// missing.
  ///
  /// Sums are computed in two halves of 32 bits, because a sum above 64 bits would abort the check itself.
  package static let differences = """
    SELECT DISTINCT variant_id, location_id FROM (
      SELECT variant_id, location_id, SUM(balances) AS balances, SUM(movements) AS movements, SUM(quantity) AS quantity,
        SUM(SUM(high)) OVER spans AS high, SUM(SUM(low)) OVER spans AS low
      FROM (
        SELECT variant_id, location_id, \(end(of: "effective_at")) AS ends_at, quantity >> 32 AS high,
          quantity & 4294967295 AS low, NULL AS quantity, 0 AS balances, 1 AS movements
        FROM movements
        UNION ALL
        SELECT variant_id, location_id, ends_at, 0, 0, quantity, 1, 0 FROM past_balances
      ) GROUP BY variant_id, location_id, ends_at
      WINDOW spans AS (PARTITION BY variant_id, location_id ORDER BY ends_at)
    ) WHERE balances <> 1 OR movements = 0 OR high * 4294967296 + low <> quantity
    """
}

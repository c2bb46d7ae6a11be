package import GRDB

/// The table `cancelled_movements`: the movements that reversals have cancelled, including cancelled reversals.
///
/// A movement and its reversals form a chain, each reversing the one before: the original, its undo, the redo of that,
/// and so on. An even number of them adds up to zero, so all are cancelled. Of an odd number the original counts and
/// the others cancel each other. Balances are sums and do not need this table. The average cost needs it, and so does
/// the check whether a line of a document is recorded.
package enum CancelledMovements {
  /// SQL for whether a movement counts.
  static func isLive(_ movement: String) -> String {
    "NOT EXISTS (SELECT 1 FROM cancelled_movements cancelled WHERE cancelled.movement_id = \(movement).id)"
  }

  /// Takes in the reversals among new movements; each reverses the last of its chain.
  static func extend(_ database: Database, newMovementsFrom firstID: Int64) throws {
    // `NOT INDEXED`: the new ones are few, the index of reversals holds all that there ever were.
    guard
      try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM movements NOT INDEXED WHERE id >= ? AND reverses IS NOT NULL)",
        arguments: [firstID]) == true
    else { return }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.extended_chains")
    try database.execute(
      sql: """
        CREATE TEMP TABLE extended_chains AS
        WITH RECURSIVE chain (last, member, length) AS (
          SELECT id, reverses, 2 FROM movements NOT INDEXED WHERE id >= ? AND reverses IS NOT NULL
          UNION ALL
          SELECT c.last, m.reverses, c.length + 1 FROM chain c JOIN movements m ON m.id = c.member
          WHERE m.reverses IS NOT NULL
        )
        SELECT last, MIN(member) AS original, MAX(length) AS length FROM chain GROUP BY last
        """, arguments: [firstID])
    defer { try? database.execute(sql: "DROP TABLE temp.extended_chains") }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO cancelled_movements SELECT last FROM temp.extended_chains;
        INSERT OR IGNORE INTO cancelled_movements SELECT original FROM temp.extended_chains WHERE length % 2 = 0;
        DELETE FROM cancelled_movements
        WHERE movement_id IN (SELECT original FROM temp.extended_chains WHERE length % 2 = 1);
        """)
  }

  /// Rebuilds the table from the reversals.
  package static func rebuild(_ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM cancelled_movements;
        INSERT INTO cancelled_movements \(expected);
        """)
  }

  /// SQL for what the table must hold.
  package static let expected = """
    SELECT member FROM (
      WITH RECURSIVE chain (original, member, place) AS (
        SELECT o.id, o.id, 1 FROM movements o
        WHERE o.reverses IS NULL AND o.id IN (SELECT reverses FROM movements WHERE reverses IS NOT NULL)
        UNION ALL
        SELECT c.original, r.id, c.place + 1 FROM chain c JOIN movements r ON r.reverses = c.member WHERE r.id > c.member
      )
      SELECT member, place, MAX(place) OVER (PARTITION BY original) AS length FROM chain
    ) WHERE length % 2 = 0 OR place > 1
    """
}

internal import Catalog
internal import GRDB

/// Keeps the balances in step with the movements.
enum BalanceUpkeep {
  /// Adds the movements from an id on to the balances.
  static func settle(_ database: Database, newMovementsFrom firstID: Int64) throws {
    try database.execute(
      sql: """
        INSERT INTO balances (variant_id, location_id, lot_id, quantity)
        SELECT variant_id, location_id, COALESCE(lot_id, 0), SUM(quantity) FROM movements WHERE id >= ?
        GROUP BY variant_id, location_id, COALESCE(lot_id, 0)
        ON CONFLICT (variant_id, location_id, lot_id) DO UPDATE SET quantity = quantity + excluded.quantity
        """, arguments: [firstID])
  }
}

extension Schema {
  /// Version 5 adds valuation by FIFO layers.
  static let version5 = """
    -- What each movement that counts, transfers excepted, takes from or brings to the layers: its value in minor units with
    -- the sign of its quantity, the cost of one of its units, and the average cost of one of the units that are left after
    -- it; NULL where a layer has no known cost. Kept in shops that value by FIFO. Derived.
    CREATE TABLE layer_costs (
      variant_id INTEGER NOT NULL REFERENCES variants(id), effective_at INTEGER NOT NULL, movement_id INTEGER NOT NULL,
      cost_value INTEGER, unit_cost INTEGER, stock_cost INTEGER,
      PRIMARY KEY (variant_id, effective_at, movement_id)
    ) STRICT, WITHOUT ROWID;
    """
}

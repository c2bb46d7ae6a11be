extension Schema {
  /// Version 7 adds valuation by the retail method.
  static let version7 = """
    -- Cost and retail in minor units of the goods of a category that were available in the year so far, and the first
    -- divided by the second in millionths; category_id is 0 for goods without one. Kept in shops that value by the retail
    -- method. Derived.
    CREATE TABLE retail_complements (
      category_id INTEGER NOT NULL, effective_at INTEGER NOT NULL, cost_value INTEGER, retail_value INTEGER,
      complement INTEGER NOT NULL,
      PRIMARY KEY (category_id, effective_at)
    ) STRICT, WITHOUT ROWID;
    -- The ratio that the unit cost of a line was made with, in millionths; NULL for lines valued otherwise.
    ALTER TABLE count_lines ADD COLUMN complement INTEGER;
    """
}

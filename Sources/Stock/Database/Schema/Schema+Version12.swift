extension Schema {
  /// Version 12 adds the numbers of the interchanges that were written for partners.
  static let version12 = """
    -- The last number used for a partner, as the format names it. Numbers are never given twice, whatever is undone.
    CREATE TABLE control_numbers (
      format TEXT NOT NULL, receiver TEXT NOT NULL, number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
      PRIMARY KEY (format, receiver)
    ) STRICT, WITHOUT ROWID;
    """
}

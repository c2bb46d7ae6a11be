extension SchemaVersion {
  /// Version 26 adds the cells of imported files that were corrected.
  static let version26 = """
    -- What the file has, and what was imported in its place. A line is that of a record's beginning.
    CREATE TABLE import_corrections (
      import_id INTEGER NOT NULL REFERENCES imports(id), line INTEGER NOT NULL, column_number INTEGER NOT NULL,
      column_name TEXT NOT NULL, was TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (import_id, line, column_number)
    ) STRICT, WITHOUT ROWID;
    """
}

extension SchemaVersion {
  /// Version 28 adds how imports were read that left records out.
  static let version28 = """
    -- The options of such an import, as JSON: the file with the records that it left out is read by them again.
    CREATE TABLE import_readings (
      import_id INTEGER PRIMARY KEY REFERENCES imports(id), reading TEXT NOT NULL
    ) STRICT;
    """
}

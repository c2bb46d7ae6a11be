extension Schema {
  /// Version 18 adds digests of the rows of all tables, and their digest in each audit entry.
  ///
  /// See ``TableDigests``.
  static let version18 = """
    -- The sum of the SHA-256 digests of a table's rows, modulo 2^256, and how many rows there are.
    CREATE TABLE table_digests (
      name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- tables is the SHA-256 of all rows of table_digests at the end of the entry's transaction; rows has a line for each
    -- import, period, reason and setting that the transaction changed, with its digest. Both are part of the entry's hash.
    ALTER TABLE audit_log ADD COLUMN tables TEXT;
    ALTER TABLE audit_log ADD COLUMN rows TEXT;
    -- An entry gets its hash when its transaction ends.
    DROP TRIGGER audit_log_is_not_changed;
    CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log WHEN OLD.hash <> ''
      BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
    """
}

extension Schema {
  /// Version 6 adds the operating-system user in the audit log, the end of the log, the direction of reasons, and
  /// seals.
  ///
  /// A seal holds SHA-256 digests of everything that an act created; see ``Seal``. Sessions that were posted before
  /// there were seals, and their corrections, have a seal without a digest: they are known to be unsealed.
  static let version6 = """
    ALTER TABLE audit_log ADD COLUMN login TEXT;
    CREATE TABLE audit_head (
      id INTEGER PRIMARY KEY CHECK (id = 1), entry_id INTEGER NOT NULL, hash TEXT NOT NULL
    ) STRICT;
    INSERT INTO audit_head (id, entry_id, hash) SELECT 1, id, hash FROM audit_log ORDER BY id DESC LIMIT 1;

    -- Which variances a reason explains: loss, gain or both.
    ALTER TABLE reasons ADD COLUMN direction TEXT NOT NULL DEFAULT 'both';
    UPDATE reasons SET direction = 'loss' WHERE code IN
      ('short-delivery', 'damage', 'expiry', 'known-theft', 'internal-use', 'sample', 'supplier-return');

    -- kind is count, reversal or restatement; parts has a line for each table with its columns and the digest of its rows.
    CREATE TABLE seals (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, session_id INTEGER REFERENCES count_sessions(id),
      first_movement INTEGER, last_movement INTEGER, audit_id INTEGER REFERENCES audit_log(id), parts TEXT, digest TEXT,
      CHECK ((audit_id IS NULL) = (digest IS NULL) AND (parts IS NULL) = (digest IS NULL))
    ) STRICT;
    CREATE INDEX seals_by_session ON seals(session_id) WHERE session_id IS NOT NULL;
    CREATE UNIQUE INDEX seals_by_audit_entry ON seals(audit_id) WHERE audit_id IS NOT NULL;
    INSERT INTO seals (kind, session_id)
      SELECT 'count', id FROM count_sessions WHERE state IN ('posted', 'reversed') ORDER BY id;
    INSERT INTO seals (kind, session_id) SELECT 'reversal', id FROM count_sessions WHERE state = 'reversed' ORDER BY id;
    INSERT INTO seals (kind, first_movement, last_movement)
      SELECT 'restatement', MIN(movement_id), MAX(movement_id) FROM count_restatements HAVING COUNT(*) > 0;
    CREATE TRIGGER seals_are_not_changed BEFORE UPDATE ON seals
      BEGIN SELECT RAISE(ABORT, 'seals are only ever added'); END;
    CREATE TRIGGER seals_are_not_deleted BEFORE DELETE ON seals
      BEGIN SELECT RAISE(ABORT, 'seals are only ever added'); END;
    """
}

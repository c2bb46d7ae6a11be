internal import GRDB

extension Schema {
  /// Version 2 adds imports that can be undone and redone.
  ///
  /// A movement is still never deleted: an undo adds a movement of the opposite quantity that `reverses` it. A document
  /// whose lines were undone and imported again has a `revision` for each import. `removed_records` contains the ids of
  /// removed records, so that no id is used twice.
  static let version2 = """
    ALTER TABLE movements ADD COLUMN reverses INTEGER REFERENCES movements(id);
    CREATE UNIQUE INDEX movements_by_reversed ON movements(reverses) WHERE reverses IS NOT NULL;
    -- Every movement that a reversal has made to count for nothing, the reversals included. Derived from `reverses`.
    CREATE TABLE cancelled_movements (movement_id INTEGER PRIMARY KEY REFERENCES movements(id)) STRICT;

    CREATE TABLE documents_with_revision (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, party TEXT NOT NULL, number TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0, import_id INTEGER REFERENCES imports(id),
      UNIQUE (kind, party, number, revision)
    ) STRICT;
    INSERT INTO documents_with_revision (id, kind, party, number, import_id)
      SELECT id, kind, party, number, import_id FROM documents;
    DROP TABLE documents;
    ALTER TABLE documents_with_revision RENAME TO documents;
    CREATE INDEX documents_by_number ON documents(number);

    -- operation is import, undo or redo; reverts is the import that an undo or redo is about; state is applied or undone.
    ALTER TABLE imports ADD COLUMN operation TEXT NOT NULL DEFAULT 'import';
    ALTER TABLE imports ADD COLUMN reverts INTEGER REFERENCES imports(id);
    -- The first and the last of the movements that an import recorded; others may stand between them.
    ALTER TABLE imports ADD COLUMN first_movement INTEGER;
    ALTER TABLE imports ADD COLUMN last_movement INTEGER;
    -- Records of an undone import that had to stay: a later import changed them, or something depends on them.
    CREATE TABLE orphaned_records (
      kind TEXT NOT NULL, record_id INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES imports(id),
      PRIMARY KEY (kind, record_id)
    ) STRICT, WITHOUT ROWID;
    -- Records that an undo removed: the import that made them, and where in the change sets the whole record stands.
    CREATE TABLE removed_records (
      kind TEXT NOT NULL, record_id INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES imports(id),
      undo_id INTEGER NOT NULL REFERENCES imports(id), sequence INTEGER NOT NULL,
      PRIMARY KEY (kind, record_id)
    ) STRICT, WITHOUT ROWID;
    -- Records of reject files that came in without a number of their own, by their mark; a transfer has two movements.
    CREATE TABLE taken_marks (
      mark TEXT NOT NULL, is_arrival INTEGER NOT NULL, movement_id INTEGER NOT NULL REFERENCES movements(id),
      PRIMARY KEY (mark, is_arrival)
    ) STRICT, WITHOUT ROWID;
    """

  /// The last id that was ever given in a table, to a record that was removed since too.
  static func lastID(_ database: Database, of kind: String, table: String) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT MAX(COALESCE((SELECT MAX(id) FROM \(table)), 0),
          COALESCE((SELECT MAX(record_id) FROM removed_records WHERE kind = ?), 0))
        """, arguments: [kind]) ?? 0
  }
}

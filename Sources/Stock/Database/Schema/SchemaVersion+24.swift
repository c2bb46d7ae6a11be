extension SchemaVersion {
  /// Version 24 adds the sections of counts that are handed out to people.
  static let version24 = """
    -- Who counts which section, and since when it is done. An empty section is the location as a whole.
    CREATE TABLE count_handouts (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), section TEXT NOT NULL, counter TEXT NOT NULL,
      handed_at INTEGER NOT NULL, handed_by TEXT NOT NULL, done_at INTEGER,
      PRIMARY KEY (session_id, section, counter)
    ) STRICT, WITHOUT ROWID;
    """
}

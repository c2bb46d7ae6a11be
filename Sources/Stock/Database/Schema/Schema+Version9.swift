extension Schema {
  /// Version 9 adds the remembered rows of files, so that they are recognised when they come again.
  ///
  /// No other data depend on these tables; they may be emptied at any time. See ``KnownRows``.
  static let version9 = """
    -- A way of reading a file, with all that decides what becomes of a row. columns are the columns with barcodes, as JSON.
    CREATE TABLE known_feeds (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, hash_key BLOB NOT NULL,
      import_id INTEGER NOT NULL REFERENCES imports(id), kept_at INTEGER NOT NULL, columns TEXT NOT NULL,
      rows INTEGER NOT NULL
    ) STRICT;
    -- The digests of the rows in the order of the file, each with the records that it names, some thousand rows to a page.
    CREATE TABLE known_rows (
      id INTEGER PRIMARY KEY, feed_id INTEGER NOT NULL REFERENCES known_feeds(id), page INTEGER NOT NULL,
      content BLOB NOT NULL,
      UNIQUE (feed_id, page)
    ) STRICT;
    """
}

extension Schema {
  /// A session's entries are read in order of their items. The index contains all columns that are read, so no other
  /// lookup is needed.
  static let version10 = """
    DROP INDEX count_entries_by_session;
    CREATE INDEX count_entries_by_session
      ON count_entries(session_id, variant_id, round, superseded_by, quantity, counted_at, section);
    """
}

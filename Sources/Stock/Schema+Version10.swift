extension Schema {
  /// A session's entries are read in order of their items: with all that is read of them in the index, in one go.
  static let version10 = """
    DROP INDEX count_entries_by_session;
    CREATE INDEX count_entries_by_session
      ON count_entries(session_id, variant_id, round, superseded_by, quantity, counted_at, section);
    """
}

extension SchemaVersion {
  /// Version 27 gives the deletion of a count whose entries were undone an operation of its own. Version 26 noted it as
  /// an undo of the last of these imports, with a format that no other undo has. What one person counted is found without
  /// the entries of all others.
  static let version27 = """
    -- The operation of an import is import, undo, redo or discard: the deletion of a count.
    UPDATE imports SET operation = 'discard', reverts = NULL WHERE operation = 'undo' AND format = 'discard';
    -- The name of a counter as names are compared: without spaces around it, in small letters.
    CREATE INDEX count_entries_by_counter ON count_entries(session_id, lower(trim(counter)), section, variant_id);
    """
}

extension SchemaVersion {
  /// Version 25 adds an index of the changes of a record, for the values that it had at an earlier time. Lines of counts keep
  /// their values, so they are left out.
  static let version25 = """
    CREATE INDEX changes_by_record ON changes(record_id, kind) WHERE action = 'update' AND kind <> 'count_lines';
    """
}

/// Records that were removed, as the change sets of their removal have them.
enum RemovedRecords {
  /// SQL for a value of a record, whether the record is there or was removed; NULL where neither has it.
  ///
  /// - Parameters:
  ///   - kind: the kind of the record.
  ///   - table: the table of the kind.
  ///   - id: SQL for the id of the record, which is evaluated twice. It must not use the aliases `x`, `c` and `d`.
  static func value(_ column: String, of kind: String, in table: String, id: String) -> String {
    """
    COALESCE((SELECT x.\(column) FROM \(table) x WHERE x.id = \(id)),
      (SELECT json_extract(c.before, '$.\(column)') FROM removed_records d
        JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
        WHERE d.kind = '\(kind)' AND d.record_id = \(id)))
    """
  }

  /// The same for a kind of the catalog, whose table has the name of the kind.
  static func value(_ column: String, of kind: String, id: String) -> String {
    value(column, of: kind, in: kind, id: id)
  }
}

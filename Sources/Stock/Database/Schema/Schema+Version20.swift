extension Schema {
  /// Version 20 adds the original objects of other systems.
  ///
  /// `source_kind` and `source_record` identify the record that an object became. They are text and intentionally not a
  /// reference: an object stays when its record is deleted, so that an undo of the deletion brings back both. Its
  /// export leaves it out.
  static let version20 = """
    CREATE TABLE source_objects (
      id INTEGER PRIMARY KEY, source_class TEXT NOT NULL, source_object TEXT NOT NULL, source_owner TEXT,
      source_kind TEXT, source_record TEXT, source_text TEXT
    ) STRICT;
    CREATE UNIQUE INDEX source_objects_by_object ON source_objects(source_class, source_object);
    """
}

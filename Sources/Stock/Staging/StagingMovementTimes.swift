internal import GRDB

extension StagingArea {
  /// A line without a time happened when the rest of its document did: some exports say it in the first line only.
  func takeTimesOfDocuments(_ source: String) throws {
    let given = staged[source]?.insertedFields ?? []
    guard given.contains("document"), given.contains("effective_at"),
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM temp.stage_\(source) WHERE f_effective_at IS NULL AND f_document IS NOT NULL)
          """) == true
    else { return }
    try database.execute(
      sql: """
        CREATE INDEX IF NOT EXISTS temp.stage_\(source)_document ON stage_\(source) (f_document);
        UPDATE temp.stage_\(source) AS s SET f_effective_at = (
          SELECT CASE WHEN MIN(x.f_effective_at) = MAX(x.f_effective_at) THEN MIN(x.f_effective_at) END
          FROM temp.stage_\(source) x WHERE x.f_document = s.f_document AND x.f_supplier IS s.f_supplier)
        WHERE f_effective_at IS NULL AND f_document IS NOT NULL
        """)
  }
}

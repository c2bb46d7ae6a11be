internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Documents of supply are taken whole or not at all: an order without one of its lines is another order.
extension StagingArea {
  /// Removes every record of a document with an error in one of them, and reports why.
  ///
  /// A document is a source that has a `document_identity`; a list of lines that somebody keeps is not a document. Its
  /// records are those with its number. Records that could not even be staged belong to the preceding header in the
  /// source.
  func refuseDocumentsWhole() throws {
    try database.execute(sql: "CREATE INDEX IF NOT EXISTS temp.problems_by_record ON problems (tbl, record)")
    for document in kinds.list where document.isDocument && staged[document.kind] != nil {
      guard staged[document.kind]?.insertedFields.contains("document_identity") == true else { continue }
      let lines = kinds.list.filter { $0.document?.kind == document.kind }.map(\.kind)
      let names = ([document.kind] + lines).map { "'\($0)'" }.joined(separator: ", ")
      let hasErrors = try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM temp.problems WHERE severity = 'error' AND kind IN (\(names)))")
      guard hasErrors == true else { continue }
      try findDocuments(document, lines.filter { staged[$0] != nil }, names)
    }
  }

  private func findDocuments(_ document: StoredKind, _ lines: [String], _ kinds: String) throws {
    // The positions of headers in the source, including those that the format itself refused.
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.document_places;
        DROP TABLE IF EXISTS temp.refused_documents;
        CREATE TEMP TABLE document_places (place INTEGER PRIMARY KEY, is_bad INTEGER NOT NULL DEFAULT 0);
        CREATE TEMP TABLE refused_documents (key TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT OR IGNORE INTO temp.document_places (place)
          SELECT offset FROM temp.stage_\(document.kind) WHERE implied = 0 AND offset >= 0
          UNION SELECT offset FROM temp.problems WHERE kind = '\(document.kind)' AND offset >= 0;
        UPDATE temp.document_places SET is_bad = 1 WHERE place IN (
          SELECT \(Self.place(of: "p.offset")) FROM temp.problems p
          WHERE p.severity = 'error' AND p.kind IN (\(kinds)) AND p.offset >= 0);
        """)
    for kind in [document.kind] + lines {
      let key = documentKey(document, in: kind)
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.refused_documents SELECT \(key) FROM temp.stage_\(kind) x
          WHERE x.implied = 0 AND (\(Self.isBad("x")) OR EXISTS (SELECT 1 FROM temp.problems p
            WHERE p.severity = 'error' AND p.kind = '\(kind)' AND p.tbl = x.tbl AND p.record = x.record))
          """)
    }
    // A list next to documents has no identity, and may be imported in part. The header that a line implies is not a list.
    try database.execute(
      sql: """
        DELETE FROM temp.refused_documents WHERE key IN (
          SELECT \(documentKey(document, in: document.kind)) FROM temp.stage_\(document.kind) x
          WHERE x.implied = 0 AND x.f_document_identity IS NULL)
        """)
    for kind in [document.kind] + lines {
      let isOf = "(\(documentKey(document, in: kind))) IN (SELECT key FROM temp.refused_documents)"
      try refuse(kind, where: kind == document.kind ? isOf : "(\(isOf) OR \(Self.isBad("x")))")
    }
    // The supplier that a document brings has the position where the document begins.
    if staged["suppliers"] != nil {
      try refuse("suppliers", where: "x.offset IN (SELECT place FROM temp.document_places WHERE is_bad = 1)")
    }
  }

  /// SQL for the position of the header to which a record at an offset belongs.
  private static func place(of offset: String) -> String {
    "(SELECT MAX(h.place) FROM temp.document_places h WHERE h.place <= \(offset))"
  }

  private static func isBad(_ row: String) -> String {
    """
    COALESCE((SELECT b.is_bad FROM temp.document_places b WHERE b.place = \(place(of: "\(row).offset"))), 0) = 1
    """
  }

  /// SQL for the key of a document as its records give it.
  private func documentKey(_ document: StoredKind, in kind: String) -> String {
    document.keys.map { key in
      staged[kind]?.fields.contains(key.field) == true ? "COALESCE(x.f_\(key.field), '')" : "''"
    }
    .joined(separator: " || char(31) || ")
  }

  private func refuse(_ kind: String, where condition: String) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT x.seq, '\(kind)', \(Problem.Code.refusedTogether.sqlColumns), '', '',
          'another record of its document is refused, and a document is taken whole or not at all',
          'Correct the other one, then import both.', x.tbl, x.line, x.record, x.offset
        FROM temp.stage_\(kind) x WHERE x.implied = 0 AND \(condition)
          AND NOT EXISTS (SELECT 1 FROM temp.problems p
            WHERE p.severity = 'error' AND p.tbl = x.tbl AND p.record = x.record)
        """)
  }
}

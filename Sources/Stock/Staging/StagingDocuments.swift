internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Documents of supply: the lines of each find their document, and a document that came before may come again.
extension StagingArea {
  /// The document that each line belongs to, stored or about to be made.
  func resolveDocuments(_ document: StoredKind, of lines: StoredKind, _ context: StagingContext) throws {
    let stage = "stage_\(lines.kind)"
    try indexKeys(of: document.kind)
    if let supplier = context.supplier {
      try database.execute(
        sql: "UPDATE temp.\(stage) SET f_supplier = ? WHERE f_supplier IS NULL", arguments: [supplier])
    }
    try lookUp("supplier", of: "suppliers", in: lines.kind, into: "r_supplier")
    guard let reference = lines.columns.first(where: { $0.reference == .document(document.kind) }) else { return }
    func same(_ alias: String, _ name: (StoredColumn) -> String) -> String {
      document.keys.map { key in
        let own = "\(stage).\(key.staged)"
        return "\(alias).\(name(key)) = " + (key.keyDefault.map { "COALESCE(\(own), \($0))" } ?? own)
      }.joined(separator: " AND ")
    }
    try database.execute(
      sql: """
        UPDATE temp.\(stage) SET \(reference.staged) = COALESCE(
          (SELECT t.id FROM main.\(document.table) t WHERE \(same("t", \.column))),
          (SELECT m.target FROM temp.merged_\(document.kind) m WHERE \(same("m", \.staged))))
        """)
    // From here on, the document of each line is found among the merged ones by its id.
    try addIndex("merged_\(document.kind)", "target")
    try takeNumbers(from: document, lines, reference)
    let number = document.keys.first { $0.reference == nil }?.field ?? reference.field
    try reportUnknown(
      in: lines.kind, field: "supplier", where: "\(reference.staged) IS NULL", code: .noSupplier,
      what: "the \(document.record.noun) '%s' names no supplier", shownField: number,
      remedy: "Give the supplier in the file, or with --supplier CODE.")
    if try !isEmpty(lines.table) {
      // The record with a line's number is looked up line by line.
      try database.execute(
        sql: """
          CREATE INDEX IF NOT EXISTS temp.\(stage)_by_document ON \(stage) (\(reference.staged), f_line)
          """)
    }
    try takeBackLines(of: document, lines, reference)
  }

  /// Messages spell the name of their sender now this way and now that: what the shop has of a supplier stays, and only
  /// what it lacks is taken from them.
  func keepKnownSuppliers() throws {
    let isMessage = kinds.list.contains { kind in
      kind.isDocument && staged[kind.kind]?.insertedFields.contains("document_identity") == true
    }
    guard isMessage, let suppliers = kinds["suppliers"] else { return }
    for column in suppliers.values where staged["suppliers"]?.insertedFields.contains(column.field) == true {
      try database.execute(
        sql: """
          UPDATE temp.stage_suppliers SET f_\(column.field) = NULL
          WHERE EXISTS (SELECT 1 FROM main.suppliers s WHERE s.code = f_supplier AND s.\(column.column) IS NOT NULL)
          """)
    }
  }

  /// Gives each line the order of its document, unless it names another: open quantities are listed line by line.
  private func takeNumbers(from document: StoredKind, _ lines: StoredKind, _ reference: StoredColumn) throws {
    for field in ["order_number", "despatch_number"] where staged[document.kind]?.insertedFields.contains(field) == true
    {
      guard lines.values.contains(where: { $0.field == field }), document.values.contains(where: { $0.field == field })
      else { continue }
      try database.execute(
        sql: """
          UPDATE temp.stage_\(lines.kind) SET f_\(field) = (
            SELECT s.f_\(field) FROM temp.merged_\(document.kind) m JOIN temp.stage_\(document.kind) s ON s.seq = m.seq
            WHERE m.target = stage_\(lines.kind).\(reference.staged))
          WHERE f_\(field) IS NULL
          """)
      staged[lines.kind]?.blankFields.remove(field)
    }
  }

  /// If a document replaces an earlier one of its number, lines that it no longer has get the quantity 0: the withdrawn
  /// lines stay visible, and an undo restores them.
  private func takeBackLines(of document: StoredKind, _ lines: StoredKind, _ reference: StoredColumn) throws {
    guard let quantity = lines.columns.first(where: { $0.field.hasSuffix("_quantity") }), try !isEmpty(lines.table),
      staged[document.kind]?.insertedFields.contains("replaces") == true
    else { return }
    try database.execute(
      sql: """
        INSERT INTO temp.stage_\(lines.kind) (tbl, line, record, offset, broken, clear, implied,
          \(reference.staged), f_\(reference.field), f_line, f_\(quantity.field), f_sku)
        SELECT s.tbl, s.line, s.record, s.offset, 0, 0, 1, t.\(reference.column), '', t.line, 0,
          (SELECT v.sku FROM variants v WHERE v.id = t.variant_id)
        FROM temp.merged_\(document.kind) m JOIN temp.stage_\(document.kind) s ON s.seq = m.seq AND s.f_replaces = 1
          JOIN main.\(lines.table) t ON t.\(reference.column) = m.target
        WHERE NOT EXISTS (SELECT 1 FROM temp.stage_\(lines.kind) l
          WHERE l.\(reference.staged) = t.\(reference.column) AND l.f_line = t.line AND l.implied = 0)
          AND t.\(quantity.column) <> 0
        """)
  }

  /// A supplier's document may contain items that the catalog does not have, and charges that are not items, such as
  /// freight. Such lines are kept with the code that they give, and reported.
  func keepUnknownItems(in stage: String, column: String) throws {
    let fields = Set(staged[stage]?.insertedFields ?? [])
    let codes = ["sku", "barcode", "supplier_code"].filter(fields.contains).map { "f_\($0)" }
    guard !codes.isEmpty else { return }
    let code = Self.first(of: codes)
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET f_item_code = \(code) WHERE \(column) IS NULL AND implied = 0;
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, '\(stage)', \(Problem.Code.unknownDocumentItem.sqlColumns), 'sku', f_item_code,
          'the catalog has no item ''' || f_item_code || '''; the line is kept without it',
          'Import the item, then this document again with --again.', tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND \(column) IS NULL AND f_item_code IS NOT NULL AND implied = 0
        """)
  }

  /// Gives the lines of an answer that name no line of the order the one with their item. Where the order has the item in
  /// several lines, the answer must have as many: those of the same quantity belong together, and the others in their order.
  ///
  /// - Parameter item: the column with the item of each line.
  func takeOrderLines(of lines: StoredKind, item: String) throws {
    guard lines.record.document?.areNumbered == false, !isAlwaysGiven("line", in: lines.kind),
      let document = lines.document, let quantity = lines.record.eventQuantity?.name,
      let answer = lines.columns.first(where: { $0.reference == .document(document.kind) })?.staged
    else { return }
    let stage = "stage_\(lines.kind)"
    try database.execute(
      sql: "CREATE INDEX IF NOT EXISTS temp.\(stage)_by_document ON \(stage) (\(answer), f_line)")
    for isSameQuantity in [true, false] {
      func place(_ groups: String, _ quantity: String, _ position: String) -> String {
        """
        ROW_NUMBER() OVER (PARTITION BY \(groups)\(isSameQuantity ? ", \(quantity)" : "") ORDER BY \(position)) AS place,
              COUNT(*) OVER (PARTITION BY \(groups)) AS places
        """
      }
      try database.execute(
        sql: """
          UPDATE temp.\(stage) AS s SET f_line = a.line FROM (
            SELECT l.seq, y.line FROM (
              SELECT seq, \(answer) AS answer, \(item) AS variant, f_\(quantity) AS quantity,
                \(place("\(answer), \(item)", "f_\(quantity)", "seq"))
              FROM temp.\(stage) WHERE f_line IS NULL AND broken = 0 AND \(item) IS NOT NULL
            ) l JOIN (
              SELECT h.answer, n.variant_id, n.line, n.order_quantity AS quantity,
                \(place("h.answer, n.variant_id", "n.order_quantity", "n.id"))
              FROM (SELECT DISTINCT \(answer) AS answer, r_supplier, f_order_number FROM temp.\(stage)
                  WHERE f_line IS NULL AND broken = 0) h
                JOIN main.orders o ON o.supplier_id = h.r_supplier AND o.order_number = h.f_order_number
                JOIN main.order_lines n ON n.order_id = o.id AND n.order_quantity IS NOT 0
              WHERE NOT EXISTS (SELECT 1 FROM temp.\(stage) g
                WHERE g.\(answer) = h.answer AND g.f_line = n.line AND g.broken = 0 AND g.implied = 0)
            ) y ON y.answer = l.answer AND y.variant_id = l.variant AND y.place = l.place AND y.places = l.places
              \(isSameQuantity ? "AND y.quantity = l.quantity" : "")
          ) AS a WHERE a.seq = s.seq
          """)
    }
    let isOpen = "f_line IS NULL AND implied = 0"
    let code = Self.first(of: ["f_sku", "f_supplier_code", "f_barcode"])
    try reportUnknown(
      in: lines.kind, field: "line",
      where: """
        \(isOpen) AND EXISTS (SELECT 1 FROM main.orders o JOIN main.order_lines n ON n.order_id = o.id
          WHERE o.supplier_id = r_supplier AND o.order_number = f_order_number AND n.variant_id = \(item))
        """,
      code: .noKey, shown: code,
      what: "the order has '%s' in another number of lines, and the record does not say which one it answers",
      remedy: "Add a column line with the numbers of the order's lines.")
    try reportUnknown(
      in: lines.kind, field: "line", where: isOpen, code: .noKey, shown: code,
      what: "no line of the order has the item '%s', and the record does not say which line it answers",
      remedy: "Check the number of the order and the codes, or add a column line with the numbers of the order's lines."
    )
  }

  /// A message that was read before, or another one of the same number, changes nothing silently: unless it says that it
  /// takes the place of the earlier one, other content is refused.
  func refuseRewritten(_ stored: StoredKind) throws {
    guard !staged.isNumberedByPlace(stored.kind) else { return }
    let document = stored.document ?? stored
    guard document.isDocument, staged[document.kind]?.insertedFields.contains("document_identity") == true else {
      return
    }
    let isHead = document.kind == stored.kind
    if isHead { try takeForTheSame(document) } else { try refuseShortened(document, stored) }
    // A new line is a change of a document that was there.
    let head =
      isHead
      ? "temp.stage_\(document.kind) d WHERE d.seq = m.seq AND m.action = \(PlanAction.update.sql)"
      : """
      temp.merged_\(document.kind) h JOIN temp.stage_\(document.kind) d ON d.seq = h.seq
      WHERE h.target = m.\(stored.columns[0].staged) AND h.action IN (\(PlanAction.unchanged.sql), \(PlanAction.update.sql))
        AND m.action \(PlanAction.isWrittenSQL)
      """
    let place = staged.isUnrepeated(stored.kind) ? "temp.stage_\(stored.kind)" : "temp.merged_\(stored.kind)"
    let isRewritten =
      "EXISTS (SELECT 1 FROM \(head) AND d.f_document_identity IS NOT NULL AND NOT \(replaces(document)))"
    let number = document.keys.first { $0.reference == nil }
    let column = number.map { "t.\($0.column)" } ?? "''"
    let id = isHead ? "m.target" : "m.\(stored.columns[0].staged)"
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, '\(stored.kind)', \(Problem.Code.documentDiffers.sqlColumns), '\(number?.field ?? "")', \(column),
          'the \(document.record.noun) ''' || \(column) || ''' was read before with other content, and this one does not say that it takes its place',
          'Ask the sender which of them holds. If it is this one, undo the import of the other first (stockroom imports).',
          s.tbl, s.line, s.record, s.offset
        FROM temp.merged_\(stored.kind) m JOIN temp.stage_\(stored.kind) s ON s.seq = m.seq
          LEFT JOIN main.\(document.table) t ON t.id = \(id)
        WHERE \(isRewritten);
        UPDATE \(place) SET action = \(PlanAction.conflict.sql) WHERE seq IN (
          SELECT m.seq FROM temp.merged_\(stored.kind) m WHERE \(isRewritten));
        """)
  }
}

extension StagingArea {
  /// A document that differs from the stored one only in the message that it came in, was sent twice: it is the same.
  private func takeForTheSame(_ document: StoredKind) throws {
    let place = staged.isUnrepeated(document.kind) ? "temp.stage_\(document.kind)" : "temp.merged_\(document.kind)"
    let content = document.values.filter { !["document_identity", "sender", "receiver"].contains($0.field) }
    let given = Set(staged[document.kind]?.insertedFields ?? [])
    let isOther = content.filter { given.contains($0.field) }.map {
      "(m.\($0.staged) IS NOT NULL AND m.\($0.staged) IS NOT t.\($0.column))"
    }
    try database.execute(
      sql: """
        UPDATE \(place) SET action = \(PlanAction.unchanged.sql) WHERE seq IN (
          SELECT m.seq FROM temp.merged_\(document.kind) m JOIN temp.stage_\(document.kind) d ON d.seq = m.seq
            JOIN main.\(document.table) t ON t.id = m.target
          WHERE m.action = \(PlanAction.update.sql) AND d.f_document_identity IS NOT NULL AND NOT \(replaces(document)) AND m.clear = 0
            AND NOT (\((isOther + ["0"]).joined(separator: " OR "))))
        """)
  }

  /// A document that comes again with fewer lines, and does not say that it takes the place of the earlier one, is another.
  private func refuseShortened(_ document: StoredKind, _ lines: StoredKind) throws {
    guard let quantity = lines.columns.first(where: { $0.field.hasSuffix("_quantity") }), try !isEmpty(lines.table),
      let reference = lines.columns.first(where: { $0.reference == .document(document.kind) }),
      let number = document.keys.first(where: { $0.reference == nil })
    else { return }
    let place = staged.isUnrepeated(document.kind) ? "temp.stage_\(document.kind)" : "temp.merged_\(document.kind)"
    // Lines that could not be read are already reported and do not count as missing. A header alone says nothing about lines.
    let lacking = """
      FROM temp.merged_\(document.kind) m JOIN temp.stage_\(document.kind) d ON d.seq = m.seq
        JOIN main.\(document.table) t ON t.id = m.target
      WHERE m.action IN (\(PlanAction.unchanged.sql), \(PlanAction.update.sql)) AND d.f_document_identity IS NOT NULL AND NOT \(replaces(document))
        AND EXISTS (SELECT 1 FROM temp.stage_\(lines.kind) l WHERE l.\(reference.staged) = t.id)
        AND NOT EXISTS (SELECT 1 FROM temp.problems p WHERE p.kind = '\(lines.kind)' AND p.severity = 'error')
        AND EXISTS (SELECT 1 FROM main.\(lines.table) k WHERE k.\(reference.column) = t.id
          AND COALESCE(k.\(quantity.column), 1) <> 0 AND NOT EXISTS (SELECT 1 FROM temp.stage_\(lines.kind) l
            WHERE l.\(reference.staged) = t.id AND l.f_line = k.line))
      """
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT d.seq, '\(document.kind)', \(Problem.Code.documentDiffers.sqlColumns), '\(number.field)', t.\(number.column),
          'the \(document.record.noun) ''' || t.\(number.column) || ''' was read before with more lines, and this one does not say that it takes its place',
          'Ask the sender which of them holds. If it is this one, undo the import of the other first (stockroom imports).',
          d.tbl, d.line, d.record, d.offset
        \(lacking);
        UPDATE \(place) SET action = \(PlanAction.conflict.sql) WHERE seq IN (SELECT m.seq \(lacking));
        """)
  }

  /// SQL for whether the message `d` says that it takes the place of an earlier one.
  private func replaces(_ document: StoredKind) -> String {
    staged[document.kind]?.insertedFields.contains("replaces") == true ? "COALESCE(d.f_replaces, 0)" : "0"
  }
}

extension StoredKind {
  /// Whether its records are messages that say what they are called.
  var isDocument: Bool { columns.contains { $0.field == "document_identity" } }
}

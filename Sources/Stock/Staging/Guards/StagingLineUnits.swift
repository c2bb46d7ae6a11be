internal import FormatKit
internal import GRDB

/// Lines of receipts, order responses, despatch advices and invoices that may count packs or pieces.
///
/// Receipts count stock units unless they say otherwise. The other documents count what the line of the order counts.
extension StagingArea {
  /// Finds quantities without a clear unit, of items that come in packs, unless the order shows what they count.
  func findLinesInPacks() throws {
    try findPacksWithoutSize()
    guard try comesInPacks() else { return }
    for lines in try [receivedLines()].compactMap({ $0 }) + documentLines() {
      try addLinesInPacks(
        lines, where: "q.unit IS NULL", saying: "''",
        remedy: "Check whether the file counts packs or pieces; if it counts packs, say so with --set order_unit=case, "
          + "and if it counts pieces, with --set order_unit=each; if it is right, accept it with --accept "
          + "\(GuardCode.packsOrPieces.rawValue).")
      try addLinesInPacks(
        lines, where: "q.unit IS NOT NULL",
        saying: "'the unit ''' || q.unit || ''' is neither a piece nor a known pack: '",
        remedy: "Write each or case in place of the unit, in the file or with a value map in its profile; "
          + "if it is right, accept it with --accept \(GuardCode.packsOrPieces.rawValue).")
    }
  }

  /// Whether any item is ordered in packs, or may be.
  func comesInPacks() throws -> Bool {
    if gives("supplier_items", "pack_size") { return true }
    let isPack = "WHERE pack_size <> 1000"
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM supplier_items \(isPack)) OR EXISTS (SELECT 1 FROM order_lines \(isPack))
        """) == true
  }

  /// SQL for whether a line may count the other one of packs and pieces than it is taken for, which is in `is_packs`.
  ///
  /// - Taken for pieces: as packs it is what is open, or within what is ordered; or it is not a whole number of packs,
  ///   and as packs at most twice what is ordered. Without an order: it is less than one pack. An order that itself
  ///   counts pieces makes packs likely only where they are exactly what is open.
  /// - Taken for packs: as pieces it is a whole number of packs, or as packs more than twice what is ordered, or it is
  ///   of a credit note: single pieces are credited too.
  ///
  /// It is not doubtful where the lines of the item together are exactly what is open of the order, or is ordered.
  private static let isDoubtful = """
    CASE WHEN q.ordered IS NULL THEN q.is_packs = 0 AND q.quantity < q.pack
      WHEN q.is_packs = 1 THEN NOT (q.all_packed IS q.open OR q.all_packed IS q.ordered AND q.total IS NOT q.open)
        AND (q.is_credit = 1 OR q.quantity % q.pack = 0 OR q.packed > 2 * q.ordered)
      WHEN q.total IS q.open OR q.total IS q.ordered THEN 0
      WHEN q.ordered_pack = 1000 THEN q.all_packed IS q.open
      ELSE q.packed <= q.ordered OR q.quantity % q.pack <> 0 AND q.packed <= 2 * q.ordered END
    """

  /// Adds the doubtful ones among lines.
  ///
  /// - Parameters:
  ///   - lines: SQL for the lines with what their order says of them
  ///   - condition: SQL for which of them are meant
  ///   - unit: SQL for what is said of the unit
  private func addLinesInPacks(
    _ lines: String, where condition: String, saying unit: String, remedy: String
  ) throws {
    func amount(_ value: String) -> String { "guard_amount(\(value), 'quantity')" }
    let packs = "\(amount("q.quantity")) || ' × pack of ' || \(amount("q.pack")) || ' = ' || \(amount("q.packed"))"
    try add(
      .packsOrPieces, remedy: remedy,
      """
      SELECT q.seq AS seq, q.tbl AS tbl, q.line AS line, q.record AS record, q.offset AS offset, q.kind AS kind,
        q.field AS field, \(amount("q.quantity")) AS value,
        \(unit) || \(amount("q.quantity")) || ' of ''' || \(try sku("q.variant")) || ''' is taken for '
          || CASE q.is_packs
            WHEN 1 THEN \(packs) || ' ' || q.pieces || '; as ' || q.pieces || ' it is ' || \(amount("q.quantity"))
            ELSE \(amount("q.quantity")) || ' ' || q.pieces || '; as packs it is ' || \(packs) || ' ' || q.pieces END
          || CASE WHEN q.ordered IS NULL THEN ''
            ELSE '; order ''' || q.order_number || ''' has ' || \(amount("q.open")) || ' open'
              || CASE WHEN q.is_packs = 0 AND q.all_packed IS q.open THEN ': packs fit exactly'
                WHEN q.is_packs = 1 AND q.total IS q.open THEN ': ' || q.pieces || ' fit exactly' ELSE '' END
            END AS message
      FROM (
        SELECT q.*, q.ordered - q.before AS open, \(OrderedUnits.value("q.quantity", pack: "q.pack")) AS packed,
          \(OrderedUnits.value("q.total", pack: "q.pack")) AS all_packed,
          COALESCE((SELECT NULLIF(p.stock_unit, 'each') FROM variants v JOIN products p ON p.id = v.product_id
            WHERE v.id = q.variant), 'pieces') AS pieces
        FROM (\(lines)) q WHERE q.pack > 0 AND q.pack <> 1000
      ) q WHERE q.packed IS NOT NULL AND \(condition) AND (\(Self.isDoubtful)) ORDER BY q.seq
      """)
  }

  // MARK: Receipts

  /// SQL for new receipts whose unit is not clear, with all that the order has of the item, and what came before.
  private func receivedLines() throws -> String? {
    guard staged.hasMovements, staged["receipts"] != nil else { return nil }
    let unit = givesReceivedUnit ? "s.f_order_unit" : "NULL"
    let units = OrderedUnits.value(
      "l.order_quantity", packLookedUp: OrderedUnits.pack(line: "l", supplier: "o.supplier_id"))
    return """
      SELECT g.*, 0 AS is_packs, 0 AS is_credit,
        (SELECT SUM(\(units)) FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.supplier_id = g.supplier_id AND o.order_number = g.order_number
            AND l.variant_id = g.variant) AS ordered,
        COALESCE((SELECT SUM(x.quantity) FROM movements x JOIN documents d ON d.id = x.document_id
          WHERE x.order_number = g.order_number AND x.variant_id = g.variant AND d.kind = 'receipt'
            AND d.party = g.party), 0) AS before
      FROM (
        SELECT m.stage_seq AS seq, m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset,
          m.source AS kind, 'quantity' AS field, m.variant AS variant, m.quantity AS quantity, m.party AS party,
          m.order_number AS order_number, s.r_supplier AS supplier_id, \(unit) AS unit,
          SUM(m.quantity) OVER (PARTITION BY s.r_supplier, m.order_number, m.variant) AS total,
          \(orderedPack(of: "s")) AS ordered_pack, \(try receivedPack(of: "s")) AS pack
        FROM temp.merged_movements m JOIN temp.stage_receipts s ON s.seq = m.stage_seq
        WHERE m.source = 'receipts' AND m.kind = 'receipt' AND m.action = \(PlanAction.create.sql) AND m.quantity > 0
          AND \(OrderedUnits.isUnclear(unit, of: "m.variant")) AND m.stage_seq NOT IN (\(Self.packedReceipts))
      ) g
      """
  }

  private var givesReceivedUnit: Bool { staged["receipts"]?.insertedFields.contains("order_unit") == true }

  /// Finds received packs of which nothing says how many stock units they have.
  private func findPacksWithoutSize() throws {
    guard staged.hasMovements, givesReceivedUnit else { return }
    try add(
      .packsOrPieces,
      remedy: "Import the supplier's list with the pack size first, or write the quantity in pieces; if it is right, "
        + "accept it with --accept \(GuardCode.packsOrPieces.rawValue).",
      """
      SELECT m.stage_seq AS seq, m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset, m.source AS kind,
        'quantity' AS field, guard_amount(m.quantity, 'quantity') AS value,
        'the unit ''' || s.f_order_unit || ''' of ''' || \(try sku("m.variant"))
          || ''' is a pack, and no list says how many pieces it has: ' || guard_amount(m.quantity, 'quantity')
          || ' is taken for pieces' AS message
      FROM temp.merged_movements m JOIN temp.stage_receipts s ON s.seq = m.stage_seq
      WHERE m.source = 'receipts' AND m.action = \(PlanAction.create.sql) AND \(OrderedUnits.isPack("s.f_order_unit"))
        AND m.stage_seq NOT IN (\(Self.packedReceipts)) ORDER BY m.seq
      """)
  }

  // MARK: Documents of suppliers

  /// SQL for the lines of each kind of suppliers' documents in the file.
  private func documentLines() throws -> [String] {
    try kinds.list.filter { $0.keepsUnknownItems && $0.record.quantityUnit != nil }.compactMap { stored in
      guard let quantity = stored.record.eventQuantity?.name, gives(stored.kind, quantity), try hasChanges(stored.kind),
        try stored.isInvoiced || !isEmpty("order_lines")
      else { return nil }
      return try documentLines(stored, quantity)
    }
  }

  /// SQL for new and changed lines whose unit is not clear, with the line of the order that each is for, and what
  /// earlier documents of the kind have of it. Of lines without an order, those of invoices alone are looked at: they are taken
  /// for pieces, as receipts are.
  private func documentLines(_ stored: StoredKind, _ quantity: String) throws -> String? {
    guard let document = stored.document,
      let reference = stored.columns.first(where: { $0.reference == .document(document.kind) })
    else { return nil }
    // The line of an order response is that of the order, and its latest answer counts.
    let namesOrder = stored.columns.contains { $0.field == "order_line" }
    let number = namesOrder ? "COALESCE(m.f_order_number, t.order_number)" : "s.f_order_number"
    let line = namesOrder ? "COALESCE(m.f_order_line, t.order_line)" : "m.f_line"
    let canBeCredit = stored.isInvoiced
    let credit =
      canBeCredit
      ? """
      COALESCE((SELECT n.f_invoice_kind FROM temp.merged_\(document.kind) n WHERE n.target = m.\(reference.staged)),
            (SELECT h.invoice_kind FROM \(document.table) h WHERE h.id = m.\(reference.staged))) IS 'credit-note'
      """ : "0"
    let units = OrderedUnits.value(
      "k.\(quantity)", packLookedUp: OrderedUnits.pack(document: "k", order: "f.ordered_pack"))
    func before(_ match: String) -> String {
      let sign = canBeCredit ? "CASE h.invoice_kind WHEN 'credit-note' THEN -1 ELSE 1 END * " : ""
      return """
        COALESCE((SELECT SUM(\(sign)(\(units))) FROM main.\(stored.table) k
            JOIN main.\(document.table) h ON h.id = k.\(reference.column)
          WHERE k.order_number = f.order_number AND \(match) AND h.supplier_id = f.supplier_id
            AND k.id IS NOT f.target), 0)
        """
    }
    let known =
      namesOrder
      ? before("k.order_line = f.of_line") + " + " + before("k.variant_id = f.variant AND k.order_line IS NULL") : "0"
    return """
      SELECT f.*, f.ordered_pack <> 1000 AS is_packs,
        COALESCE(NULLIF(f.ordered_pack, 1000), \(try listedPack(of: "f.variant", supplier: "f.supplier_id"))) AS pack,
        \(OrderedUnits.value("f.order_quantity", pack: "f.ordered_pack")) AS ordered, \(known) AS before
      FROM (
        SELECT e.*, y.line AS of_line, y.order_quantity AS order_quantity,
          COALESCE(e.variant_id, y.variant_id) AS variant,
          \(OrderedUnits.pack(line: "y", supplier: "e.supplier_id")) AS ordered_pack
        FROM (
          SELECT d.*, SUM(d.quantity)
              OVER (PARTITION BY d.supplier_id, d.order_number, d.order_line, d.variant_id) AS total,
            \(ReportingViews.orderLine(of: "d", from: "d")) AS order_line_id
          FROM (
            SELECT \(Self.place), '\(stored.kind)' AS kind, '\(quantity)' AS field, m.f_\(quantity) AS quantity,
              m.r_sku AS variant_id, s.r_supplier AS supplier_id, \(number) AS order_number, \(line) AS order_line,
              COALESCE(m.f_order_unit, t.order_unit) AS unit, m.target AS target, \(credit) AS is_credit
            FROM temp.merged_\(stored.kind) m JOIN temp.stage_\(stored.kind) s ON s.seq = m.seq
              LEFT JOIN main.\(stored.table) t ON t.id = m.target
            WHERE m.action \(PlanAction.isWrittenSQL) AND m.f_\(quantity) > 0
              AND COALESCE(m.f_pack_size, t.pack_size) IS NULL
              AND (t.\(quantity) IS NOT m.f_\(quantity) OR t.variant_id IS NOT m.r_sku
                OR COALESCE(m.f_order_unit, t.order_unit) IS NOT t.order_unit)
          ) d WHERE \(OrderedUnits.isUnclear("d.unit", of: "d.variant_id"))
        ) e \(stored.isInvoiced ? "LEFT" : "CROSS") JOIN order_lines y ON y.id = e.order_line_id
      ) f
      """
  }
}

extension StoredKind {
  /// Whether its records are lines of invoices.
  fileprivate var isInvoiced: Bool { document?.record.field("invoice_kind") != nil }
}

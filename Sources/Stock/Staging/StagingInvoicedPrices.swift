internal import FormatKit
internal import GRDB
internal import ProblemKit

/// Lines of invoices whose price is that of a pack: the amount of the line shows it.
extension StagingArea {
  /// Divides the price of a line among the stock units of a pack where the price times the packs is the net amount of the line,
  /// and the price times the stock units is not. What each is taken for follows from the unit, the order and the supplier's list.
  ///
  /// A line that was divided has the right amount, so that doing it again changes nothing.
  func divideInvoicedPrices(_ stored: StoredKind) throws {
    let given = Set(staged[stored.kind]?.insertedFields ?? [])
    guard given.isSuperset(of: ["unit_cost", "line_amount"]), let quantity = stored.record.eventQuantity?.name,
      given.contains(quantity), try given.contains("pack_size") || comesInPacks(), let document = stored.document,
      let head = stored.columns.first(where: { $0.reference == .document(document.kind) })?.staged,
      let item = stored.columns.first(where: { $0.reference == .item })
    else { return }
    let currency = """
      COALESCE(s.f_currency, (SELECT n.f_currency FROM temp.merged_\(document.kind) n WHERE n.target = s.\(head)),
        (SELECT h.currency FROM main.\(document.table) h WHERE h.id = s.\(head)),
        (SELECT value FROM settings WHERE name = 'currency'))
      """
    let ordered = OrderedUnits.pack(
      orderedBy: "y", document: "e", supplier: "e.supplier_id",
      listed: try listedPack(of: "e.variant_id", supplier: "e.supplier_id"))
    // Without MATERIALIZED, SQLite would look up each pack as often as the calculations name it.
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.pack_prices;
        CREATE TEMP TABLE pack_prices AS
        WITH lines AS MATERIALIZED (
          SELECT s.seq AS seq, \(place(of: item, in: stored.kind)) AS variant_id, s.r_supplier AS supplier_id,
            s.f_order_number AS order_number, s.f_order_line AS order_line, s.f_order_unit AS order_unit,
            s.f_pack_size AS pack_size, s.f_\(quantity) AS quantity, s.f_unit_cost AS unit_cost,
            s.f_line_amount AS amount, \(currency) AS currency
          FROM temp.stage_\(stored.kind) s
          WHERE s.broken = 0 AND s.f_line_amount <> 0 AND ABS(s.f_unit_cost) < 9000000000000000
        ), matched AS MATERIALIZED (
          SELECT d.*, \(ReportingViews.orderLine(of: "d", from: "d")) AS order_line_id,
            \(ReportingViews.divisor(of: "d.currency")) AS divisor
          FROM lines d
        ), ordered AS MATERIALIZED (
          SELECT e.*, \(ordered) AS ordered_pack FROM matched e LEFT JOIN order_lines y ON y.id = e.order_line_id
        ), packed AS MATERIALIZED (
          SELECT f.*, \(OrderedUnits.pack(document: "f", order: "f.ordered_pack")) AS unit_pack,
            COALESCE(f.pack_size, NULLIF(f.ordered_pack, 1000),
              \(try listedPack(of: "f.variant_id", supplier: "f.supplier_id"))) AS pack
          FROM ordered f
        ), counted AS MATERIALIZED (
          SELECT g.*, \(OrderedUnits.value("g.quantity", pack: "g.unit_pack")) AS units
          FROM packed g WHERE g.pack > 0 AND g.pack <> 1000
        )
        SELECT h.*, CASE \(ReportingViews.rounded("h.unit_cost", times: "1000", over: "h.pack")) END AS share
        FROM counted h
        WHERE h.amount IS NOT \(amount("h.divisor")) AND h.amount IS \(amount("(h.divisor * h.pack / 1000)"));
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, '\(stored.kind)', \(Problem.Code.packPrice.sqlColumns), 'unit_cost', guard_amount(p.unit_cost, 'cost'),
          'the price ' || guard_amount(p.unit_cost, 'cost') || ' of ''' || \(try sku("p.variant_id"))
            || ''' is that of a pack of ' || guard_amount(p.pack, 'quantity') || ', as the amount '
            || guard_amount(p.amount, p.currency) || ' of the line shows: ' || guard_amount(p.share, 'cost') || ' each',
          '\(Problem.Code.packPrice.remedy)', s.tbl, s.line, s.record, s.offset
        FROM temp.pack_prices p JOIN temp.stage_\(stored.kind) s ON s.seq = p.seq WHERE p.variant_id IS NOT NULL;
        UPDATE temp.stage_\(stored.kind) AS s SET f_unit_cost = p.share
        FROM temp.pack_prices p WHERE p.seq = s.seq AND p.variant_id IS NOT NULL;
        DROP TABLE temp.pack_prices;
        """)
  }

  /// SQL for what the units of a line cost, in minor units of its currency.
  private func amount(_ divisor: String) -> String {
    "(\(ReportingViews.value("h.units", at: "h.unit_cost", divisor: divisor)))"
  }
}

internal import GRDB
internal import ProblemKit
internal import RetailValues

extension ShopDatabase {
  /// Calls `body` with orders by day and number, the newest first.
  ///
  /// - Parameters:
  ///   - supplier: code of a supplier, nil for all.
  ///   - isOpen: whether to read only orders with outstanding quantities.
  /// - Throws: ``Problem/Code/notFound`` for a supplier that does not exist.
  public func forEachOrder(supplier: String? = nil, isOpen: Bool = false, _ body: (PurchaseOrder) throws -> Void) throws
  {
    try read { database in
      if let supplier { try Self.requireSupplier(supplier, database) }
      let rows = try Row.fetchCursor(
        database,
        sql: Self.orders(from: "report_orders") + """
           WHERE (?1 IS NULL OR o.supplier = ?1) AND (?2 = 0 OR o.open_line_count > 0)
          ORDER BY COALESCE(o.ordered_on, '') DESC, o.order_id DESC
          """, arguments: [supplier, isOpen])
      while let row = try rows.next() { try body(PurchaseOrder(row)) }
    }
  }

  /// The order of that number, or else the one with that id.
  ///
  /// - Parameter supplier: code of the supplier, where several have orders of that number.
  /// - Throws: ``Problem/Code/notFound``; ``Problem/Code/refused`` when several orders have that number.
  public func order(_ name: String, supplier: String? = nil) throws -> PurchaseOrder {
    try read { database in
      if let supplier { try Self.requireSupplier(supplier, database) }
      func find(_ condition: String, _ value: any DatabaseValueConvertible) throws -> [Int64] {
        try Int64.fetchAll(
          database,
          sql: """
            SELECT o.id FROM orders o JOIN suppliers s ON s.id = o.supplier_id
            WHERE \(condition) AND (?2 IS NULL OR s.code = ?2) ORDER BY o.id LIMIT 6
            """, arguments: [value, supplier])
      }
      var found = try find("o.order_number = ?1", name)
      if found.isEmpty, let id = Int64(name) { found = try find("o.id = ?1", id) }
      let orders = try found.compactMap { id in
        try Row.fetchOne(database, sql: Self.orders(from: "(\(ReportingViews.orders(only: "?1")))"), arguments: [id])
          .map(PurchaseOrder.init)
      }
      guard let order = orders.first else {
        throw Problems(.notFound, "there is no order '\(name)'", remedy: "See `stockroom order list`.")
      }
      guard orders.count == 1 else {
        throw Problems(
          .refused, "several suppliers have an order '\(name)': \(orders.map(\.supplier).joined(separator: ", "))",
          remedy: "Say which with --supplier CODE.")
      }
      return order
    }
  }

  /// The lines of an order in the order in which they were written.
  public func orderLines(of order: Int64) throws -> [PurchaseOrderLine] {
    try read { database in
      let invoiced = try Self.invoicedCosts(of: order, database)
      return try Row.fetchAll(
        database,
        sql: """
          SELECT l.*, v.sku, COALESCE(v.title, p.title, v.sku) AS title
          FROM report_order_lines l JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
          WHERE l.order_id = ? ORDER BY l.order_line_id
          """, arguments: [order]
      ).map { row in
        let line: Int64 = row["order_line_id"]
        return PurchaseOrderLine(row, invoicedCost: invoiced[line])
      }
    }
  }

  /// What the last invoice of each line asks for a stock unit, by the id of the line. Credit notes, and invoices in another
  /// currency, cannot be compared with the order.
  private static func invoicedCosts(of order: Int64, _ database: Database) throws -> [Int64: UnitCost] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT i.order_line_id, i.unit_cost_micro FROM (\(ReportingViews.invoiceLines(only: "?1"))) i
        WHERE i.order_id = ?1 AND i.order_line_id IS NOT NULL AND i.unit_cost_micro IS NOT NULL
          AND i.invoice_kind = 'invoice'
          AND i.currency = (SELECT o.currency FROM report_order_numbers o WHERE o.order_id = ?1)
        ORDER BY COALESCE(i.invoiced_on, ''), i.invoice_line_id
        """, arguments: [order])
    var costs: [Int64: UnitCost] = [:]
    for row in rows {
      let line: Int64 = row["order_line_id"]
      costs[line] = UnitCost(row["unit_cost_micro"] as Int64?)
    }
    return costs
  }

  /// The differences between the documents of an order, by line.
  public func orderDifferences(of order: Int64) throws -> [OrderDifference] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT d.*, v.sku FROM (\(ReportingViews.differences(only: "?1"))) d
            LEFT JOIN variants v ON v.id = d.variant_id
          ORDER BY COALESCE(d.order_line_id, 9223372036854775807), d.difference, d.detail
          """, arguments: [order]
      ).compactMap { row -> OrderDifference? in
        guard let kind = DocumentDifference(rawValue: row["difference"]) else { return nil }
        return OrderDifference(
          line: row["line"], sku: row["sku"], kind: kind, detail: row["detail"],
          expected: Quantity(row["expected_milli"]), found: Quantity(row["found_milli"]),
          expectedCost: UnitCost(row["expected_micro"]), foundCost: UnitCost(row["found_micro"]))
      }
    }
  }

  /// The documents that are about an order, by day.
  public func papers(of order: PurchaseOrder) throws -> [OrderPaper] {
    try read { database in
      let amount = "COALESCE(i.currency, (SELECT currency FROM report_shop))"
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT 1 AS place, 'response' AS kind, COALESCE(NULLIF(r.response_number, ''), '') AS number,
            r.responded_on AS day, r.response AS remark, NULL AS amount, NULL AS currency, NULL AS moment,
            \(CreatedRecords.maker(of: "r.id", kind: "order_responses")) AS import_number
          FROM order_responses r JOIN suppliers s ON s.id = r.supplier_id
          WHERE s.code = ?1 AND r.order_number = ?2
          UNION ALL
          SELECT 2, 'despatch advice', d.despatch_number, d.despatched_on, d.carrier, NULL, NULL, NULL,
            \(CreatedRecords.maker(of: "d.id", kind: "despatch_advices"))
          FROM despatch_advices d JOIN suppliers s ON s.id = d.supplier_id
          WHERE s.code = ?1 AND (d.order_number = ?2
            OR d.id IN (SELECT l.despatch_id FROM despatch_lines l WHERE l.order_number = ?2))
          UNION ALL
          SELECT 3, 'receipt', d.number, NULL, NULL, NULL, NULL, MAX(m.effective_at), MAX(m.import_id)
          FROM movements m JOIN documents d ON d.id = m.document_id
          WHERE d.kind = 'receipt' AND d.party = ?1 AND m.order_number = ?2
            AND \(CancelledMovements.isLive("m"))
          GROUP BY d.number
          UNION ALL
          SELECT 4, CASE i.invoice_kind WHEN 'credit-note' THEN 'credit note' ELSE 'invoice' END, i.invoice_number,
            i.invoiced_on, NULL, i.total_amount, \(amount), NULL,
            \(CreatedRecords.maker(of: "i.id", kind: "invoices"))
          FROM invoices i JOIN suppliers s ON s.id = i.supplier_id
          WHERE s.code = ?1 AND (i.order_number = ?2
            OR i.id IN (SELECT l.invoice_id FROM invoice_lines l WHERE l.order_number = ?2))
          """, arguments: [order.supplier, order.number])
      let clock = settings.clock
      return rows.map { row -> (place: Int, paper: OrderPaper) in
        var remark: String? = row["remark"]
        if let minor: Int64 = row["amount"], let code: String = row["currency"], let currency = Currency(code) {
          remark = Money(minorUnits: minor, currency: currency).description
        }
        let day = (row["moment"] as Int64?).map {
          String(clock.iso8601(Timestamp(millisecondsSince1970: $0)).prefix(10))
        }
        return (
          row["place"],
          OrderPaper(
            kind: row["kind"], number: row["number"], day: day ?? row["day"], remark: remark,
            importNumber: row["import_number"])
        )
      }.sorted { ($0.paper.day ?? "", $0.place, $0.paper.number) < ($1.paper.day ?? "", $1.place, $1.paper.number) }
        .map(\.paper)
    }
  }

  /// The lines of a despatch advice, in their original order.
  ///
  /// - Parameters:
  ///   - name: its number, or its id if no despatch advice has that number.
  ///   - supplier: code of the supplier that sent it.
  /// - Returns: the number of the despatch advice and its lines.
  /// - Throws: ``Problem/Code/notFound``.
  public func despatchLines(_ name: String, supplier: String) throws -> (number: String, lines: [DespatchLine]) {
    try read { database in
      let advice = try Row.fetchOne(
        database,
        sql: """
          SELECT d.id, d.despatch_number FROM despatch_advices d JOIN suppliers s ON s.id = d.supplier_id
          WHERE s.code = ?1 AND (d.despatch_number = ?2 OR CAST(d.id AS TEXT) = ?2)
          ORDER BY d.despatch_number = ?2 DESC LIMIT 1
          """, arguments: [supplier, name])
      guard let advice, let id: Int64 = advice["id"], let number: String = advice["despatch_number"] else {
        throw Problems(
          .notFound, "the supplier '\(supplier)' has sent no despatch advice '\(name)'",
          remedy: "Import it first; `stockroom order show` lists what was sent.")
      }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT d.line, v.sku, d.item_code, d.order_number, d.despatched_milli, d.received_milli, d.lot, d.expires_on,
            CASE WHEN COALESCE(o.currency, c.currency) = c.currency THEN l.unit_cost END AS unit_cost
          FROM report_despatch_lines d CROSS JOIN report_shop c LEFT JOIN variants v ON v.id = d.variant_id
            LEFT JOIN order_lines l ON l.id = d.order_line_id LEFT JOIN orders o ON o.id = l.order_id
          WHERE d.despatch_id = ? ORDER BY d.despatch_line_id
          """, arguments: [id])
      return (
        number,
        rows.map { row in
          DespatchLine(
            line: row["line"], sku: row["sku"], itemCode: row["item_code"], orderNumber: row["order_number"],
            despatched: Quantity(row["despatched_milli"]) ?? .zero, received: Quantity(row["received_milli"]),
            lot: row["lot"], expiresOn: row["expires_on"], unitCost: UnitCost(row["unit_cost"]))
        }
      )
    }
  }

  /// The lines that are recorded of a receipt, so that a further part gets a line of its own.
  public func receiptLines(_ document: String, supplier: String) throws -> Set<String> {
    try read { database in
      try String.fetchSet(
        database,
        sql: """
          SELECT m.document_line FROM documents d JOIN movements m ON m.document_id = d.id
          WHERE d.kind = 'receipt' AND d.party = ? AND d.number = ?
          """, arguments: [supplier, document])
    }
  }

  /// A number that no order to the supplier has: the text with the next count.
  public func freeOrderNumber(of supplier: String, like start: String) throws -> String {
    try read { database in
      try Self.requireSupplier(supplier, database)
      let numbers = try String.fetchAll(
        database,
        sql: """
          SELECT o.order_number FROM orders o JOIN suppliers s ON s.id = o.supplier_id
          WHERE s.code = ? AND substr(o.order_number, 1, ?) = ?
          """, arguments: [supplier, start.count, start])
      let counts = numbers.compactMap { Int($0.dropFirst(start.count).prefix { $0.isNumber }) }
      return start + "\((counts.max() ?? 0) + 1)"
    }
  }

  static func requireSupplier(_ code: String, _ database: Database) throws {
    let isKnown = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM suppliers WHERE code = ?)", arguments: [code])
    guard isKnown == true else {
      throw Problems(
        .notFound, "there is no supplier '\(code)'",
        remedy: "`stockroom export suppliers` lists them; import the supplier first.")
    }
  }

  private static func orders(from source: String) -> String {
    let supplier = "(SELECT s.id FROM suppliers s WHERE s.code = o.supplier)"
    return """
      SELECT o.*, p.location,
        (SELECT COUNT(*) FROM order_lines l WHERE l.order_id = o.order_id AND l.unit_cost IS NULL) AS uncosted_line_count,
        o.state = 'open' AND o.order_id IN (\(ownOrders))
        AND NOT EXISTS (SELECT 1 FROM order_responses r
          WHERE r.supplier_id = \(supplier) AND r.order_number = o.order_number)
        AND NOT EXISTS (SELECT 1 FROM despatch_lines l JOIN despatch_advices d ON d.id = l.despatch_id
          WHERE l.order_number = o.order_number AND d.supplier_id = \(supplier))
        AND NOT EXISTS (SELECT 1 FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
          WHERE l.order_number = o.order_number AND i.supplier_id = \(supplier)) AS is_draft
      FROM \(source) o LEFT JOIN report_locations p ON p.location_id = o.location_id
      """
  }

  /// SQL for the ids of the orders that a command of the shop has made, and no file.
  static let ownOrders = """
    SELECT e.id FROM main.imports i CROSS JOIN main.created_records c CROSS JOIN main.orders e
    WHERE i.profile = '\(ImportRecord.commandProfile)' AND c.import_id = i.id AND c.kind = 'orders'
      AND e.id BETWEEN c.first_id AND c.last_id
    """

  /// The code of the shop's location, if it has exactly one.
  public func onlyLocation() throws -> String? {
    try read { database in
      try String.fetchOne(database, sql: "SELECT MIN(code) FROM locations WHERE (SELECT COUNT(*) FROM locations) = 1")
    }
  }
}

extension PurchaseOrder {
  fileprivate init(_ row: Row) {
    let code: String = row["currency"]
    let uncosted: Int = row["uncosted_line_count"]
    let openLines: Int = row["open_line_count"]
    func money(_ column: String, isUnknownAtZero: Bool) -> Money? {
      guard let currency = Currency(code), let amount: Int64 = row[column], amount != 0 || !isUnknownAtZero else {
        return nil
      }
      return Money(minorUnits: amount, currency: currency)
    }
    self.init(
      id: row["order_id"], supplier: row["supplier"], supplierName: row["supplier_name"], number: row["order_number"],
      orderedOn: row["ordered_on"], expectedOn: row["expected_on"], location: row["location"], currency: code,
      lineCount: row["line_count"], openLineCount: openLines, nextOn: row["next_on"],
      uncostedLineCount: uncosted, orderedCost: money("ordered_cost_minor", isUnknownAtZero: uncosted > 0),
      openCost: money("open_cost_minor", isUnknownAtZero: uncosted > 0 && openLines > 0), state: row["state"],
      isDraft: row["is_draft"])
  }
}

extension PurchaseOrderLine {
  fileprivate init(_ row: Row, invoicedCost: UnitCost?) {
    self.init(
      id: row["order_line_id"], line: row["line"], sku: row["sku"], title: row["title"],
      supplierCode: row["supplier_code"], orderUnit: row["order_unit"],
      packSize: Quantity(row["pack_milli"]) ?? .zero, orderQuantity: Quantity(row["order_quantity_milli"]) ?? .zero,
      ordered: Quantity(row["ordered_milli"]) ?? .zero, confirmed: Quantity(row["confirmed_milli"]),
      despatched: Quantity(row["despatched_milli"]), received: Quantity(row["received_milli"]),
      invoiced: Quantity(row["invoiced_milli"]), open: Quantity(row["open_milli"]) ?? .zero,
      unitCost: UnitCost(row["unit_cost_micro"]), invoicedCost: invoicedCost, promisedOn: row["promised_on"],
      closedOn: row["closed_on"],
      closedReason: row["closed_reason"], state: row["state"])
  }
}

extension Quantity {
  fileprivate init?(_ scaled: Int64?) {
    guard let scaled else { return nil }
    self.init(scaled: scaled)
  }
}

extension UnitCost {
  fileprivate init?(_ scaled: Int64?) {
    guard let scaled else { return nil }
    self.init(scaled: scaled)
  }
}

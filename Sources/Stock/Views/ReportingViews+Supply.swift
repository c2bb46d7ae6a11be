internal import FormatKit
internal import RetailValues

/// The views of the documents of supply: what was ordered, confirmed, despatched, received and invoiced, line by line.
///
/// All quantities in `…_milli` except `order_quantity_milli` are thousandths of stock units, whichever unit the
/// documents use. A line of another document belongs to the order line that it names. A line that names none, or one
/// that the order does not have, belongs to the lines of its item, from the first on; the rest goes to the last of
/// them. The same applies to receipts.
extension ReportingViews {
  static let supply: [ReportingView] = [
    ReportingView(
      "report_order_lines", rows: .supplier,
      columns: [
        .supplier: [
          "order_line_id", "order_id", "supplier", "supplier_name", "order_number", "ordered_on", "expected_on",
          "location_id", "currency", "line", "variant_id", "supplier_code", "order_unit", "pack_milli",
          "order_quantity_milli", "ordered_milli", "line_response", "confirmed_milli", "confirmed_pack_milli",
          "promised_on", "substitute", "response_note", "despatched_milli", "received_milli", "invoiced_milli",
          "closed_on", "closed_reason", "open_milli", "cost_divisor", "state",
        ],
        .cost: ["unit_cost_micro", "confirmed_cost_micro", "ordered_cost_minor", "open_cost_minor"],
      ],
      orderLineSummary, orderLines),
    receiptLines, orderNumbers, suppliers,
    ReportingView(
      "report_orders", rows: .supplier,
      columns: [
        .supplier: [
          "order_id", "supplier", "supplier_name", "order_number", "ordered_on", "expected_on", "location_id",
          "currency", "buyer", "contract", "contact", "document_identity", "line_count", "open_line_count", "next_on",
          "state",
        ],
        .cost: ["ordered_cost_minor", "open_cost_minor"],
        .shopOnly: ["note"],
      ],
      """
      Each purchase order with how many of its lines are open; its amounts are in its own currency, at the order's cost and \
      without lines that have none. state is open, partly received, received, closed or refused: received when nothing is open, \
      refused when the supplier delivers nothing of it, closed when something of it was given up or refused.
      """,
      orders()
    ),
    ReportingView(
      "report_despatch_lines", rows: .supplier,
      columns: [
        .supplier: [
          "despatch_line_id", "despatch_id", "supplier", "supplier_name", "despatch_number", "despatched_on",
          "arriving_on", "carrier", "tracking_number", "line", "variant_id", "item_code", "supplier_code", "title",
          "order_number", "order_line_id", "despatched_milli", "lot", "expires_on", "sscc", "received_milli",
        ],
        .shopOnly: ["note"],
      ],
      """
      What suppliers announced as sent, line by line, with the line of the order that it is for, if it is known. \
      received_milli is what was received under the number of the despatch advice, NULL when nothing of it was; lines of one \
      item share it from the first on.
      """,
      """
      SELECT q.despatch_line_id, q.despatch_id, q.supplier, q.supplier_name, q.despatch_number, q.despatched_on, q.arriving_on,
        q.carrier, q.tracking_number, q.line, q.variant_id, q.item_code, q.supplier_code, q.title, q.order_number,
        q.order_line_id, q.despatched_milli, q.lot, q.expires_on, q.sscc, q.note,
        CASE WHEN q.is_received = 1 THEN \(share(of: "q.received", in: "q.despatched_milli", of: "q")) END AS received_milli
      FROM (
        SELECT u.*, \(shares(of: "u.despatched_milli", partition: "u.despatch_id, u.variant_id", order: "u.despatch_line_id")),
          COALESCE((SELECT SUM(m.quantity) FROM documents r JOIN movements m ON m.document_id = r.id
            WHERE r.kind = 'receipt' AND r.party = u.supplier AND r.number = u.despatch_number
              AND m.variant_id = u.variant_id), 0) AS received,
          CASE WHEN EXISTS (SELECT 1 FROM documents r JOIN movements m ON m.document_id = r.id
            WHERE r.kind = 'receipt' AND r.party = u.supplier AND r.number = u.despatch_number
              AND NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id)) THEN 1 ELSE 0
            END AS is_received
        FROM (
          SELECT l.*, \(OrderedUnits.value("l.quantity", pack: "l.pack")) AS despatched_milli
          FROM (
            SELECT d.id AS despatch_line_id, d.despatch_id, s.code AS supplier, COALESCE(s.name, s.code) AS supplier_name,
              h.despatch_number, h.despatched_on, h.expected_on AS arriving_on, h.carrier, h.tracking_number, d.line,
              d.variant_id, d.item_code, d.supplier_code, d.title, d.order_number, x.id AS order_line_id, d.lot, d.expires_on,
              d.sscc, d.note, d.despatched_quantity AS quantity,
              \(OrderedUnits.pack(document: "d", order: packOfOrder)) AS pack
            FROM despatch_lines d JOIN despatch_advices h ON h.id = d.despatch_id JOIN suppliers s ON s.id = h.supplier_id
              LEFT JOIN order_lines x ON x.id = \(orderLine(of: "d", from: "h"))
          ) l
        ) u
      ) q
      """
    ),
    ReportingView(
      "report_invoices", rows: .supplier,
      columns: [
        .supplier: [
          "invoice_id", "supplier", "supplier_name", "invoice_number", "invoice_kind", "invoiced_on", "due_on",
          "order_number", "despatch_number", "corrects", "currency", "line_count", "lines_minor", "net_minor",
          "allowance_minor", "charge_minor", "tax_minor", "total_minor", "net_difference_minor",
          "total_difference_minor", "duplicate_of",
        ]
      ],
      """
      Each invoice and credit note as stated, with the sum of its lines. net_difference_minor is what its net amount is over \
      that sum with its charges and allowances; total_difference_minor what its total is over net and tax; NULL where the \
      document does not state enough. duplicate_of is the first earlier invoice of the supplier that looks the same: of the \
      same order or despatch and the same total.
      """,
      """
      SELECT i.id AS invoice_id, s.code AS supplier, COALESCE(s.name, s.code) AS supplier_name, i.invoice_number,
        i.invoice_kind, i.invoiced_on, i.due_on, i.order_number, i.despatch_number, i.corrects,
        COALESCE(i.currency, h.currency) AS currency, COALESCE(t.lines, 0) AS line_count, t.amount AS lines_minor,
        i.net_amount AS net_minor, i.allowance_amount AS allowance_minor, i.charge_amount AS charge_minor,
        i.tax_amount AS tax_minor, i.total_amount AS total_minor,
        i.net_amount - t.amount + COALESCE(i.allowance_amount, 0) - COALESCE(i.charge_amount, 0) AS net_difference_minor,
        i.total_amount - i.net_amount - i.tax_amount AS total_difference_minor,
        (SELECT b.invoice_number FROM invoices b WHERE b.id = (SELECT MIN(f.id) FROM (
          \(firstInvoice(like: "i", by: "order_number")) UNION ALL \(firstInvoice(like: "i", by: "despatch_number"))
        ) f) AND b.id < i.id) AS duplicate_of
      FROM invoices i JOIN suppliers s ON s.id = i.supplier_id CROSS JOIN report_shop h
        LEFT JOIN (
          SELECT l.invoice_id, COUNT(*) AS lines,
            CASE WHEN COUNT(l.line_amount) = COUNT(*) THEN SUM(l.line_amount) END AS amount
          FROM invoice_lines l GROUP BY l.invoice_id
        ) t ON t.invoice_id = i.id
      """
    ),
    ReportingView(
      "report_invoice_lines", rows: .supplier,
      columns: [
        .supplier: [
          "invoice_line_id", "invoice_id", "supplier", "invoice_number", "invoice_kind", "invoiced_on", "line",
          "variant_id", "item_code", "supplier_code", "title", "order_number", "order_id", "order_line_id", "currency",
          "cost_divisor", "invoiced_milli", "amount_minor", "tax_rate", "ordered_pack_milli", "pack_milli",
          "ordered_milli", "received_milli", "all_invoiced_milli", "price_difference_minor",
        ],
        .cost: ["unit_cost_micro", "ordered_unit_cost_micro", "ordered_cost_minor"],
      ],
      """
      The lines of invoices and credit notes, matched with order and receipts: invoiced_milli and amount_minor are negative \
      for a credit note. order_line_id is NULL for what is not of an order that is known. ordered_cost_minor is what it would \
      cost at the order's price, price_difference_minor how much more it does; NULL where a price is missing or the currencies \
      differ. all_invoiced_milli is what all invoices together have of that line.
      """,
      invoiceLines()
    ),
    deliveryDifferences, orderDifferences,
    ReportingView(
      "report_reorder_levels", rows: .expected,
      columns: [.expected: ["variant_id", "location_id", "reorder_point_milli", "order_up_to_milli"]],
      "From where on an item is ordered again and up to how much, by location.",
      """
      SELECT r.variant_id, r.location_id, r.reorder_point AS reorder_point_milli,
        COALESCE(r.order_up_to, r.reorder_point) AS order_up_to_milli
      FROM reorder_levels r
      """
    ),
    ReportingView(
      "report_supplier_items", rows: .supplier,
      columns: [
        .supplier: [
          "variant_id", "supplier", "supplier_name", "supplier_code", "currency", "cost_divisor", "pack_milli",
          "order_unit", "minimum_order_milli", "lead_time_days",
        ],
        .cost: ["unit_cost_micro"],
      ],
      "What each supplier calls an item, what it costs and how it is packed, as listed.",
      """
      SELECT i.variant_id, s.code AS supplier, COALESCE(s.name, s.code) AS supplier_name, i.supplier_code,
        i.unit_cost AS unit_cost_micro, COALESCE(i.currency, h.currency) AS currency,
        \(divisor(of: "COALESCE(i.currency, h.currency)")) AS cost_divisor, COALESCE(i.pack_size, 1000) AS pack_milli,
        i.order_unit, i.minimum_order AS minimum_order_milli, i.lead_time_days
      FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id CROSS JOIN report_shop h
      """
    ),
  ]

  /// SQL for all orders or one.
  ///
  /// - Parameter order: SQL for the id of the only order that is wanted; then no more than its own lines is read.
  static func orders(only order: String? = nil) -> String {
    """
    SELECT o.id AS order_id, s.code AS supplier, COALESCE(s.name, s.code) AS supplier_name, o.order_number, o.ordered_on,
      o.expected_on, o.location_id, COALESCE(o.currency, h.currency) AS currency, o.buyer, o.contract, o.contact,
      o.document_identity, o.note, COALESCE(t.lines, 0) AS line_count, COALESCE(t.open_lines, 0) AS open_line_count,
      t.next_on, COALESCE(t.ordered_cost, 0) AS ordered_cost_minor, COALESCE(t.open_cost, 0) AS open_cost_minor,
      CASE WHEN t.lines IS NULL THEN 'open'
        WHEN t.open_lines > 0 THEN CASE WHEN t.received_lines > 0 THEN 'partly received' ELSE 'open' END
        WHEN t.refused_lines = t.lines THEN 'refused' WHEN t.given_up_lines > 0 THEN 'closed' ELSE 'received' END AS state
    FROM orders o JOIN suppliers s ON s.id = o.supplier_id CROSS JOIN report_shop h
      LEFT JOIN (
        SELECT l.order_id, COUNT(*) AS lines, SUM(CASE WHEN l.open_milli > 0 THEN 1 ELSE 0 END) AS open_lines,
          SUM(CASE WHEN l.received_milli > 0 THEN 1 ELSE 0 END) AS received_lines,
          SUM(CASE WHEN l.state IN ('closed', 'refused') THEN 1 ELSE 0 END) AS given_up_lines,
          SUM(CASE WHEN l.state = 'refused' THEN 1 ELSE 0 END) AS refused_lines,
          MIN(CASE WHEN l.open_milli > 0 THEN COALESCE(l.promised_on, l.expected_on) END) AS next_on,
          SUM(l.ordered_cost_minor) AS ordered_cost, SUM(l.open_cost_minor) AS open_cost
        FROM report_order_lines l\(order.map { " WHERE l.order_id = \($0)" } ?? "") GROUP BY l.order_id
      ) t ON t.order_id = o.id\(order.map { " WHERE o.id = \($0)" } ?? "")
    """
  }

  /// SQL for what the unit of a document's line `d` of the head `h` is, by the line `x` of the order.
  private static let packOfOrder = OrderedUnits.pack(orderedBy: "x", document: "d", supplier: "h.supplier_id")

  /// SQL for the lines of invoices: all, or those that name the number of one order.
  static func invoiceLines(only order: String? = nil) -> String {
    let ordered = order.map { "(SELECT * FROM report_order_lines WHERE order_id = \($0))" } ?? "report_order_lines"
    return """
      SELECT q.invoice_line_id, q.invoice_id, q.supplier, q.invoice_number, q.invoice_kind, q.invoiced_on, q.line,
        COALESCE(l.variant_id, q.variant_id) AS variant_id, q.item_code, q.supplier_code, q.title, q.order_number,
        COALESCE(l.order_id, (SELECT o.id FROM orders o WHERE o.supplier_id = q.supplier_id AND o.order_number = q.order_number))
          AS order_id, q.order_line_id, q.currency, q.cost_divisor,
        q.sign * q.units AS invoiced_milli, q.unit_cost AS unit_cost_micro, q.sign * q.amount AS amount_minor, q.tax_rate,
        l.unit_cost_micro AS ordered_unit_cost_micro, l.pack_milli AS ordered_pack_milli, q.pack AS pack_milli,
        l.ordered_milli, l.received_milli, l.invoiced_milli AS all_invoiced_milli,
        CASE WHEN l.currency = q.currency THEN
          q.sign * (\(value("q.units", at: "l.unit_cost_micro", divisor: "q.cost_divisor"))) END AS ordered_cost_minor,
        CASE WHEN l.currency = q.currency THEN
          q.sign * (q.amount - (\(value("q.units", at: "l.unit_cost_micro", divisor: "q.cost_divisor"))))
          END AS price_difference_minor
      FROM (
        SELECT u.*, COALESCE(u.line_amount, \(value("u.units", at: "u.unit_cost", divisor: "u.cost_divisor"))) AS amount
        FROM (
          SELECT p.*, \(OrderedUnits.value("p.quantity", pack: "p.pack")) AS units
          FROM (
            SELECT d.id AS invoice_line_id, d.invoice_id, s.id AS supplier_id, s.code AS supplier, h.invoice_number, h.invoice_kind,
              h.invoiced_on, d.line, d.variant_id, d.item_code, d.supplier_code, d.title, d.order_number, x.id AS order_line_id,
              COALESCE(d.currency, h.currency, c.currency) AS currency, d.unit_cost, d.line_amount, d.tax_rate,
              CASE h.invoice_kind WHEN 'credit-note' THEN -1 ELSE 1 END AS sign,
              \(divisor(of: "COALESCE(d.currency, h.currency, c.currency)")) AS cost_divisor,
              d.invoiced_quantity AS quantity, \(OrderedUnits.pack(document: "d", order: packOfOrder)) AS pack
            FROM invoice_lines d JOIN invoices h ON h.id = d.invoice_id JOIN suppliers s ON s.id = h.supplier_id
              CROSS JOIN report_shop c
              LEFT JOIN order_lines x ON x.id = \(orderLine(of: "d", from: "h"))
            \(order.map { "WHERE d.order_number = (SELECT order_number FROM orders WHERE id = \($0))" } ?? "")
          ) p
        ) u
      ) q LEFT JOIN \(ordered) l ON l.order_line_id = q.order_line_id
      """
  }

  /// The first of all invoices that have the supplier, kind, total and a further number of invoice `invoice`; itself where
  /// there is no other. Each is one step into an index, however many there are.
  private static func firstInvoice(like invoice: String, by number: String) -> String {
    """
    SELECT MIN(e.id) AS id FROM invoices e WHERE e.supplier_id = \(invoice).supplier_id
      AND e.total_amount = \(invoice).total_amount AND e.\(number) = \(invoice).\(number)
      AND e.invoice_kind = \(invoice).invoice_kind
    """
  }

  /// The line of an order that a line of another document is for: the one that it names, else the first of its item.
  static func orderLine(of line: String, from head: String) -> String {
    """
    COALESCE(
      (SELECT y.id FROM orders w JOIN order_lines y ON y.order_id = w.id AND y.line = \(line).order_line
        WHERE w.supplier_id = \(head).supplier_id AND w.order_number = \(line).order_number),
      (SELECT MIN(y.id) FROM orders w JOIN order_lines y ON y.order_id = w.id AND y.variant_id = \(line).variant_id
        WHERE w.supplier_id = \(head).supplier_id AND w.order_number = \(line).order_number))
    """
  }

  /// Columns for ``share(of:in:of:)``: what lines before take, and whether the line is the first or the last.
  private static func shares(of quantity: String, partition: String, order: String) -> String {
    """
    COALESCE(SUM(\(quantity)) OVER (PARTITION BY \(partition) ORDER BY \(order)
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS taken_before,
      ROW_NUMBER() OVER (PARTITION BY \(partition) ORDER BY \(order)) AS place,
      COUNT(*) OVER (PARTITION BY \(partition)) AS places
    """
  }

  /// The part of a total for a line when lines of one item are filled in their order; the parts add up to the total.
  private static func share(of total: String, in quantity: String, of row: String) -> String {
    """
    CASE WHEN \(row).places = 1 THEN \(total)
      WHEN \(total) < 0 THEN CASE WHEN \(row).place = 1 THEN \(total) ELSE 0 END
      WHEN \(total) <= \(row).taken_before THEN 0
      WHEN \(row).place = \(row).places OR \(total) - \(row).taken_before < \(quantity) THEN \(total) - \(row).taken_before
      ELSE \(quantity) END
    """
  }

  /// The total of a document's lines for a line of the order: those that name it, and those of its item that name none.
  private static func total(
    of lines: String, in heads: String, by reference: String, quantity: String, named: Bool
  ) -> String {
    let units = OrderedUnits.value(
      "d.\(quantity)", packLookedUp: OrderedUnits.pack(document: "d", order: "b.pack_milli"))
    // Amounts and quantities of a credit note are positive.
    let canBeCredit = Vocabulary.kind(heads)?.field("invoice_kind") != nil
    let sign = canBeCredit ? "CASE h.invoice_kind WHEN 'credit-note' THEN -1 ELSE 1 END * " : ""
    let match =
      named
      ? "d.order_line = b.line"
      : """
      d.variant_id = b.variant_id AND (d.order_line IS NULL
          OR NOT EXISTS (SELECT 1 FROM order_lines y WHERE y.order_id = b.order_id AND y.line = d.order_line))
      """
    return """
      (SELECT SUM(\(sign)\(sign.isEmpty ? units : "(\(units))")) FROM \(lines) d JOIN \(heads) h ON h.id = d.\(reference)
        WHERE d.order_number = b.order_number AND \(match) AND h.supplier_id = b.supplier_id)
      """
  }

  private static let orderLineSummary = """
    The lines of purchase orders with what became of them. confirmed is that of the last response that has the line; \
    despatched, received and invoiced are sums, NULL when there is none, less what came back and was credited. open_milli is \
    still to come: nothing of a line that was closed or refused. A response that confirms none of a line refuses it, unless it \
    names a later day or another item, or says that the line comes later. state is open, confirmed, backordered, despatched, \
    partly received, received, closed or refused.
    """

  /// Lines are distributed last: SQLite keeps the rows below a window, and does not compute them again for each use.
  private static let orderLines = """
    SELECT r.order_line_id, r.order_id, r.supplier, r.supplier_name, r.order_number, r.ordered_on, r.expected_on,
      r.location_id, r.currency, r.line, r.variant_id, r.supplier_code, r.order_unit, r.pack_milli, r.order_quantity_milli,
      r.ordered_milli, r.unit_cost_micro, r.line_response, r.confirmed_milli, r.confirmed_cost_micro, r.confirmed_pack_milli,
      r.promised_on, r.substitute, r.response_note, r.despatched_milli, r.received_milli, r.invoiced_milli, r.closed_on,
      r.closed_reason, r.open_milli, r.cost_divisor,
      \(value("r.ordered_milli", at: "r.unit_cost_micro", divisor: "r.cost_divisor")) AS ordered_cost_minor,
      \(value("r.open_milli", at: "r.unit_cost_micro", divisor: "r.cost_divisor")) AS open_cost_minor,
      CASE WHEN r.closed_on IS NOT NULL AND r.ordered_milli > COALESCE(r.received_milli, 0) THEN 'closed'
        WHEN r.received_milli >= r.ordered_milli THEN 'received'
        WHEN r.line_response IN ('rejected', 'deleted') THEN 'refused'
        WHEN r.received_milli > 0 THEN 'partly received' WHEN r.despatched_milli > 0 THEN 'despatched'
        WHEN r.line_response = 'backordered' THEN 'backordered' WHEN r.confirmed_milli IS NOT NULL THEN 'confirmed'
        ELSE 'open' END AS state
    FROM (
      SELECT q.*,
        CASE WHEN q.closed_on IS NOT NULL OR q.line_response IN ('rejected', 'deleted')
          OR COALESCE(q.received_milli, 0) >= q.ordered_milli THEN 0
          ELSE q.ordered_milli - COALESCE(q.received_milli, 0) END AS open_milli
      FROM (
        SELECT f.*,
          CASE WHEN f.named_despatched IS NOT NULL OR f.item_despatched IS NOT NULL THEN
            COALESCE(f.named_despatched, 0) + \(share(of: "COALESCE(f.item_despatched, 0)", in: "f.ordered_milli", of: "f"))
            END AS despatched_milli,
          CASE WHEN f.item_received IS NOT NULL THEN
            \(share(of: "f.item_received", in: "f.ordered_milli", of: "f")) END AS received_milli,
          CASE WHEN f.named_invoiced IS NOT NULL OR f.item_invoiced IS NOT NULL THEN
            COALESCE(f.named_invoiced, 0) + \(share(of: "COALESCE(f.item_invoiced, 0)", in: "f.ordered_milli", of: "f"))
            END AS invoiced_milli,
          CASE WHEN f.answer IS NULL THEN NULL WHEN f.line_response IN ('rejected', 'deleted') THEN 0
            WHEN f.confirmed_quantity IS NULL THEN f.ordered_milli
            ELSE \(OrderedUnits.value("f.confirmed_quantity", pack: "f.confirmed_pack_milli")) END AS confirmed_milli
        FROM (
          SELECT w.*, \(shares(of: "w.ordered_milli", partition: "w.order_id, w.variant_id", order: "w.order_line_id"))
          FROM (
            SELECT b.*, CASE WHEN a.id IS NOT NULL THEN 'line' WHEN b.head_response IN ('accepted', 'rejected') THEN 'head' END
                AS answer,
              CASE WHEN a.confirmed_quantity = 0 AND b.order_quantity_milli <> 0
                  AND COALESCE(a.line_response, 'accepted') IN ('accepted', 'changed')
                  AND a.promised_on IS NULL AND a.substitute_supplier_code IS NULL AND a.substitute_barcode IS NULL
                THEN 'rejected'
                ELSE COALESCE(a.line_response, CASE WHEN a.id IS NOT NULL THEN 'accepted'
                  WHEN b.head_response IN ('accepted', 'rejected') THEN b.head_response END) END AS line_response,
              a.confirmed_quantity, \(OrderedUnits.pack(document: "a", order: "b.pack_milli")) AS confirmed_pack_milli,
              a.unit_cost AS confirmed_cost_micro, a.promised_on, a.note AS response_note,
              COALESCE(a.substitute_supplier_code, a.substitute_barcode) AS substitute,
              \(total(of: "despatch_lines", in: "despatch_advices", by: "despatch_id",
                quantity: "despatched_quantity", named: true)) AS named_despatched,
              \(total(of: "despatch_lines", in: "despatch_advices", by: "despatch_id",
                quantity: "despatched_quantity", named: false)) AS item_despatched,
              \(total(of: "invoice_lines", in: "invoices", by: "invoice_id",
                quantity: "invoiced_quantity", named: true)) AS named_invoiced,
              \(total(of: "invoice_lines", in: "invoices", by: "invoice_id",
                quantity: "invoiced_quantity", named: false)) AS item_invoiced,
              (SELECT SUM(m.quantity) FROM movements m JOIN documents d ON d.id = m.document_id
                WHERE m.order_number = b.order_number AND m.variant_id = b.variant_id AND d.kind = 'receipt'
                  AND d.party = b.supplier AND \(CancelledMovements.isLive("m"))) AS item_received
            FROM (
              SELECT n.*, \(OrderedUnits.value("n.order_quantity_milli", pack: "n.pack_milli")) AS ordered_milli,
                (SELECT e.id FROM order_responses g JOIN order_response_lines e ON e.response_id = g.id AND e.line = n.line
                  WHERE g.supplier_id = n.supplier_id AND g.order_number = n.order_number
                  ORDER BY COALESCE(g.responded_on, '') DESC, g.id DESC LIMIT 1) AS response_line_id,
                (SELECT g.response FROM order_responses g
                  WHERE g.supplier_id = n.supplier_id AND g.order_number = n.order_number
                  ORDER BY COALESCE(g.responded_on, '') DESC, g.id DESC LIMIT 1) AS head_response
              FROM (
                SELECT l.id AS order_line_id, l.order_id, o.supplier_id, s.code AS supplier,
                  COALESCE(s.name, s.code) AS supplier_name, o.order_number, o.ordered_on, o.expected_on, o.location_id,
                  COALESCE(o.currency, c.currency) AS currency, l.line, l.variant_id, l.supplier_code, l.order_unit,
                  l.order_quantity AS order_quantity_milli, l.unit_cost AS unit_cost_micro, l.closed_on, l.closed_reason,
                  \(divisor(of: "COALESCE(o.currency, c.currency)")) AS cost_divisor,
                  \(OrderedUnits.pack(line: "l", supplier: "o.supplier_id")) AS pack_milli
                FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN suppliers s ON s.id = o.supplier_id
                  CROSS JOIN report_shop c
              ) n
            ) b LEFT JOIN order_response_lines a ON a.id = b.response_line_id
          ) w
        ) f
      ) q
    ) r
    """
}

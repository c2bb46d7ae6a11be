internal import RetailValues

/// The view of what differs between the documents of an order, and the part of it that needs no invoices.
extension ReportingViews {
  static let deliveryDifferences = ReportingView(
    "report_delivery_differences", rows: .supplier,
    columns: [
      .supplier: [
        "order_line_id", "order_id", "supplier", "order_number", "line", "variant_id", "difference", "detail",
        "expected_milli", "found_milli", "expected_micro", "found_micro",
      ]
    ],
    """
    What differs between an order, its response, despatch and receipt, as in report_order_differences, without looking at the \
    lines of invoices.
    """, deliveries()
  )

  static let orderDifferences = ReportingView(
    "report_order_differences", rows: .supplier,
    columns: [
      .supplier: [
        "order_line_id", "order_id", "supplier", "order_number", "line", "variant_id", "difference", "detail",
        "expected_milli", "found_milli", "expected_micro", "found_micro",
      ]
    ],
    """
    What differs between the documents of an order, a row for each: expected_milli and found_milli for quantities in stock \
    units, expected_micro and found_micro for costs of one stock unit. difference is short-confirmed, over-confirmed, \
    refused, backordered, substituted, price-confirmed, short-despatched, over-despatched, short-received, over-received, \
    closed-short, over-invoiced, price-invoiced, pack-confirmed, pack-despatched, pack-invoiced or not-ordered.
    """,
    differences()
  )

  /// SQL for the differences between the documents of all orders or of one.
  ///
  /// - Parameter order: SQL for the id of the only order that is wanted; then no more than its own lines is read.
  static func differences(only order: String? = nil) -> String {
    """
    SELECT v.order_line_id, v.order_id, v.supplier, v.order_number, v.line, v.variant_id, v.difference, v.detail,
      v.expected_milli, v.found_milli, v.expected_micro, v.found_micro
    FROM \(order.map { "(\(deliveries(only: $0)))" } ?? "report_delivery_differences") v
    UNION ALL
    SELECT i.order_line_id, l.order_id, i.supplier, i.order_number, l.line, l.variant_id,
      CASE WHEN i.unit_cost_micro <> i.ordered_unit_cost_micro THEN 'price-invoiced' ELSE 'pack-invoiced' END,
      i.invoice_number, CASE WHEN i.unit_cost_micro <> i.ordered_unit_cost_micro THEN NULL ELSE i.ordered_pack_milli END,
      CASE WHEN i.unit_cost_micro <> i.ordered_unit_cost_micro THEN NULL ELSE i.pack_milli END,
      CASE WHEN i.unit_cost_micro <> i.ordered_unit_cost_micro THEN i.ordered_unit_cost_micro END,
      CASE WHEN i.unit_cost_micro <> i.ordered_unit_cost_micro THEN i.unit_cost_micro END
    FROM \(order.map { "(\(invoiceLines(only: $0)))" } ?? "report_invoice_lines") i
      JOIN order_lines l ON l.id = i.order_line_id
    WHERE (i.price_difference_minor IS NOT NULL AND i.unit_cost_micro <> i.ordered_unit_cost_micro
      OR i.pack_milli <> i.ordered_pack_milli)\(order.map { " AND l.order_id = \($0)" } ?? "")
    """
  }

  /// Each difference with when it is one, what was expected and what was found; quantities first, then costs.
  private static let lineDifferences: [(kind: DocumentDifference, when: String, expected: String, found: String)] = [
    (.refused, "l.line_response IN ('rejected', 'deleted')", "l.ordered_milli", "0"),
    (.backordered, "l.line_response = 'backordered' AND l.open_milli > 0", "l.ordered_milli", "l.confirmed_milli"),
    (
      .substituted, "l.line_response = 'substituted' OR l.substitute IS NOT NULL", "l.ordered_milli",
      "l.confirmed_milli"
    ),
    (
      .shortConfirmed,
      "l.confirmed_milli < l.ordered_milli AND l.line_response NOT IN ('rejected', 'deleted', 'backordered', 'substituted')",
      "l.ordered_milli", "l.confirmed_milli"
    ), (.overConfirmed, "l.confirmed_milli > l.ordered_milli", "l.ordered_milli", "l.confirmed_milli"),
    (
      .shortDespatched, "l.despatched_milli < COALESCE(l.confirmed_milli, l.ordered_milli)",
      "COALESCE(l.confirmed_milli, l.ordered_milli)", "l.despatched_milli"
    ), (.overDespatched, "l.despatched_milli > l.ordered_milli", "l.ordered_milli", "l.despatched_milli"),
    (
      .shortReceived, "l.received_milli > 0 AND l.received_milli < l.despatched_milli", "l.despatched_milli",
      "l.received_milli"
    ), (.overReceived, "l.received_milli > l.ordered_milli", "l.ordered_milli", "l.received_milli"),
    (
      .closedShort, "l.closed_on IS NOT NULL AND COALESCE(l.received_milli, 0) < l.ordered_milli", "l.ordered_milli",
      "COALESCE(l.received_milli, 0)"
    ),
    (
      .overInvoiced, "l.invoiced_milli > COALESCE(l.received_milli, 0)", "COALESCE(l.received_milli, 0)",
      "l.invoiced_milli"
    ), (.packConfirmed, "l.confirmed_pack_milli <> l.pack_milli", "l.pack_milli", "l.confirmed_pack_milli"),
    (
      .priceConfirmed, "l.confirmed_cost_micro <> l.unit_cost_micro", "l.unit_cost_micro", "l.confirmed_cost_micro"
    ),
  ]

  /// SQL for the differences without those of invoices, of all orders or of one.
  private static func deliveries(only order: String? = nil) -> String {
    func pick(_ value: (Int) -> String?) -> String {
      let cases = lineDifferences.indices.compactMap { index in
        value(index).map { "WHEN '\(lineDifferences[index].kind.rawValue)' THEN \($0)" }
      }
      return "CASE k.difference \(cases.joined(separator: "\n    ")) END"
    }
    func isCost(_ index: Int) -> Bool { lineDifferences[index].kind.isOfCosts }
    let codes = lineDifferences.map { "SELECT '\($0.kind.rawValue)' AS difference" }.joined(separator: " UNION ALL ")
    let ofOrder = order.map { " AND %.order_number = (SELECT order_number FROM orders WHERE id = \($0))" } ?? ""
    return """
      SELECT l.order_line_id, l.order_id, l.supplier, l.order_number, l.line, l.variant_id, k.difference,
        CASE WHEN k.difference = 'substituted' THEN l.substitute
          WHEN k.difference = 'closed-short' THEN l.closed_reason ELSE l.response_note END AS detail,
        \(pick { isCost($0) ? nil : lineDifferences[$0].expected }) AS expected_milli,
        \(pick { isCost($0) ? nil : lineDifferences[$0].found }) AS found_milli,
        \(pick { isCost($0) ? lineDifferences[$0].expected : nil }) AS expected_micro,
        \(pick { isCost($0) ? lineDifferences[$0].found : nil }) AS found_micro
      FROM report_order_lines l CROSS JOIN (\(codes)) k
      WHERE (\(pick { lineDifferences[$0].when }))\(order.map { " AND l.order_id = \($0)" } ?? "")
      UNION ALL
      SELECT d.order_line_id, x.order_id, s.code, d.order_number, x.line, x.variant_id, 'pack-despatched', d.despatch_number,
        d.order_pack, d.pack_size, NULL, NULL
      FROM (
        SELECT e.pack_size, e.order_number, h.supplier_id, h.despatch_number, \(orderLine(of: "e", from: "h")) AS order_line_id,
          (SELECT \(OrderedUnits.pack(line: "y", supplier: "h.supplier_id")) FROM order_lines y
            WHERE y.id = \(orderLine(of: "e", from: "h"))) AS order_pack
        FROM despatch_lines e JOIN despatch_advices h ON h.id = e.despatch_id
        WHERE e.pack_size IS NOT NULL\(ofOrder.replacing("%", with: "e"))
      ) d JOIN order_lines x ON x.id = d.order_line_id JOIN suppliers s ON s.id = d.supplier_id
      WHERE d.pack_size <> d.order_pack\(order.map { " AND x.order_id = \($0)" } ?? "")
      UNION ALL
      SELECT NULL, o.id, s.code, o.order_number, NULL, r.variant_id, 'not-ordered', r.document, 0, r.quantity, NULL, NULL
      FROM (
        SELECT d.party, m.order_number, m.variant_id, MIN(d.number) AS document, SUM(m.quantity) AS quantity
        FROM movements m JOIN documents d ON d.id = m.document_id
        WHERE m.order_number IS NOT NULL AND d.kind = 'receipt'\(ofOrder.replacing("%", with: "m"))
          AND \(CancelledMovements.isLive("m"))
        GROUP BY d.party, m.order_number, m.variant_id
      ) r JOIN suppliers s ON s.code = r.party JOIN orders o ON o.supplier_id = s.id AND o.order_number = r.order_number
      WHERE r.quantity > 0\(order.map { " AND o.id = \($0)" } ?? "")
        AND NOT EXISTS (SELECT 1 FROM order_lines y WHERE y.order_id = o.id AND y.variant_id = r.variant_id)
      """
  }
}

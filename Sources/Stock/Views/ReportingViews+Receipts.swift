internal import RetailValues

/// The views of what came in on orders, and of whom and what reports may be asked about.
extension ReportingViews {
  static let receiptLines = ReportingView(
    "report_receipt_lines", rows: .supplier,
    columns: [
      .supplier: [
        "movement_id", "supplier", "supplier_name", "receipt", "receipt_line", "order_number", "order_id", "is_ordered",
        "variant_id", "location_id", "received_at", "received_milli", "is_cancelled",
      ],
      .cost: ["unit_cost_micro"],
    ],
    """
    What was received from suppliers, line by line; what was sent back is negative. order_id is NULL for what came without \
    an order that is known, is_ordered 1 when that order has the item. What an undo took back is listed with its reversal; \
    is_cancelled is 1 for both. unit_cost_micro is in the shop's currency.
    """,
    """
    SELECT m.id AS movement_id, d.party AS supplier, COALESCE(s.name, d.party) AS supplier_name, d.number AS receipt,
      m.document_line AS receipt_line, m.order_number, o.id AS order_id,
      CASE WHEN EXISTS (SELECT 1 FROM order_lines y WHERE y.order_id = o.id AND y.variant_id = m.variant_id) THEN 1 ELSE 0
        END AS is_ordered, m.variant_id, m.location_id, m.effective_at AS received_at, m.quantity AS received_milli,
      m.unit_cost AS unit_cost_micro,
      CASE WHEN EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id) THEN 1 ELSE 0 END AS is_cancelled
    FROM movements m JOIN documents d ON d.id = m.document_id LEFT JOIN suppliers s ON s.code = d.party
      LEFT JOIN orders o ON o.supplier_id = s.id AND o.order_number = m.order_number
    WHERE d.kind = 'receipt'
    """
  )

  static let orderNumbers = ReportingView(
    "report_order_numbers", rows: .supplier,
    columns: [
      .supplier: [
        "order_id", "supplier", "supplier_name", "order_number", "ordered_on", "expected_on", "location_id", "currency",
        "buyer", "contract", "contact",
      ],
      .shopOnly: ["note"],
    ],
    "Each purchase order without what its lines add up to: report_orders has that.",
    """
    SELECT o.id AS order_id, s.code AS supplier, COALESCE(s.name, s.code) AS supplier_name, o.order_number, o.ordered_on,
      o.expected_on, o.location_id, COALESCE(o.currency, (SELECT h.currency FROM report_shop h)) AS currency, o.buyer,
      o.contract, o.contact, o.note
    FROM orders o JOIN suppliers s ON s.id = o.supplier_id
    """
  )

  static let suppliers = ReportingView(
    "report_suppliers", rows: .supplier,
    columns: [.supplier: ["supplier", "supplier_name", "gln", "email"]],
    "Each supplier.",
    "SELECT code AS supplier, COALESCE(name, code) AS supplier_name, gln, email FROM suppliers"
  )

  /// By what thousandths × millionths are divided to give minor units of a currency, which need not be the shop's.
  static func divisor(of currency: String) -> String {
    let others = Dictionary(grouping: Currency.codes) { Currency($0)?.minorUnitDigits ?? 2 }.filter { $0.key != 2 }
    let cases = others.sorted { $0.key < $1.key }.map { digits, codes in
      "WHEN \(currency) IN (\(codes.map { "'\($0)'" }.joined(separator: ", "))) "
        + "THEN \(ExactDecimal.powersOfTen[9 - digits])"
    }
    return "CASE \(cases.joined(separator: " ")) ELSE \(ExactDecimal.powersOfTen[7]) END"
  }
}

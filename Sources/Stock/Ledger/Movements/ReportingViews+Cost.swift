internal import RetailValues

/// The parts of the views that say what stock costs, by the method of the shop and, where that knows nothing, by the sources
/// that follow it.
extension ReportingViews {
  private static let method = "(SELECT valuation_method FROM report_shop)"

  /// The names or expressions under which a view finds each cost of a row.
  struct CostColumns {
    var layers: String
    /// The price, and the ratio of cost to retail, in millionths.
    var price: String
    var complement: String
    var divisor: String
    var average: String
    var last: String
    var list: String
    var standard: String

    private var retail: String { ReportingViews.retailCost(price, complement, divisor: divisor) }

    /// The first known cost.
    var unitCost: String {
      """
      COALESCE(CASE \(method) WHEN 'fifo' THEN \(layers) WHEN 'last' THEN \(last) WHEN 'standard' THEN \(standard)
          WHEN 'retail' THEN \(retail) END,
        \(average), \(last), \(list), \(standard))
      """
    }

    /// The source of the cost.
    var source: String {
      """
      CASE WHEN \(method) = 'fifo' AND \(layers) IS NOT NULL THEN 'fifo'
        WHEN \(method) = 'last' AND \(last) IS NOT NULL THEN 'last'
        WHEN \(method) = 'standard' AND \(standard) IS NOT NULL THEN 'standard'
        WHEN \(method) = 'retail' AND \(retail) IS NOT NULL THEN 'retail-method'
        WHEN \(average) IS NOT NULL THEN 'moving-average' WHEN \(last) IS NOT NULL THEN 'last'
        WHEN \(list) IS NOT NULL THEN 'supplier-list' WHEN \(standard) IS NOT NULL THEN 'standard' ELSE 'unvalued' END
      """
    }
  }

  /// The columns in which `report_movements` and `report_stock_on_hand` find the costs.
  static let movementCosts = CostColumns(
    layers: "c.layer_cost_micro", price: "c.retail_price_minor", complement: "c.complement", divisor: "c.cost_divisor",
    average: "c.average_cost_micro", last: "c.last_cost_micro", list: "c.list_cost_micro",
    standard: "c.standard_cost_micro")
  static let balanceCosts = CostColumns(
    layers: "b.layer_cost", price: "b.price", complement: "b.complement", divisor: "b.cost_divisor",
    average: "b.average_cost", last: "b.last_cost", list: "sc.unit_cost_micro",
    standard: "v.standard_cost")

  /// The value of a movement `m` as a loss, in a view over `report_movements` and the shop `s`.
  static let lossValues = """
    CASE WHEN m.cost_source = 'fifo' THEN -m.value_cost_minor
      ELSE \(value("-m.quantity_milli", atLookedUp: "m.unit_cost_micro", divisor: "s.cost_divisor")) END AS loss_cost_minor,
    \(value("-m.quantity_milli", atLookedUp: "m.retail_price_minor", divisor: "1000")) AS loss_retail_minor
    """

  /// A quantity at a cost in minor units, rounded half away from zero; NULL if the cost is NULL, or on overflow.
  static func value(_ quantity: String, at cost: String, divisor: String) -> String {
    """
    CASE WHEN ABS(\(quantity)) > \(Quantity.greatestValue) / (ABS(\(cost)) + 1) THEN NULL
      \(rounded(quantity, times: cost, over: divisor)) END
    """
  }

  /// The last cases of an expression: a product over a divisor, rounded half away from zero. The product must be within the
  /// range of whole numbers.
  static func rounded(_ number: String, times factor: String, over divisor: String) -> String {
    """
    WHEN (\(number) < 0) <> (\(factor) < 0) THEN -((ABS(\(number)) * ABS(\(factor)) + \(divisor) / 2) / \(divisor))
      ELSE (ABS(\(number)) * ABS(\(factor)) + \(divisor) / 2) / \(divisor)
    """
  }

  /// The same at a cost that has to be looked up. LIMIT keeps SQLite from putting the expression in, and looking the cost up,
  /// as often as the value names it.
  static func value(_ quantity: String, atLookedUp cost: String, divisor: String) -> String {
    """
    (SELECT \(value(quantity, at: "looked_up.cost", divisor: divisor))
      FROM (SELECT \(cost) AS cost LIMIT 1) looked_up)
    """
  }

  /// The last row of a history of costs up to a moment, or of any time, as an expression.
  static func latest(_ column: String, of history: String, variant: String, through moment: String?) -> String {
    """
    (SELECT h.\(column) FROM \(history) h WHERE h.variant_id = \(variant)\
    \(moment.map { " AND h.effective_at <= \($0)" } ?? "") ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1)
    """
  }

  /// A price times a ratio of cost to retail, in millionths, rounded half up; NULL if one of them is NULL, or on
  /// overflow.
  static func retailCost(_ price: String, _ complement: String, divisor: String) -> String {
    """
    CASE WHEN \(price) > 9000000000000000000 / (\(complement) * (\(divisor) / 1000) + 1) THEN NULL
      ELSE (\(price) * \(complement) * (\(divisor) / 1000) + 500000) / 1000000 END
    """
  }

  /// The ratio of cost to retail of a category at a moment, or of the latest, in a shop that values so.
  static func complement(category: String, through moment: String?) -> String {
    """
    (SELECT h.complement FROM retail_complements h WHERE h.category_id = COALESCE(\(category), 0)\
    \(moment.map { " AND h.effective_at <= \($0)" } ?? "") ORDER BY h.effective_at DESC LIMIT 1)
    """
  }

  /// The views that show costs as of a moment.
  static let costHistories: [ReportingView] = [
    ReportingView(
      "report_cost_history", rows: .cost,
      columns: [.cost: ["variant_id", "effective_at", "movement_id", "average_cost_micro"]],
      "The moving average cost of a variant from a moment on.",
      "SELECT variant_id, effective_at, movement_id, average_cost AS average_cost_micro FROM cost_history"
    ),
    ReportingView(
      "report_last_costs", rows: .cost,
      columns: [.cost: ["variant_id", "effective_at", "movement_id", "unit_cost_micro"]],
      "What each receipt with a cost cost, by its time: the last one is the last cost.",
      """
      SELECT h.variant_id, h.effective_at, h.movement_id, m.unit_cost AS unit_cost_micro
      FROM cost_history h JOIN movements m ON m.id = h.movement_id WHERE m.kind = 'receipt' AND m.quantity > 0
      """
    ),
    ReportingView(
      "report_layer_costs", rows: .cost,
      columns: [
        .cost: ["variant_id", "effective_at", "movement_id", "value_cost_minor", "unit_cost_micro", "stock_cost_micro"]
      ],
      """
      In a shop that values by FIFO, what each movement takes from or brings to the layers, with its sign, and the average \
      cost of a unit that is left at the end of its moment; NULL where a layer has no known cost. The adjustment of a count \
      line and its later corrections are one movement to the layers: their values add up to that of their sum. Empty in \
      other shops.
      """,
      """
      SELECT variant_id, effective_at, movement_id, cost_value AS value_cost_minor, unit_cost AS unit_cost_micro,
        stock_cost AS stock_cost_micro
      FROM layer_costs
      """
    ),
    ReportingView(
      "report_retail_complements", rows: .cost,
      columns: [
        .cost: [
          "category_id", "category", "category_name", "effective_at", "cost_minor", "retail_minor", "complement_micro",
        ]
      ],
      """
      In a shop that values by the retail method, cost and retail of the goods of a category that were available in the \
      year so far, and cost ÷ retail in millionths, from a moment on. category is empty for goods without one. Empty in \
      other shops.
      """,
      """
      SELECT h.category_id, COALESCE(c.code, '') AS category, COALESCE(c.name, c.code, '') AS category_name, h.effective_at,
        h.cost_value AS cost_minor, h.retail_value AS retail_minor, h.complement AS complement_micro
      FROM retail_complements h LEFT JOIN categories c ON c.id = h.category_id
      """
    ),
    ReportingView(
      "report_retail_costs", rows: .cost,
      columns: [.cost: ["variant_id", "effective_at", "valid_from", "valid_to", "unit_cost_micro"]],
      """
      In a shop that values by the retail method, what a unit of a variant costs by it: of the rows whose price is valid at \
      a moment, the latest that is effective then.
      """,
      """
      SELECT v.id AS variant_id, h.effective_at, r.valid_from, r.valid_to,
        \(retailCost("r.price", "h.complement", divisor: "s.cost_divisor")) AS unit_cost_micro
      FROM variants v JOIN products p ON p.id = v.product_id
        JOIN retail_complements h ON h.category_id = COALESCE(p.category_id, 0)
        JOIN prices r ON r.variant_id = v.id CROSS JOIN report_shop s
      WHERE r.price_type = 'regular' AND r.currency = s.currency
      """
    ),
  ]

  /// The views of what goods belong to.
  ///
  /// The recursive expression has the name of its view: SQLite names the innermost expression as the reader of a table, and
  /// reports may read tables through the documented views only.
  static let groupings: [ReportingView] = [
    ReportingView(
      "report_category_tree", rows: .catalog,
      columns: [.catalog: ["category_id", "category", "ancestor_id", "ancestor", "ancestor_name"]],
      "Each category with itself and with every category above it.",
      """
      WITH RECURSIVE report_category_tree (category_id, ancestor_id) AS (
        SELECT id, id FROM categories
        UNION SELECT t.category_id, c.parent_id FROM report_category_tree t JOIN categories c ON c.id = t.ancestor_id
        WHERE c.parent_id IS NOT NULL
      )
      SELECT t.category_id, c.code AS category, t.ancestor_id, a.code AS ancestor, COALESCE(a.name, a.code) AS ancestor_name
      FROM report_category_tree t JOIN categories c ON c.id = t.category_id JOIN categories a ON a.id = t.ancestor_id
      """
    ),
    ReportingView(
      "report_variant_suppliers", rows: .supplier,
      columns: [.supplier: ["variant_id", "supplier", "supplier_name"]],
      "The supplier of each variant: of its last receipt, else the one whose list is cheapest; NULL when there is none.",
      """
      SELECT q.variant_id, q.supplier, COALESCE(s.name, q.supplier) AS supplier_name
      FROM (
        SELECT v.id AS variant_id, COALESCE(
          (SELECT d.party FROM movements m JOIN documents d ON d.id = m.document_id
            WHERE m.variant_id = v.id AND \(isReceiptFromSupplier)
            ORDER BY m.effective_at DESC, m.id DESC LIMIT 1),
          \(supplierOfCheapestList)) AS supplier
        FROM variants v
      ) q LEFT JOIN suppliers s ON s.code = q.supplier
      """
    ),
    ReportingView(
      "report_receipt_suppliers", rows: .supplier,
      columns: [.supplier: ["variant_id", "effective_at", "movement_id", "supplier"]],
      """
      The supplier of each receipt that names one and was not undone: that of the last receipt up to a moment is the \
      supplier of the variant at that moment. See suppliers-at.sql.
      """,
      """
      SELECT m.variant_id, m.effective_at, m.id AS movement_id, d.party AS supplier
      FROM movements m JOIN documents d ON d.id = m.document_id
      WHERE \(isReceiptFromSupplier)
      """
    ),
    ReportingView(
      "report_list_suppliers", rows: .supplier,
      columns: [.supplier: ["variant_id", "supplier"]],
      "The supplier whose list is cheapest for each variant; NULL when no list has it.",
      "SELECT v.id AS variant_id, \(supplierOfCheapestList) AS supplier FROM variants v"
    ),
  ]

  /// Whether a movement `m` of a document `d` is a receipt that names its supplier and was not undone, as SQL.
  private static let isReceiptFromSupplier = """
    m.kind = 'receipt' AND d.party <> ''
      AND NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id)
    """

  /// The supplier whose list is cheapest for a variant `v`, as SQL; NULL when no list has it.
  private static let supplierOfCheapestList = """
    (SELECT s.code FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id WHERE i.variant_id = v.id
      ORDER BY CASE WHEN i.unit_cost IS NULL THEN 1 ELSE 0 END, i.unit_cost, s.code LIMIT 1)
    """
}

internal import GRDB
public import RetailValues

/// An item that a supplier sells to the shop, with what says whether it is to be ordered.
public struct SupplierItem: Hashable, Sendable {
  public let sku: String
  public let title: String
  /// One of its barcodes, as it was given.
  public let barcode: String?
  public let supplierCode: String?
  /// What is on hand, in stock units.
  public let onHand: Quantity
  /// What is open on orders, in stock units.
  public let onOrder: Quantity
  /// In stock units; nil without one.
  public let reorderPoint: Quantity?
  public let orderUnit: String?
  /// Stock units in one order unit.
  public let packSize: Quantity
  /// The least that the supplier delivers, in order units.
  public let minimumOrder: Quantity?
  /// Of one stock unit, as the supplier lists it.
  public let unitCost: UnitCost?
  /// ISO 4217 code of the currency of the cost; nil without a cost.
  public let currency: String?
}

extension ShopDatabase {
  /// Calls `body` with the items of a supplier by SKU: those on its list, and those that came from it last. Discontinued ones are
  /// left out.
  ///
  /// They are the items among which the report `reorder` looks for what is running low.
  ///
  /// - Parameters:
  ///   - supplier: the supplier's code.
  ///   - location: code of the only location whose stock, orders and reorder points count; nil for all. Orders without a location
  ///     count for each.
  /// - Throws: ``Problem/Code/notFound`` for a supplier or a location that does not exist.
  public func forEachItem(of supplier: String, at location: String? = nil, _ body: (SupplierItem) throws -> Void) throws
  {
    try read { database in
      try Self.requireSupplier(supplier, database)
      var locationID: Int64?
      if let location { locationID = try LocationLookup.id(database, of: location) }
      let rows = try Row.fetchCursor(database, sql: Self.supplierItems, arguments: [supplier, locationID])
      while let row = try rows.next() { try body(SupplierItem(row)) }
    }
  }

  /// The items of the supplier `?1`, at the location `?2` or at all.
  private static let supplierItems = """
    SELECT v.sku, v.title, v.barcode, i.supplier_code, i.order_unit, COALESCE(i.pack_milli, 1000) AS pack_milli,
      i.minimum_order_milli, i.unit_cost_micro,
      CASE WHEN i.unit_cost_micro IS NOT NULL THEN i.currency END AS currency,
      COALESCE(h.milli, 0) AS on_hand_milli, COALESCE(o.milli, 0) AS on_order_milli, r.milli AS reorder_point_milli
    FROM report_variants v
      LEFT JOIN report_supplier_items i ON i.variant_id = v.variant_id AND i.supplier = ?1
      LEFT JOIN report_variant_suppliers s ON s.variant_id = v.variant_id
      LEFT JOIN (
        SELECT variant_id, SUM(quantity_milli) AS milli FROM report_stock_on_hand
        WHERE ?2 IS NULL OR location_id = ?2 GROUP BY variant_id
      ) h ON h.variant_id = v.variant_id
      LEFT JOIN (
        SELECT variant_id, SUM(open_milli) AS milli FROM report_order_lines
        WHERE open_milli > 0 AND (?2 IS NULL OR location_id = ?2 OR location_id IS NULL) GROUP BY variant_id
      ) o ON o.variant_id = v.variant_id
      LEFT JOIN (
        SELECT variant_id, SUM(reorder_point_milli) AS milli FROM report_reorder_levels
        WHERE ?2 IS NULL OR location_id = ?2 GROUP BY variant_id
      ) r ON r.variant_id = v.variant_id
    WHERE COALESCE(v.status, 'active') <> 'discontinued' AND (i.supplier IS NOT NULL OR s.supplier = ?1)
    ORDER BY v.sku
    """
}

extension SupplierItem {
  fileprivate init(_ row: Row) {
    func quantity(_ column: String) -> Quantity? { (row[column] as Int64?).map { Quantity(scaled: $0) } }
    let cost: Int64? = row["unit_cost_micro"]
    self.init(
      sku: row["sku"], title: row["title"], barcode: row["barcode"], supplierCode: row["supplier_code"],
      onHand: quantity("on_hand_milli") ?? .zero, onOrder: quantity("on_order_milli") ?? .zero,
      reorderPoint: quantity("reorder_point_milli"), orderUnit: row["order_unit"],
      packSize: quantity("pack_milli") ?? Quantity(scaled: 1000), minimumOrder: quantity("minimum_order_milli"),
      unitCost: cost.map { UnitCost(scaled: $0) }, currency: row["currency"])
  }
}

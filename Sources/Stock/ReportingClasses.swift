public import Catalog

/// What the columns of the reporting views tell, which decides who may read them.
public enum ReportingClasses {
  /// What the rows of each view tell: nobody reads a row, or counts rows, who may not see this.
  ///
  /// A view that does not stand here is for those only who may see everything.
  static let views: [String: DataClass] = [
    "report_shop": .catalog, "report_variants": .catalog, "report_prices": .catalog, "report_locations": .places,
    "report_count_sessions": .places, "report_supplier_costs": .cost, "report_cost_history": .cost,
    "report_movements": .expected, "report_known_losses": .expected, "report_count_lines": .expected,
    "report_count_restatements": .expected, "report_count_entries": .expected, "report_shrinkage_lines": .expected,
    "report_sales": .expected, "report_stock_on_hand": .expected, "report_imports": .shopOnly,
    "report_journal_movements": .cost, "report_periods": .cost, "report_last_costs": .cost, "report_layer_costs": .cost,
    "report_category_tree": .catalog, "report_variant_suppliers": .supplier, "report_other_adjustments": .expected,
    "report_audit_log": .shopOnly, "report_count_recounts": .expected, "report_closed_movements": .cost,
    "report_orders": .supplier, "report_order_lines": .supplier, "report_despatch_lines": .supplier,
    "report_invoices": .supplier, "report_invoice_lines": .supplier, "report_order_differences": .supplier,
    "report_delivery_differences": .supplier, "report_receipt_lines": .supplier, "report_order_numbers": .supplier,
    "report_suppliers": .supplier,
    "report_reorder_levels": .expected, "report_supplier_items": .supplier,
    "report_product_texts": .catalog, "report_barcodes": .catalog,
    // Figures and persons are left out within the view for those who may not see them, so that counting stays blind.
    "report_count_progress": .places, "report_count_sections": .places, "report_count_shares": .places,
    "report_count_sheet": .places,
    "report_lot_balances": .expected, "report_lot_movements": .expected,
    // Restricted within the view to what belongs to the reader.
    "report_own_user": .catalog, "report_own_favourites": .catalog, "report_own_follows": .catalog,
    "report_own_list_items": .catalog,
    "report_stores": .catalog, "report_products": .catalog, "report_pictures": .catalog,
    "report_product_likes": .catalog, "report_followers": .catalog,
    "report_store_summary": .expected, "report_item_reports": .shopOnly, "report_counters": .shopOnly,
    "report_foods": .catalog, "report_storage_durations": .catalog,
    "report_listings": .catalog, "report_posts": .catalog, "report_book_keys": .catalog,
    "report_book_matches": .catalog,
    // Whose address is shown to whom is decided in the view itself, row by row.
    "report_contacts": .catalog,
    "report_retail_complements": .cost, "report_retail_costs": .cost,
    "report_retail_event_costs": .cost,
    "report_sales_events": .catalog, "report_mark_offs": .catalog, "report_event_prices": .catalog,
    "report_prices_now": .catalog,
    "report_colours": .catalog, "report_sections": .places,
    "report_section_products": .catalog,
  ]

  /// Views that show somebody who belongs to one store that store alone.
  static let ofOwnStore: Set<String> = ["report_store_summary", "report_item_reports"]

  /// Columns that tell something else than their row, in whatever view they stand.
  private static func further(_ column: String) -> DataClass? {
    if column.contains("cost") && column != "cost_divisor" || column.contains("complement") { return .cost }
    if column.contains("supplier") || column == "party" || column == "order_number" { return .supplier }
    if ["counter", "actor", "login"].contains(column) || column.hasSuffix("_by") { return .person }
    if ["note", "details", "attributes"].contains(column) || column.hasPrefix("import_") { return .shopOnly }
    return nil
  }

  /// What one must be allowed to see to read a column of a view; an empty name stands for its rows.
  public static func classes(of column: String, in view: String) -> Set<DataClass> {
    let row = views[view] ?? .shopOnly
    return Set([row] + (further(column).map { [$0] } ?? []))
  }

  /// Whether a column of that name is not shown, whatever view it stands in.
  static func isHidden(_ column: String, from seen: Set<DataClass>) -> Bool {
    further(column).map { !seen.contains($0) } ?? false
  }

  /// What of that somebody may not see; nil when all is allowed.
  static func hidden(_ column: String, of view: String, from seen: Set<DataClass>) -> DataClass? {
    if let known = views[view] {
      if !seen.contains(known) { return known }
    } else if !seen.isSuperset(of: DataClass.ofRoles) {
      return .shopOnly
    }
    return further(column).flatMap { seen.contains($0) ? nil : $0 }
  }
}

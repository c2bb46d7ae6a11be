extension Schema {
  /// Version 13 adds indexes to find an earlier invoice, and partners by their numbers, without a scan.
  static let version13 = """
    CREATE INDEX invoices_by_order ON invoices(supplier_id, total_amount, order_number, invoice_kind)
      WHERE order_number IS NOT NULL;
    CREATE INDEX invoices_by_despatch ON invoices(supplier_id, total_amount, despatch_number, invoice_kind)
      WHERE despatch_number IS NOT NULL;
    CREATE INDEX suppliers_by_gln ON suppliers(gln) WHERE gln IS NOT NULL;
    CREATE INDEX locations_by_gln ON locations(gln) WHERE gln IS NOT NULL;
    """
}

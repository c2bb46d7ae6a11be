extension SchemaVersion {
  /// Version 23 adds the balances of earlier times, and indexes for questions about the whole history or catalog that have few
  /// answers: when an item came last, which sales have no price, which barcodes are of packs, which prices are of a sale.
  static let version23 = """
    -- What was on hand at the end of each four weeks in which something moved. Derived; see PastBalances.
    CREATE TABLE past_balances (
      variant_id INTEGER NOT NULL, location_id INTEGER NOT NULL, ends_at INTEGER NOT NULL, quantity INTEGER NOT NULL,
      PRIMARY KEY (variant_id, location_id, ends_at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX openings_by_variant ON movements(variant_id, effective_at) WHERE kind = 'opening';
    CREATE INDEX transfers_by_variant ON movements(variant_id, effective_at) WHERE kind = 'transfer';
    CREATE INDEX sales_without_price ON movements(variant_id) WHERE kind = 'sale' AND unit_price IS NULL;
    CREATE INDEX barcodes_of_packs ON barcodes(canonical) WHERE pack_quantity <> 1000;
    CREATE INDEX prices_of_sales ON prices(variant_id) WHERE price_type = 'sale';
    """
}

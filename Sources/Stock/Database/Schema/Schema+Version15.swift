extension Schema {
  /// Version 15 adds indexes that find the sales events of a product, and the colours of a family.
  static let version15 = """
    -- A rate names any of four things; 0 and '' stand for those that it does not name, so that one look-up finds all rates
    -- that reach a product.
    CREATE INDEX sales_event_rates_by_reach ON sales_event_rates(
      COALESCE(product_id, 0), COALESCE(category_id, 0), COALESCE(brand_id, 0), COALESCE(gender, ''));
    CREATE INDEX sales_events_by_time ON sales_events(starts_at, ends_at);
    CREATE INDEX colours_by_family ON colours(family) WHERE family IS NOT NULL;
    CREATE INDEX variants_by_colour ON variants(colour_id) WHERE colour_id IS NOT NULL;
    """
}

import Foundation

/// The corner shop of the samples, taken in by the commands that its README names.
enum CornerShop {
  static let samples = Executable.samples + "/corner-shop"

  /// The four forms of the wholesaler's price list, with their profiles.
  static let priceLists = [
    ("acme-price-list.csv", "acme-price-list"), ("price-list.csv", "price-list"),
    ("price-list.json", "price-list-json"), ("price-list.xml", "price-list-xml"),
  ]

  static let masterFiles = [
    "locations", "suppliers", "categories", "colours", "products", "variants", "barcodes", "prices", "supplier-items",
  ]

  /// What follows the price list, in the order of the README: the file and its options.
  static let history: [(file: String, options: [String])] = [
    ("price-changes-2026-10-15.csv", ["--kind", "prices"]), ("opening-stock.csv", ["--kind", "stock_levels"]),
    ("order-2026-10.csv", ["--profile", "order"]), ("receipts.csv", []), ("sales-2026-10.csv", []),
    ("transfers.csv", []), ("write-offs.csv", []), ("count-session.csv", []), ("count-2026-10-31.csv", []),
  ]

  static let unknownItem = ("count-unknown-item.csv", ["--profile", "price-list"])

  /// Makes the shop with its own goods, without the price list.
  static func make(in folder: TestFolder, name: String = "shop") throws -> TestShopFolder {
    let shop = try folder.shop(name)
    try shop.copyProfiles(from: samples + "/profiles")
    for file in masterFiles { try shop.must(["import", samples + "/shop/\(file).csv"]) }
    return shop
  }

  static func importPriceList(_ list: (file: String, profile: String), into shop: TestShopFolder) throws {
    try shop.must(["import", samples + "/" + list.file, "--profile", list.profile])
  }

  /// Creates the shop and imports all files up to the count, including the unregistered item.
  static func whole(in folder: TestFolder) throws -> TestShopFolder {
    let shop = try make(in: folder)
    try importPriceList(("acme-price-list.csv", "acme-price-list"), into: shop)
    for (file, options) in history + [unknownItem] { try shop.must(["import", samples + "/" + file] + options) }
    return shop
  }

  /// The lines of a file of the samples without its header, sorted.
  static func expected(_ file: String) throws -> [String] {
    let text = try String(contentsOfFile: samples + "/" + file, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map(String.init).sorted()
  }
}

/// Plain SQL over a shop's tables that computes the results independently, from movements and entries alone.
enum PlainSQL {
  /// On hand and average cost before the count was posted, as expected-stock.csv has them.
  static let stock = """
    SELECT v.sku || ',' || l.code || ',' || SUM(m.quantity) || ',' || COALESCE((
      SELECT h.average_cost FROM cost_history h WHERE h.variant_id = v.id
      ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1), '')
    FROM movements m JOIN variants v ON v.id = m.variant_id JOIN locations l ON l.id = m.location_id
    WHERE m.kind <> 'count-adjustment' GROUP BY v.sku, l.code, v.id
    """

  /// Expected quantity and variance of every counted item, from the entries and the movements: each item's own time, else
  /// the cut-off.
  static let variances = """
    WITH counted AS (
      SELECT s.location_id, e.variant_id, SUM(e.quantity) AS counted, MAX(COALESCE(e.counted_at, s.cut_off_at)) AS as_of
      FROM count_entries e JOIN count_sessions s ON s.id = e.session_id
      WHERE e.superseded_by IS NULL GROUP BY e.variant_id, s.id)
    SELECT v.sku || ',' || strftime('%Y-%m-%dT%H:%M:%S', c.as_of / 1000 + 3600, 'unixepoch') || ',' || c.counted || ','
      || x.expected || ',' || (c.counted - x.expected)
    FROM (SELECT c.variant_id, (SELECT COALESCE(SUM(m.quantity), 0) FROM movements m
        WHERE m.variant_id = c.variant_id AND m.location_id = c.location_id AND m.effective_at <= c.as_of
          AND m.kind <> 'count-adjustment') AS expected FROM counted c) x
      JOIN counted c ON c.variant_id = x.variant_id JOIN variants v ON v.id = c.variant_id
    """

  /// The posted lines as expected-count-lines.csv has them; the times are winter time in Berlin.
  static let postedLines = """
    SELECT v.sku || ',' || strftime('%Y-%m-%dT%H:%M:%S', cl.as_of / 1000 + 3600, 'unixepoch') || ',' || cl.state || ','
      || COALESCE(cl.counted, '') || ',' || cl.expected || ',' || COALESCE(cl.variance, '') || ','
      || COALESCE(cl.unit_cost, '') || ',' || cl.cost_source || ',' || COALESCE(cl.cost_value, '') || ','
      || COALESCE(cl.retail_price, '') || ',' || COALESCE(cl.retail_value, '')
    FROM count_lines cl JOIN variants v ON v.id = cl.variant_id
    """

  /// Net, gross loss and gross gain of the count in cents, each line rounded half away from zero.
  static let totals = """
    WITH counted AS (
      SELECT s.location_id, e.variant_id, SUM(e.quantity) AS counted, MAX(COALESCE(e.counted_at, s.cut_off_at)) AS as_of
      FROM count_entries e JOIN count_sessions s ON s.id = e.session_id
      WHERE e.superseded_by IS NULL GROUP BY e.variant_id, s.id),
    variances AS (
      SELECT c.*, c.counted - (SELECT COALESCE(SUM(m.quantity), 0) FROM movements m
        WHERE m.variant_id = c.variant_id AND m.location_id = c.location_id AND m.effective_at <= c.as_of
          AND m.kind <> 'count-adjustment') AS variance,
        COALESCE((SELECT h.average_cost FROM cost_history h WHERE h.variant_id = c.variant_id
            AND h.effective_at <= c.as_of ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1),
          (SELECT MIN(i.unit_cost) FROM supplier_items i WHERE i.variant_id = c.variant_id),
          (SELECT v.standard_cost FROM variants v WHERE v.id = c.variant_id)) AS cost
      FROM counted c),
    valued AS (
      SELECT SIGN(variance) * ((ABS(variance) * cost + 5000000) / 10000000) AS value FROM variances)
    SELECT -SUM(value) || ',' || -SUM(MIN(value, 0)) || ',' || SUM(MAX(value, 0)) FROM valued
    """

  /// Stored balances that differ from the sum of their movements.
  static let wrongBalances = """
    SELECT variant_id, location_id, lot_id, SUM(quantity) FROM (
      SELECT variant_id, location_id, lot_id, quantity FROM balances
      UNION ALL SELECT variant_id, location_id, COALESCE(lot_id, 0), -quantity FROM movements)
    GROUP BY variant_id, location_id, lot_id HAVING SUM(quantity) <> 0
    """

  /// Documents of transfers that do not sum to zero.
  static let wrongTransfers = """
    SELECT m.document_id, m.variant_id, SUM(m.quantity) FROM movements m WHERE m.kind = 'transfer'
    GROUP BY m.document_id, m.variant_id HAVING SUM(m.quantity) <> 0
    """

  /// The catalog by its natural keys, one query for each part.
  static let catalog = [
    """
    SELECT p.code, p.title, p.description, c.code, b.code, p.stock_unit, p.tax_rate, p.status, p.attributes FROM products p
    LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN brands b ON b.id = p.brand_id ORDER BY 1
    """,
    """
    SELECT v.sku, p.code, v.title, c.code, v.size, v.standard_cost, v.attributes FROM variants v
    JOIN products p ON p.id = v.product_id LEFT JOIN colours c ON c.id = v.colour_id ORDER BY 1
    """,
    """
    SELECT b.canonical, b.code, b.symbology, v.sku, b.pack_quantity FROM barcodes b JOIN variants v ON v.id = b.variant_id
    ORDER BY 1
    """,
    """
    SELECT s.code, v.sku, i.supplier_code, i.unit_cost, i.currency, i.pack_size, i.order_unit, i.minimum_order,
      i.lead_time_days FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id
      JOIN variants v ON v.id = i.variant_id ORDER BY 1, 2
    """,
    """
    SELECT v.sku, p.price_type, p.currency, p.valid_from, p.price, p.valid_to, p.tax_included FROM prices p
    JOIN variants v ON v.id = p.variant_id ORDER BY 1, 2, 3, 4
    """,
    "SELECT c.code, c.name, p.code FROM categories c LEFT JOIN categories p ON p.id = c.parent_id ORDER BY 1",
    "SELECT code FROM brands ORDER BY 1",
    "SELECT code, family, red, green, blue FROM colours ORDER BY 1",
    "SELECT code, name, gln, email FROM suppliers ORDER BY 1",
    "SELECT code, name, kind, gln FROM locations ORDER BY 1",
  ]
}

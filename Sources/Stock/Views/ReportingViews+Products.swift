internal import RetailValues

/// The views of products as people read them.
extension ReportingViews {
  static let productTexts = ReportingView(
    "report_product_texts", rows: .catalog,
    columns: [.catalog: ["product_id", "product_code", "title", "description", "status", "colours"]],
    """
    Each product with its texts, and the colours that it comes in as one text: those of its own list, else those of its \
    variants, NULL for none.
    """,
    """
    SELECT p.id AS product_id, p.code AS product_code, COALESCE(p.title, p.code) AS title, p.description, p.status,
      COALESCE(
        (SELECT group_concat(o.code, ', ') FROM (SELECT c.code FROM product_colours x JOIN colours c ON c.id = x.colour_id
          WHERE x.product_id = p.id ORDER BY x.id) o),
        (SELECT group_concat(o.code, ', ') FROM (SELECT DISTINCT c.code FROM variants v JOIN colours c ON c.id = v.colour_id
          WHERE v.product_id = p.id ORDER BY c.code) o)) AS colours
    FROM products p
    """
  )

  static let barcodes = ReportingView(
    "report_barcodes", rows: .catalog,
    columns: [
      .catalog: ["barcode_id", "variant_id", "barcode", "canonical", "symbology", "pack_milli"]
    ],
    """
    Each barcode as it was given, with its canonical form: the fourteen digits of every GTIN, UPC and ISBN, else the code \
    itself in capitals. pack_milli is how much of the item it stands for, NULL for one.
    """,
    """
    SELECT id AS barcode_id, variant_id, code AS barcode, canonical, symbology, pack_quantity AS pack_milli FROM barcodes
    """
  )
}

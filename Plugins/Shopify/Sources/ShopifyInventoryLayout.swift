internal import DelimitedReading
internal import FormatKit

/// Lays stock levels out as the rows of an inventory CSV: one for each variant and location.
struct ShopifyInventoryLayout: CatalogueLayout {
  let header = ShopifyColumns.inventoryHeader
  let currency: String? = nil
  let report: CatalogueReport? = nil
  let fields: Set<String> = ["title", "colour", "size"]

  func rows(of product: WrittenProduct) throws(Problems) -> [[String]] {
    var rows: [[String]] = []
    for variant in product.variants {
      let options = [("Color", variant.fields["colour"]), ("Size", variant.fields["size"])].filter { $0.1 != nil }
      for (location, quantity) in variant.stock {
        guard let location, let sku = variant.sku else {
          throw DelimitedCodes.shopify.unwritable(
            variant.record, "location", nil, "the stock of '\(variant.sku ?? product.code)' has no location or no SKU")
        }
        guard quantity.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: "-") }) else {
          throw DelimitedCodes.shopify.unwritable(
            variant.record, "quantity", quantity,
            "the quantity '\(quantity)' of '\(sku)' is not whole, and Shopify counts in pieces")
        }
        var values = ["Handle": product.code, "SKU": sku, "Location": location, "On hand (new)": quantity]
        values["Title"] = product.fields["title"]
        if options.isEmpty {
          values["Option1 Name"] = "Title"
          values["Option1 Value"] = "Default Title"
        }
        for (index, option) in options.enumerated() {
          values["Option\(index + 1) Name"] = option.0
          values["Option\(index + 1) Value"] = option.1
        }
        rows.append(header.map { values[$0] ?? "" })
      }
    }
    return rows
  }
}

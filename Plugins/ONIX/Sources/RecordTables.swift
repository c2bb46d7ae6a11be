internal import FormatKit

/// The tables that products become, in the order in which records must be applied.
enum RecordTable: String, CaseIterable {
  case suppliers, categories, products, variants, barcodes
  case supplierItems = "supplier_items"
  case prices

  private var columns: String {
    switch self {
    case .suppliers: "supplier supplier_name gln email"
    case .categories: "category category_name"
    case .products: "product_code title description category brand tax_rate:number status attributes"
    case .variants: "sku product_code"
    case .barcodes: "barcode sku pack_quantity:number"
    case .supplierItems:
      "supplier sku supplier_code unit_cost:number currency pack_size:number order_unit minimum_order:number "
        + "lead_time_days:number"
    case .prices: "sku price_type currency valid_from:dateTime price:number valid_to:dateTime tax_included:boolean"
    }
  }

  private var schema: Schema {
    let columns = columns.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      return Column(
        name: String(parts[0]), type: parts.count > 1 ? ColumnType(rawValue: String(parts[1])) ?? .text : .text)
    }
    return Schema(table: rawValue, columns: columns)
  }

  static let schemas = allCases.map(\.schema)
}

extension TableRow {
  init(_ table: RecordTable, at element: MessageElement) {
    self.init(table.rawValue, at: SourcePosition(line: element.line, byteOffset: element.byteOffset))
  }
}

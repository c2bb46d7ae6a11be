internal import FormatKit

/// A table that is yielded: a record kind with the columns that items fill.
enum FeedTable: String, CaseIterable, Sendable {
  // In the order in which records must be applied: what is referred to comes first.
  case categories, products, variants, barcodes, prices

  private var columnText: String {
    switch self {
    case .categories: "category category_name parent_category"
    case .products: "product_code title description category brand stock_unit tax_rate:number status"
    case .variants: "sku product_code variant_title colour size standard_cost:number attributes"
    case .barcodes: "barcode sku"
    case .prices: "sku price_type currency valid_from:dateTime price:number valid_to:dateTime tax_included:boolean"
    }
  }

  var schema: Schema {
    let columns = columnText.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      let type = parts.count > 1 ? ColumnType(rawValue: String(parts[1])) : nil
      return Column(name: String(parts[0]), type: type ?? .text)
    }
    return Schema(table: rawValue, columns: columns)
  }

  static let schemas = allCases.map(\.schema)
}

extension TableRow {
  init(_ table: FeedTable, at place: FeedPlace) {
    self.init(table.rawValue, at: SourcePosition(line: place.line, byteOffset: place.byteOffset))
  }
}

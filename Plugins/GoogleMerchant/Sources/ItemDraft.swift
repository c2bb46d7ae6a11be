internal import FormatKit

/// The records of one item while they are made.
struct ItemDraft {
  let item: FeedItem
  let sku: String
  /// The product that the item is the first of; nil for further items of a group.
  var productCode: String?
  /// Whether an item of its group was there before.
  var isFurther = false
  /// Whether the item names neither itself nor its product, as those of supplemental feeds do.
  var isSupplemental = false
  var product: TableRow
  var variant: TableRow
  var categories: [TableRow] = []
  var barcodes: [TableRow] = []
  var prices: [TableRow] = []
  var kept: [String: [KeptValue]] = [:]
  /// The problems of the item as a whole.
  var notes: [ItemProblem] = []
  private var taken: Set<String> = ["id"]

  init(_ item: FeedItem, sku: String) {
    self.item = item
    self.sku = sku
    product = TableRow(.products, at: item.place)
    variant = TableRow(.variants, at: item.place)
  }

  /// The first value of an attribute. The attribute is then not kept as a further property.
  mutating func take(_ name: String) -> FeedValue? {
    taken.insert(name)
    return item.first(name)
  }

  /// As many values of an attribute as there may be.
  mutating func takeAll(_ name: String) -> [FeedValue] {
    taken.insert(name)
    return Array(item.all(name).prefix(AttributeTable.attribute(name)?.most ?? 1))
  }

  /// Leaves an attribute out: it says nothing new.
  mutating func drop(_ name: String) { taken.insert(name) }

  /// Whether an attribute is there and was not taken.
  func has(_ name: String) -> Bool { !taken.contains(name) }

  /// The records, in the order of their tables. The problems of the item belong to the variant's record, or to the
  /// first one.
  func rows(problems: [ItemProblem]) -> [TableRow] {
    var (product, variant) = (product, variant)
    var rows = categories
    if !product.isEmpty {
      product["product_code"] = productCode
      rows.append(product)
    }
    var problems = problems + notes
    let attributes = KeptAttributes.json(kept)
    if let attributes, attributes.utf8.count > RecordBatch.maximumFieldBytes {
      problems.append(
        ItemProblem(
          .fieldTooLarge, at: item.place, value: sku,
          "the attributes of '\(ItemProblem.shortened(sku))' are larger than \(RecordBatch.maximumFieldBytes >> 20) MiB together"
        ))
    } else {
      variant["attributes"] = attributes
    }
    // An item with a price alone is of a supplemental feed: it says nothing of the variant.
    let isRefused = problems.contains(where: \.isError)
    if isRefused || !variant.isEmpty || !product.isEmpty || (rows.isEmpty && barcodes.isEmpty && prices.isEmpty) {
      variant["sku"] = sku
      variant.problems += problems.map(\.problem)
      rows.append(variant)
      return rows + barcodes + prices
    }
    rows += barcodes + prices
    rows[0].problems = problems.map(\.problem) + rows[0].problems
    return rows
  }
}

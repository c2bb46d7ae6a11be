internal import FormatKit
internal import JSONReading
internal import RetailValues

/// A product on its way out, gathered until its last record came.
struct WrittenProduct {
  private struct Place: Hashable {
    let type: String
    let colour: String
    let size: String
  }

  private let row: WrittenRow
  private(set) var price: ExactDecimal?
  private var places: [String: Place] = [:]
  /// Thousandths.
  private var counts: [Place: Int64] = [:]

  init(_ row: WrittenRow) { self.row = row }

  private var code: String { row["product_code"] }

  mutating func add(_ variant: WrittenRow) {
    // The tree has one price for a product; in a shop that came from it all its variants have the same.
    if price == nil { price = try? ExactDecimal(parsing: variant["price"].utf8) }
    let place = Place(type: variant["colour_family"], colour: variant["colour"], size: variant["size"])
    places[variant["sku"]] = place
    if !place.colour.isEmpty, !place.size.isEmpty, counts[place] == nil { counts[place] = 0 }
  }

  /// Adds what is on hand of a variant, in all locations or in the one that is wanted.
  mutating func count(_ level: WrittenRow, at location: String?) throws(Problems) {
    guard location == nil || level["location"] == location else { return }
    guard let quantity = (try? ExactDecimal(parsing: level["quantity"].utf8))?.scaled(toFractionDigits: 3)?.value,
      quantity != 0
    else { return }
    guard let place = places[level["sku"]], counts[place] != nil else {
      throw Problems(
        .unwritable, value: level["sku"],
        "'\(level["sku"])' has stock, but no colour or no size, by which the tree counts")
    }
    let (sum, overflow) = counts[place, default: 0].addingReportingOverflow(quantity)
    guard !overflow else {
      throw Problems(.unwritable, value: level["quantity"], "the stock of '\(level["sku"])' is beyond all numbers")
    }
    counts[place] = sum
  }

  func write(to writer: inout JSONTextWriter) throws(Problems) {
    try writer.key(try StoreInventoryWriter.key(code, "product"))
    try writer.beginObject()
    if !counts.isEmpty { try writeColours(to: &writer) }
    if !row["description"].isEmpty { try writer.member("Description", string: row["description"]) }
    if let digits = price?.plainText { try writer.member("Price", number: digits) }
    if !counts.isEmpty { try writeSizes(to: &writer) }
    if !row["title"].isEmpty { try writer.member("Title", string: row["title"]) }
    if !row["category"].isEmpty {
      try writer.member("Type", string: row["category"])
      if let price { try writer.member("TypePrice", string: StoreInventoryText.typePrice(row["category"], price)) }
    }
    try writeFurther(to: &writer)
    try writer.endObject()
  }

  /// The counts by type, colour and size; of a colour without a type without that level.
  private func writeColours(to writer: inout JSONTextWriter) throws(Problems) {
    try writer.key("Colors")
    try writer.beginObject()
    let types = Dictionary(grouping: counts.keys) { $0.type }
    for type in types.keys.sorted() {
      if !type.isEmpty {
        try writer.key(try StoreInventoryWriter.key(type, "colour type"))
        try writer.beginObject()
      }
      let colours = Dictionary(grouping: types[type] ?? []) { $0.colour }
      for colour in colours.keys.sorted() {
        try writer.key(try StoreInventoryWriter.key(colour, "colour"))
        try writer.beginObject()
        for place in Self.bySize(colours[colour] ?? [], { $0.size }) {
          try writer.member(
            try StoreInventoryWriter.key(place.size, "size"),
            number: FixedPointText.shortest(counts[place] ?? 0, fractionDigits: 3))
        }
        try writer.endObject()
      }
      if !type.isEmpty { try writer.endObject() }
    }
    try writer.endObject()
  }

  /// The totals, which the app keeps in addition to the counts.
  private func writeSizes(to writer: inout JSONTextWriter) throws(Problems) {
    var sums: [String: Int64] = [:]
    for (place, count) in counts {
      let (sum, overflow) = sums[place.size, default: 0].addingReportingOverflow(count)
      guard !overflow else {
        throw Problems(.unwritable, value: place.size, "the stock of '\(code)' is beyond all numbers")
      }
      sums[place.size] = sum
    }
    try writer.key("Sizes")
    try writer.beginObject()
    for size in Self.bySize(Array(sums.keys), { $0 }) {
      try writer.member(size, number: FixedPointText.shortest(sums[size] ?? 0, fractionDigits: 3))
    }
    try writer.endObject()
  }

  /// What the app does not know and was kept as it was.
  private func writeFurther(to writer: inout JSONTextWriter) throws(Problems) {
    guard !row["attributes"].isEmpty else { return }
    let reader = try JSONEventReader(.text(row["attributes"], name: code))
    for member in try reader.value().members {
      try writer.key(try StoreInventoryWriter.key(member.key, "property"))
      try writer.value(member.value)
    }
  }

  /// The sizes of the app from small to large, then other sizes.
  private static func bySize<Element>(_ elements: [Element], _ size: (Element) -> String) -> [Element] {
    func rank(_ element: Element) -> (Int, String) {
      let name = size(element)
      return (StoreInventoryTables.sizes.firstIndex(of: name) ?? StoreInventoryTables.sizes.count, name)
    }
    return elements.sorted { rank($0) < rank($1) }
  }
}

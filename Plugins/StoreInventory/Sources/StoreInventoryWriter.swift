public import FormatKit
internal import JSONReading
internal import RetailValues

/// Writes the tree, key after key and product after product. Data that the app derives is computed again.
public struct StoreInventoryWriter: BatchWriter {
  private enum Section { case barcodes, colours, inventory, store, users, end }

  private var writer: JSONTextWriter
  private let location: String?
  private var section = Section.barcodes
  /// The variants of the product whose barcodes come next.
  private var places: [String: (product: String, colour: String, size: String)] = [:]
  private var placesOf = ""
  private var product: WrittenProduct?
  private var highest: ExactDecimal?
  private var hasStore = false
  private var hasUser = false
  private var hasFavourites = false
  private var isBegun = false

  init(to sink: ByteSink, location: String?) {
    writer = JSONTextWriter(to: sink)
    self.location = location
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    try begin()
    for row in 0..<batch.rowCount {
      let fields = WrittenRow(batch, row)
      switch batch.schema.table {
      case "variants" where section == .barcodes: notePlace(fields)
      case "barcodes": try writeBarcode(fields)
      case "colours": try writeColour(fields)
      case "products": try beginProduct(fields)
      case "variants": product?.add(fields)
      case "stock_levels": try product?.count(fields, at: location)
      case "locations": try writeStore(fields)
      case "users": try beginUser(fields)
      case "favourites": try writeFavourite(fields)
      default: break
      }
    }
  }

  public mutating func finish() throws(Problems) {
    try begin()
    try enter(.end)
    try writer.endObject()
    try writer.endLine()
  }

  // MARK: Sections

  private mutating func begin() throws(Problems) {
    guard !isBegun else { return }
    isBegun = true
    try writer.beginObject()
    try writer.key("barcodeIDs")
    try writer.beginObject()
  }

  /// Closes what is open and opens what comes up to a section, so that every key is there, be it empty.
  private mutating func enter(_ wanted: Section) throws(Problems) {
    while section != wanted {
      switch section {
      case .barcodes:
        try writer.endObject()
        try open("colors")
        section = .colours
      case .colours:
        try writer.endObject()
        try open("inventory")
        section = .inventory
      case .inventory:
        try endProduct()
        try writer.endObject()
        try writer.member("maxPrice", number: highest?.plainText ?? "0")
        section = .store
      case .store:
        try open("users")
        section = .users
      case .users:
        try endUser()
        try writer.endObject()
        section = .end
      case .end: return
      }
    }
  }

  private mutating func open(_ key: String) throws(Problems) {
    try writer.key(key)
    try writer.beginObject()
  }

  // MARK: Barcodes and colours

  private mutating func notePlace(_ row: WrittenRow) {
    if row["product_code"] != placesOf {
      places = [:]
      placesOf = row["product_code"]
    }
    places[row["sku"]] = (placesOf, row["colour"], row["size"])
  }

  private mutating func writeBarcode(_ row: WrittenRow) throws(Problems) {
    let code = row["barcode"]
    guard let place = places[row["sku"]], !place.colour.isEmpty, !place.size.isEmpty else {
      throw Problems(
        .unwritable, value: code,
        "barcode '\(code)' belongs to '\(row["sku"])', which has no colour or no size, as every barcode of the tree has"
      )
    }
    try writer.key(try Self.key(code, "barcode"))
    try writer.beginObject()
    try writer.member("Color", string: place.colour)
    try writer.member("Product", string: place.product)
    try writer.member("Size", string: place.size)
    try writer.endObject()
  }

  private mutating func writeColour(_ row: WrittenRow) throws(Problems) {
    try enter(.colours)
    try open(try Self.key(row["colour"], "colour"))
    for (key, field) in [("Blue", "blue"), ("Green", "green"), ("Red", "red")] where !row[field].isEmpty {
      try writer.member(key, number: StoreInventoryText.share(of: row[field]))
    }
    if !row["colour_family"].isEmpty { try writer.member("Type", string: row["colour_family"]) }
    try writer.endObject()
  }

  // MARK: Products

  private mutating func beginProduct(_ row: WrittenRow) throws(Problems) {
    try enter(.inventory)
    try endProduct()
    product = WrittenProduct(row)
  }

  private mutating func endProduct() throws(Problems) {
    guard let product else { return }
    self.product = nil
    if let price = product.price, highest.map({ $0 < price }) ?? true { highest = price }
    try product.write(to: &writer)
  }

  // MARK: Store and users

  private mutating func writeStore(_ row: WrittenRow) throws(Problems) {
    try enter(.store)
    // Of several locations the one that was asked for, or else the first, is the store.
    guard !hasStore, location == nil || row["location"] == location else { return }
    hasStore = true
    try open("storeInfo")
    if !row["opening_hours"].isEmpty { try writer.member("Hours", string: row["opening_hours"]) }
    if !row["location_name"].isEmpty { try writer.member("Name", string: row["location_name"]) }
    try writer.endObject()
  }

  private mutating func beginUser(_ row: WrittenRow) throws(Problems) {
    try enter(.users)
    try endUser()
    hasUser = true
    try open(try Self.key(row["user"], "user"))
    if !row["display_name"].isEmpty { try writer.member("DisplayName", string: row["display_name"]) }
    let kind = row["user_kind"]
    if !kind.isEmpty { try writer.member("UserType", string: kind.prefix(1).uppercased() + kind.dropFirst()) }
  }

  private mutating func writeFavourite(_ row: WrittenRow) throws(Problems) {
    guard hasUser else { return }
    if !hasFavourites { try open("Favorites") }
    hasFavourites = true
    let code = try Self.key(row["product_code"], "product")
    try writer.member(code, string: code)
  }

  private mutating func endUser() throws(Problems) {
    if hasFavourites { try writer.endObject() }
    if hasUser { try writer.endObject() }
    (hasUser, hasFavourites) = (false, false)
  }

  /// A text as a key of Firebase, which allows neither an empty one nor some signs.
  static func key(_ text: String, _ what: String) throws(Problems) -> String {
    let isForbidden = text.unicodeScalars.contains {
      ".$#[]/".unicodeScalars.contains($0) || $0.value < 0x20 || $0.value == 0x7F
    }
    if isForbidden || text.isEmpty || text.utf8.count > 768 {
      throw Problems(
        .unwritable, value: text,
        "the \(what) '\(text)' cannot be a key of the tree, which has 1 to 768 bytes and none of . $ # [ ] /")
    }
    return text
  }
}

/// One record on its way out.
struct WrittenRow {
  private var fields: [String: String] = [:]

  init(_ batch: borrowing RecordBatch, _ row: Int) {
    for (place, column) in batch.schema.columns.enumerated() where batch.kind(row: row, column: place) != .absent {
      fields[column.name] = batch.string(row: row, column: place)
    }
  }

  /// The text of a field; empty if the field is missing.
  subscript(_ field: String) -> String { fields[field] ?? "" }
}

public import FormatKit
internal import JSONReading
internal import RetailValues

/// Reads the records of the tree: large parts, such as the inventory, entry by entry.
public struct StoreInventoryReader: BatchReader {
  private enum Section { case inventory, barcodes, colours, users }

  private let reader: JSONEventReader
  private let source: String
  private let mapper: ProductMapper
  private var rows = TableRows(StoreInventoryTables.schemas)
  private var colours = ColourBook()
  private var store: TableRow?
  private var statedMaximum: (value: JSONValue, number: ExactDecimal)?
  private var highest: ExactDecimal?
  private var hasProducts = false
  /// The first count below zero, reported at the end with the number of such counts.
  private var negativeCount: (text: String, value: JSONValue)?
  private var negativeCounts = 0
  /// Problems that belong to no record, which are attached to that of the store.
  private var remarks: [Problem] = []
  private var section: Section?
  private var isOpen = false
  private var isAtEnd = false
  private var failure: Problems?

  init(_ source: ByteSource, options: StoreInventoryOptions) throws(Problems) {
    reader = try JSONEventReader(source, charset: options.charset)
    self.source = source.name
    mapper = ProductMapper(location: options.location ?? StoreInventoryTables.location)
  }

  public var findings: [SourceFinding] { reader.findings }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, !isAtEnd {
      do throws(Problems) { try advance() } catch {
        failure = error
        isAtEnd = true
        rows.flush()
      }
    }
    guard rows.hasOutgoing else {
      if let failure { throw failure }
      return false
    }
    rows.fill(&batch, source: source)
    return true
  }

  // MARK: The tree

  private mutating func advance() throws(Problems) {
    guard isOpen else { return try begin() }
    guard let section else { return try nextKey() }
    guard let key = try reader.nextKey() else {
      self.section = nil
      return
    }
    if section == .inventory, Self.isMistaken(key) { return try passMistaken(key) }
    let value = try reader.value()
    remarks += reader.takeProblems()
    switch section {
    case .inventory: take(mapper.map(key, value))
    case .barcodes: rows.add(contentsOf: barcode(key, value))
    case .colours: if let row = colours.declare(key, value) { rows.add(row) }
    case .users: rows.add(contentsOf: user(key, value))
    }
    if remarks.count > 200 { hangRemarks() }
  }

  private mutating func begin() throws(Problems) {
    guard try reader.next() == .beginObject else {
      throw Problems(
        .wrongFormat, source: source, at: reader.position, "the file is not an object with the keys of Store Inventory")
    }
    isOpen = true
  }

  private mutating func nextKey() throws(Problems) {
    guard let key = try reader.nextKey() else { return try finish() }
    // This check comes before the switch, which ignores the case of keys.
    if Self.isMistaken(key) { return try passMistaken(key) }
    switch key.lowercased() {
    case "inventory": try enter(.inventory, key)
    case "barcodeids", "barcodes": try enter(.barcodes, key)
    case "colors", "colours": try enter(.colours, key)
    case "users": try enter(.users, key)
    case "storeinfo", "store": takeStore(try reader.value())
    case "maxprice":
      let value = try reader.value()
      var problems: [Problem] = []
      if let number = value.number("maxPrice", problems: &problems) { statedMaximum = (value, number) }
      // The app computes it itself, so a problem with it does no harm.
      remarks += problems.map { problem in
        problem.severity < .error
          ? problem : Problem(.unexpectedShape, at: problem.position, value: problem.value, problem.message)
      }
    default:
      let value = try firstOfValue()
      if value != nil {
        remarks.append(
          Problem(.notImported, at: reader.position, value: key, "the key '\(key)' is not imported"))
      }
      try reader.skipValue()
    }
    remarks += reader.takeProblems()
  }

  /// Goes on to the value of the key just read; nil when it is null.
  private func firstOfValue() throws(Problems) -> JSONEvent? {
    let event = try reader.next()
    return event == .null ? nil : event
  }

  private mutating func enter(_ section: Section, _ key: String) throws(Problems) {
    switch try reader.next() {
    case .beginObject?: self.section = section
    case .null?: break
    default:
      remarks.append(
        Problem(
          .unexpectedShape, at: reader.position, value: key, "'\(key)' is not an object with a key for each entry"))
      try reader.skipValue()
    }
  }

  /// Where the app's check-out wrote, and found nothing: below `Inventory`, and below keys with the text of an optional.
  private static func isMistaken(_ key: String) -> Bool { key == "Inventory" || key.hasPrefix("Optional(") }

  private mutating func passMistaken(_ key: String) throws(Problems) {
    let position = reader.position
    try reader.skipValue()
    remarks.append(
      Problem(.stockNotCounted, at: position, value: key, "what is below '\(key)' is not taken as stock"))
  }

  // MARK: Records

  private mutating func take(_ product: ProductMapper.Result) {
    hasProducts = true
    if let price = product.price, highest.map({ $0 < price }) ?? true { highest = price }
    negativeCounts += product.negativeCounts.count
    if negativeCount == nil, let (name, value) = product.negativeCounts.first {
      negativeCount = ("\(name) is \(value.shown)", value)
    }
    rows.add(contentsOf: product.rows)
    remarks += product.remarks
    for colour in product.colours { colours.use(colour) }
  }

  /// A barcode, and the variant that it belongs to: a size that was never counted has no other record.
  private func barcode(_ code: String, _ value: JSONValue) -> [TableRow] {
    var row = TableRow("barcodes", at: value.position)
    row["barcode"] = code
    let product = value.text("Product") ?? value.text("Product ID") ?? value.text("productID")
    let colour = value.text("Color") ?? value.text("Colour")
    let size = value.text("Size").map { StoreInventoryTables.knownSize($0) ?? $0 }
    let missing = [("Product", product), ("Color", colour), ("Size", size)].filter { $0.1 == nil }.map(\.0)
    guard let product, let colour, let size else {
      row.problems.append(
        Problem(
          .incompleteBarcode, at: value.position, value: code,
          "barcode '\(code)' has no \(missing.joined(separator: " and no "))"))
      return [row]
    }
    let sku = StoreInventoryTables.sku(product, colour: colour, size: size)
    row["sku"] = sku
    var variant = TableRow("variants", at: value.position)
    (variant["sku"], variant["product_code"], variant["colour"], variant["size"]) = (sku, product, colour, size)
    return [variant, row]
  }

  private func user(_ id: String, _ value: JSONValue) -> [TableRow] {
    var row = TableRow("users", at: value.position)
    row["user"] = id
    row["display_name"] = value.text("DisplayName")
    let kind = value.text("UserType")
    if let kind, ["customer", "employee", "manager"].contains(kind.lowercased()) {
      row["user_kind"] = kind.lowercased()
    } else if let kind, let place = value.member("UserType") {
      row.problems.append(
        Problem(
          .unexpectedShape, at: place.position, value: kind,
          "UserType '\(kind)' is not one of Customer, Employee, Manager"
        ))
    }
    guard let favourites = value.member("Favorites") else { return [row] }
    // The app reads the values and ignores their keys. If a value only says that the entry exists, the key is the
    // product.
    let liked: [(product: String, value: JSONValue)] =
      favourites.isArray
      ? favourites.elements.compactMap { element in element.scalar.map { ($0, element) } }
      : favourites.members.map { ($0.value.string ?? $0.key, $0.value) }
    var seen: Set<String> = []
    return [row]
      + liked.filter { seen.insert($0.product).inserted }.map { product, place in
        var favourite = TableRow("favourites", at: place.position)
        (favourite["user"], favourite["product_code"]) = (id, product)
        return favourite
      }
  }

  private mutating func takeStore(_ value: JSONValue) {
    var row = TableRow("locations", at: value.position)
    row["location"] = mapper.location
    row["location_name"] = value.text("Name")
    row["opening_hours"] = value.text("Hours")
    for member in value.members where !["name", "hours"].contains(member.key.lowercased()) {
      row.problems.append(
        Problem(
          .notImported, at: member.value.position, value: member.key, "storeInfo's '\(member.key)' is not imported"))
    }
    store = row
  }

  // MARK: The end

  private mutating func finish() throws(Problems) {
    _ = try reader.next()
    if let (value, stated) = statedMaximum, let highest, stated.plainText != highest.plainText {
      remarks.append(
        Problem(
          .staleMaximumPrice, at: value.position, value: value.shown,
          "maxPrice is \(value.shown), but the highest price is \(highest.plainText ?? "beyond range")"))
    }
    if let (text, value) = negativeCount {
      let more = negativeCounts > 1 ? "; \(negativeCounts) counts of the file are below zero" : ""
      remarks.append(Problem(.negativeCounts, at: value.position, value: value.shown, text + more))
    }
    rows.add(contentsOf: colours.rows())
    hangRemarks()
    rows.flush()
    isAtEnd = true
  }

  /// Returns the store's record with the problems that belong to no other record.
  private mutating func hangRemarks() {
    guard store != nil || hasProducts || !remarks.isEmpty else { return }
    var row = store ?? TableRow("locations", at: remarks.first?.position ?? SourcePosition(line: 1, byteOffset: 0))
    row["location"] = mapper.location
    row.problems += remarks
    remarks = []
    rows.add(row)
  }
}

extension ExactDecimal {
  /// Compares values independently of their notation. Values above nine decimals or outside the range count as least.
  static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    (left.scaled(toFractionDigits: 9)?.value ?? .min) < (right.scaled(toFractionDigits: 9)?.value ?? .min)
  }
}

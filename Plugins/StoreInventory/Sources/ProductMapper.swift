internal import FormatKit
internal import JSONReading
internal import RetailValues

/// Turns one product of the inventory into records.
struct ProductMapper {
  let location: String

  /// A colour as it was met below a product.
  struct ColourUse {
    let name: String
    /// Its type in the tree; nil if the tree has colours without types.
    let type: String?
    let position: SourcePosition
  }

  /// What one product gives.
  struct Result {
    var rows: [TableRow] = []
    /// The problems of a product that does not become a record.
    var remarks: [Problem] = []
    var colours: [ColourUse] = []
    var price: ExactDecimal?
    /// The counts that are below zero, each with what it counts.
    var negativeCounts: [(name: String, value: JSONValue)] = []
  }

  /// One size of a colour.
  private struct Cell {
    let colour: String
    let size: String
    let value: JSONValue
  }

  private static let known: Set<String> = ["title", "price", "type", "typeprice", "description", "sizes", "colors"]

  func map(_ id: String, _ product: JSONValue) -> Result {
    var result = Result()
    guard product.isObject else {
      result.remarks = [
        Problem(.unexpectedShape, at: product.position, value: product.text, "product '\(id)' is '\(product.shown)'")
      ]
      return result
    }
    var row = TableRow("products", at: product.position)
    row["product_code"] = id
    row["title"] = product.text("Title")
    row["description"] = product.text("Description")
    let type = product.text("Type")
    row["category"] = type
    row["attributes"] = further(of: product)
    let price = readPrice(of: product, id, problems: &row.problems)
    result.price = price
    checkTypePrice(of: product, type, price, problems: &row.problems)

    let cells = cells(of: product, into: &result.colours, problems: &row.problems)
    // Thousandths.
    var sums: [String: Int64] = [:]
    var variants: [TableRow] = []
    var levels: [TableRow] = []
    for cell in cells {
      let sku = StoreInventoryTables.sku(id, colour: cell.colour, size: cell.size)
      variants.append(
        variant(
          sku, of: id, colour: cell.colour, size: cell.size, at: cell.value.position, problems: sizeProblems(cell)))
      var level = TableRow("stock_levels", at: cell.value.position)
      (level["sku"], level["location"]) = (sku, location)
      let name = "the count of '\(cell.size)' in '\(cell.colour)'"
      // Nothing written is a size that was never counted.
      if cell.value.isNull { continue }
      if let count = cell.value.number(name, problems: &level.problems) {
        level["quantity"] = count.plainText ?? cell.value.shown
        if count.coefficient < 0 { result.negativeCounts.append((name, cell.value)) }
        if let (thousandths, _) = count.scaled(toFractionDigits: 3) {
          sums[cell.size] = sums[cell.size, default: 0].addingReportingOverflow(thousandths).partialValue
        }
      }
      levels.append(level)
    }
    // A product without a colour still has a price.
    if variants.isEmpty { variants = [variant(id, of: id, colour: nil, size: nil, at: product.position)] }
    let counters = checkSizes(of: product, id, sums, problems: &row.problems)
    result.rows = [row] + variants
    if let price, let amount = price.plainText, price.coefficient >= 0 {
      result.rows += variants.map { variant in
        var row = TableRow("prices", at: product.member("Price")?.position ?? product.position)
        (row["sku"], row["price"]) = (variant["sku"], amount)
        return row
      }
    }
    result.rows += counters + levels
    return result
  }

  private func variant(
    _ sku: String, of product: String, colour: String?, size: String?, at position: SourcePosition,
    problems: [Problem] = []
  ) -> TableRow {
    var row = TableRow("variants", at: position)
    (row["sku"], row["product_code"], row["colour"], row["size"]) = (sku, product, colour, size)
    row.problems = problems
    return row
  }

  // MARK: Colours and sizes

  /// The counts below `Colors`, with a level for the type as the app writes it, or without.
  private func cells(
    of product: JSONValue, into colours: inout [ColourUse], problems: inout [Problem]
  ) -> [Cell] {
    var cells: [Cell] = []
    for member in product.member("Colors")?.members ?? [] {
      let isType = member.value.members.contains { $0.value.isObject }
      for colour in isType ? member.value.members : [member] {
        guard colour.value.isObject else {
          problems.append(
            Problem(
              .unexpectedShape, at: colour.value.position, value: colour.value.text,
              "'\(colour.key)' stands among the colours, but has no counts"))
          continue
        }
        colours.append(
          ColourUse(name: colour.key, type: isType ? member.key : nil, position: colour.value.position))
        for size in colour.value.members {
          cells.append(
            Cell(colour: colour.key, size: StoreInventoryTables.knownSize(size.key) ?? size.key, value: size.value))
        }
      }
    }
    return cells
  }

  private func sizeProblems(_ cell: Cell) -> [Problem] {
    guard StoreInventoryTables.knownSize(cell.size) == nil else { return [] }
    return [
      Problem(
        .unknownSize, at: cell.value.position, value: cell.size,
        "'\(cell.size)' is not one of the sizes \(StoreInventoryTables.sizes.joined(separator: ", "))")
    ]
  }

  /// Compares the totals that the app kept with what they count; each is kept as a counter.
  private func checkSizes(
    of product: JSONValue, _ id: String, _ sums: [String: Int64], problems: inout [Problem]
  ) -> [TableRow] {
    var rows: [TableRow] = []
    var stated: Set<String> = []
    let totals = product.member("Sizes")
    for member in totals?.members ?? [] {
      let size = StoreInventoryTables.knownSize(member.key) ?? member.key
      stated.insert(size)
      var row = TableRow("counters", at: member.value.position)
      (row["subject_kind"], row["subject"], row["counter"]) = ("product", id, "stock of \(size)")
      if let total = member.value.number("the total of '\(size)'", problems: &row.problems) {
        row["stated"] = total.plainText
        let sum = sums[size, default: 0]
        if let (whole, isExact) = total.scaled(toFractionDigits: 3), !isExact || whole != sum {
          row.problems.append(
            drifted(size, member.value.shown, sum, whole.subtractingReportingOverflow(sum).partialValue, member.value))
        }
      }
      rows.append(row)
    }
    if let totals {
      for size in sums.keys.sorted() where !stated.contains(size) && sums[size] != 0 {
        let sum = sums[size, default: 0]
        problems.append(drifted(size, "missing", sum, 0 &- sum, totals))
      }
    }
    return rows
  }

  private func drifted(_ size: String, _ total: String, _ sum: Int64, _ gap: Int64, _ value: JSONValue) -> Problem {
    Problem(
      .driftedSize, at: value.position, value: total,
      "the total of '\(size)' is \(total), but its colours add up to \(Self.count(sum)), a gap of \(Self.count(gap))")
  }

  /// Thousandths as a count.
  private static func count(_ thousandths: Int64) -> String {
    FixedPointText.shortest(thousandths, fractionDigits: 3)
  }

  // MARK: Price

  private func readPrice(of product: JSONValue, _ id: String, problems: inout [Problem]) -> ExactDecimal? {
    guard let value = product.member("Price"), !value.isNull else {
      problems.append(Problem(.unusualPrice, at: product.position, "product '\(id)' has no price"))
      return nil
    }
    guard var price = value.number("the price", problems: &problems) else { return nil }
    // Firebase keeps what the app holds in 32 bits: 19.99 comes back as 19.989999771118164.
    if let digits = value.scalar, price.scaled(toFractionDigits: 4)?.isExact != true, let float = Float(digits),
      float.isFinite, let meant = try? ExactDecimal(parsing: "\(float)".utf8), meant != price
    {
      problems.append(
        Problem(
          .floatPrice, at: value.position, value: digits,
          "the price '\(digits)' is what 32 bits make of \(meant.plainText ?? digits)"))
      price = meant
    }
    if price.coefficient <= 0 {
      problems.append(
        Problem(
          .unusualPrice, at: value.position, value: value.shown,
          "the price \(value.shown) of product '\(id)' is not above zero"))
    }
    return price
  }

  private func checkTypePrice(
    of product: JSONValue, _ type: String?, _ price: ExactDecimal?, problems: inout [Problem]
  ) {
    guard let value = product.member("TypePrice"), let stated = value.string, let price else { return }
    let parts = stated.split(separator: " ", omittingEmptySubsequences: false)
    let amount = parts.last.flatMap { try? ExactDecimal(parsing: $0.utf8) }?.plainText
    let hasType = parts.dropLast().joined(separator: " ") == type ?? ""
    guard amount != price.plainText || !hasType else { return }
    let meant = StoreInventoryText.typePrice(type ?? "", price)
    problems.append(
      Problem(
        .staleTypePrice, at: value.position, value: stated,
        "TypePrice is '\(stated)', but type and price say '\(meant)'"))
  }

  /// Properties that the app does not have, kept unchanged so that they can be written back.
  private func further(of product: JSONValue) -> String? {
    let others = product.members.filter { !Self.known.contains($0.key.lowercased()) }
    guard !others.isEmpty else { return nil }
    return "{" + others.map { "\(JSONText.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
  }
}

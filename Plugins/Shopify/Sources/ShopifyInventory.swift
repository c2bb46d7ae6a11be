internal import DelimitedReading
internal import FormatKit

/// Makes stock levels from the rows of an inventory CSV: one for each variant and location with stock.
struct ShopifyInventory: DelimitedMapping {
  private static let locations = 0
  private static let levels = 1
  /// How many locations become locations of the shop at most.
  static let maximumLocations = 10_000

  private let header: MatchedHeader<ShopifyColumn>
  private let options: ShopifyOptions
  private let codes = DelimitedCodes.shopify
  /// The columns that are locations, where each location is a column.
  private let locationColumns: [(name: String, column: Int)]
  private var knownLocations: Set<String> = []
  private var toldMadeSKU = false

  static func begin(
    _ rows: DelimitedRows, _ options: ShopifyOptions
  ) -> (any DelimitedMapping, RecordTables, [SourceFinding]) {
    let header = MatchedHeader(rows.columns, layout: ShopifyColumns.inventory)
    let tables = RecordTables([
      Schema(table: "locations", columnNames: ["location"]),
      Schema(
        table: "stock_levels",
        columns: [Column(name: "sku"), Column(name: "location"), Column(name: "quantity", type: .number)]),
    ])
    let isByRow = header[.location] != nil
    if isByRow, let unused = header.unusedColumns(.shopify, source: rows.source) { tables.tellWithNext(unused) }
    let shown = isByRow ? "a row for each location" : "a column for each of \(header.unknown.count) locations"
    return (
      ShopifyInventory(header: header, options: options), tables,
      [SourceFinding("layout", "inventory CSV with \(shown)", evidence: "the header")]
    )
  }

  private init(header: MatchedHeader<ShopifyColumn>, options: ShopifyOptions) {
    self.header = header
    self.options = options
    locationColumns = header[.location] == nil ? header.unknown.map { ($0.name, $0.column) } : []
  }

  mutating func refuse(_ row: DelimitedRows, into tables: RecordTables) {
    tables.add(
      Self.levels, [row.text(header[.sku]), row.text(header[.location]), nil], at: row.position, row.problems)
  }

  mutating func finish(into tables: RecordTables) {}

  mutating func take(_ row: DelimitedRows, into tables: RecordTables) {
    var problems: [Problem] = []
    let sku = sku(of: row, &problems)
    if header[.location] != nil {
      let isNew = row.text(header[.onHandNew]) != nil
      let column = isNew ? header[.onHandNew] : header[.onHand]
      add(sku, row.text(header[.location]), row, column, problems, into: tables)
    } else {
      for (name, column) in locationColumns {
        add(sku, name, row, column, problems, into: tables)
        problems = problems.filter { $0.severity == .error }
      }
    }
  }

  private mutating func sku(of row: DelimitedRows, _ problems: inout [Problem]) -> String? {
    if let sku = row.text(header[.sku]) { return sku }
    let values = header.placed(.optionValue).compactMap { row.text($0.column) }
      .filter { $0.lowercased() != "default title" }
    let made = row.text(header[.handle]).map { MadeCode.slug([$0] + values) } ?? ""
    guard !made.isEmpty else {
      problems.append(row.problem(codes.missingCode, header[.handle], "the row has neither an SKU nor a handle"))
      return nil
    }
    if !toldMadeSKU {
      toldMadeSKU = true
      problems.append(
        row.problem(
          codes.madeSKU, header[.sku], value: made,
          "variants without an SKU get one made of handle and options; the first is '\(made)'"))
    }
    return made
  }

  /// Adds what is on hand at a location; nothing where the item is not stocked, which is not zero.
  private mutating func add(
    _ sku: String?, _ location: String?, _ row: DelimitedRows, _ column: Int?, _ problems: [Problem],
    into tables: RecordTables
  ) {
    let text = row.text(column)
    let isStocked = text.map { $0.lowercased() != "not stocked" } ?? false
    guard isStocked else {
      if problems.contains(where: { $0.severity == .error }) {
        tables.add(Self.levels, [sku, location, nil], at: row.position, problems)
      } else {
        for problem in problems { tables.tellWithNext(problem) }
      }
      return
    }
    var problems = problems
    let quantity = row.quantity(column, comma: .refused, codes, &problems)
    if options.newLocations, let location, knownLocations.count < Self.maximumLocations,
      knownLocations.insert(location).inserted
    {
      tables.add(Self.locations, [location], at: row.position)
    }
    tables.add(Self.levels, [sku, location, quantity], at: row.position, problems)
  }
}

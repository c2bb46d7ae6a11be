internal import FormatKit
internal import RetailValues

/// A row that describes an item: a product, its variant, and what else the row has.
extension HeaderMatching {
  /// The kinds that a row describing an item may be, in the order in which they are applied.
  private static let itemKinds = Vocabulary.kinds.filter { $0.part != nil }
  /// The fields that distinguish a list of items from a list of events.
  static let itemFields: Set<String> = [
    "title", "price", "category", "brand", "description", "product_code", "colour", "size", "standard_cost",
  ]
  /// The fields for a supplier's price and packing of an item.
  private static let supplierFields = [
    "supplier", "supplier_code", "unit_cost", "currency", "pack_size", "order_unit", "minimum_order", "lead_time_days",
  ]
  /// Fields of which a row must have at least one; without them it only names an item.
  private static let telling: Set<String> = itemFields.subtracting(["product_code"]).union([
    "barcode", "quantity", "unit_cost", "supplier_code", "variant_title", "tax_rate", "status",
  ])

  /// The fields of all the kinds that a row describing an item may be.
  private static let fields: [RecordField] = {
    var fields: [RecordField] = []
    for kind in itemKinds {
      for field in kind.fields where !fields.contains(where: { $0.name == field.name }) {
        if ["effective_at", "attributes", "lot"].contains(field.name) { continue }
        fields.append(field)
      }
    }
    return fields
  }()

  /// Takes a row for an item; nil when it names none, or says nothing of it.
  static func items(_ columns: MatchedColumns, _ hints: Hints) -> Match? {
    var assigned = columns.assign(fields)
    columns.takeBarcode(&assigned)
    columns.takeCode(&assigned)
    columns.takeTaxWords(&assigned)
    // A column that is never filled names no supplier.
    let hasSupplier =
      hints.given.contains("supplier")
      || assigned.columns["supplier"].map { columns.look(of: $0).map { $0.filled > 0 } ?? true } ?? false
    // A supplier's list may know its items by the supplier's own code only.
    let ownCode = hasSupplier ? assigned.columns["supplier_code"] : nil
    guard let sku = key(columns, assigned) ?? ownCode else { return nil }
    columns.takeTitle(&assigned)
    let found = assigned.columns
    let places = LocationColumns(columns, hints)
    guard
      places != nil || found.contains(where: { telling.contains($0.key) && $0.value != sku }) || hints.kind != nil
    else { return nil }
    if places == nil, isAboutSomethingElse(columns, found, sku: sku) { return nil }
    let product = found["product_code"].flatMap { $0 != sku && columns.hasDatabaseIDs($0) ? nil : $0 }
    var records: [MappingProfile.RecordMapping] = []
    func add(_ kind: String, _ extra: [(String, ValueExpression)], _ names: [String]) {
      let mapped = extra + names.compactMap { name in found[name].map { (name, .column($0)) } }
      records.append(
        .init(
          kind: kind, table: columns.table,
          fields: mapped.map { MappingProfile.FieldMapping(field: $0.0, value: $0.1) }))
    }
    let productCode = ValueExpression(.columns(product == sku ? [sku] : [product, sku].compactMap { $0 }))
    add(
      "products", [("product_code", productCode)],
      ["title", "description", "category", "brand", "stock_unit", "tax_rate", "status"])
    // A variant that names no product stays with its own; a new one is a product of its own.
    let ofProduct = product.flatMap { $0 == sku ? nil : [("product_code", ValueExpression.column($0))] } ?? []
    add("variants", [("sku", .column(sku))] + ofProduct, ["variant_title", "colour", "size", "standard_cost"])
    // The standard cost is in the shop's currency.
    let isForeign = isForeign(found["currency"].flatMap { columns.look(of: $0) }, hints)
    if isForeign { records[records.count - 1].fields.removeAll { $0.field == "standard_cost" } }
    let isCostStandard =
      !hasSupplier && found["standard_cost"] == nil && found["unit_cost"] != nil && !isForeign
    if isCostStandard, let cost = found["unit_cost"] {
      records[records.count - 1].fields.append(.init(field: "standard_cost", value: .column(cost)))
    }
    if found["barcode"] != nil { add("barcodes", [("sku", .column(sku))], ["barcode", "pack_quantity"]) }
    if hasSupplier, !["supplier_code", "unit_cost", "pack_size"].allSatisfy({ found[$0] == nil }) {
      add("supplier_items", [("sku", .column(sku))], supplierFields)
    }
    if found["price"] != nil {
      add(
        "prices", [("sku", .column(sku))],
        ["price", "price_type", "currency", "valid_from", "valid_to", "tax_included"])
      if let untaxed = untaxed(found, hints) { records[records.count - 1].fields.append(untaxed) }
    }
    if let places {
      for place in places.all { add("stock_levels", [("sku", .column(sku))] + place.values, []) }
    } else if found["quantity"] != nil {
      add("stock_levels", [("sku", .column(sku))], ["quantity", "location"])
    }
    let match = Match(
      records: records, used: used(by: records), meanings: meanings(of: records), evidence: assigned.evidence,
      findings: (hasSupplier ? [] : offer(found, isCostStandard: isCostStandard)) + recommended(found)
        + untaxedFinding(found, hints),
      found: Set(found.keys))
    return places?.leavingOutTotal(match) ?? match
  }

  /// Whether some amounts are in another currency than the shop's.
  private static func isForeign(_ currencies: ColumnLook?, _ hints: Hints) -> Bool {
    guard let own = hints.currency?.code.lowercased() else { return false }
    if let given = hints.constants["currency"] { return given.lowercased() != own }
    return currencies?.words.contains { $0 != own } ?? false
  }

  /// The field that says that prices do not contain the tax, where the name of their column says so; else nil.
  static func untaxed(_ found: [String: String], _ hints: Hints) -> MappingProfile.FieldMapping? {
    guard found["tax_included"] == nil, !hints.given.contains("tax_included"), let price = found["price"],
      ColumnWords.isWithoutTax(price)
    else { return nil }
    return .init(field: "tax_included", value: ValueExpression(.constant("no")))
  }

  static func untaxedFinding(_ found: [String: String], _ hints: Hints) -> [SourceFinding] {
    guard untaxed(found, hints) != nil, let price = found["price"] else { return [] }
    return [SourceFinding("tax_included", "no", evidence: "the name of '\(price)' says that the tax is not contained")]
  }

  /// The column that identifies items; nil when there is no such column.
  private static func key(_ columns: MatchedColumns, _ assigned: Assignment) -> String? {
    if let sku = assigned.columns["sku"] { return sku }
    let (barcode, product) = (assigned.columns["barcode"], assigned.columns["product_code"])
    // A product's code without duplicates identifies items, and unlike the barcode every item has one.
    if let product, barcode != nil, columns.look(of: product)?.isUnique == true { return product }
    return barcode ?? product
  }

  /// Whether rows that name items say something else about them: items occur many times, and no column explains why.
  private static func isAboutSomethingElse(
    _ columns: MatchedColumns, _ found: [String: String], sku: String
  ) -> Bool {
    let several = ["quantity", "location", "price", "barcode", "unit_cost", "supplier"]
    guard several.allSatisfy({ found[$0] == nil }), let look = columns.look(of: sku), look.filled >= 10 else {
      return false
    }
    // An item in several groups, such as a catalogue's pages, is described several times and always in the same way.
    if let title = found["title"].flatMap({ columns.look(of: $0) }), title.distinct == look.distinct, title.isPhrase {
      return false
    }
    return look.distinct * 4 < look.filled * 3
  }

  private static func used(by records: [MappingProfile.RecordMapping]) -> Set<String> {
    Set(meanings(of: records).map(\.column))
  }

  private static func meanings(of records: [MappingProfile.RecordMapping]) -> [(column: String, field: String)] {
    var all: [(column: String, field: String)] = []
    for mapping in records.flatMap(\.fields) {
      guard case .columns(let names) = mapping.value.source else { continue }
      for column in names where !all.contains(where: { $0 == (column, mapping.field) }) {
        all.append((column, mapping.field))
      }
    }
    return all.sorted { $0 < $1 }
  }

  private static let recommendedWords: Set<String> = [
    "msrp", "rrp", "uvp", "srp", "recommended", "suggested", "empfohlene", "conseillé", "recomendado", "rekommenderat",
    "pvc",
  ]

  /// Whether the name of a price says that the supplier recommends it.
  static func isRecommended(_ column: String) -> Bool {
    MatchedColumns.forms(column).contains { form in
      form.split(separator: " ").contains { recommendedWords.contains(String($0)) }
    }
  }

  /// Says that a recommended price becomes the price that goods are sold at, where it is the only price.
  private static func recommended(_ found: [String: String]) -> [SourceFinding] {
    guard found["price_type"] == nil, let column = found["price"], isRecommended(column) else { return [] }
    return [
      SourceFinding(
        "recommended price", "'\(column)' is taken for the selling price",
        evidence: "the file has no other price; --set price_type=list keeps it as a list price")
    ]
  }

  /// Says what the columns of a supplier's list would become if the supplier were named.
  private static func offer(_ found: [String: String], isCostStandard: Bool) -> [SourceFinding] {
    let offered = supplierFields.filter { $0 != "currency" && $0 != "supplier" }
      .compactMap { field in found[field].map { "\($0) → \(field)" } }
    guard !offered.isEmpty else { return [] }
    let cost = isCostStandard ? found["unit_cost"].map { "; '\($0)' is taken for the item's standard cost" } : nil
    return [
      SourceFinding(
        "with --supplier CODE", offered.joined(separator: ", "),
        evidence: "costs and packs belong to a supplier, and none is named" + (cost ?? ""),
        code: SourceFinding.supplierOffer)
    ]
  }
}

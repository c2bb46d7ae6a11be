public import FormatKit

/// Finds out what the columns of a file mean by their names.
///
/// The field's own name wins over a synonym; a column means one field. Where a row describes an item with its price, its
/// barcode and its stock, it becomes several records.
public struct HeaderMatching: Sendable {
  public let profile: MappingProfile
  /// Columns that mean nothing known; they are left out.
  public let unusedColumns: [String]
  /// Which column was taken for which field, for people.
  public let findings: [SourceFinding]

  /// What is known beside the header.
  public struct Hints: Sendable {
    /// The kind that the user named.
    public var kind: String?
    /// The file's name, whose words may name a kind.
    public var fileName: String
    /// Fields that are given for the whole file, such as the supplier.
    public var given: Set<String>

    public init(kind: String? = nil, fileName: String = "", given: Set<String> = []) {
      self.kind = kind
      self.fileName = fileName
      self.given = given
    }
  }

  /// Matches the tables of a source.
  ///
  /// - Throws: `nothing-mapped`, `kind-ambiguous`.
  public init(_ schemas: [Schema], source: String, hints: Hints) throws(FormatError) {
    var records: [MappingProfile.RecordMapping] = []
    var unused: [String] = []
    var findings: [SourceFinding] = []
    let named = schemas.filter { Vocabulary.kind($0.table) != nil }
    let wanted = named.isEmpty || hints.kind != nil ? Array(schemas.prefix(1)) : named
    let passedOver = schemas.map(\.table).filter { table in !wanted.contains { $0.table == table } }
    if !passedOver.isEmpty {
      findings.append(
        SourceFinding(
          "tables not used", passedOver.joined(separator: ", "),
          evidence: named.isEmpty ? "only the first is read" : "no record kind has that name"))
    }
    for schema in wanted {
      let kind = hints.kind ?? (Vocabulary.kind(schema.table) == nil ? nil : schema.table)
      let match = try Self.match(schema, kind: kind, source: source, hints: hints)
      records += match.records
      unused += schema.columns.map(\.name).filter { !match.used.contains($0) && !RejectColumns.contains($0) }
      for (column, field) in match.meanings where column != field {
        findings.append(SourceFinding("column \(column)", field, evidence: "by its name"))
      }
    }
    profile = MappingProfile(name: "automatic", summary: "Columns matched by their names", records: records)
    unusedColumns = unused
    self.findings = findings
  }

  private struct Match {
    var records: [MappingProfile.RecordMapping]
    var used: Set<String>
    var meanings: [(column: String, field: String)]
  }

  /// The name of a header as it is compared: lower case, anything but letters and digits one space.
  static func normalized(_ header: String) -> String {
    header.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// The forms under which a header is looked up: as it is, and with UnitPrice taken for two words.
  private static func forms(_ header: String) -> [String] {
    var words = ""
    var previous: Character = " "
    for character in header {
      if character.isUppercase, previous.isLowercase { words.append(" ") }
      words.append(character)
      previous = character
    }
    return [normalized(header), normalized(words)]
  }

  // MARK: Kinds

  /// The kinds that a row describing an item may be, in the order in which they are applied.
  private static let itemKinds = ["products", "variants", "barcodes", "supplier_items", "prices", "stock_levels"]
  /// The fields that tell a list of items from a list of what happened.
  private static let itemFields: Set<String> = [
    "title", "price", "category", "brand", "description", "product_code", "colour", "size", "standard_cost",
  ]

  private static func match(
    _ schema: Schema, kind: String?, source: String, hints: Hints
  ) throws(FormatError) -> Match {
    let columns = schema.columns.map(\.name).filter { !RejectColumns.contains($0) }
    if let kind {
      // Said to be products, but with more in each row: take it all.
      if kind == "products" || kind == "variants", !isPlain(kind, columns), let items = items(columns, schema, hints),
        kind == "variants" || items.records.count > 2 || items.meanings.contains(where: { $0.field == "sku" })
      {
        return items
      }
      guard let known = Vocabulary.kind(kind) else {
        let near = nearestName(to: kind, among: Vocabulary.kinds.map(\.name))
        throw FormatError(
          .nothingMapped, source: source, value: kind, "there is no record kind '\(kind)'",
          remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/record-kinds.md for the kinds.")
      }
      let assigned = assign(known.fields, to: columns)
      guard isSufficient(known, Set(assigned.keys), hints.given) else {
        throw incomplete(known, assigned, columns, given: hints.given, source: source)
      }
      return single(known, assigned, schema)
    }
    // Columns that all bear the names of one kind's fields: a file in our own words.
    let exact = Vocabulary.kinds.filter { isPlain($0.name, columns) && isSufficient($0, Set(columns), hints.given) }
    if let chosen = choose(exact, columns: columns, hints: hints) {
      return single(chosen, Dictionary(columns.map { ($0, $0) }) { first, _ in first }, schema)
    }
    if exact.count > 1 {
      throw FormatError(
        .kindAmbiguous, source: source, "the columns may be \(exact.map(\.name).joined(separator: " or "))")
    }
    var candidates: [(kind: RecordKind, assigned: [String: String])] = []
    for known in Vocabulary.kinds where !itemKinds.dropLast().contains(known.name) {
      let assigned = assign(known.fields, to: columns)
      if isSufficient(known, Set(assigned.keys), hints.given) { candidates.append((known, assigned)) }
    }
    let best = candidates.map(\.assigned.count).max() ?? 0
    let winners = candidates.filter { $0.assigned.count == best }
    if let items = items(columns, schema, hints), items.used.count >= best,
      items.used.count > best || !items.meanings.allSatisfy({ !itemFields.contains($0.field) })
    {
      return items
    }
    if let chosen = choose(winners.map(\.kind), columns: columns, hints: hints),
      let winner = winners.first(where: { $0.kind.name == chosen.name })
    {
      return single(winner.kind, winner.assigned, schema)
    }
    if winners.count > 1 {
      throw FormatError(
        .kindAmbiguous, source: source, "the columns may be \(winners.map(\.kind.name).joined(separator: " or "))")
    }
    throw nothingMapped(columns, source: source)
  }

  /// What is lacking for the kind that the user named.
  private static func incomplete(
    _ kind: RecordKind, _ assigned: [String: String], _ columns: [String], given: Set<String>, source: String
  ) -> FormatError {
    let lacking = kind.fields.filter { $0.isRequired && assigned[$0.name] == nil && !given.contains($0.name) }
      .map(\.name)
    let what = lacking.isEmpty ? "an item, such as sku or barcode" : lacking.joined(separator: ", ")
    return FormatError(
      .nothingMapped, source: source, value: kind.name,
      "\(kind.name) need \(what), and no column has that meaning by its name",
      remedy: "The file has: \(columns.prefix(12).joined(separator: ", ")). Rename a column, or say what it means in a "
        + "mapping profile (docs/mapping-profiles.md).")
  }

  private static func nothingMapped(_ columns: [String], source: String) -> FormatError {
    FormatError(
      .nothingMapped, source: source,
      "the columns \(columns.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")) are not those of any record kind"
    )
  }

  /// Whether all columns bear the names of fields of the kind.
  private static func isPlain(_ kind: String, _ columns: [String]) -> Bool {
    let names = Set(Vocabulary.kind(kind)?.fields.map(\.name) ?? [])
    return columns.allSatisfy { names.contains($0) }
  }

  /// Whether the fields at hand are enough for records of the kind.
  private static func isSufficient(_ kind: RecordKind, _ fields: Set<String>, _ given: Set<String>) -> Bool {
    let all = fields.union(given)
    let item: Set<String> = ["sku", "barcode", "supplier_code"]
    let namesItem = kind.field("barcode") != nil && kind.field("sku") != nil && kind.name != "barcodes"
    guard kind.fields.allSatisfy({ !$0.isRequired || all.contains($0.name) || (namesItem && $0.name == "sku") }) else {
      return false
    }
    if namesItem, all.isDisjoint(with: item) { return false }
    switch kind.name {
    case "sales", "receipts", "movements": return all.contains("effective_at") || all.contains("document")
    case "count_lines": return fields.contains("counted_quantity")
    case "supplier_items": return all.contains("sku") && fields.count > 2
    default: return true
    }
  }

  /// The one of several kinds that fits best: by a word in the file's name, else the only one.
  private static func choose(_ kinds: [RecordKind], columns: [String], hints: Hints) -> RecordKind? {
    if kinds.count == 1 { return kinds[0] }
    let words = Set(normalized(hints.fileName).split(separator: " ").map(String.init))
    let byName = kinds.filter { kind in
      let singular = kind.name.hasSuffix("s") ? String(kind.name.dropLast()) : kind.name
      let parts = kind.name.split(separator: "_").map(String.init)
      return words.contains(kind.name) || words.contains(singular) || (parts.count > 1 && words.isSuperset(of: parts))
    }
    if byName.count == 1 { return byName[0] }
    // A level without a document is not a receipt.
    if !columns.contains("document"), let level = kinds.first(where: { $0.name == "stock_levels" }) { return level }
    // Where one kind's fields are all among the other's, the smaller one is meant.
    let smallest = kinds.min { $0.fields.count < $1.fields.count }
    if let smallest, kinds.allSatisfy({ kind in smallest.fields.allSatisfy { kind.field($0.name) != nil } }) {
      return smallest
    }
    return nil
  }

  // MARK: Columns

  /// Which column stands for which field: own names first, then synonyms, each column once.
  static func assign(_ fields: [RecordField], to columns: [String]) -> [String: String] {
    var assigned: [String: String] = [:]
    var taken: Set<String> = []
    let normalizedColumns = columns.map { ($0, forms($0)) }
    for field in fields where assigned[field.name] == nil {
      let name = normalized(field.name)
      if let (column, _) = normalizedColumns.first(where: { $0.1.contains(name) && !taken.contains($0.0) }) {
        assigned[field.name] = column
        taken.insert(column)
      }
    }
    for field in fields where assigned[field.name] == nil {
      let names = Set(field.synonyms.map { normalized($0) })
      if let (column, _) = normalizedColumns.first(where: { !names.isDisjoint(with: $0.1) && !taken.contains($0.0) }) {
        assigned[field.name] = column
        taken.insert(column)
      }
    }
    return assigned
  }

  private static func single(_ kind: RecordKind, _ assigned: [String: String], _ schema: Schema) -> Match {
    let fields = kind.fields.compactMap { field in
      assigned[field.name].map { MappingProfile.FieldMapping(field: field.name, value: .column($0)) }
    }
    return Match(
      records: [.init(kind: kind.name, table: schema.table, fields: fields)], used: Set(assigned.values),
      meanings: assigned.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 })
  }

  /// A row that describes an item: a product, its variant, and what else the row has. Nil when it names no item.
  private static func items(_ columns: [String], _ schema: Schema, _ hints: Hints) -> Match? {
    var fields: [RecordField] = []
    for name in itemKinds {
      for field in Vocabulary.kind(name)?.fields ?? [] where !fields.contains(where: { $0.name == field.name }) {
        if ["effective_at", "attributes", "lot"].contains(field.name) { continue }
        fields.append(field)
      }
    }
    let assigned = assign(fields, to: columns)
    let hasSupplier = hints.given.contains("supplier") || assigned["supplier"] != nil
    // A supplier's list may know its items by the supplier's own code only.
    let ownCode = hasSupplier ? assigned["supplier_code"] : nil
    guard let sku = assigned["sku"] ?? assigned["barcode"] ?? assigned["product_code"] ?? ownCode else { return nil }
    let product = assigned["product_code"]
    var records: [MappingProfile.RecordMapping] = []
    func add(_ kind: String, _ extra: [(String, ValueExpression)], _ names: [String]) {
      let mapped = extra + names.compactMap { name in assigned[name].map { (name, .column($0)) } }
      records.append(
        .init(
          kind: kind, table: schema.table,
          fields: mapped.map { MappingProfile.FieldMapping(field: $0.0, value: $0.1) }))
    }
    let productCode = ValueExpression(.columns(product == sku ? [sku] : [product, sku].compactMap { $0 }))
    add(
      "products", [("product_code", productCode)],
      ["title", "description", "category", "brand", "stock_unit", "tax_rate", "status"])
    add(
      "variants", [("sku", .column(sku)), ("product_code", productCode)],
      ["variant_title", "colour", "size", "standard_cost"])
    if !hasSupplier, assigned["standard_cost"] == nil, let cost = assigned["unit_cost"] {
      records[records.count - 1].fields.append(.init(field: "standard_cost", value: .column(cost)))
    }
    if assigned["barcode"] != nil { add("barcodes", [("sku", .column(sku))], ["barcode", "pack_quantity"]) }
    if hasSupplier, !["supplier_code", "unit_cost", "pack_size"].allSatisfy({ assigned[$0] == nil }) {
      add(
        "supplier_items", [("sku", .column(sku))],
        [
          "supplier", "supplier_code", "unit_cost", "currency", "pack_size", "order_unit", "minimum_order",
          "lead_time_days",
        ])
    }
    if assigned["price"] != nil {
      add(
        "prices", [("sku", .column(sku))],
        ["price", "price_type", "currency", "valid_from", "valid_to", "tax_included"])
    }
    if assigned["quantity"] != nil { add("stock_levels", [("sku", .column(sku))], ["quantity", "location"]) }
    let used = Set(
      records.flatMap { $0.fields }.flatMap { field -> [String] in
        if case .columns(let names) = field.value.source { return names }
        return []
      })
    return Match(
      records: records, used: used,
      meanings: assigned.filter { used.contains($0.value) }.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 })
  }
}

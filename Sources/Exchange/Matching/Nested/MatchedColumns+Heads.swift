internal import FormatKit

/// Columns that come from the records around the rows: each value is repeated in all rows of its record.
extension MatchedColumns {
  static func heads(of schema: Schema) -> [String: String] {
    Dictionary(schema.columns.compactMap { column in column.head.map { (column.name, $0) } }) { first, _ in first }
  }

  /// Whether a column comes from the records around the rows, and the user did not say what it is.
  func isOfHead(_ column: String) -> Bool { heads[column] != nil && given[column] == nil }

  /// The forms of a column's name with what its record is called: the `number` of an `order` is an `order number`, and the key of
  /// a `warehouse` is the warehouse. Nil for a name that says enough.
  static func forms(_ name: String, of noun: String, _ own: [String], isKey: Bool) -> [String]? {
    if isKey { return own + [Vocabulary.normalized(noun)] }
    guard vocabulary.isDisjoint(with: own) else { return nil }
    let whole = Vocabulary.normalized("\(noun) \(name)")
    return own.contains(whole) ? nil : own + [whole]
  }

  /// The columns that name records which are no items, and whose name is one of a field: the code or the name of a warehouse, of a
  /// category, of an order.
  static func keys(among heads: [String: String], _ names: [String]) -> Set<String> {
    var keys: [String: (column: String, rank: Int)] = [:]
    for name in names {
      guard let noun = heads[name], isField(noun), let rank = keyNames.firstIndex(of: ownName(of: name, in: noun)),
        keys[noun].map({ rank < $0.rank }) ?? true
      else { continue }
      keys[noun] = (name, rank)
    }
    return Set(keys.values.map(\.column))
  }

  /// What records are called by, the likeliest first; an `id` next to a name is that of a database.
  private static let keyNames = ["code", "number", "no", "nr", "name", "title", "id", "key"]

  /// Whether what records are called is the name of a field, and they are no items.
  private static func isField(_ noun: String) -> Bool {
    let noun = Vocabulary.normalized(noun)
    return codeFields.contains(noun) && !HeaderGroups.items.contains(noun)
  }

  /// The names of fields for codes.
  private static let codeFields = Set(
    Vocabulary.kinds.flatMap(\.fields).filter { $0.type == .code }.flatMap(\.headerNames))

  /// A column's name without what its record is called.
  private static func ownName(of column: String, in noun: String) -> String {
    let isQualified = ["\(noun).", "\(noun)@"].contains { column.hasPrefix($0) }
    return Vocabulary.normalized(isQualified ? String(column.dropFirst(noun.count)) : column)
  }

  /// Whether the value of a record around the rows may be that of each of them. What the rows add up to is not repeated in them:
  /// a total, a quantity, a discount.
  func headSuits(_ column: String, _ field: RecordField) -> Bool {
    switch field.type {
    case .money, .unitCost, .quantity, .wholeNumber: return false
    case .percent where field.name != "tax_rate": return false
    default: break
    }
    switch field.name {
    case "line", "lot": return false
    case "sku", "supplier_code": return Vocabulary.normalized(column).split(separator: " ").contains("sku")
    // The name of an order or a shop is not that of the goods.
    case "title", "description", "variant_title", "status": return isHeadItem(column)
    default: return true
    }
  }

  /// Whether the record that a column comes from is an item, of which the rows are variants.
  private func isHeadItem(_ column: String) -> Bool {
    let noun = Vocabulary.normalized(heads[column] ?? "")
    if !HeaderGroups.items.isDisjoint(
      with: [noun] + Vocabulary.normalized(column).split(separator: " ").map(String.init))
    {
      return true
    }
    return table.split(separator: ".").last.map { HeaderGroups.variants.contains(Vocabulary.normalized(String($0))) }
      == true
  }

  /// Takes what the records around the rows say by their place: the code of a product, and its name where its variants have names
  /// too.
  func takeHeads(_ assigned: inout Assignment, _ fields: [RecordField]) {
    guard !heads.isEmpty else { return }
    if fields.contains(where: { $0.name == "product_code" }), assigned.columns["product_code"] == nil,
      let column = names.first(where: { name in
        isOfHead(name) && !assigned.uses(name) && isHeadItem(name)
          && ["id", "code", "key"].contains(Self.ownName(of: name, in: heads[name] ?? ""))
      })
    {
      assigned.columns["product_code"] = column
      assigned.evidence["product_code"] = "the code of the record around the rows, which are its variants"
    }
    if let title = fields.first(where: { $0.name == "title" }), fields.contains(where: { $0.name == "variant_title" }),
      assigned.columns["variant_title"] == nil, let own = assigned.columns["title"], !isOfHead(own),
      let column = zip(names, forms).first(where: { name, forms in
        isOfHead(name) && !assigned.uses(name) && suits(name, title)
          && !Set(title.headerNames).isDisjoint(with: forms)
      })?.0
    {
      assigned.columns["title"] = column
      assigned.columns["variant_title"] = own
      assigned.evidence["variant_title"] = "the rows are variants of '\(column)'"
    }
  }

  /// Whether the records that a column comes from are called by a field, such as a supplier or a shop, so that its name is theirs.
  func isOfField(_ column: String) -> Bool { heads[column].map(Self.isField) == true }

  /// The field for the number of the document that rows of a kind belong to, and the column of the records around the rows that is
  /// called a number and nothing else, where they are no items. An `id` next to a number is that of a database.
  func plainNumber(for kind: RecordKind, besides used: Set<String>) -> (field: String, column: String)? {
    guard let field = kind.eventFields.first(where: { $0.effect == .key }), !kind.isCountLine else { return nil }
    let found = names.filter { name in
      guard isOfHead(name), !used.contains(name), !isHeadItem(name), let noun = heads[name] else { return false }
      return DocumentSort.isPlainNumber(Self.ownName(of: name, in: noun))
    }
    let column = found.first { Self.ownName(of: $0, in: heads[$0] ?? "") != "id" } ?? found.first
    return column.map { (field.name, $0) }
  }

  /// Takes the plain number of the records around the rows for that of their document, where the user said what the rows are.
  func takePlainNumber(_ assigned: inout Assignment, of kind: RecordKind) {
    guard !Self.documentNumbers.contains(where: { assigned.columns[$0] != nil }),
      let number = plainNumber(for: kind, besides: Set(assigned.columns.values))
    else { return }
    assigned.columns[number.field] = number.column
    assigned.evidence[number.field] = "the number of the record around the rows"
  }

  /// The fields for the numbers of documents.
  static let documentNumbers = Set(
    Vocabulary.kinds.compactMap { kind in kind.eventFields.first { $0.effect == .key }?.name })

  /// The same columns as those of a file in which all of them are of the rows themselves.
  var withoutHeads: MatchedColumns { with(heads: [:]) }

  /// Whether every column from around the rows may be the field of a kind that it is called by.
  func headsSuit(_ kind: RecordKind) -> Bool {
    heads.keys.allSatisfy { column in kind.field(column).map { headSuits(column, $0) } ?? true }
  }
}

extension HeaderMatching {
  /// Takes the plain number of the records around the rows for that of their document, once it is settled what the rows are: the
  /// number alone does not say whether goods were ordered, have come or were sold.
  static func addPlainNumber(_ columns: MatchedColumns, to match: inout Match, hints: Hints) {
    guard !match.meanings.contains(where: { MatchedColumns.documentNumbers.contains($0.field) }),
      let place = match.records.firstIndex(where: { hints.kinds[$0.kind]?.isMovement == true }),
      let kind = hints.kinds[match.records[place].kind],
      let number = columns.plainNumber(for: kind, besides: match.used), !hints.given.contains(number.field)
    else { return }
    match.records[place].fields.append(.init(field: number.field, value: .column(number.column)))
    match.used.insert(number.column)
    match.meanings.append((number.column, number.field))
    match.evidence[number.field] = "the number of the record around the rows"
  }
}

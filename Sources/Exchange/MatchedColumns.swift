internal import FormatKit

/// Which column stands for which field, each column once.
struct Assignment {
  var columns: [String: String]
  /// Why, where it was not for the column's name.
  var evidence: [String: String] = [:]

  init(_ columns: [String: String]) { self.columns = columns }

  /// Whether a column stands for a field already.
  func uses(_ column: String) -> Bool { columns.values.contains(column) }
}

/// The columns of a table as matching sees them: their names in all forms, and what their values look like.
struct MatchedColumns {
  let table: String
  let names: [String]
  private let forms: [[String]]
  /// The places of the columns that have a form.
  private let places: [String: [Int]]
  private let look: TableLook?

  init(_ schema: Schema, look: TableLook?) {
    table = schema.table
    names = schema.columns.map(\.name).filter { !RejectColumns.contains($0) }
    forms = names.map(Self.forms)
    var places: [String: [Int]] = [:]
    for (place, forms) in forms.enumerated() {
      for form in Set(forms) { places[form, default: []].append(place) }
    }
    self.places = places
    self.look = look
  }

  /// What the values of a column look like; nil when they were not looked at.
  func look(of column: String) -> ColumnLook? { look?.columns[column] }

  /// The forms under which a header is looked up: as it is, with UnitPrice taken for two words, and without what stands in
  /// brackets.
  static func forms(_ header: String) -> [String] {
    // Names of the formats' own, such as a nested record's parent.
    if header.hasPrefix("_") { return [] }
    var words = ""
    var outside = ""
    var previous: Character = " "
    var depth = 0
    for character in header {
      if character.isUppercase, previous.isLowercase { words.append(" ") }
      words.append(character)
      if "([".contains(character) { depth += 1 }
      if depth == 0 { outside.append(character) }
      if ")]".contains(character), depth > 0 { depth -= 1 }
      previous = character
    }
    var forms = [HeaderMatching.normalized(header), HeaderMatching.normalized(words)]
    let short = HeaderMatching.normalized(outside)
    if !short.isEmpty, !forms.contains(short) { forms.append(short) }
    if forms.contains("isbn 10") { forms.append("isbn10") }
    return forms
  }

  /// Whether the file had no names for its columns.
  var haveNoNames: Bool { names.allSatisfy(Self.isMadeUp) }

  /// Whether the name was made up for a column without one.
  private static func isMadeUp(_ name: String) -> Bool {
    name.hasPrefix("column ") && name.dropFirst(7).allSatisfy(\.isNumber)
  }

  /// Every name and synonym of the vocabulary.
  private static let vocabulary = Set(
    Vocabulary.kinds.flatMap { $0.fields.flatMap { [HeaderMatching.normalized($0.name)] + $0.synonyms } })

  /// Columns whose names say nothing, and that stand for nothing yet.
  private func unnamed(_ assigned: Assignment) -> [String] {
    zip(names, forms).filter { name, forms in
      !assigned.uses(name) && Self.vocabulary.isDisjoint(with: forms)
    }.map(\.0)
  }

  /// Names under which some lists have the code of an item and others its name.
  private static let doubtfulNames: Set<String> = [
    "product", "item", "article", "artikel", "produkt", "produit", "producto", "articulo", "artículo", "vara",
  ]

  /// What the code of a product that is an item may be called.
  private static let productNames = [
    "product code", "product id", "productid", "product no", "productcode", "produktnummer", "code produit",
    "código de producto", "produktkod", "product", "produkt", "produit", "producto",
  ]

  /// Which column stands for which field: own names first, then synonyms, the likelier ones first, each column once.
  func assign(_ fields: [RecordField]) -> Assignment {
    var result = Assignment([:])
    var taken: Set<String> = []
    let titled = fields.contains { $0.name == "title" } ? nameLikeCode() : nil
    func take(_ column: String, for field: String) {
      result.columns[field] = column
      taken.insert(column)
    }
    for field in fields where result.columns[field.name] == nil {
      let name = HeaderMatching.normalized(field.name)
      if let place = places[name]?.first(where: { !taken.contains(names[$0]) }) { take(names[place], for: field.name) }
    }
    let hasProducts = fields.contains { $0.name == "product_code" }
    for field in fields where result.columns[field.name] == nil {
      // Where there are no products, the code of a product is that of the item.
      let synonyms = field.synonyms + (field.name == "sku" && !hasProducts ? Self.productNames : [])
      for synonym in synonyms {
        let column = places[synonym]?.lazy.map { names[$0] }.first { column in
          guard !taken.contains(column), column != titled else { return false }
          if case .choice(let choices) = field.type { return look(of: column)?.mayBeAmong(choices) != false }
          return true
        }
        guard let column else { continue }
        take(column, for: field.name)
        break
      }
    }
    guard fields.contains(where: { $0.name == "title" }), result.columns["title"] == nil else { return result }
    let hasItem = ["sku", "barcode", "supplier_code"].contains { result.columns[$0] != nil }
    if let titled, !hasItem, !hasProducts, !taken.contains(titled), fields.contains(where: { $0.name == "sku" }) {
      // Names are all that such records have for their items.
      take(titled, for: "sku")
      return result
    }
    if let titled, !taken.contains(titled) {
      take(titled, for: "title")
      result.evidence["title"] = "by its name; its values are texts of several words, so it is no code"
    } else if let description = result.columns["description"] {
      // The only text there is names the goods.
      result.columns["description"] = nil
      result.columns["title"] = description
      let others = fields.first { $0.name == "description" }?.synonyms ?? []
      if let other = zip(names, forms).first(where: {
        !taken.contains($0.0) && !$0.1.allSatisfy { !others.contains($0) }
      }) {
        take(other.0, for: "description")
      }
      result.evidence["title"] = "by its name; no other column has the title"
    }
    return result
  }

  /// The column that is called like a code, but holds names.
  private func nameLikeCode() -> String? {
    zip(names, forms).first { name, forms in
      !Self.doubtfulNames.isDisjoint(with: forms) && look(of: name)?.isPhrase == true
    }?.0
  }

  // MARK: By the values

  /// Takes a column whose values are barcodes for the barcode, where no name says so and it is the only one.
  func takeBarcode(_ assigned: inout Assignment) {
    guard assigned.columns["barcode"] == nil else { return }
    let found = unnamed(assigned).filter { look(of: $0)?.isBarcode == true }
    guard found.count == 1, let column = found.first, let look = look(of: column) else { return }
    assigned.columns["barcode"] = column
    assigned.evidence["barcode"] = look.summary ?? ""
  }

  /// Takes the only column of texts for the title, where no name says so.
  func takeTitle(_ assigned: inout Assignment) {
    // Without a price or a barcode beside it the text may be about anything.
    guard assigned.columns["title"] == nil,
      ["barcode", "price", "unit_cost"].contains(where: { assigned.columns[$0] != nil })
    else { return }
    let found = unnamed(assigned).filter { look(of: $0)?.isPhrase == true }
    guard found.count == 1, let column = found.first, let look = look(of: column), look.distinct * 2 > look.filled
    else {
      return
    }
    assigned.columns["title"] = column
    assigned.evidence["title"] = "the only column of texts, such as '\(look.example)'"
  }

  /// Takes the name of a category, location or supplier for its code, where the list has no codes.
  func takeNameForKey(_ assigned: inout Assignment, of kind: RecordKind) {
    guard ["categories", "locations", "suppliers"].contains(kind.name), let key = kind.key.first?.name,
      assigned.columns[key] == nil, let name = assigned.columns["\(key)_name"],
      HeaderMatching.normalized(name) != "name", look(of: name)?.isUnique == true
    else { return }
    assigned.columns["\(key)_name"] = nil
    assigned.columns[key] = name
    assigned.evidence[key] = "by its name; there is no column of codes, and no value stands twice"
  }

  /// Names of columns that hold a code of an item, where it is known that the list is about items.
  private static let codeNames: Set<String> = [
    "code", "codes", "scan", "scans", "scanned", "scanned code", "scan code", "scanned barcode", "id", "number", "no",
    "nr", "plu", "cod", "kod", "codigo", "código",
  ]

  /// Fills what a kind that the user named lacks, from the only column whose values fit.
  func complete(_ assigned: inout Assignment, for kind: RecordKind) {
    if kind.field("barcode") != nil, assigned.columns["sku"] == nil || kind.name == "barcodes" {
      takeBarcode(&assigned)
    }
    if kind.name == "count_lines", assigned.columns["sku"] == nil, assigned.columns["barcode"] == nil,
      let place = forms.firstIndex(where: { !Self.codeNames.isDisjoint(with: $0) }), !assigned.uses(names[place])
    {
      assigned.columns["sku"] = names[place]
      assigned.evidence["sku"] = "the list is of items, and this is its only code"
    }
    for field in kind.fields where assigned.columns[field.name] == nil {
      let fits: (ColumnLook) -> Bool
      switch field.name {
      case "effective_at", "ordered_on": fits = { $0.isDate }
      case "quantity", "counted_quantity", "order_quantity": fits = { $0.isNumber && !$0.isBarcode }
      default: continue
      }
      let found = unnamed(assigned).filter { name in look(of: name).map(fits) == true }
      guard found.count == 1, let column = found.first else { continue }
      assigned.columns[field.name] = column
      assigned.evidence[field.name] = "the only column left where " + (look(of: column)?.summary ?? "")
    }
  }

  /// What the values of columns with unknown names look like, as a further sentence; empty when they say nothing.
  var hint: String {
    let told = unnamed(Assignment([:])).compactMap { name -> String? in
      guard let look = look(of: name), let summary = look.summary, look.isBarcode || look.isDate || look.isNumber else {
        return nil
      }
      return "'\(name.prefix(40))': \(summary)"
    }
    return told.isEmpty ? "" : " What the values say: \(told.prefix(5).joined(separator: "; "))."
  }
}

internal import FormatKit
internal import RetailValues

/// The assignment of columns to fields, each column once.
struct Assignment {
  var columns: [String: String]
  /// Why, where it was not for the column's name.
  var evidence: [String: String] = [:]

  init(_ columns: [String: String]) { self.columns = columns }

  /// Whether a column is assigned to a field already.
  func uses(_ column: String) -> Bool { columns.values.contains(column) }
}

/// The columns of a table as matching sees them: their names in all forms, and what their values look like.
struct MatchedColumns {
  let table: String
  let names: [String]
  let forms: [[String]]
  /// The places of the columns that have a form.
  private let places: [String: [Int]]
  let look: TableLook?
  /// The fields that the user gave columns, by their names; an empty field for one that is left out.
  let given: [String: String]
  /// The column of the days that the user gave to the numbers of receipts, which begin again each day.
  let dayOfNumbers: String?
  /// The fields that columns have for more than their names, with the evidence.
  private let meant: CodeOwners.Meanings
  /// The units of the values by the names of their columns, where the name gives one.
  let units: [String: HeaderUnits]

  /// What the records around the rows are called, by the names of the columns that come from them.
  let heads: [String: String]

  /// The shop's currency: of prices in several currencies, that in the shop's own is taken.
  private let currency: Currency?

  init(_ schema: Schema, look: TableLook?, given: [String: String] = [:], currency: Currency? = nil) {
    self.init(
      schema.table, schema.columns.map(\.name).filter { !RejectColumns.contains($0) }, look: look, given: given,
      currency: currency, heads: Self.heads(of: schema))
  }

  private init(
    _ table: String, _ names: [String], look: TableLook?, given: [String: String], meant: CodeOwners.Meanings = [:],
    currency: Currency?, heads: [String: String]
  ) {
    self.table = table
    self.heads = heads
    self.meant = meant
    self.names = names
    dayOfNumbers = Self.dayOfNumbers(given, among: names, look)
    let given = given.filter { [dayOfNumbers] in $0.key != dayOfNumbers }
    self.given = given
    self.currency = currency
    let parts = HeaderParts(names)
    let plain = HeaderLanguage.adding(to: names.map { Self.forms($0) + parts.of($0).flatMap(Self.forms) }, of: names)
    let keys = Self.keys(among: heads, names)
    forms = zip(names, plain).map { name, own in
      (given[name] ?? meant[name]?.field).map { Self.forms(ofGiven: $0, own, look?.columns[name]) }
        ?? heads[name].flatMap { Self.forms(name, of: $0, own, isKey: keys.contains(name)) } ?? Self.formsByOthers(
          name, own, among: plain, look) ?? own
    }
    let units = Dictionary(
      names.map { name in
        let isMinor = given[name].flatMap(CalculatedFields.fieldInMinorUnits) != nil
        return (name, isMinor ? HeaderUnits.inMinorUnits : HeaderUnits(name))
      }
    ) { first, _ in first }
    var places: [String: [Int]] = [:]
    // A plain name goes before one with a unit: `price` before `price_cents`; that in the shop's currency before others, and
    // one that contains the tax before one that does not.
    // The number that a marketplace has given an item is not the shop's.
    let hasCustomLabel = names.contains { Vocabulary.normalized($0).hasPrefix("custom label") }
    let ranks = names.map { name in
      if hasCustomLabel, Vocabulary.normalized(name) == "item number" { return 2 }
      if ColumnWords.isWithoutTax(name) || Self.isInPlaceOfText(name, look) { return 2 }
      if ColumnWords.newer.areIn(ColumnWords.words(of: name)) { return 1 }
      guard let unit = units[name], unit.bare != nil else { return 0 }
      return unit.currency.map { sign in currency.map { CurrencySigns.fits(sign, $0) } ?? true } ?? true ? 1 : 2
    }
    for place in (0...2).flatMap({ rank in names.indices.filter { ranks[$0] == rank } }) {
      for form in Set(forms[place]) { places[form, default: []].append(place) }
    }
    self.units = units
    self.places = places
    self.look = look
  }

  /// The appearance of a column's values; nil when they were not examined.
  func look(of column: String) -> ColumnLook? { look?.columns[column] }

  /// The form of a column that was given a field: no name and no synonym is like it.
  private static func form(ofGiven field: String) -> String { "=\(field)" }

  private static func forms(ofGiven field: String, _ own: [String], _ look: ColumnLook?) -> [String] {
    if field == CalculatedFields.priceUnit {
      // A number of items that a price is for is also how many are in a pack.
      let isNumber = look.map { $0.numbers == $0.filled } ?? false
      return [form(ofGiven: field)] + (isNumber ? own.filter(ColumnWords.packNames.contains) : [])
    }
    if field == CalculatedFields.lineTotal { return CalculatedFields.dividedFields.map(form) }
    return [form(ofGiven: CalculatedFields.fieldInMinorUnits(field) ?? field)]
  }

  /// The same columns where others are given fields.
  func with(_ given: [String: String]) -> MatchedColumns {
    MatchedColumns(table, names, look: look, given: given, meant: meant, currency: currency, heads: heads)
  }

  /// The same columns with others from around the rows.
  func with(heads: [String: String]) -> MatchedColumns {
    MatchedColumns(table, names, look: look, given: given, meant: meant, currency: currency, heads: heads)
  }

  /// The same columns where some have fields for more than their names; those of the user go first.
  func meaning(_ meant: CodeOwners.Meanings) -> MatchedColumns {
    guard !meant.isEmpty else { return self }
    return MatchedColumns(
      table, names, look: look, given: given, meant: self.meant.merging(meant) { _, new in new }, currency: currency,
      heads: heads)
  }

  /// Why a column has a field, where that is not its name.
  func evidence(of column: String) -> String? { meant[column]?.evidence }

  /// The first column that is called by one of some names.
  func first(of names: Set<String>) -> String? {
    zip(self.names, forms).first { !names.isDisjoint(with: $0.1) }?.0
  }

  /// Whether the user said which field a column is.
  func isGiven(_ column: String) -> Bool { given[column]?.isEmpty == false }

  /// Whether the user said that nothing is taken from a column.
  func isLeftOut(_ column: String) -> Bool { given[column]?.isEmpty == true }

  /// The forms under which a header is looked up: unchanged, with UnitPrice as two words, without text in brackets, and of a
  /// nested amount of money, such as `price.amount` next to `price.currency`, the name of the amount; and without a currency
  /// or another unit.
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
      if "([（［【".contains(character) { depth += 1 }
      if depth == 0 { outside.append(character) }
      if ")]）］】".contains(character), depth > 0 { depth -= 1 }
      previous = character
    }
    var forms = [Vocabulary.normalized(header), Vocabulary.normalized(words)]
    let short = Vocabulary.normalized(outside)
    if !short.isEmpty, !forms.contains(short) { forms.append(short) }
    for bare in [HeaderUnits(header).bare, HeaderUnits(outside).bare].compactMap({ $0 }) where !bare.isEmpty {
      if !forms.contains(bare) { forms.append(bare) }
    }
    for form in forms { if let plain = ColumnWords.withoutTax(form), !forms.contains(plain) { forms.append(plain) } }
    if let undated = Surroundings.withoutDay(header).map(Vocabulary.normalized), !undated.isEmpty {
      forms.append(undated)
    }
    for form in forms { if let plain = ColumnWords.withoutNewer(form), !forms.contains(plain) { forms.append(plain) } }
    if vocabulary.isDisjoint(with: forms), let own = HeaderGroups.ownName(of: header) { forms += Self.forms(own) }
    for form in forms { if let name = Vocabulary.spelling(of: form), !forms.contains(name) { forms.append(name) } }
    if forms.contains("isbn 10") { forms.append("isbn10") }
    if isPiecesPerPack(header) { forms.append("pack size") }
    for form in forms { if let name = HeaderParts.joined(form), !forms.contains(name) { forms.append(name) } }
    let path = header.split { $0 == "." || $0 == "@" }
    if path.count > 1, let last = path.last?.lowercased() {
      if ["amount", "value"].contains(last) { forms.append(Vocabulary.normalized(String(path[path.count - 2]))) }
      if ["currency", "currencycode", "currency_code"].contains(last) { forms.append("currency") }
    }
    return forms
  }

  /// Whether the file had no names for its columns.
  var haveNoNames: Bool { names.allSatisfy(Self.isMadeUp) }

  /// Whether the name was made up for a column without one.
  static func isMadeUp(_ name: String) -> Bool {
    name.hasPrefix("column ") && name.dropFirst(7).allSatisfy(\.isNumber)
  }

  /// Every name and synonym of the vocabulary.
  static let vocabulary = Set(
    Vocabulary.kinds.flatMap { $0.fields.flatMap(\.headerNames) })

  /// Whether a name has no meaning in the vocabulary.
  static func isUnknown(_ name: String) -> Bool { vocabulary.isDisjoint(with: forms(name)) }

  /// Columns whose names say nothing and that are not assigned to a field yet.
  func unnamed(_ assigned: Assignment) -> [String] {
    zip(names, forms).filter { name, forms in
      given[name] == nil && meant[name] == nil && !assigned.uses(name)
        && (!isOfHead(name) || look(of: name)?.isDate == true) && Self.vocabulary.isDisjoint(with: forms)
    }.map(\.0)
  }

  /// Names under which some lists have the code of an item and others its name.
  static let doubtfulNames: Set<String> = [
    "product", "item", "article", "artikel", "produkt", "produit", "producto", "articulo", "artículo", "vara",
  ]

  /// The possible names of a product's code where the product is the item.
  static let productNames = [
    "product code", "product id", "productid", "product no", "productcode", "produktnummer", "code produit",
    "código de producto", "produktkod", "product", "produkt", "produit", "producto",
  ]

  /// Whether the unit in a column's name suits the field: a currency belongs to an amount of money.
  func suits(_ column: String, _ field: RecordField) -> Bool {
    if isOfHead(column), !headSuits(column, field) { return false }
    guard let units = units[column] else { return true }
    switch field.name {
    // The barcode of a pack is not that of one item.
    case "barcode" where given[column] == nil && Self.isOfPacks(ColumnWords.words(of: column)): return false
    // `Price includes tax` with yes and no is not a price.
    case "price" where saysTaxInWords(column), "unit_price" where saysTaxInWords(column): return false
    // What is kept of a sale contains the tax, and what is kept of a cost does not.
    case "unit_price" where ColumnWords.isWithoutTax(column): return false
    // A net price may as well be what the goods cost the shop.
    case "price" where ColumnWords.isWithoutTax(column) && !ColumnWords.retail.areIn(ColumnWords.words(of: column)):
      return false
    case "unit_cost" where ColumnWords.isWithTax(column), "standard_cost" where ColumnWords.isWithTax(column):
      return false
    default: if !isCertain(column, for: field) { return false }
    }
    switch field.type {
    case .money, .unitCost:
      // Amounts in cents are whole.
      let isWhole = look(of: column).map { $0.wholeNumbers == $0.numbers } ?? true
      return !units.isUnclear && !units.isPerPack && (!units.isMinor || isWhole)
    case .quantity, .percent, .wholeNumber: return units.currency == nil && !units.isUnclear
    default: return true
    }
  }

  /// Assigns columns to fields: those that were given a field first, then own names, then synonyms, the likelier ones
  /// first, each column once.
  func assign(_ fields: [RecordField]) -> Assignment {
    var result = Assignment([:])
    var taken: Set<String> = []
    let titled = fields.contains { $0.name == "title" } ? nameLikeCode() : nil
    let hasProducts = fields.contains { $0.name == "product_code" }
    func take(_ column: String, for field: String) {
      result.columns[field] = column
      taken.insert(column)
    }
    for field in fields {
      if let place = places[Self.form(ofGiven: field.name)]?.first(where: { !taken.contains(names[$0]) }) {
        take(names[place], for: field.name)
      }
    }
    // What the rows say themselves goes before what the records around them say.
    for isOfHead in heads.isEmpty ? [false] : [false, true] {
      for field in fields where result.columns[field.name] == nil {
        let column = column(called: [Vocabulary.normalized(field.name)], isOfHead: isOfHead) {
          !taken.contains($0) && suits($0, field)
        }
        if let column { take(column, for: field.name) }
      }
      for field in fields where result.columns[field.name] == nil {
        // In a file without products, the code of a product is that of the item.
        let more = field.name == "sku" && !hasProducts ? Self.productNames : []
        let present = (field.synonyms + more).filter { places[$0] != nil }
        let column = column(called: Self.doubtfulLast(present), isOfHead: isOfHead) { column in
          guard !taken.contains(column), column != titled, suits(column, field) else { return false }
          if case .choice(let choices) = field.type { return look(of: column)?.mayBeAmong(choices) != false }
          return true
        }
        if let column { take(column, for: field.name) }
      }
    }
    takeHeads(&result, fields)
    if let doubtful = result.columns["sku"], isDoubtful(doubtful), let code = codes(besides: taken, next: doubtful) {
      result.columns["sku"] = code
      result.evidence["sku"] = "by its name and values; '\(doubtful)' is next to it"
      taken.remove(doubtful)
      taken.insert(code)
    }
    if let doubtful = result.columns["sku"], isDoubtful(doubtful), result.columns["barcode"] != nil, hasWords(doubtful),
      fields.contains(where: { $0.name == "title" }), result.columns["title"] == nil
    {
      result.columns["sku"] = nil
      result.columns["title"] = doubtful
      result.evidence["title"] =
        "by its name; its values are words, and the codes are in '\(result.columns["barcode"] ?? "")'"
    }
    guard fields.contains(where: { $0.name == "title" }), result.columns["title"] == nil else { return result }
    let hasItem = ["sku", "barcode", "supplier_code"].contains { result.columns[$0] != nil }
    if let titled, !hasItem, !hasProducts, !taken.contains(titled), fields.contains(where: { $0.name == "sku" }) {
      // Names are all that such records have for their items.
      take(titled, for: "sku")
      return result
    }
    let code = result.columns["sku"] ?? result.columns["product_code"]
    if let titled, !taken.contains(titled) {
      take(titled, for: "title")
      result.evidence["title"] = "by its name; its values are texts of several words, so it is not a code"
    } else if let code, let name = names.first(where: { !taken.contains($0) && isDoubtful($0) }) {
      take(name, for: "title")
      result.evidence["title"] = "by its name; the codes are in '\(code)'"
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

  /// The first column by the first of some names that a test accepts, among those of the rows or of the records around them.
  private func column(
    called synonyms: [String], isOfHead: Bool, where isMeant: (String) -> Bool
  ) -> String? {
    for synonym in synonyms {
      let found = places[synonym]?.lazy.map { names[$0] }.first { self.isOfHead($0) == isOfHead && isMeant($0) }
      if let found { return found }
    }
    return nil
  }

  /// Synonyms with the ambiguous names at the end: where another column has the code, they mean the name.
  private static func doubtfulLast(_ synonyms: [String]) -> [String] {
    synonyms.filter { !doubtfulNames.contains($0) } + synonyms.filter { doubtfulNames.contains($0) }
  }

  func isDoubtful(_ column: String) -> Bool { !Self.doubtfulNames.isDisjoint(with: Self.forms(column)) }

  /// Short names of columns of codes, which mean an item's code next to a column with an ambiguous name.
  static let shortCodeNames: Set<String> = ["code", "nr", "no", "part"]

  /// Names that mean an item's code in a list of items, and in others a kind, an order or a till's key.
  static let listCodeNames: Set<String> = [
    "art", "bestellnummer", "bestell nr", "bestellnr", "best nr", "bestnr", "bestell no", "mat nr", "matnr", "mat no",
    "teilenummer", "teile nr", "teilenr", "pzn", "plu", "cod", "catalog", "catalogue", "catalog no", "catalogue no",
    "catalog nr", "catalog number", "catalogue number", "cat no", "cat nr", "katalognummer", "katalog nr", "product nr",
    "produkt nr", "item nr", "ident nr", "identnummer", "warennummer", "ware nr", "nummer", "number",
  ]

  /// A column of unique codes with a short name that is not assigned to a field yet. Some of the codes may be missing next to
  /// words, which are the names of the items then.
  private func codes(besides taken: Set<String>, next doubtful: String) -> String? {
    zip(names, forms).first { name, forms in
      guard !taken.contains(name), !isOfHead(name), !Self.shortCodeNames.isDisjoint(with: forms),
        let look = look(of: name),
        !isRowNumber(name)
      else { return false }
      return look.isUnique || look.filled > look.blank && look.distinct == look.filled && hasWords(doubtful)
    }?.0
  }

  /// Names of columns that number the rows of a list or the lines of a document, and in other lists have codes.
  private static let rowNumberNames: Set<String> = [
    "nr", "no", "n", "number", "num", "nummer", "numéro", "número", "pos", "pos nr", "position", "line", "line no",
    "row", "zeile", "ligne", "lfd nr", "lfd",
  ]

  /// Whether a column counts the rows, so that its numbers say nothing of the items in them.
  func isRowNumber(_ column: String) -> Bool {
    given[column] == nil && !Self.rowNumberNames.isDisjoint(with: Self.forms(column))
      && look(of: column)?.countsRows == true
  }

  /// The column that counts the rows next to one that was taken for the codes although it has words; nil if the codes are
  /// codes.
  func rowNumber(next codes: String) -> String? {
    guard given[codes] == nil, isDoubtful(codes), hasWords(codes) else { return nil }
    return names.first { $0 != codes && !isOfHead($0) && (isRowNumber($0) || isNamedCode($0)) }
  }

  /// Whether a column with a different number or code in each row is called a code, such as `PLU` or `ID`.
  private func isNamedCode(_ column: String) -> Bool {
    guard let look = look(of: column), ColumnGuess.isKey(look), look.plainWords == 0, look.phrases == 0 else {
      return false
    }
    return !ColumnWords.words(of: column).isDisjoint(with: ColumnWords.codeWords)
  }

  /// Whether most values of a column are words without a digit.
  func hasWords(_ column: String) -> Bool { look(of: column).map { $0.plainWords * 2 > $0.filled } ?? false }

  /// The column that is called like a code, but holds names.
  private func nameLikeCode() -> String? {
    zip(names, forms).first { name, forms in
      !Self.doubtfulNames.isDisjoint(with: forms) && look(of: name)?.isPhrase == true
    }?.0
  }
}

internal import FormatKit
internal import RetailValues

/// What columns mean by their values, where their names say too little.
extension MatchedColumns {
  /// Uses a column whose values are barcodes as the barcode, if no name shows one and it is the only one.
  func takeBarcode(_ assigned: inout Assignment) {
    guard assigned.columns["barcode"] == nil else { return }
    let found = unnamed(assigned).filter {
      look(of: $0)?.isBarcode == true && !Self.isOfPacks(ColumnWords.words(of: $0))
    }
    guard found.count == 1, let column = found.first, let look = look(of: column) else { return }
    assigned.columns["barcode"] = column
    assigned.evidence["barcode"] = look.summary ?? ""
  }

  /// Uses the only column of texts as the title, if no name shows one.
  func takeTitle(_ assigned: inout Assignment) {
    // Without a price or a barcode next to it the text may be about anything.
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

  /// Whether a column is called by a price with tax, and its values are words or marks that say whether it is contained.
  func saysTaxInWords(_ column: String) -> Bool {
    guard ColumnWords.tax.areIn(ColumnWords.words(of: column)), let look = look(of: column), look.filled > 0 else {
      return false
    }
    return look.numbers == 0 && look.plainWords == look.filled || look.words.isSubset(of: ["0", "1"])
  }

  /// Whether a column is called by a place, such as `shop`, and has numbers, as another one has, such as `warehouse`: they are
  /// what is on hand at these places, where no other column has quantities.
  func isPlaceWithQuantities(_ column: String) -> Bool {
    guard !forms.contains(where: { !Self.quantityNames.isDisjoint(with: $0) }) else { return false }
    let places = names.filter { name in
      look(of: name).map { $0.isMostlyNumbers && $0.wholeNumbers == $0.filled } == true
        && ColumnWords.place.areIn([Vocabulary.normalized(name)])
    }
    return places.count > 1 && places.contains(column)
  }

  /// The names of quantities on hand or moved.
  static let quantityNames = Vocabulary.headerNames(of: ["quantity"])

  /// Whether a column whose name may also mean something else has the values of the field: those that the vocabulary demands
  /// of that name, and for the Italian `Data` days. A `Plant` may be a rose.
  func isCertain(_ column: String, for field: RecordField) -> Bool {
    guard let look = look(of: column) else { return true }
    if field.name == "location", isPlaceWithQuantities(column) { return false }
    let name = Vocabulary.normalized(column)
    if let condition = field.conditions[name] { return look.meets(condition) }
    switch name {
    case "data": return look.dates > 0 || ![.date, .dateTime].contains(field.type)
    case "plant": return field.name != "location" || look.phrases == 0 && look.distinct * 2 <= max(2, look.filled)
    default: return true
    }
  }

  /// Takes the name of a category, location or supplier for its code, where the list has no codes.
  func takeNameForKey(_ assigned: inout Assignment, of kind: RecordKind) {
    guard let key = kind.key.first?.name, assigned.columns[key] == nil, let name = assigned.columns["\(key)_name"],
      Self.namesOfAnyone.isDisjoint(with: Self.forms(name)), look(of: name)?.isUnique == true
    else { return }
    assigned.columns["\(key)_name"] = nil
    assigned.columns[key] = name
    assigned.evidence[key] = "by its name; there is no column of codes, and no value occurs twice"
  }

  /// Uses the only column of different codes with a short name, such as `code`, as the code of items with a name and a price or a
  /// quantity, if no name shows one.
  func takeCode(_ assigned: inout Assignment) {
    guard ["sku", "product_code", "supplier_code"].allSatisfy({ assigned.columns[$0] == nil }),
      assigned.columns["title"] != nil || assigned.columns["barcode"] != nil,
      ["price", "unit_cost", "standard_cost", "quantity"].contains(where: { assigned.columns[$0] != nil })
    else { return }
    let hasAmount = ["price", "unit_cost", "standard_cost"].contains { assigned.columns[$0] != nil }
    let short = codes(called: Self.shortCodeNames, assigned)
    // Next to quantities alone the number may be that of an order.
    let found = short.isEmpty && hasAmount ? codes(called: Self.listCodeNames, assigned) : short
    guard found.count == 1, let column = found.first else { return }
    assigned.columns["sku"] = column
    assigned.evidence["sku"] = "by its name; no other column has codes"
  }

  /// The columns with a different code in every row that are called by one of some names and are no barcodes or amounts.
  private func codes(called names: Set<String>, _ assigned: Assignment) -> [String] {
    self.names.filter { name in
      guard given[name] == nil, !isOfHead(name), !assigned.uses(name), !names.isDisjoint(with: Self.forms(name)),
        !isRowNumber(name),
        let look = look(of: name)
      else { return false }
      return look.isUnique && look.dates == 0 && look.amounts == 0
    }
  }

  /// The column that is called like the codes of a list of items and was not taken for them; nil without one.
  var likelyCode: String? {
    names.first { name in
      given[name] == nil && name.fitsOption && !isRowNumber(name) && !isOfHead(name)
        && !Self.listCodeNames.union(Self.shortCodeNames).isDisjoint(with: Self.forms(name))
    }
  }

  /// Whether a column has the names that a database gives its records, such as `__export__.product_1`: they are codes of nothing.
  func hasDatabaseIDs(_ column: String) -> Bool {
    guard given[column] == nil, let look = look(of: column), look.isUnique else { return false }
    return look.samples.allSatisfy { $0.hasPrefix("__") || $0.contains(".product_") }
  }

  /// Whether prices contain the tax, where a column says so in words such as net and gross.
  func takeTaxWords(_ assigned: inout Assignment) {
    guard assigned.columns["price"] != nil, assigned.columns["tax_included"] == nil else { return }
    let found = names.filter { name in
      guard given[name] == nil, !assigned.uses(name), let look = look(of: name), look.filled > 0, !look.words.isEmpty
      else { return false }
      let words = ColumnWords.words(of: name)
      let isNamed =
        [ColumnWords.money, .tax, .net, .gross].contains { $0.areIn(words) }
        || !Self.priceTypeNames.isDisjoint(with: Self.forms(name))
      return isNamed && look.words.allSatisfy { TaxWords.isGross($0) != nil }
    }
    guard found.count == 1, let column = found.first else { return }
    assigned.columns["tax_included"] = column
    assigned.evidence["tax_included"] =
      "its values say whether the tax is contained, such as '\(look(of: column)?.example ?? "")'"
  }

  private static let priceTypeNames = Set(Vocabulary.kind("prices")?.field("price_type")?.synonyms ?? [])

  /// Names of columns that may hold the names of suppliers, customers and anything else.
  private static let namesOfAnyone: Set<String> = [
    "name", "navn", "firma", "firmenname", "firmanavn", "company", "company name", "société", "raison sociale",
    "razón social", "empresa", "företag", "företagsnamn", "bedrijf", "bedrijfsnaam", "ragione sociale",
  ]

  /// Names of columns that hold a code of an item, where it is known that the list is about items.
  private static let codeNames: Set<String> = [
    "code", "codes", "scan", "scans", "scanned", "scanned code", "scan code", "scanned barcode", "id", "number", "no",
    "nr", "plu", "cod", "kod", "codigo", "código",
  ]

  /// Fills what a kind that the user named lacks, from the only column whose values fit.
  func complete(_ assigned: inout Assignment, for kind: RecordKind) {
    if kind.field("barcode") != nil, assigned.columns["sku"] == nil || kind.part == .barcode {
      takeBarcode(&assigned)
    }
    if kind.isCountLine, assigned.columns["sku"] == nil, assigned.columns["barcode"] == nil,
      let place = forms.indices.first(where: {
        !Self.codeNames.isDisjoint(with: forms[$0]) && !isRowNumber(names[$0]) && !isOfHead(names[$0])
      }), !assigned.uses(names[place])
    {
      assigned.columns["sku"] = names[place]
      assigned.evidence["sku"] = "the list is of items, and this is its only code"
    }
    takeKey(&assigned, of: kind)
    if kind.isCountLine { takeCountedQuantity(&assigned) }
    for field in kind.fields where assigned.columns[field.name] == nil {
      let fits: (ColumnLook) -> Bool
      switch field.name {
      case "effective_at", "ordered_on": fits = { $0.isDate }
      case "quantity", "counted_quantity", "order_quantity": fits = { $0.isNumber && !$0.isBarcode }
      default: continue
      }
      // Where quantities have no unit, what counts packs, such as `Karton`, would be taken for pieces.
      let found = unnamed(assigned).filter { name in
        look(of: name).map(fits) == true
          && (kind.quantityUnit != nil || !Self.isOfPacks(ColumnWords.words(of: name)))
      }
      guard found.count == 1, let column = found.first else { continue }
      assigned.columns[field.name] = column
      assigned.evidence[field.name] = "the only column left where " + (look(of: column)?.summary ?? "")
    }
  }

  /// Takes a column that is called nothing but `Code` for the codes of suppliers, locations and the like, where the list is said to
  /// be of them.
  private func takeKey(_ assigned: inout Assignment, of kind: RecordKind) {
    let keys = kind.key
    guard keys.count == 1, let key = keys.first, kind.part == nil, !kind.namesItem, assigned.columns[key.name] == nil,
      let place = forms.indices.first(where: { place in
        let name = names[place]
        return !Self.codeNames.isDisjoint(with: forms[place]) && given[name] == nil && !isRowNumber(name)
          && !assigned.uses(name) && look(of: name).map { $0.isUnique } != false
      })
    else { return }
    assigned.columns[key.name] = names[place]
    assigned.evidence[key.name] = "the list is of \(kind.name.replacing("_", with: " ")), and this is its only code"
  }

  /// Takes the only column of quantities, of any name, for what was counted; next to it there may be what is
  /// expected.
  private func takeCountedQuantity(_ assigned: inout Assignment) {
    guard assigned.columns["counted_quantity"] == nil else { return }
    let found = names.filter { name in
      !assigned.uses(name) && given[name] == nil && !isOfHead(name)
        && !Self.allQuantityNames.isDisjoint(with: Self.forms(name))
        && look(of: name).map { $0.numbers == $0.filled && $0.filled > 0 } != false
    }
    let counted = found.count == 1 ? found : found.filter { !ColumnWords.onHand.areIn(ColumnWords.words(of: $0)) }
    guard counted.count == 1, let column = counted.first else { return }
    assigned.columns["counted_quantity"] = column
    assigned.evidence["counted_quantity"] = "by its name; the list is of a count"
  }

  /// Every name of a quantity.
  private static let allQuantityNames = Vocabulary.headerNames(of: [
    "quantity", "counted_quantity", "order_quantity", "received_quantity", "invoiced_quantity", "despatched_quantity",
  ])

  /// A description of the values in columns with unknown names, as a further sentence; empty when they show nothing.
  /// The command for a list of prices, if it has a column that is called a code of items and one of amounts that may be prices;
  /// values alone decide nothing. Nil for any other list.
  func asPriceList(source: String) -> String? {
    let free = names.filter { !isLeftOut($0) && $0.fitsOption }
    func field(_ name: String) -> String? { ColumnGuess.guesses(for: name, nil).first?.field }
    // A supplier's code of an item is not the shop's.
    let isOfSupplier = !free.allSatisfy { DocumentNames.supplier.isDisjoint(with: Self.forms($0)) }
    let isOfDocument = free.contains { name in DocumentSort.all.contains { $0.isNumber(name) } }
    guard !isOfSupplier, !isOfDocument,
      let code = free.first(where: {
        ["sku", "barcode", "product_code"].contains(field($0)) && ColumnGuess.isKey(look(of: $0))
      })
    else { return nil }
    let amounts = free.filter { name in
      let words = ColumnWords.words(of: name)
      return name != code && look(of: name).map { $0.isNumber && $0.amounts * 2 >= $0.filled } == true
        && [ColumnWords.cost, .otherUnit, .lineAmount, .stockValue, .otherMoney, .discount].allSatisfy {
          !$0.areIn(words)
        }
        && ColumnWords.returned.isDisjoint(with: words)
    }
    guard amounts.count == 1, let price = amounts.first else { return nil }
    let key = field(code) == "barcode" ? "barcode" : "sku"
    let maps = ["\(code)=\(key)", "\(price)=price"].map { "--map \(ShellText.word($0))" }.joined(separator: " ")
    return HeaderMatching.instruction(
      "If it is a price list:", ["\(HeaderMatching.importCommand(source)) --kind products \(maps)"])
      + "\nElse say what it is with --kind KIND, and take columns for fields with --map COLUMN=FIELD."
  }

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

extension MatchedColumns {
  /// The column of plain values that a nested one is in the place of in few records: `price` of `price.amount`.
  static func plainColumn(of name: String, _ look: TableLook?) -> String? {
    guard let own = look?.columns[name], own.filled > 0, let dot = name.lastIndex(of: ".") else { return nil }
    let plain = String(name[..<dot])
    guard let others = look?.columns[plain], others.filled > own.filled else { return nil }
    return plain
  }

  /// Whether a column is nested in few records where most have a plain value.
  static func isInPlaceOfText(_ name: String, _ look: TableLook?) -> Bool { plainColumn(of: name, look) != nil }
}

internal import FormatKit
internal import Foundation
internal import RetailValues

/// Finds the columns of a table that must not be passed over in silence: the only prices or quantities of the list, the new
/// price next to the old one, the state that says that a sale was cancelled.
struct UnusedColumns {
  let columns: MatchedColumns
  let match: HeaderMatching.Match
  let kinds: [RecordKind]
  let hints: HeaderMatching.Hints
  typealias Unused = (name: String, words: Set<String>, look: ColumnLook)
  let unused: [Unused]
  /// Whether the columns are mapped by a profile, into which what is missing has to be written.
  let haveProfile: Bool

  init(
    _ columns: MatchedColumns, _ match: HeaderMatching.Match, _ hints: HeaderMatching.Hints, haveProfile: Bool = false
  ) {
    self.columns = columns
    self.match = match
    self.hints = hints
    self.haveProfile = haveProfile
    kinds = match.records.compactMap { hints.kinds[$0.kind] }
    unused = columns.names.compactMap { name in
      guard !match.used.contains(name), !columns.isLeftOut(name), let look = columns.look(of: name), look.filled > 0
      else { return nil }
      return (name, ColumnWords.words(of: name), look)
    }
  }

  /// The columns in the order of the file, each once.
  var found: [UnusedColumn] {
    var first: [String: UnusedColumn] = [:]
    for found in besideLocations + ofHeads + narrowed + tills + oddlyNested + sameNames + languages + besideGap
      + sideBySide + lines + repeated + restartedNumbers
      + prices + discounts + groups + priceUnits + minorAmounts + stockOfSupplier + quantities + moneyAsQuantity
      + recommendedPrices + units
      + stockDetails + stockDays + foreignAmounts + validity + times + known + merged
    where first[found.column] == nil {
      first[found.column] = found
    }
    if !first.keys.contains(where: { ColumnWords.money.areIn(ColumnWords.words(of: $0)) }) {
      for found in lostPrices { first[found.column] = found }
    }
    return columns.names.compactMap { first[$0] }
  }

  typealias Found = [UnusedColumn]

  // MARK: What was taken

  var isItems: Bool { has(.variant) }

  func has(_ part: ItemPart) -> Bool { kinds.contains { $0.part == part } }

  /// The columns that were taken for one of some fields.
  func taken(_ fields: String...) -> [String] {
    match.meanings.filter { fields.contains($0.field) }.map(\.column)
  }

  private static func words(_ field: String) -> String { field.replacing("_", with: " ") }

  /// - Parameters:
  ///   - field: what the column may be taken for.
  ///   - with: further options that this needs.
  func text(
    _ name: String, _ look: ColumnLook, _ what: String, field: String? = nil, with options: String = ""
  ) -> UnusedColumn {
    let examples = look.examples.map { "'\($0)'" }.joined(separator: ", ")
    if haveProfile { return inProfile(name, examples, what, field: field) }
    let isShort = name.fitsOption
    let remedy = field.flatMap { field in
      isShort
        ? "; --map \(ShellText.word("\(name)=\(field)"))\(options)\(validFrom(name, field, options)) takes it for the "
          + Self.words(field) : nil
    }
    return UnusedColumn(
      column: name, field: remedy == nil ? nil : field,
      message: "column '\(name.prefix(80))' (\(examples)) \(what)\(remedy ?? "")")
  }

  /// The name that a column has in common with an earlier one: `Price` of `Price (2)`.
  private static func repeatedName(_ name: String) -> Substring? {
    guard let bracket = name.range(of: " (", options: .backwards), name.hasSuffix(")"),
      Int(name[bracket.upperBound...].dropLast()) != nil
    else { return nil }
    return name[..<bracket.lowerBound]
  }

  /// Values nested in a few records where the others have a plain one, which is taken.
  private var oddlyNested: Found {
    unused.compactMap { name, _, look in
      guard let plain = MatchedColumns.plainColumn(of: name, columns.look), match.used.contains(plain) else {
        return nil
      }
      let records = look.filled == 1 ? "1 record" : "\(look.filled) records"
      return text(
        name, look,
        "is in \(records) in the place of '\(plain.prefix(80))', and is not used; write it there as in the other records"
      )
    }
  }

  /// The columns of a second table next to the first: the codes of other items, with what belongs to them.
  private var sideBySide: Found {
    let second = unused.filter { Self.repeatedName($0.name) != nil }
    let keys = taken("sku", "product_code", "barcode", "supplier_code")
    let hasOtherItems = second.contains { name, _, look in
      keys.contains { $0 == Self.repeatedName(name).map(String.init) && columns.look(of: $0)?.words != look.words }
    }
    guard second.count > 1, hasOtherItems else { return [] }
    return second.map { name, _, look in
      text(name, look, "belongs to a second table next to the first, and is not used; move that table below the first")
    }
  }

  /// Items and quantities of documents of which only the heads are taken.
  private var lines: Found {
    let isHeads = kinds.allSatisfy { head in
      Vocabulary.kinds.contains { Vocabulary.head(of: $0.name)?.name == head.name }
    }
    guard isHeads, !kinds.isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      let isOfLine =
        !UnusedColumn.essentialNames.isDisjoint(with: MatchedColumns.forms(name))
        || look.isMostlyNumbers && ColumnWords.quantity.areIn(words)
      return isOfLine ? text(name, look, "belongs to the lines of the documents, and is not used") : nil
    }
  }

  /// A second column of the same name with other values, such as two prices.
  private var repeated: Found {
    let fields = [
      "price", "unit_price", "unit_cost", "standard_cost", "quantity", "order_quantity", "invoiced_quantity",
    ]
    let known = match.meanings.filter { fields.contains($0.field) }
    return unused.compactMap { name, _, look in
      guard look.isMostlyNumbers, let first = Self.repeatedName(name),
        let other = known.first(where: { $0.column == first }),
        columns.look(of: other.column)?.words != look.words
      else { return nil }
      return text(name, look, "is not used, and '\(other.column)' is", field: other.field)
    }
  }

  /// The product of an item that only the first row of a group has, as in a list of styles with their sizes.
  private var groups: Found {
    let keys = taken("sku")
    guard isItems, let product = taken("product_code").first(where: { !keys.contains($0) }),
      let look = columns.look(of: product), look.isFilledFirst, look.blank * 4 >= look.filled + look.blank
    else { return [] }
    return [
      UnusedColumn(
        column: product, isUsed: true,
        message:
          "column '\(product.prefix(80))' is empty in \(look.blank) rows, whose items would be products of their own; "
          + "if they belong to the product above them, fill the cells")
    ]
  }

  // MARK: Money

  /// The field for what goods are sold at, and that for what they cost; nil where the records have no such field.
  var moneyFields: (retail: String?, cost: String?) {
    if isItems { return ("price", has(.supply) ? "unit_cost" : "standard_cost") }
    if kinds.contains(where: { $0.movement?.isOutgoing == true }) { return ("unit_price", nil) }
    return (nil, kinds.contains { $0.matching.isPurchase || $0.part == .level } ? "unit_cost" : nil)
  }

  private var prices: Found {
    let fields = moneyFields
    let retail = taken("price", "unit_price")
    let cost = taken("unit_cost", "standard_cost", "line_amount")
    let isOnly = retail.isEmpty && cost.isEmpty
    return unused.compactMap { name, words, look in
      guard isMoney(words, look, isOnly: isOnly) else { return nil }
      // What a receipt or an order says of prices in the shop is not part of it.
      if fields.retail == nil, ColumnWords.retail.areIn(words) { return nil }
      let isCost = fields.retail == nil || fields.cost != nil && ColumnWords.cost.areIn(words)
      guard let field = isCost ? fields.cost : fields.retail else { return nil }
      let known = isCost ? cost : retail
      if known.isEmpty, words.isSuperset(of: ["unit", "amount"]), look.wholeNumbers == look.filled {
        return text(
          name, look,
          "has amounts and is not used; if they are in cents or pence, call the column price_cents, or else take it for the price"
        )
      }
      if known.isEmpty { return price(name, words, look, "has amounts of money and is not used", field) }
      guard let other = known.first(where: { contradicts(words, $0, isCost: isCost) }) else { return nil }
      return price(name, words, look, "is not used, and '\(other)' is", field)
    }
  }

  /// Discounts of lines, which the prices of sales do not contain; and those of a list next to its only price.
  private var discounts: Found {
    let isSold = kinds.contains { $0.movement?.isOutgoing == true } && !taken("unit_price").isEmpty
    let prices = Set(taken("price", "unit_cost", "standard_cost"))
    guard isSold || (isItems || isPurchase) && prices.count == 1 else { return [] }
    return unused.compactMap { name, words, look in
      let isPart =
        isPurchase && !isItems && name.contains("%")
        && ![ColumnWords.otherMoney, .measured, .tax].contains { $0.areIn(words) }
      guard ColumnWords.discount.areIn(words) || isPart, !ColumnWords.group.areIn(words), look.hasAmounts else {
        return nil
      }
      return isSold
        ? text(name, look, "has discounts and is not used; the price must be what was paid for one")
        : text(
          name, look, "has discounts and is not used; '\(prices.first ?? "")' is taken as it is, before the discount")
    }
  }

  private func price(
    _ name: String, _ words: Set<String>, _ look: ColumnLook, _ what: String, _ field: String
  ) -> UnusedColumn {
    if columns.isOfHead(name) { return ofHead(name, look, field: isItems ? field : nil) }
    let isOfSeveral = ColumnWords.per.areIn(words) && words.contains { Int($0).map { $0 > 1 } == true }
    if words.contains(where: QuantityWords.isMeasure) {
      return text(name, look, what + "; a price for a weight or volume is not that of an item")
    }
    if isItems, ColumnWords.stockValue.areIn(words), !taken("quantity").isEmpty {
      return text(name, look, what + "; if they are values of all that is on hand, nothing is lost without them")
    }
    let isNextToValue = unused.contains {
      $0.name != name && ColumnWords.stockValue.areIn($0.words) && $0.look.amounts > 0
    }
    if field == "price", !taken("quantity").isEmpty, isNextToValue, !ColumnWords.retail.areIn(words),
      !words.contains("sales")
    {
      return text(
        name, look,
        what + "; next to the value of what is on hand it may be the cost: say --map "
          + "\(ShellText.word("\(name)=standard_cost")), or --map \(ShellText.word("\(name)=price"))")
    }
    if isOfSeveral || HeaderUnits(name).isPerPack || ColumnWords.otherUnit.areIn(words)
      || !isItems && isLineAmount(words, look)
    {
      return divided(name, words, look, what, field)
    }
    if field == "standard_cost", let currency = foreignCurrency {
      return text(
        name, look,
        what + "; costs in \(currency) are those of a supplier: --supplier CODE takes them, and --map "
          + "\(ShellText.word("\(name.prefix(80))=")) leaves them out")
    }
    let isOfCost = field == "unit_cost" || field == "standard_cost"
    if isOfCost, ColumnWords.isWithTax(name) {
      return text(
        name, look,
        what + ", and contains the tax, which costs do not; in a profile `apply: [divide: 1.19]` takes 19 % off")
    }
    guard ColumnWords.isNet(words), field != "unit_cost", field != "standard_cost" else {
      return text(name, look, what, field: field)
    }
    // What is kept of a sale contains the tax.
    return field == "price"
      ? text(name, look, what, field: field, with: " --set tax_included=no")
      : text(name, look, what + ", and does not contain the tax")
  }

  /// - Parameter isOnly: whether nothing else is taken for money; then amounts count with any name of their column.
  private func isMoney(_ words: Set<String>, _ look: ColumnLook, isOnly: Bool) -> Bool {
    guard look.isMostlyNumbers, !look.isBarcode, !ColumnWords.priceUnit.areIn(words) else { return false }
    let isNamed = ColumnWords.money.areIn(words)
    // `Price ex VAT` is a price, and `VAT` is not.
    let isTaxed = isNamed && (isOnly || ColumnWords.isNet(words) || ColumnWords.isGross(words))
    if isOnly, isNamed, words.contains(where: QuantityWords.isMeasure) { return true }
    guard !ColumnWords.otherMoney.areIn(isTaxed ? ColumnWords.tax.removed(from: words) : words) else { return false }
    if isNamed || isOnly && (isItems || isPurchase) && look.amounts * 2 >= look.filled { return true }
    // The amount of one unit is in cents where it comes from the interface of a payment service.
    if isOnly, isItems, words.isSuperset(of: ["unit", "amount"]) { return true }
    if !isItems, isLineAmount(words, look) { return true }
    let isPlain = ColumnWords.net.removed(from: ColumnWords.gross.removed(from: words)).isEmpty
    return isPlain && look.amounts * 2 >= look.filled
  }

  /// Whether a column has the amounts of whole lines: `Line total`, `Net sales`.
  private func isLineAmount(_ words: Set<String>, _ look: ColumnLook) -> Bool {
    // `Net` and `Gross` next to each other are what was paid.
    let isPlain = ColumnWords.net.removed(from: ColumnWords.gross.removed(from: words)).isEmpty
    return ColumnWords.lineAmount.areIn(words) || isPlain && hasNetAndGross
      || look.amounts * 2 >= look.filled && (ColumnWords.turnover.areIn(words) || words.contains("sales"))
  }

  /// Whether the amounts come without the tax and with it, in columns with no other names.
  private var hasNetAndGross: Bool {
    let plain = unused.filter { ColumnWords.net.removed(from: ColumnWords.gross.removed(from: $0.words)).isEmpty }
    return plain.contains { ColumnWords.net.areIn($0.words) } && plain.contains { ColumnWords.gross.areIn($0.words) }
  }

  /// Whether a price that is not used is the one that is meant: the new one, or the one with tax.
  private func contradicts(_ words: Set<String>, _ used: String, isCost: Bool) -> Bool {
    let usedWords = ColumnWords.words(of: used)
    for contrast in isCost ? [ColumnWords.newer] : [.newer, .gross]
    where contrast.areIn(words) && !contrast.areIn(usedWords) {
      let rest = contrast.removed(from: words).subtracting(usedWords)
      if rest.allSatisfy({ ColumnWords.money.areIn([$0]) && !ColumnWords.cost.areIn([$0]) }) { return true }
    }
    return false
  }

  // MARK: Quantities

  private var quantities: Found {
    guard isItems || has(.level) else { return [] }
    let used = taken("quantity")
    let onHand = unused.filter { name, words, look in
      look.isMostlyNumbers && !look.isBarcode && ColumnWords.quantity.areIn(words)
        && !ColumnWords.otherQuantity.areIn(words) && !ColumnWords.ofSupplier.areIn(words)
        && !Self.isPriceBreak(name, words, look) && !HeaderUnits(name).isPerPack
    }
    // One of several sizes is not what is on hand.
    if used.isEmpty, onHand.count > 1, onHand.allSatisfy({ ColumnWords.isSize($0.name) }) { return [] }
    if used.isEmpty { return onHand.isEmpty ? onlyLimits : onHand.map { stock($0, among: onHand) } }
    let usedWords = used.reduce(into: Set<String>()) { $0.formUnion(ColumnWords.words(of: $1)) }
    let isActual = ColumnWords.actual.areIn(usedWords)
    let parts = onHand.filter { $0.words.isStrictSuperset(of: usedWords) }
    // What may be sold is not all that is there.
    let isAvailable = ColumnWords.available.areIn(usedWords)
    return onHand.compactMap { name, words, look in
      let isPart = parts.count > 1 && parts.contains { $0.name == name }
      let isAll =
        isAvailable && !ColumnWords.available.areIn(words) && used.first.flatMap(columns.look)?.words != look.words
      guard isPart || isAll || !isActual && ColumnWords.actual.areIn(words), let other = used.first else { return nil }
      return text(name, look, "is not used, and '\(other)' is", field: "quantity")
    }
  }

  /// A column such as `amount` that was taken for a quantity by its name, and has amounts of money.
  private var moneyAsQuantity: Found {
    guard isItems, let name = taken("quantity").first, !columns.isGiven(name), let look = columns.look(of: name),
      look.amounts * 2 >= look.filled, ColumnWords.lineAmount.areIn(ColumnWords.words(of: name))
    else { return [] }
    var found = text(name, look, "is taken for the quantity, and has amounts as of money", field: moneyFields.retail)
    found.isUsed = true
    return [found]
  }

  /// A quantity where none was taken: what was counted, not what should be there; or the stock of one of several locations.
  private func stock(_ column: Unused, among all: [Unused]) -> UnusedColumn {
    let isCounted = all.contains { ColumnWords.actual.areIn($0.words) }
    let isMeant =
      (!isCounted || ColumnWords.actual.areIn(column.words)) && !HeaderUnits(column.name).isUnclear
      && !MatchedColumns.isOfPacks(column.words)
    let isOfLocation = all.count > 1 && !isCounted && taken("location").isEmpty
    return text(
      column.name, column.look, "has quantities and is not used", field: isMeant ? "quantity" : nil,
      with: isOfLocation ? " --location CODE" : "")
  }

  /// Reorder points and the like, where the list has nothing else to say.
  private var onlyLimits: Found {
    guard taken("price", "unit_cost", "standard_cost").isEmpty, match.found.isDisjoint(with: ["unit_cost"]) else {
      return []
    }
    return unused.compactMap { name, words, look in
      let isNamed =
        ColumnWords.quantity.union(.difference).areIn(words) || !words.isDisjoint(with: ["reorder", "minimum", "min"])
      guard isNamed, look.isMostlyNumbers, !look.isBarcode, !ColumnWords.notOnHand.areIn(words) else { return nil }
      return text(
        name, look,
        ColumnWords.reorderPointNames.isDisjoint(with: MatchedColumns.forms(name))
          ? "has quantities and is not used" : "has reorder points and is not used; --kind reorder_levels takes them")
    }
  }

  /// The day, the lot or the last day of use of what is on hand, which a list of items does not take.
  private var stockDetails: Found {
    guard isItems, !taken("quantity").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      let isDay = look.dates * 2 > look.filled
      let isDetail =
        isDay
        && (ColumnWords.stockDay.areIn(words) || ColumnWords.listDay.areIn(words)
          || !ColumnWords.dayNames.isDisjoint(with: MatchedColumns.forms(name)))
        || ColumnWords.lastDay.areIn(words)
      guard isDetail || ColumnWords.lot.areIn(words) else { return nil }
      return text(name, look, "says which stock the quantities are of, and is not used; --kind stock_levels takes it")
    }
  }

  // MARK: Times and states

  /// Times of the day that could not be taken with their days.
  private var times: Found {
    guard kinds.contains(where: { $0.field("effective_at")?.type == .dateTime }), !isItems,
      let day = taken("effective_at").first, let days = columns.look(of: day),
      days.longest <= 10 || days.examples.allSatisfy({ $0.contains("00:00") })
    else { return [] }
    return unused.compactMap { name, _, look in
      guard look.isTimeOfDay || !ColumnWords.timeOfDayNames.isDisjoint(with: MatchedColumns.forms(name)) else {
        return nil
      }
      return text(name, look, "is not used, and '\(day)' has no times of the day")
    }
  }
}

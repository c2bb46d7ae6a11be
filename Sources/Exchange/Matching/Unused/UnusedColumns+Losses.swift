internal import FormatKit
internal import RetailValues

/// Columns whose names say what no list may lose without a word: places, days, packs, what came back, further prices.
extension UnusedColumns {
  var known: Found {
    places + otherCurrencies + priceBreaks + lastDays + ordered + lost + notOnHand + accepted + raises
      + datedPrices
      + packs
      + barcodes
      + offers + furtherCosts
      + suppliers + stockValues + packsNextToPieces + periods + grid
      + offerDays + changes + ownCodes + unknownCosts + free + days + numbers
  }

  private var isEvents: Bool { kinds.contains { $0.isMovement || $0.numbersOwnLines } }

  /// Whether records have quantities that are on hand or moved at a place.
  private var haveQuantities: Bool { !taken("quantity", "counted_quantity").isEmpty }

  /// Where the goods are, in a list whose goods would all be taken to be at one place.
  private var places: Found {
    guard haveQuantities, taken("location").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      // `Low stock [shop]` is a limit.
      guard ColumnWords.place.areIn(words), !ColumnWords.shelf.areIn(words), look.dates == 0, look.amounts == 0,
        !ColumnWords.otherQuantity.areIn(words) || !look.isMostlyNumbers,
        words.isDisjoint(with: ["address", "name", "adresse"])
      else { return nil }
      return text(name, look, "says where the goods are, and is not used", field: "location")
    }
  }

  /// The last day of use, in lists that do not take it.
  private var lastDays: Found {
    guard !isItems, !taken("quantity").isEmpty, taken("expires_on").isEmpty else { return [] }
    let hasField = kinds.contains { $0.field("expires_on") != nil }
    return unused.compactMap { name, words, look in
      guard ColumnWords.lastDay.areIn(words), look.phrases == 0 else { return nil }
      let isLevel = has(.level)
      let remedy = isLevel ? "; the shop keeps it for lots: add a column of lots" : ""
      return text(
        name, look, "has last days of use, and is not used" + remedy, field: hasField ? "expires_on" : nil)
    }
  }

  /// Codes of the shop's own next to barcodes, which would be the codes of the items.
  private var ownCodes: Found {
    let barcodes = taken("barcode")
    guard isItems, !barcodes.isEmpty, Set(taken("sku")).isSubset(of: barcodes), taken("supplier_code").isEmpty else {
      return []
    }
    return unused.compactMap { name, words, look in
      // `book_id` is a number of the database that the list comes from.
      let isCode = !words.isDisjoint(with: ColumnWords.codeWords)
      guard words == ["id"] || !words.contains("id"),
        ColumnGuess.isKey(look) || isCode && words != ["id"] && look.filled == 1, !columns.isRowNumber(name),
        look.numbers == 0 || look.wholeNumbers == look.numbers, look.barcodes < look.filled,
        look.distinct == look.filled, look.plainWords < look.filled
      else { return nil }
      let isOther = ColumnWords.otherMoney.areIn(words) || ColumnWords.otherQuantity.areIn(words)
      guard isCode || !isOther && !ColumnWords.quantity.areIn(words) && !ColumnWords.harmlessNumber.areIn(words)
      else { return nil }
      return text(
        name, look,
        "is different in each row and is not used: if it has the codes of the items, they are not the barcodes",
        field: "sku")
    }
  }

  /// Days in a list of items or prices, whose rows may be sales or goods that came.
  private var days: Found {
    guard !isEvents, !has(.level), !haveQuantities, taken("valid_from").isEmpty else { return [] }
    return unused.compactMap { name, _, look in
      guard look.dates * 2 > look.filled, ColumnWords.dayNames.contains(Vocabulary.normalized(name)) else {
        return nil
      }
      return text(
        name, look,
        "has days and is not used: the rows may be sales (--kind sales), goods that came (--kind receipts), an order "
          + "(--kind order_lines), its confirmation (--kind order_response_lines) or what was sent on it "
          + "(--kind despatch_lines)", field: has(.price) ? "valid_from" : nil)
    }
  }

  /// Numbers in every row of a list of items, under a name that says nothing: perhaps the only quantities or prices.
  private var numbers: Found {
    let needsPrice = taken("price").isEmpty
    let needsQuantity = taken("quantity").isEmpty
    guard isItems, needsPrice || needsQuantity else { return [] }
    return unused.compactMap { name, words, look -> UnusedColumn? in
      guard isUnexplained(name, words, look) else { return nil }
      let isAmount = look.amounts * 2 >= look.filled
      if needsQuantity, !isAmount, MatchedColumns.isOfPacks(words) {
        return text(name, look, "has numbers of packs, and is not used; quantities must be in pieces")
      }
      guard isAmount ? needsPrice : needsQuantity && look.wholeNumbers == look.filled else { return nil }
      // Small whole numbers may be sizes of packs or minimum orders: only a name shows that they are what is on hand.
      guard isAmount || Self.isNamedQuantity(name, words) else {
        return text(name, look, "has numbers in every row and is not used: its name does not say what they are")
      }
      return text(name, look, "has numbers in every row and is not used", field: isAmount ? "price" : "quantity")
    }
  }

  /// Names that are those of quantities, although their words alone say nothing in longer names.
  private static let quantityNames: Set<String> = ["count", "pieces", "teile"]

  /// Whether a name is known as that of a quantity: `Pieces`, `Lager 1`.
  private static func isNamedQuantity(_ name: String, _ words: Set<String>) -> Bool {
    quantityNames.contains(Vocabulary.normalized(name)) || ColumnWords.quantity.union(.onHand).areIn(words)
  }

  /// Whether a column has numbers in nearly every row, and its name does not say that they are neither money nor quantities.
  private func isUnexplained(_ name: String, _ words: Set<String>, _ look: ColumnLook) -> Bool {
    guard look.isMostlyNumbers, !look.isBarcode, look.blank * 4 <= look.filled, look.dates == 0, look.distinct > 1,
      !look.words.isSubset(of: ["0", "1"]), !columns.isRowNumber(name), name.count <= 40,
      ColumnWords.packNames.isDisjoint(with: MatchedColumns.forms(name))
    else { return false }
    // `Lager 1` is what is on hand at a place, and `Field 1` may be anything.
    let isNumbered = words.contains { Int($0) != nil } && !ColumnWords.onHand.areIn(words)
    let isPart =
      name.contains { "%@".contains($0) }
      || name.dropLast().contains(".") && !name.split(separator: ".").allSatisfy { $0.count == 1 }
      || isNumbered || words.contains(where: QuantityWords.isMeasure)
    var explained: [ColumnWords] = [
      .otherMoney, .measured, .discount, .shelf, .tax, .stockValue, .otherUnit, .ofSupplier,
    ]
    // What has cents does not count anything, and `Count` or `Pieces` alone is a quantity.
    let isAmount = look.amounts == look.filled && words.count == 1
    if !isAmount, !Self.quantityNames.contains(Vocabulary.normalized(name)) {
      explained += [.otherQuantity, .harmlessNumber]
    }
    return !isPart && explained.allSatisfy { !$0.areIn(words) }
  }

  /// Goods that come for nothing with those that are paid for.
  private var free: Found {
    guard isEvents, haveOrdered else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.free.areIn(words), look.isMostlyNumbers, !look.words.isSubset(of: ["0"]) else { return nil }
      return text(name, look, "has quantities that cost nothing, and is not used; add rows for them with the cost 0")
    }
  }

  private var haveOrdered: Bool {
    !taken("quantity", "order_quantity", "invoiced_quantity", "despatched_quantity").isEmpty
  }

  /// Quantities to order in a list of items.
  private var ordered: Found {
    guard isItems, taken("quantity").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      guard look.isMostlyNumbers, !look.isBarcode else { return nil }
      let isExact = !ColumnWords.orderedNames.isDisjoint(with: MatchedColumns.forms(name))
      let isNamed =
        ColumnWords.toOrder.areIn(words) && !ColumnWords.orderRule.areIn(words) && !ColumnWords.money.areIn(words)
        && look.wholeNumbers == look.numbers && look.dates == 0
        && !taken("unit_cost", "standard_cost").isEmpty
      guard isExact || isNamed else { return nil }
      let supplier =
        taken("supplier").isEmpty && !hints.given.contains("supplier")
          && columns.first(of: DocumentNames.supplier) == nil ? " --supplier CODE" : ""
      let isShort = name.fitsOption
      let map = isExact || !isShort ? "" : " --map \(ShellText.word("\(name)=order_quantity"))"
      return text(
        name, look,
        "has quantities that are ordered, and is not used; --kind order_lines\(supplier) --set order_number=CODE\(map) "
          + "makes an order of them")
    }
  }

  /// What came back or was broken of what was sold or received.
  private var lost: Found {
    guard isEvents || has(.level) && !taken("quantity").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.lost.areIn(words), look.isMostlyNumbers, !look.isBarcode, look.dates == 0,
        words.isDisjoint(with: ["id", "no", "nr", "number", "reason", "policy", "date"])
      else { return nil }
      return text(
        name, look,
        "says what came back or was damaged, and is not used; take it off the quantities in the file"
          + (isEvents ? ", or add rows with negative quantities" : ""))
    }
  }

  /// Quantities of goods that have left, are on their way or cannot be sold, where no others are in the list.
  private var notOnHand: Found {
    guard isItems, taken("quantity").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.notOnHand.areIn(words), look.isMostlyNumbers, look.wholeNumbers == look.numbers,
        !look.isBarcode,
        words.isDisjoint(with: ["id", "no", "nr", "number", "date"])
      else { return nil }
      let isShort = name.fitsOption
      let remedy =
        ColumnWords.shipped.areIn(words) && isShort && !haveProfile
        ? "; --kind receipts --map \(ShellText.word("\(name)=quantity")) takes it for goods that have come, and --kind sales "
          + "for goods that were sold" : ""
      return text(name, look, "has quantities that are not on hand, and is not used" + remedy)
    }
  }

  /// What was accepted of what came, next to all that came.
  private var accepted: Found {
    guard isEvents, let quantity = taken("quantity").first, !columns.isGiven(quantity),
      !ColumnWords.accepted.areIn(ColumnWords.words(of: quantity))
    else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.accepted.areIn(words), look.isMostlyNumbers, !look.isBarcode,
        columns.look(of: quantity)?.words != look.words
      else { return nil }
      return text(name, look, "says how much was accepted, and is not used", field: "quantity")
    }
  }

  /// By how much prices change, next to the old ones.
  private var raises: Found {
    guard let price = taken("price", "unit_cost", "standard_cost").first else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.raise.areIn(words), look.dates == 0,
        look.samples.contains(where: { $0.contains("%") || $0.hasPrefix("+") }) || look.isMostlyNumbers
      else { return nil }
      return text(
        name, look,
        "says by how much the prices change, and is not used; calculate the new ones in the file, or leave it out if "
          + "'\(price.prefix(80))' has them")
    }
  }

  /// Prices from a day on that their own name says, next to those without a day.
  private var datedPrices: Found {
    let known = taken("price", "unit_cost", "standard_cost").filter { !columns.isGiven($0) }
    return unused.compactMap { name, _, look in
      guard look.isMostlyNumbers, !look.isBarcode, let day = Surroundings.day(in: name),
        let bare = Surroundings.withoutDay(name).map(Vocabulary.normalized),
        let other = known.first(where: { column in
          MatchedColumns.forms(column).contains(bare) && columns.look(of: column)?.words != look.words
        }), let field = match.meanings.first(where: { $0.column == other })?.field
      else { return nil }
      let isPrice = field == "price"
      return text(
        name, look, "is not used, and '\(other)' is\(isPrice ? "" : "; import the list again on \(day)")",
        field: isPrice ? field : nil, with: " --map \(ShellText.word("\(other)=")) --set valid_from=\(day)")
    }
  }

  /// Packs next to a number of packs.
  private var packs: Found {
    guard isEvents, !kinds.contains(where: { $0.field("pack_size") != nil }), haveQuantities else { return [] }
    return unused.compactMap { name, _, look in
      guard !ColumnWords.packNames.isDisjoint(with: MatchedColumns.forms(name)), look.numbers == look.filled,
        !look.words.isSubset(of: ["1", "0"])
      else { return nil }
      return text(
        name, look,
        "says how many pieces are in a pack, and is not used; where the quantities are of packs, multiply them in the file"
      )
    }
  }

  /// Prices of an offer, and recommended or other prices, next to the one that is taken.
  private var offers: Found {
    // Who says which price is meant has seen the others.
    guard isItems, let regular = taken("price").first, !columns.isGiven(regular) else { return [] }
    let usedWords = ColumnWords.words(of: regular)
    return unused.compactMap { name, words, look in
      guard look.isMostlyNumbers, !look.isBarcode, !words.contains(where: QuantityWords.isMeasure),
        columns.look(of: regular)?.words != look.words
      else { return nil }
      let isOffer =
        ColumnWords.money.areIn(words) && ColumnWords.offer.areIn(words) && !ColumnWords.offer.areIn(usedWords)
      guard isOffer || ColumnWords.priceNames.contains(Vocabulary.normalized(name)) else { return nil }
      let isShort = name.fitsOption
      let command =
        isShort
        ? "; to take it as well, import the file once more with --kind prices --set price_type="
          + "\(isOffer ? "sale" : "list") --map \(ShellText.word("\(name)=price")) "
          + "--map \(ShellText.word("\(regular)="))" : ""
      return text(name, look, (isOffer ? "has prices of an offer" : "has other prices") + ", and is not used" + command)
    }
  }

  /// The days of an offer, in a list of nothing but prices.
  private var offerDays: Found {
    guard has(.price), !isItems else { return [] }
    return unused.compactMap { name, words, look in
      guard look.dates * 2 > look.filled, ColumnWords.offer.areIn(words) else { return nil }
      let field = ColumnWords.end.areIn(words) ? "valid_to" : "valid_from"
      guard taken(field).isEmpty else { return nil }
      return text(name, look, "has days of an offer, and is not used", field: field)
    }
  }

  /// A second cost, with the name of the first and a number, such as `EK 2`, or with another name of costs.
  private var furtherCosts: Found {
    let known = taken("unit_cost", "standard_cost").filter { !columns.isGiven($0) }
    return unused.compactMap { name, words, look in
      guard look.isMostlyNumbers, !look.isBarcode else { return nil }
      let isNamed = ColumnWords.costNames.contains(Vocabulary.normalized(name))
      let isNumbered = words.contains { Int($0) != nil }
      let rest = words.filter { Int($0) == nil && $0.last?.isNumber != true }
      guard
        let other = known.first(where: { column in
          isNumbered && ColumnWords.words(of: column) == rest
            || isNamed && columns.look(of: column)?.words != look.words
        })
      else { return nil }
      return text(
        name, look, "is a further cost, and '\(other)' is used; that of another supplier needs a row of its own")
    }
  }

  /// Names of what only a supplier says of an item.
  private static let supplierTerms: Set<String> = [
    "moq", "lead time", "minimum order", "min order", "min order qty", "mindestbestellmenge", "lieferzeit",
  ]

  /// The supplier of items of which nothing is taken for the supplier.
  private var suppliers: Found {
    guard isItems, !has(.supply) else { return [] }
    let hasTerms = columns.names.contains { !Self.supplierTerms.isDisjoint(with: MatchedColumns.forms($0)) }
    guard hasTerms, let price = taken("price").first else { return [] }
    return unused.compactMap { name, _, look in
      guard !ColumnWords.supplierNames.isDisjoint(with: MatchedColumns.forms(name)), !columns.isGiven(price) else {
        return nil
      }
      return text(
        name, look,
        "is not used, and '\(price)' is taken for what the goods are sold at; if it is what the supplier asks, say "
          + "--map \(ShellText.word("\(price)=unit_cost"))")
    }
  }

  /// The value of what is on hand, by which a price next to it may be a cost.
  private var stockValues: Found {
    guard isItems, haveQuantities, let price = taken("price").first, !columns.isGiven(price),
      taken("unit_cost", "standard_cost").isEmpty,
      !ColumnWords.retail.areIn(ColumnWords.words(of: price))
    else { return [] }
    return unused.compactMap { name, words, look in
      guard ColumnWords.stockValue.areIn(words), look.isMostlyNumbers, look.amounts > 0, look.dates == 0 else {
        return nil
      }
      return text(
        name, look,
        "is the value of what is on hand: '\(price)' may be the cost and not what the goods are sold at; say "
          + "--map \(ShellText.word("\(price)=standard_cost")) or --map \(ShellText.word("\(price)=price"))")
    }
  }

  /// Quantities with a plus sign, which say by how much the stock changes.
  private var changes: Found {
    guard has(.level), let name = taken("quantity").first, !columns.isGiven(name), let look = columns.look(of: name),
      look.plusSigns > 0
    else { return [] }
    var found = text(
      name, look,
      "has a plus sign, as changes of the stock have; it would be set as the stock itself. If they are changes, say --kind "
        + "movements --set movement_kind=adjustment --set effective_at=DATE; if they are the stock, say "
        + "--map \(ShellText.word("\(name)=quantity"))")
    found.isUsed = true
    return [found]
  }
}

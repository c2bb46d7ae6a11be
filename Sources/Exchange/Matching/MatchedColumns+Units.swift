internal import FormatKit
internal import RetailValues

/// Amounts that are calculated from what is written.
extension MatchedColumns {
  /// The records with their amounts of money calculated as the names of the columns say: from cents, from the price of a
  /// hundred items, or from what another column says that prices are for.
  func inUnits(_ records: [MappingProfile.RecordMapping]) -> [MappingProfile.RecordMapping] {
    let used = Set(records.flatMap(\.fields).flatMap(\.value.columns))
    let givenUnit = names.first { given[$0] == CalculatedFields.priceUnit }
    let priceUnit =
      givenUnit
      ?? zip(names, forms).first { name, forms in
        !used.contains(name) && !Vocabulary.priceUnitNames.isDisjoint(with: forms)
      }?.0
    let total = names.first { given[$0] == CalculatedFields.lineTotal }
    // What a pack costs is next to what one is sold at.
    let hasCost = records.flatMap(\.fields).contains { Self.costFields.contains($0.field) }
    func isDivided(_ field: String) -> Bool { givenUnit == nil || !hasCost || Self.costFields.contains(field) }
    return records.map { record in
      var record = record
      for index in record.fields.indices {
        guard let type = Vocabulary.kind(record.kind)?.field(record.fields[index].field)?.type,
          [.money, .unitCost].contains(type), case .columns(let columns) = record.fields[index].value.source,
          let units = columns.first.flatMap({ units[$0] })
        else { continue }
        if units.isMinor { record.fields[index].value.steps.append(.divide("100")) }
        if columns.first == total, let quantity = Self.quantity(of: record) {
          record.fields[index].value.steps.append(.divide(quantity))
        } else if let items = units.items {
          record.fields[index].value.steps.append(.divide("\(items)"))
        } else if let priceUnit, isDivided(record.fields[index].field) {
          record.fields[index].value.steps.append(.per(priceUnit))
        }
      }
      return record
    }
  }

  /// The column with the quantities of a mapping's records.
  private static func quantity(of record: MappingProfile.RecordMapping) -> String? {
    let name = Vocabulary.kind(record.kind)?.eventQuantity?.name
    guard case .columns(let columns)? = record.fields.first(where: { $0.field == name })?.value.source else {
      return nil
    }
    return columns.first
  }

  /// The records with their quantities read in the unit that another column, the header or the cells say.
  ///
  /// Lines of documents of supply may count packs, so what says that they count stock units is their unit too.
  func inWrittenUnits(_ records: [MappingProfile.RecordMapping], used: Set<String>) -> [MappingProfile.RecordMapping] {
    let amounts = ["price", "unit_price", "unit_cost", "standard_cost", "line_amount"]
    let hasAmounts = records.flatMap(\.fields).contains { amounts.contains($0.field) }
    let hasOwn = records.flatMap(\.fields).contains { ["stock_unit", "order_unit"].contains($0.field) }
    let shared =
      hasOwn
      ? nil
      : names.first {
        isOfUnits($0, used, hasAmounts: hasAmounts) && !ColumnWords.unitNames.isDisjoint(with: Self.forms($0))
      }
    return records.map { record in
      var record = record
      for index in record.fields.indices {
        let field = record.fields[index]
        guard Vocabulary.kind(record.kind)?.field(field.field)?.type == .quantity, Self.isMeasured(field.field),
          case .columns(let columns) = field.value.source, let column = columns.first, columns.count == 1
        else { continue }
        // The attribute of a quantity in XML: `<qty unit="g">`.
        let own = names.first { name in
          isOfUnits(name, used, hasAmounts: hasAmounts) && name.hasPrefix("\(column)@")
            && !ColumnWords.unitNames.isDisjoint(with: Self.forms(String(name.dropFirst(column.count + 1))))
        }
        let unit = own ?? shared ?? MeasureUnit.ofHeader(column)
        if let unit { record.fields[index].value.steps.append(.unit(unit)) }
        if unit != nil || Self.isOfPieces(column) {
          addStockUnits(of: own ?? shared ?? column, where: "^.+$", to: &record)
        } else if look(of: column)?.samples.contains(where: Self.hasUnit) == true {
          addStockUnits(of: column, where: Self.lastLetter, to: &record)
        }
      }
      return record
    }
  }

  /// Lets a column say that a record counts stock units, where it might count packs.
  ///
  /// Quantities in another unit are converted into stock units or refused, and so are those with a word next to them.
  private func addStockUnits(
    of column: String, where pattern: String, to record: inout MappingProfile.RecordMapping
  ) {
    guard let unit = Vocabulary.kind(record.kind)?.quantityUnit?.name,
      !record.fields.contains(where: { $0.field == unit })
    else { return }
    // The words of shops are not those of standards, in which an order may be written.
    let each = ValueStep.regex(pattern: pattern, with: "each")
    record.fields.append(.init(field: unit, value: ValueExpression(.columns([column]), steps: [each])))
  }

  /// Whether a header has pieces in brackets at its end: `Bestellmenge (Stück)`.
  private static func isOfPieces(_ header: String) -> Bool {
    guard let last = header.last, ")]".contains(last), let open = header.lastIndex(where: { "([".contains($0) })
    else { return false }
    return QuantityWords.isPieces(header[header.index(after: open)...].dropLast().trimmingSpaces().lowercased())
  }

  /// A letter at the end of a quantity, which belongs to its unit: `12 Stk.`.
  private static let lastLetter = #"\p{L}\.?$"#

  /// Whether a quantity has its unit next to it.
  private static func hasUnit(_ quantity: String) -> Bool {
    let last = quantity.hasSuffix(".") ? quantity.dropLast().last : quantity.last
    return quantity.first?.isNumber == true && last?.isLetter == true
  }

  /// Whether a field counts goods themselves, not the pieces in a pack.
  private static func isMeasured(_ field: String) -> Bool {
    field == "quantity" || field.hasSuffix("_quantity") && field != "pack_quantity"
  }

  /// Whether a column that nothing else uses has nothing but pieces and units of measure.
  ///
  /// Next to amounts of money only one measure is taken: with several, nothing says which of them a price is for.
  private func isOfUnits(_ name: String, _ used: Set<String>, hasAmounts: Bool) -> Bool {
    guard !used.contains(name), !isLeftOut(name), let words = look(of: name)?.words, !words.isEmpty else {
      return false
    }
    guard words.allSatisfy({ QuantityWords.isPieces($0) || MeasureUnit.named($0) != nil }) else { return false }
    return !hasAmounts || Set(words.compactMap(MeasureUnit.named)).count < 2
  }

  /// The columns with the units of quantities, and the fields of these quantities and of their units.
  ///
  /// - Parameter matched: the records before their quantities were read in these units.
  func quantityUnits(
    in records: [MappingProfile.RecordMapping], from matched: [MappingProfile.RecordMapping]
  ) -> [(column: String, field: String)] {
    let read = records.flatMap(\.fields).flatMap { mapping in
      mapping.value.steps.compactMap { step -> (column: String, field: String)? in
        if case .unit(let column) = step, names.contains(column) { (column: column, field: mapping.field) } else { nil }
      }
    }
    let added = zip(records, matched).flatMap { record, matched in record.fields.dropFirst(matched.fields.count) }
    return read + added.flatMap { mapping in mapping.value.columns.map { (column: $0, field: mapping.field) } }
  }

  private static let costFields: Set<String> = ["unit_cost", "standard_cost"]

  /// The columns with the number of items that amounts of records are for, and the fields of these amounts.
  func priceUnits(in records: [MappingProfile.RecordMapping]) -> [(column: String, field: String)] {
    records.flatMap(\.fields).flatMap { mapping in
      mapping.value.steps.compactMap { step in
        if case .per(let column) = step { (column, mapping.field) } else { nil }
      }
    }
  }

  /// The forms of a name that says what numbers are only where no other column has quantities; nil for any other name.
  ///
  /// A store, such as the Danish and German `Lager`, may be a place or what is on hand there. Goods that came back are a part of
  /// those that were sold, or what a list is about.
  static func formsByOthers(
    _ name: String, _ own: [String], among forms: [[String]], _ look: TableLook?
  ) -> [String]? {
    let isStore = stores.contains(Vocabulary.normalized(name))
    guard isStore || isOfGoodsBack(name), look?.columns[name]?.isMostlyNumbers == true,
      !forms.contains(where: { !quantityNames.isDisjoint(with: $0) })
    else { return nil }
    return isStore ? ["beholdning"] : own + ["units"]
  }

  /// The words for a store of goods that also mean what it holds: in Danish, Czech, Finnish, Hungarian, Turkish and Greek.
  private static let stores: Set<String> = ["lager", "sklad", "varasto", "raktár", "depo", "αποθήκη"]

  /// Whether a name is that of a quantity which came back or was written off: `Qty returned`, `Abschreibungsmenge`.
  static func isOfGoodsBack(_ name: String) -> Bool {
    let words = Set(Vocabulary.normalized(name).split(separator: " ").map(String.init))
    let back = ColumnWords.cameBack.union(.writtenOff)
    return words.count <= 3 && back.areIn(words) && ColumnWords.quantity.areIn(words)
      && !ColumnWords.onHand.areIn(words)
      && words.allSatisfy { back.areIn([$0]) || ColumnWords.quantity.areIn([$0]) || ["off", "of"].contains($0) }
  }

  /// Whether a name is that of something of packs: `EAN Karton`.
  static func isOfPacks(_ words: Set<String>) -> Bool { words.contains(where: QuantityWords.isPack) }

  /// Whether a name says how many pieces are in a pack: `Stück/Karton`, `Units per case`.
  static func isPiecesPerPack(_ header: String) -> Bool {
    let words = Vocabulary.normalized(header).split(separator: " ").map(String.init)
    guard let first = words.first, let last = words.last, QuantityWords.isPack(last),
      QuantityWords.isPieces(first) || ColumnWords.quantity.areIn([first])
    else { return false }
    return words.count == 2 && header.contains("/") || words.count == 3 && ColumnWords.per.areIn([words[1]])
  }
}

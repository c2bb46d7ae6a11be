internal import FormatKit
internal import RetailValues

/// Rows that are lines of documents: orders, despatch advices, invoices, receipts, sales, transfers, counts.
extension HeaderMatching {
  static func single(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Match {
    var assigned = assigned
    columns.takePrice(&assigned, of: kind)
    columns.takeUnit(&assigned, of: kind)
    let fields = kind.fields.compactMap { field in
      assigned.columns[field.name].map { MappingProfile.FieldMapping(field: field.name, value: .column($0)) }
    }
    var match = Match(
      records: [.init(kind: kind.name, table: columns.table, fields: fields)], used: Set(assigned.columns.values),
      meanings: assigned.columns.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 }, evidence: assigned.evidence)
    if kind.part == .price, let untaxed = untaxed(assigned.columns, hints) {
      match.records[0].fields.append(untaxed)
      match.findings += untaxedFinding(assigned.columns, hints)
    }
    addTimeOfDay(columns, to: &match)
    addTill(columns, to: &match)
    addDay(columns, to: &match)
    addDeliveryNote(of: kind, assigned, hints, to: &match)
    addLots(of: kind, assigned, columns, to: &match)
    takeOut(of: kind, assigned, columns, hints, in: &match)
    let isNumbered = kind.numbersOwnLines && assigned.columns["line"] == nil && !hints.given.contains("line")
    addHead(of: kind, assigned, columns, identity: isNumbered ? identity(of: kind, assigned, hints) : nil, to: &match)
    if isNumbered { numberLines(of: kind, assigned, in: &match) }
    return match
  }

  /// Says that the goods of a delivery note are booked as received: a shop receives by what comes with the goods. Only a despatch
  /// advice announces them.
  private static func addDeliveryNote(
    of kind: RecordKind, _ assigned: Assignment, _ hints: Hints, to match: inout Match
  ) {
    guard let column = assigned.columns["document"], kind.movement?.isOutgoing == false, !kind.statesMovementKind,
      let sort = DocumentSort.all.first(where: { $0.isNumber(column) }), sort.choices.first?.kind == kind.name,
      let other = sort.choices.first(where: { hints.kinds[$0.kind]?.document != nil })
    else { return }
    match.findings.append(
      SourceFinding(
        "goods received", "booked as received",
        evidence:
          "'\(column)' is that of \(sort.noun), by which a shop receives goods. To keep it as an announcement: --kind "
          + "\(other.kind)."))
  }

  /// Takes the last days of use in a list of stock by lots, which are those of the lots.
  private static func addLots(
    of kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, to match: inout Match
  ) {
    guard kind.part == .level, kind.field("expires_on") == nil, let lots = Vocabulary.kind("lots"),
      let sku = assigned.columns["sku"], let lot = assigned.columns["lot"],
      let day = columns.assign(lots.fields).columns["expires_on"], !match.used.contains(day)
    else { return }
    match.records.insert(
      .init(
        kind: lots.name, table: columns.table, condition: .all([.column(lot, .present), .column(day, .present)]),
        fields: [("sku", sku), ("lot", lot), ("expires_on", day)].map {
          MappingProfile.FieldMapping(field: $0.0, value: .column($0.1))
        }), at: 0)
    match.used.insert(day)
    match.meanings.append((day, "expires_on"))
  }

  /// Takes quantities without a sign out of stock where the whole file is said to be goods that were written off or went
  /// back to a supplier.
  private static func takeOut(
    of kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints, in match: inout Match
  ) {
    let movement = hints.constants["movement_kind"]
    guard kind.statesMovementKind, movement == "supplier-return" || movement == "write-off",
      let quantity = assigned.columns["quantity"], columns.look(of: quantity)?.negatives ?? 0 == 0,
      let record = match.records.firstIndex(where: { $0.kind == kind.name }),
      let place = match.records[record].fields.firstIndex(where: { $0.field == "quantity" })
    else { return }
    let isWriteOff = movement == "write-off"
    // A negative write-off further down would be a correction; as a positive one it is refused.
    match.records[record].fields[place].value.steps += isWriteOff ? [.negate] : [.absolute, .negate]
    match.findings.append(
      SourceFinding(
        "quantity", "taken out of stock",
        evidence: isWriteOff ? "all of it was written off" : "all of it goes back to the supplier"))
  }

  /// Takes a column of times of the day together with that of the days.
  private static func addTimeOfDay(_ columns: MatchedColumns, to match: inout Match) {
    guard let record = match.records.indices.first,
      let place = match.records[record].fields.firstIndex(where: { $0.field == "effective_at" }),
      case .columns(let days) = match.records[record].fields[place].value.source, days.count == 1, let day = days.first,
      let look = columns.look(of: day), look.isDate || look.filled == 1 && look.dates == 1, look.longest <= 10
    else { return }
    let time = columns.names.first { name in
      guard !match.used.contains(name), !columns.isLeftOut(name), let look = columns.look(of: name) else {
        return false
      }
      return look.isTimeOfDay && look.blank == 0 && ColumnWords.timeOfDay.areIn(ColumnWords.words(of: name))
    }
    // A brace is part of the template's own signs.
    guard let time, ![day, time].contains(where: { $0.contains("{") || $0.contains("}") }) else { return }
    match.records[record].fields[place].value = ValueExpression(.template("{\(day)} {\(time)}"))
    match.used.insert(time)
    match.meanings.append((time, "effective_at"))
  }

  /// Takes a till that was given as the number of receipts together with that number, which each till counts by itself.
  private static func addTill(_ columns: MatchedColumns, to match: inout Match) {
    guard let record = match.records.indices.first,
      let place = match.records[record].fields.firstIndex(where: { $0.field == "document" }),
      case .columns(let numbers) = match.records[record].fields[place].value.source, numbers.count == 1,
      let known = numbers.first,
      let till = columns.names.first(where: { ColumnWords.isTill($0) && columns.given[$0] == "document" }),
      let receipt = known == till ? receipt(besides: till, columns, match) : known,
      ![till, receipt].contains(where: { $0.contains("{") || $0.contains("}") })
    else { return }
    match.records[record].fields[place].value = ValueExpression(.template("{\(till)}-{\(receipt)}"))
    match.meanings.removeAll { $0.field == "document" }
    match.used.formUnion([till, receipt])
    match.meanings += [(receipt, "document"), (till, "document")]
  }

  /// The column with the numbers of receipts next to that of the tills.
  private static func receipt(besides till: String, _ columns: MatchedColumns, _ match: Match) -> String? {
    let free = columns.names.filter { $0 != till && !match.used.contains($0) && !columns.isLeftOut($0) }
    return free.first { columns.given[$0] == "document" }
      ?? free.first { !MatchedColumns.receiptNumbers.isDisjoint(with: MatchedColumns.forms($0)) }
  }

  /// Fields of the whole document that are the same in every line of its list, such as its day, become its header.
  ///
  /// Lines that are numbered by their place mean something only as a whole, so their document has an identity: it is taken
  /// whole or not at all, and never mixed with another list of the same number.
  private static func addHead(
    of lines: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, identity: ValueExpression?,
    to match: inout Match
  ) {
    guard let head = Vocabulary.head(of: lines.name) else { return }
    let keys = Set(head.key.map(\.name))
    var fields: [MappingProfile.FieldMapping] = []
    var own: [(column: String, field: String)] = []
    var found = columns.assign(head.fields)
    columns.takePlainNames(&found, of: head, besides: match.used)
    for field in head.fields {
      if keys.contains(field.name) || field.name == "currency", let column = assigned.columns[field.name] {
        fields.append(.init(field: field.name, value: .column(column)))
      } else if let column = found.columns[field.name], !match.used.contains(column),
        // An amount next to the lines may be that of a line; only the name of the field itself says that it is not.
        field.type != .money || Vocabulary.normalized(column) == Vocabulary.normalized(field.name)
      {
        fields.append(.init(field: field.name, value: .column(column)))
        own.append((column, field.name))
      } else if field.name == "document_identity", let identity {
        fields.append(.init(field: field.name, value: identity))
      }
    }
    guard identity != nil || !own.isEmpty else { return }
    match.records.insert(.init(kind: head.name, table: columns.table, fields: fields), at: 0)
    match.used.formUnion(own.map(\.column))
    match.meanings += own
  }

  /// The identity of a document whose lines have no numbers: its number.
  private static func identity(of lines: RecordKind, _ assigned: Assignment, _ hints: Hints) -> ValueExpression? {
    guard let number = lines.eventFields.first?.name else { return nil }
    return assigned.columns[number].map { .column($0) } ?? hints.constants[number].map { .init(.constant($0)) }
  }

  /// Numbers lines without numbers by their position in their document.
  private static func numberLines(of kind: RecordKind, _ assigned: Assignment, in match: inout Match) {
    let document = kind.key.filter { $0.name != "line" }.compactMap { assigned.columns[$0.name] }
    guard let place = match.records.firstIndex(where: { $0.kind == kind.name }) else { return }
    match.records[place].fields.append(.init(field: "line", value: ValueExpression(.numbered(within: document))))
    match.findings.append(
      SourceFinding(
        "line",
        "numbered by the order of the rows"
          + (document.isEmpty ? "" : " within \(document.joined(separator: ", "))"),
        evidence: "no column has the numbers of lines"))
  }

  /// The fields that a table has for records of a kind, with the number of the line where lines can be numbered.
  ///
  /// - Parameter isNamed: whether the kind was given. Otherwise the column of the quantity must show it: a plain
  ///   `quantity` may be anything.
  static func fields(of kind: RecordKind, _ assigned: Assignment, isNamed: Bool = false) -> Set<String> {
    var fields = Set(assigned.columns.keys)
    if kind.numbersOwnLines, isNamed || hasOwnQuantity(kind, assigned) { fields.insert("line") }
    return fields
  }

  /// The names of quantities of stock that was moved, counted or is on hand.
  private static let plainQuantities = Set(
    Vocabulary.kinds.flatMap(\.fields).filter { ["quantity", "counted_quantity"].contains($0.name) }
      .flatMap(\.headerNames))

  private static func hasOwnQuantity(_ kind: RecordKind, _ assigned: Assignment) -> Bool {
    guard let quantity = kind.eventQuantity, let column = assigned.columns[quantity.name] else { return false }
    return plainQuantities.isDisjoint(with: MatchedColumns.forms(column))
  }

  /// Sales or goods received, where the name of the quantity says which of them the rows are and another column has the days:
  /// such a list needs no question. Nil where something may be an order, or where there is a second quantity.
  static func moved(_ columns: MatchedColumns, hints: Hints) -> Match? {
    guard columns.first(of: DocumentNames.order) == nil else { return nil }
    for kind in hints.kinds.kinds where kind.isMovement && !kind.statesMovementKind {
      let assigned = columns.assign(kind.fields)
      guard let quantity = assigned.columns["quantity"], assigned.columns["effective_at"] != nil,
        isSufficient(kind, Set(assigned.columns.keys), hints.given), saysMovement(quantity, kind)
      else { continue }
      let match = single(kind, assigned, columns, hints)
      let hasOther = columns.names.contains { name in
        !match.used.contains(name) && !columns.isLeftOut(name)
          && ColumnWords.quantity.union(.moved).areIn(ColumnWords.words(of: name))
          && columns.look(of: name)?.isMostlyNumbers != false
      }
      return hasOther ? nil : match
    }
    return nil
  }

  /// Whether the name of a quantity says that it was moved as by records of the kind, and not otherwise.
  private static func saysMovement(_ quantity: String, _ kind: RecordKind) -> Bool {
    let words = ColumnWords.words(of: quantity)
    let (isSold, hasArrived) = (ColumnWords.sold.areIn(words), ColumnWords.arrived.areIn(words))
    return isSold != hasArrived && kind.movement?.isOutgoing == isSold
  }

  // MARK: Documents that would be lost

  /// A reading of a table whose rows are lines of documents.
  private struct EventReading {
    let kind: RecordKind
    let assigned: Assignment
    /// The column that shows that the rows are about events, such as that of the order's number.
    let sign: String
    /// Whether that is the number of a document.
    let isNumbered: Bool
    let quantity: String
    /// Whether the quantity has a name of the kind, and not merely a word in its name.
    let isExact: Bool
    /// Whether a column has the supplier.
    let hasSupplier: Bool
  }

  /// Refuses to import lines of documents as something else, which would lose their documents and mistake moved or
  /// ordered quantities for stock on hand.
  ///
  /// - Throws: `nothing-mapped` where a column has the number of a document, or says why or where to stock moved, another
  ///   has a quantity, and the match has no use for the first.
  static func refuseLostDocument(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    try refuseOtherKind(match, columns, source: source, hints: hints)
    let all = hints.kinds.kinds.compactMap { eventReading($0, columns, match) }
    var lost = all.filter { !match.used.contains($0.sign) }
    // An order's number next to that of the receipt is only additional information.
    if lost.count < all.count { lost.removeAll(where: \.isNumbered) }
    if lost.contains(where: \.isExact) { lost.removeAll { !$0.isExact } }
    guard let most = lost.map(\.assigned.columns.count).max(),
      let best = lost.first(where: { $0.assigned.columns.count == most })
    else { return }
    let isStock = match.records.contains { hints.kinds[$0.kind]?.part == .level }
    let isOrder = best.isNumbered && best.kind.document?.isOwn == true
    let sales = isOrder ? salesCommand(number: best.sign, columns, source: source, hints: hints) : nil
    let answers = Self.answers(in: best.quantity, columns, source: source, hints: hints)
    let readings = lost.filter { $0.sign == best.sign && (answers.isEmpty || $0.kind.document?.isOwn != true) }
    let others =
      [sales].compactMap { $0 } + readings.flatMap { Self.commands(for: $0, columns, source: source, hints: hints) }
    let commands = answers + others.filter { !answers.contains($0) }
    throw Problems(
      .nothingMapped, source: source, value: best.sign,
      "the columns '\(best.sign)' and '\(best.quantity)' are those of the lines of a document, and nothing says for sure "
        + "of which; as a list of items the file would lose its documents, and the quantities would be "
        + (isStock ? "taken for stock on hand" : "lost"),
      remedy: instruction("Say what the rows are:", Array(commands.prefix(3))) + "\n"
        + asItemsInstruction(source, hasStock: isStock))
  }

  private static func eventReading(
    _ kind: RecordKind, _ columns: MatchedColumns, _ match: Match
  ) -> EventReading? {
    guard let quantity = kind.eventQuantity else { return nil }
    let hasDocument = match.records.contains { $0.fields.contains { $0.field == "document" } }
    let assigned = columns.assign(kind.fields)
    // A row with a unit price is a sale, even if its till has another name for it. A sale or a receipt may give a reason too.
    let isSale = hasDocument && match.records.contains { $0.fields.contains { $0.field == "unit_price" } }
    let signs = kind.eventFields.filter { !hasDocument || $0.effect == .key || !isSale && $0.name != "reason" }
      .compactMap { field in assigned.columns[field.name].map { (column: $0, isNumbered: field.effect == .key) } }
      // A till is no place to which goods go; in Swedish the word is another one.
      .filter { !ColumnWords.isTill($0.column) || columns.first(of: ColumnWords.receiptNames) == nil }
    guard let sign = signs.first(where: { !$0.isNumbered && !match.used.contains($0.column) }) ?? signs.first else {
      return nil
    }
    // A quantity with a specific name, such as `quantity returned`, that nothing else uses.
    func other() -> String? {
      columns.names.first { name in
        name != sign.column && !match.used.contains(name)
          && ColumnGuess.guesses(for: name, nil).contains { ["quantity", "counted_quantity"].contains($0.field) }
      }
    }
    guard let column = assigned.columns[quantity.name] ?? other() else { return nil }
    return EventReading(
      kind: kind, assigned: assigned, sign: sign.column, isNumbered: sign.isNumbered, quantity: column,
      isExact: assigned.columns[quantity.name] != nil, hasSupplier: columns.first(of: DocumentNames.supplier) != nil)
  }

  /// The import command of a file as a user types it.
  static func importCommand(_ source: String) -> String {
    "stockroom import \(source == "standard input" ? "-" : ShellText.file(source))"
  }

  /// The import commands that read the rows as what they may be, with options for data that the columns do not give. What has
  /// a reason was mostly written off or came back.
  private static func commands(
    for reading: EventReading, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> [String] {
    let kind = reading.kind
    let known = movementKind(of: reading.sign, hasSupplier: reading.hasSupplier)
    let isReason = !DocumentNames.reason.isDisjoint(with: MatchedColumns.forms(reading.sign))
    let back = isOfSupplier(columns, hints) ? "supplier-return" : "customer-return"
    let movements: [String?] = known == nil && isReason ? ["write-off", back] : [known]
    return movements.map { movement in
      command(
        for: Choice(kind: kind.name, quantity: reading.quantity, movementKind: movement), columns, source: source,
        hints: hints)
    }
  }

  /// The kind of movement that a document of this name is about.
  private static func movementKind(of column: String, hasSupplier: Bool) -> String? {
    let forms = MatchedColumns.forms(column)
    let known = Vocabulary.movementDocuments.first { !$0.names.allSatisfy { !forms.contains($0) } }?.movementKind
    // What goes back to a supplier did not come from a customer.
    return known.map { $0 == "customer-return" && hasSupplier ? "supplier-return" : $0 }
      ?? (Vocabulary.kind("movements")?.field("to_location").map { field in
        !field.headerNames.allSatisfy { !forms.contains($0) }
      } == true ? "transfer" : nil)
  }
}

internal import FormatKit
internal import RetailValues

/// Lists that look like one kind of record and may well be another: they are never taken for the likelier one, but refused
/// with the commands that take them.
extension HeaderMatching {
  /// A reading of the list that the user may choose.
  struct Choice {
    let kind: String
    /// Further options, such as the fields that the list does not have.
    var options: [String] = []
    /// The column to take for the number of the document.
    var number: String?
    /// The column to take for the quantity, where its name says too little.
    var quantity: String?
    /// The kind of all movements, where no column has it.
    var movementKind: String?
  }

  /// Refuses a list whose columns may mean something else than what it was matched with.
  ///
  /// - Parameter match: what the list would be taken for; of several kinds that fit as well, the first.
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseOtherKind(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    let kinds = match.records.compactMap { hints.kinds[$0.kind] }
    let isMovement = kinds.contains { $0.isMovement && !$0.statesMovementKind }
    let hasLevels = kinds.contains { $0.part == .level }
    func refuse(
      _ column: String, _ why: String, _ choices: [Choice], asItems: Bool = false, more: String = ""
    ) -> Problems {
      question(
        column, "the column '\(column)' \(why)", choices, asItems: asItems, more: more, columns, source: source,
        hints: hints)
    }
    if isMovement || hasLevels, let column = columns.first(of: DocumentNames.quotation) {
      // A supplier's quotation is not for customers.
      let order = Choice(kind: "order_lines", number: column)
      throw question(
        column, "the column '\(column)' is that of quotations, which move no stock until they become orders or sales",
        columns.first(of: DocumentNames.supplier) == nil ? [Choice(kind: "sales", number: column), order] : [order],
        isPending: true, columns, source: source, hints: hints)
    }
    if hasLevels, let sign = soldSign(match, columns) {
      throw refuse(
        sign.column,
        sign.isQuantity
          ? soldMeaning(sign.column)
          : "has amounts of lines or turnover: the quantities may be those of an order or of sales, and not what is on "
            + "hand",
        soldChoices(sign.column, columns, hints), asItems: !sign.isQuantity)
    }
    if let receipt = receiptWithoutQuantity(match, kinds, columns) {
      throw refuse(
        receipt, "has the numbers of receipts, and no column has quantities: each row may be one item sold",
        [Choice(kind: "sales", options: ["--set quantity=1"], number: receipt)],
        more: instruction("If each row is an item with its price:", ["\(importCommand(source)) --kind products"]))
    }
    guard isMovement else { return }
    try refuseGoodsBack(match, columns, source: source, hints: hints)
    let isReceipt = kinds.contains { $0.movement?.isOutgoing == false && !$0.statesMovementKind }
    if isReceipt, hints.kind == nil, columns.first(of: DocumentNames.supplier) == nil,
      let column = ["quantity", "effective_at", "document"].compactMap({ match.column(for: $0) })
        .first(where: { ColumnWords.sold.areIn(ColumnWords.words(of: $0)) })
    {
      let isOfTill = !DocumentNames.tillSale.isDisjoint(with: MatchedColumns.forms(column))
      throw refuse(
        column,
        isOfTill
          ? "is that of sales, and nothing else says what the rows are"
          : "is that of sales, and the others may be those of goods received",
        [Choice(kind: "sales", number: match.column(for: "order_number"))]
          + (isOfTill ? [] : [Choice(kind: "receipts")]))
    }
    let supplier = columns.first(of: DocumentNames.supplier)
    try refuseSentBack(match, columns, source: source, hints: hints)
    if supplier != nil, let column = columns.first(of: DocumentNames.creditNote) {
      throw refuse(
        column, "is that of credit notes, and goods may have gone back or not",
        [Choice(kind: "invoice_lines", options: ["--set invoice_kind=credit-note"], number: column)],
        more: "Goods that went back to the supplier are receipts with a negative quantity.")
    }
    if supplier != nil, let column = columns.first(of: DocumentNames.invoice) {
      throw refuse(
        column, "is that of a supplier's invoices, and goods may have come with them or not",
        [Choice(kind: "invoice_lines", number: column), Choice(kind: "receipts", number: column)])
    }
    if kinds.contains(where: { $0.movement?.isOutgoing == true }), let column = invoiceOfAnybody(match, columns, hints)
    {
      throw refuse(
        column, "is that of invoices, and nothing says whether they are those of the shop's own sales or a supplier's",
        [Choice(kind: "sales", number: column), Choice(kind: "invoice_lines", number: column)])
    }
    if let order = match.column(for: "order_number"), match.column(for: "document") == nil,
      let day = match.column(for: "effective_at"), !DocumentNames.delivery.isDisjoint(with: MatchedColumns.forms(day))
    {
      throw refuse(
        day, "may say when an order is to be delivered or when it was: '\(order)' is the only number of a document",
        [Choice(kind: "order_lines"), Choice(kind: "receipts")])
    }
  }

  /// Refuses quantities that would be set as the stock on hand, and goods that would be received, where something says that
  /// the rows are of another document.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseDocument(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    let kinds = match.records.compactMap { hints.kinds[$0.kind] }
    if kinds.contains(where: { $0.part == .level }), let quantity = match.column(for: "quantity"),
      // A column that says itself that it is stock is believed.
      !ColumnWords.onHand.areIn(ColumnWords.words(of: quantity))
    {
      let end = ", and '\(quantity.prefix(80))' would be set as the stock on hand"
      func refuse(_ value: String, _ what: String, _ sort: DocumentSort, number: String? = nil) -> Problems {
        let choices = sort.choices.map { choice in
          var choice = choice
          (choice.number, choice.quantity) = (number, quantity)
          return choice
        }
        return question(
          value, "\(what) is that of \(sort.noun)\(end)", choices, asItems: true, isPending: sort.isPending, columns,
          source: source, hints: hints)
      }
      let surroundings = hints.surroundings
      let column = columns.names.lazy.filter { !match.used.contains($0) && !columns.isLeftOut($0) }
        .compactMap { column in DocumentSort.all.first { $0.isNumber(column) }.map { (column, $0) } }.first
      if let (name, sort) = surroundings.document(in: [.title, .table]) {
        throw refuse(name.text, name.shown, sort, number: column?.0)
      }
      if let (column, sort) = column {
        throw refuse(column, "the column '\(column.prefix(80))'", sort, number: column)
      }
      if let (name, sort) = surroundings.document(in: [.file]) { throw refuse(name.text, name.shown, sort) }
    }
    try refuseLosses(match, columns, source: source, hints: hints)
    try refuseReturn(match, columns, source: source, hints: hints)
    try refuseEvents(match, columns, source: source, hints: hints)
    try refuseLostLines(kinds, match, columns, source: source, hints: hints)
    let isReceipt = kinds.contains { $0.movement?.isOutgoing == false && !$0.statesMovementKind }
    guard isReceipt, !hints.surroundings.say(.received),
      !columns.names.contains(where: { ColumnWords.received.areIn(ColumnWords.words(of: $0)) }),
      match.column(for: "document") == nil
    else { return }
    let orders = [Choice(kind: "order_lines"), Choice(kind: "receipts")]
    if let order = match.column(for: "order_number") {
      throw question(
        order,
        "the column '\(order.prefix(80))' is that of orders, and nothing says whether the goods were ordered or have come",
        orders, columns, source: source, hints: hints)
    }
    if let supplier = match.column(for: "supplier") {
      throw question(
        supplier,
        "the rows have a supplier, a day and a quantity, and nothing says whether the goods were ordered or have come",
        orders.reversed(), columns, source: source, hints: hints)
    }
  }

  /// Refuses documents of which only the heads are taken, although the rows have the items of their lines.
  private static func refuseLostLines(
    _ kinds: [RecordKind], _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard kinds.count == 1, let head = kinds.first,
      let lines = hints.kinds.kinds.first(where: { Vocabulary.head(of: $0.name)?.name == head.name }),
      let item = columns.names.first(where: { name in
        !match.used.contains(name) && !columns.isLeftOut(name)
          && !UnusedColumn.itemNames.isDisjoint(with: MatchedColumns.forms(name))
      })
    else { return }
    let quantity = columns.names.first { name in
      !match.used.contains(name) && name != item && ColumnWords.quantity.areIn(ColumnWords.words(of: name))
        && columns.look(of: name)?.isMostlyNumbers != false
    }
    let answer = quantity.flatMap(DocumentSort.answer)?.kind
    throw question(
      item,
      "the column '\(item.prefix(80))' belongs to the lines of the \(head.name.replacing("_", with: " ")), and would be lost",
      [Choice(kind: answer ?? lines.name, quantity: quantity ?? "COLUMN")], columns, source: source, hints: hints)
  }

  /// The refusal of a list that may be several things.
  static func question(
    _ value: String, _ message: String, _ choices: [Choice], asItems: Bool = false, isPending: Bool = false,
    more: String = "", _ columns: MatchedColumns, source: String, hints: Hints
  ) -> Problems {
    let what =
      isPending
      ? "Such a list moves no stock and need not be imported. If it is something else, say what:"
      : "Say what the rows are:"
    var remedy = instruction(what, choices.flatMap { commands(for: $0, columns, source: source, hints: hints) })
    if asItems { remedy += "\n" + asItemsInstruction(source, hasStock: true) }
    if !more.isEmpty { remedy += "\n" + more }
    return Problems(.nothingMapped, source: source, value: value, message, remedy: remedy)
  }

  /// What to do, and the commands to choose from, each in a line of its own so that it can be copied.
  static func instruction(_ text: String, _ commands: [String]) -> String {
    ([text] + commands.map { "    " + $0 }).joined(separator: "\n")
  }

  static func asItemsInstruction(_ source: String, hasStock: Bool) -> String {
    instruction(
      "If each row is an item\(hasStock ? " with its stock" : ""):", ["\(importCommand(source)) --kind products"])
  }

  /// Refuses a list of which one column counts the rows and another has words, where either may be meant as the code.
  ///
  /// - Throws: `nothing-mapped` with both commands.
  static func refuseNamesAsCodes(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard let codes = match.column(for: "sku"), let number = columns.rowNumber(next: codes) else { return }
    func command(_ column: String) -> String { codeCommand(column, source: source, hints: hints) }
    throw Problems(
      .nothingMapped, source: source, value: number,
      "no column surely has the codes of the items: '\(number)' has numbers, and '\(codes)' has words",
      remedy: instruction("If the words are the codes:", [command(codes)]) + "\n"
        + instruction("If the numbers are:", [command(number)]))
  }

  /// The column with the numbers of receipts in a list of items with prices and days, which has no quantities.
  private static func receiptWithoutQuantity(
    _ match: Match, _ kinds: [RecordKind], _ columns: MatchedColumns
  ) -> String? {
    guard kinds.contains(where: { $0.part == .price }), match.column(for: "quantity") == nil,
      let sales = Vocabulary.kind("sales"), columns.assign(sales.fields).columns["effective_at"] != nil,
      let receipt = columns.first(of: ColumnWords.receiptNames), !match.used.contains(receipt)
    else { return nil }
    return receipt
  }

  /// - Throws: `nothing-mapped` for a column that was given a field which the records do not have.
  static func requireUse(
    of columns: [String: String], in meanings: [Meaning], records: [MappingProfile.RecordMapping], source: String
  ) throws(Problems) {
    let used = Set(meanings.map(\.column))
    guard
      let (column, field) = columns.sorted(by: { $0.key < $1.key }).first(where: { !$1.isEmpty && !used.contains($0) })
    else { return }
    var kinds: [String] = []
    for record in records where !kinds.contains(record.kind) { kinds.append(record.kind) }
    throw Problems(
      .nothingMapped, source: source, value: column,
      "nothing would be taken from the column '\(column)': \(kinds.joined(separator: ", ")) have no use for the field "
        + "'\(field)' here",
      remedy: "Name another field (docs/reference/record-kinds.md), or say with --kind KIND what the records are.")
  }

  /// The kinds among which the user chooses where the columns fit several as well.
  static func choices(
    among kinds: [String], _ columns: MatchedColumns, source: String, hints: Hints
  ) -> [String] {
    let order = columns.first(of: DocumentNames.customer) == nil ? nil : columns.first(of: DocumentNames.order)
    var choices = kinds.map { Choice(kind: $0, number: hints.kinds[$0]?.movement?.isOutgoing == true ? order : nil) }
    if let lines = saleLines(columns) {
      // A till's receipts are those of its sales.
      choices = choices.filter { hints.kinds[$0.kind]?.movement?.isOutgoing == true }
      for index in choices.indices { choices[index].options += lines }
    }
    if let losses = losses(columns, hints) {
      choices.insert(losses.choice, at: 0)
    } else {
      choices += otherMovements(columns, hints)
    }
    return choices.flatMap { commands(for: $0, columns, source: source, hints: hints) }
  }

  /// The options that leave the rows of sums and payments out of a till's list in which a column says which rows are those of
  /// items; nil for every other list.
  private static func saleLines(_ columns: MatchedColumns) -> [String]? {
    for name in columns.names where name.fitsCondition {
      guard let look = columns.look(of: name), look.words.contains("sale line"), look.words.count <= 6 else { continue }
      return look.examples.filter { $0.lowercased() != "sale line" }
        .map { "--leave-out \(ShellText.word("\(name)=\($0)"))" }
    }
    return nil
  }

  /// What the rows may be by the column that shows that they are not stock: what was received cannot have been sold.
  private static func soldChoices(_ column: String, _ columns: MatchedColumns, _ hints: Hints) -> [Choice] {
    let words = ColumnWords.words(of: column)
    if MatchedColumns.isOfGoodsBack(column) { return choicesOfGoodsBack(column, columns, hints) }
    let receipts = [Choice(kind: "receipts"), Choice(kind: "order_lines")]
    if ColumnWords.received.areIn(words) { return receipts }
    return ColumnWords.sold.areIn(words) ? [Choice(kind: "sales")] : [Choice(kind: "sales")] + receipts
  }

  /// The column by which the quantities are not what is on hand: their own name, or an amount next to them.
  private static func soldSign(_ match: Match, _ columns: MatchedColumns) -> (column: String, isQuantity: Bool)? {
    guard let quantity = match.column(for: "quantity") else { return nil }
    let words = ColumnWords.words(of: quantity)
    if ColumnWords.moved.areIn(words) || MatchedColumns.isOfGoodsBack(quantity) { return (quantity, true) }
    guard !ColumnWords.onHand.areIn(words) else { return nil }
    let amount = columns.names.first { name in
      guard !match.used.contains(name), columns.look(of: name).map(\.isMostlyNumbers) != false else { return false }
      return ColumnWords.turnover.areIn(ColumnWords.words(of: name))
        || !DocumentNames.lineAmount.isDisjoint(with: MatchedColumns.forms(name))
    }
    return amount.map { ($0, false) }
  }

  /// The command that takes the rows for what they may be, with the columns and fields that it lacks.
  static func command(
    for choice: Choice, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> String {
    var command = "\(importCommand(source)) --kind \(choice.kind)"
    guard let kind = Vocabulary.kind(choice.kind) else { return command }
    var given = hints.columns
    if let number = choice.number, let field = kind.eventFields.first(where: { $0.effect == .key }),
      columns.assign(kind.fields).columns[field.name] != number
    {
      given[number] = field.name
      command += mapOption(number, field.name)
    }
    if let quantity = choice.quantity, let field = kind.eventQuantity,
      columns.assign(kind.fields).columns[field.name] == nil
    {
      given[quantity] = field.name
      command += mapOption(quantity, field.name)
    }
    var named = columns.with(given)
    // The only column of days is that of the event.
    if kind.field("effective_at") != nil, named.assign(kind.fields).columns["effective_at"] == nil {
      let days = columns.names.filter { name in
        given[name] == nil && !ColumnWords.lastDay.areIn(ColumnWords.words(of: name))
          && columns.look(of: name).map { $0.filled > 0 && $0.dates == $0.filled } == true
      }
      if days.count == 1, let day = days.first {
        given[day] = "effective_at"
        command += mapOption(day, "effective_at")
        named = columns.with(given)
      }
    }
    var assigned = named.assign(kind.fields)
    named.takePlainNumber(&assigned, of: kind)
    let unused = UnusedColumns(named, single(kind, assigned, named, hints), hints)
    let prices = unused.found.filter { $0.field == "unit_cost" }
    if prices.count == 1, let price = prices.first { command += mapOption(price.column, "unit_cost") }
    // What a column says is not asked for.
    let ownOptions = choice.options.filter { option in
      !option.isEmpty && !assigned.columns.keys.contains { option.hasPrefix("--set \($0)=") }
    }
    let isSaid = choice.options.contains { $0.contains("movement_kind=") }
    command += options(
      lackingIn: Set(assigned.columns.keys).union(hints.given).union(isSaid ? ["movement_kind"] : []), of: kind,
      movementKind: choice.movementKind, surroundings: hints.surroundings)
    return ([command] + ownOptions).joined(separator: " ")
  }

  /// The import that takes a column for the codes of the items.
  static func codeCommand(_ column: String, source: String, hints: Hints) -> String {
    "\(importCommand(source))\(hints.kind.map { " --kind \($0)" } ?? "")\(mapOption(column, "sku"))"
  }

  static func mapOption(_ column: String, _ field: String) -> String {
    column.fitsOption ? " --map \(ShellText.word("\(column)=\(field)"))" : ""
  }

  /// The options for what records of a kind must have and the columns do not say, with what stands around the records.
  static func options(
    lackingIn has: Set<String>, of kind: RecordKind, movementKind: String? = nil,
    surroundings: Surroundings = Surroundings()
  ) -> String {
    let values = surroundings.values(for: kind)
    let number = surroundings.documentNumber
    return kind.fields.filter { !has.contains($0.name) }.map { field in
      func option(_ value: String) -> String { " --set \(ShellText.word("\(field.name)=\(value)"))" }
      let isNumber = field.effect == .key && kind.eventFields.contains { $0.name == field.name }
      switch field.name {
      case "supplier" where field.isRequired || values["supplier"] != nil:
        return " --supplier \(values["supplier"].map(ShellText.word) ?? "CODE")"
      case "effective_at": return option(values["effective_at"] ?? surroundings.day ?? "DATE")
      case "movement_kind": return option(movementKind ?? "KIND")
      case "location" where field.isRequired: return option("CODE")
      case _ where isNumber:
        let known = values[field.name] ?? number
        return field.isRequired ? option(known ?? "NUMBER") : known.map(option) ?? ""
      default: return ""
      }
    }.joined()
  }
}

extension HeaderMatching.Match {
  /// The first column that was taken for a field.
  func column(for field: String) -> String? { meanings.first { $0.field == field }?.column }
}

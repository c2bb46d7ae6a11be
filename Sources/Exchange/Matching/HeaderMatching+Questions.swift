internal import FormatKit
internal import RetailValues

/// Lists that look like one kind of record and may well be another: they are never taken for the likelier one, but refused
/// with the commands that take them.
extension HeaderMatching {
  /// A reading of the list that the user may choose.
  private struct Choice {
    let kind: String
    /// Further options, such as the fields that the list does not have.
    var options: [String] = []
    /// The column to take for the number of the document.
    var number: String?
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
      var commands = choices.map { command(for: $0, columns, source: source, hints: hints) }
      if asItems {
        commands.append("`\(importCommand(source)) --kind products`, if each row is an item with its stock")
      }
      return Problems(
        .nothingMapped, source: source, value: column, "the column '\(column)' \(why)",
        remedy: "Say what the rows are: \(commands.joined(separator: ", or ")).\(more)")
    }
    if isMovement || hasLevels, let column = columns.first(of: DocumentNames.quotation) {
      throw refuse(
        column, "is that of quotations, which move no stock until they become orders or sales",
        [Choice(kind: "sales", number: column), Choice(kind: "order_lines", number: column)])
    }
    if hasLevels, let sign = soldSign(match, columns) {
      throw refuse(
        sign.column,
        sign.isQuantity
          ? "says what was sold or received, which is not what is on hand"
          : "has amounts of lines or turnover: the quantities may be those of an order or of sales, and not what is on "
            + "hand",
        [Choice(kind: "sales"), Choice(kind: "receipts"), Choice(kind: "order_lines")], asItems: !sign.isQuantity)
    }
    if let receipt = receiptWithoutQuantity(match, kinds, columns) {
      throw refuse(
        receipt, "has the numbers of receipts, and no column has quantities: each row may be one item sold",
        [Choice(kind: "sales", options: ["--set quantity=1"], number: receipt)],
        more: " If each row is an item with its price: `\(importCommand(source)) --kind products`.")
    }
    guard isMovement else { return }
    let isReceipt = kinds.contains { $0.movement?.isOutgoing == false && !$0.statesMovementKind }
    if isReceipt, hints.kind == nil, columns.first(of: DocumentNames.supplier) == nil,
      let column = ["quantity", "effective_at", "document"].compactMap({ match.column(for: $0) })
        .first(where: { ColumnWords.sold.areIn(ColumnWords.words(of: $0)) })
    {
      throw refuse(
        column, "is that of sales, and the others may be those of goods received",
        [Choice(kind: "sales", number: match.column(for: "order_number")), Choice(kind: "receipts")])
    }
    let supplier = columns.first(of: DocumentNames.supplier)
    if isReceipt, hints.kind == nil, supplier != nil,
      let column = columns.names.first(where: {
        ColumnWords.sentBack.areIn(ColumnWords.words(of: $0)) && columns.look(of: $0).map(\.isMostlyNumbers) != true
          && match.column(for: "quantity") != $0
      })
    {
      throw refuse(
        column, "is that of goods that go back to the supplier, and they would be booked as received",
        [Choice(kind: "movements", options: ["--set movement_kind=supplier-return"], number: column)])
    }
    if supplier != nil, let column = columns.first(of: DocumentNames.creditNote) {
      throw refuse(
        column, "is that of credit notes, and goods may have gone back or not",
        [Choice(kind: "invoice_lines", options: ["--set invoice_kind=credit-note"], number: column)],
        more: " Goods that went back to the supplier are receipts with a negative quantity.")
    }
    if supplier != nil, let column = columns.first(of: DocumentNames.invoice) {
      throw refuse(
        column, "is that of a supplier's invoices, and goods may have come with them or not",
        [Choice(kind: "invoice_lines", number: column), Choice(kind: "receipts", number: column)])
    }
    if let order = match.column(for: "order_number"), match.column(for: "document") == nil,
      let day = match.column(for: "effective_at"), !DocumentNames.delivery.isDisjoint(with: MatchedColumns.forms(day))
    {
      throw refuse(
        day, "may say when an order is to be delivered or when it was: '\(order)' is the only number of a document",
        [Choice(kind: "order_lines"), Choice(kind: "receipts")])
    }
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
  ) -> String {
    let order = columns.first(of: DocumentNames.customer) == nil ? nil : columns.first(of: DocumentNames.order)
    var choices = kinds.map { Choice(kind: $0, number: hints.kinds[$0]?.movement?.isOutgoing == true ? order : nil) }
    // What has a reason was mostly written off or came back.
    if columns.first(of: DocumentNames.reason) != nil {
      choices.append(Choice(kind: "movements", options: ["--set movement_kind=KIND"]))
    }
    return choices.map { command(for: $0, columns, source: source, hints: hints) }.joined(separator: " or ")
  }

  /// The column by which the quantities are not what is on hand: their own name, or an amount next to them.
  private static func soldSign(_ match: Match, _ columns: MatchedColumns) -> (column: String, isQuantity: Bool)? {
    guard let quantity = match.column(for: "quantity") else { return nil }
    let words = ColumnWords.words(of: quantity)
    if ColumnWords.moved.areIn(words) { return (quantity, true) }
    guard !ColumnWords.onHand.areIn(words) else { return nil }
    let amount = columns.names.first { name in
      guard !match.used.contains(name), columns.look(of: name).map(\.isMostlyNumbers) != false else { return false }
      return ColumnWords.turnover.areIn(ColumnWords.words(of: name))
        || !DocumentNames.lineAmount.isDisjoint(with: MatchedColumns.forms(name))
    }
    return amount.map { ($0, false) }
  }

  /// The import that takes the rows for what they may be, with the columns and fields that it lacks.
  private static func command(
    for choice: Choice, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> String {
    var command = "\(importCommand(source)) --kind \(choice.kind)"
    guard let kind = Vocabulary.kind(choice.kind) else { return "`\(command)`" }
    var given = hints.columns
    if let number = choice.number, let field = kind.eventFields.first(where: { $0.effect == .key }),
      columns.assign(kind.fields).columns[field.name] != number
    {
      given[number] = field.name
      command += mapOption(number, field.name)
    }
    var named = columns.with(given)
    // The only column of days is that of the event.
    if kind.field("effective_at") != nil, named.assign(kind.fields).columns["effective_at"] == nil {
      let days = columns.names.filter { given[$0] == nil && columns.look(of: $0)?.isDate == true }
      if days.count == 1, let day = days.first {
        given[day] = "effective_at"
        command += mapOption(day, "effective_at")
        named = columns.with(given)
      }
    }
    let assigned = named.assign(kind.fields)
    let unused = UnusedColumns(named, single(kind, assigned, named, hints), of: hints.kinds)
    let prices = unused.found.filter { $0.field == "unit_cost" }
    if prices.count == 1, let price = prices.first { command += mapOption(price.column, "unit_cost") }
    let isSaid = choice.options.contains { $0.contains("movement_kind=") }
    command += options(
      lackingIn: Set(assigned.columns.keys).union(hints.given).union(isSaid ? ["movement_kind"] : []), of: kind)
    for option in choice.options where !option.isEmpty { command += " \(option)" }
    return "`\(command)`"
  }

  private static func mapOption(_ column: String, _ field: String) -> String {
    column.count > 80 || column.contains("=") ? "" : " --map \(ShellText.word("\(column)=\(field)"))"
  }

  /// The options for what records of a kind must have and the columns do not say.
  static func options(
    lackingIn has: Set<String>, of kind: RecordKind, movementKind: String? = nil
  ) -> String {
    kind.fields.filter { !has.contains($0.name) }.map { field in
      switch field.name {
      case "supplier" where field.isRequired: " --supplier CODE"
      case "order_number" where field.isRequired: " --set order_number=CODE"
      case "effective_at": " --set effective_at=DATE"
      case "movement_kind": " --set movement_kind=\(movementKind ?? "KIND")"
      default: ""
      }
    }.joined()
  }

  /// The import that takes a customer's orders for sales; nil where no column has the customer.
  static func salesCommand(
    number: String, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> String? {
    guard columns.first(of: DocumentNames.customer) != nil else { return nil }
    return command(for: Choice(kind: "sales", number: number), columns, source: source, hints: hints)
  }
}

extension HeaderMatching.Match {
  /// The first column that was taken for a field.
  func column(for field: String) -> String? { meanings.first { $0.field == field }?.column }
}

/// What columns are called by which a list shows which document its rows are of, in the form of the vocabulary's synonyms.
enum DocumentNames {
  static let quotation: Set<String> = [
    "quotation", "quotation no", "quotation number", "quote no", "quote number", "quote id", "angebotsnummer",
    "angebotsnr", "angebots nr", "angebot nr", "devis", "n devis", "n de devis", "numéro de devis", "presupuesto",
    "nº presupuesto", "número de presupuesto", "offertnummer", "offertnr", "offert nr",
  ]
  static let creditNote: Set<String> = [
    "credit note", "credit note no", "credit note number", "gutschrift", "gutschriftsnummer", "gutschriftnummer",
    "gutschrift nr", "gutschriftsnr", "gutschrifts nr", "avoir", "n avoir", "numéro d avoir", "abono",
    "nota de crédito", "kreditnota",
  ]
  static let customer: Set<String> = [
    "customer", "customer name", "customer id", "customer no", "customer number", "client", "kunde", "kundenname",
    "kundennummer", "kundennr", "kunden nr", "cliente", "kund", "kundnummer",
  ]
  static let order = names(of: "order_number", in: "order_lines")
  static let invoice = names(of: "invoice_number", in: "invoice_lines")
  static let supplier = names(of: "supplier", in: "invoice_lines")
  static let reason = names(of: "reason", in: "movements")
  /// Days of delivery, which an order may have as well as a receipt.
  static let delivery = names(of: "expected_on", in: "orders")
  static let lineAmount: Set<String> = [
    "line total", "line amount", "line value", "gesamtpreis", "zeilensumme", "positionspreis", "positionswert",
    "total ligne", "montant ligne", "importe línea", "total línea", "radsumma",
  ]

  private static func names(of field: String, in kind: String) -> Set<String> {
    guard let field = Vocabulary.kind(kind)?.field(field) else { return [] }
    return Set([HeaderMatching.normalized(field.name)] + field.synonyms)
  }
}

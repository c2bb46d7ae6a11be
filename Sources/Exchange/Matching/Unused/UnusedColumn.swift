internal import FormatKit
internal import RetailValues

/// A column that nothing is taken from, although without it what is taken may mean something else.
struct UnusedColumn: Hashable {
  /// The name of the column, or of a table that is nested in the records.
  var column: String
  var isTable = false
  /// Whether the column is used, and only some of its values are uncertain.
  var isUsed = false
  /// The field that it may be taken for; nil where no field is for it.
  var field: String?
  /// What is wrong, with examples and the option that takes the column where a field is for it.
  var message: String
}

extension UnusedColumn {
  /// The fields whose values nobody expects to lose: without them an item or a document is another one.
  static let essentialNames = Vocabulary.headerNames(of: [
    "sku", "barcode", "supplier_code", "size", "colour", "price", "unit_cost", "standard_cost", "unit_price",
    "quantity", "order_quantity",
  ])
  /// What columns with the codes of items are called; a supplier's reference may be that of an order.
  static let itemNames = Vocabulary.headerNames(of: ["sku", "barcode"])

  /// A table from which nothing is taken although it is about items, prices or quantities: one that is nested in the records which
  /// are taken, such as the variants of products or the lines of orders, or another list next to them, such as a second sheet.
  /// Nil for a table about anything else.
  init?(table schema: Schema, next others: [Schema], source: String) {
    let table = String(schema.table.prefix(80))
    let isSheet = [".xlsx", ".xlsm", ".ods"].contains { source.lowercased().hasSuffix($0) } && !table.hasSuffix(")")
    self.init(
      table: schema, next: others,
      reading: isSheet
        ? "`\(HeaderMatching.importCommand(source)) --option \(ShellText.word("sheet=\(table)"))` imports it"
        : "`stockroom convert \(ShellText.word(source)) NEW.csv --table \(ShellText.word(table))` makes it a file of its own",
      source: source)
  }

  /// - Parameter reading: how a table that is not nested can be read.
  init?(table schema: Schema, next others: [Schema], reading: String, source: String = "") {
    let isNested = others.contains { schema.table.hasPrefix($0.table + ".") }
    var names = schema.columns.map(\.name).filter { !$0.hasPrefix("_") }
    // A repeated element with nothing but its text is named by the table alone.
    if isNested, names.contains("value"), let own = schema.table.split(separator: ".").last {
      names.append(String(own))
    }
    let essential = names.count { Self.isEssential($0) }
    let namesItems =
      schema.parent != nil && names.contains { !Self.itemNames.isDisjoint(with: MatchedColumns.forms($0)) }
    guard essential >= (isNested || namesItems ? 1 : 2) else { return nil }
    let shown = names.filter { $0 != "value" }.prefix(6).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    let table = String(schema.table.prefix(80))
    let remedy =
      schema.parent != nil && !names.contains("value")
      ? "`\(Self.command(forRowsOf: schema, source: source))` reads a row for each of them, with the fields of the record around it"
      : isNested ? "ask for a list with a row for each of them, or leave them out" : reading
    self.init(
      column: schema.table, isTable: true,
      message: "the \(isNested ? "nested " : "")table '\(table)' with \(shown) is not used; \(remedy)")
  }
}

extension UnusedColumn {
  /// The command that reads the rows of a nested table.
  static func command(forRowsOf schema: Schema, source: String) -> String {
    "\(HeaderMatching.importCommand(source)) --option \(ShellText.word("\(nestedRowsName)=\(schema.table.prefix(80))"))"
  }

  /// Whether nobody expects to lose one of a table's columns.
  static func isAboutItems(_ schema: Schema) -> Bool {
    schema.columns.contains { !$0.name.hasPrefix("_") && isEssential($0.name) }
  }

  /// Whether nobody expects to lose what a column or a list is called by: `barcode`, `barcodes`.
  private static func isEssential(_ name: String) -> Bool {
    let forms = MatchedColumns.forms(name)
    return !essentialNames.isDisjoint(with: forms)
      || forms.contains { $0.hasSuffix("s") && itemNames.contains(String($0.dropLast())) }
  }
}

extension UnusedColumns {
  /// Columns that may say of records that they did not happen, or that goods came back.
  var states: [StateColumn] {
    let isEvents = kinds.contains { $0.isMovement || $0.numbersOwnLines }
    guard isEvents || isItems || has(.level) || has(.price) else { return [] }
    let isSigned = taken("quantity").contains { columns.look(of: $0).map { $0.negatives > 0 } == true }
    let words =
      !isEvents ? ColumnWords.deleted : isSigned ? ColumnWords.void : ColumnWords.void.union(ColumnWords.returned)
    let canReturn = kinds.contains { $0.movement?.isOutgoing == true }
    // Numbers and dates are no states; a column that is empty at first may yet have some.
    return columns.names.compactMap { name in
      guard !columns.isLeftOut(name), let look = columns.look(of: name) else { return nil }
      if canReturn, let quantity = taken("quantity").first, isTotal(name, look) {
        return StateColumn(table: columns.table, column: name, words: [], canReturn: true, quantity: quantity)
      }
      guard !match.used.contains(name) else { return nil }
      if canReturn, !isSigned, let marks = returnMarks(name, look) {
        return StateColumn(
          table: columns.table, column: name, words: words.union(marks), canReturn: true, returned: marks)
      }
      if isEvents, !ColumnWords.voidNames.isDisjoint(with: MatchedColumns.forms(name)) {
        return StateColumn(
          table: columns.table, column: name, words: words.union(ColumnWords.marks), canReturn: canReturn)
      }
      if !isEvents, let marks = marksOfItems(name, look) {
        return StateColumn(table: columns.table, column: name, words: words.union(marks))
      }
      guard look.filled == 0 || look.numbers + look.dates < look.filled else { return nil }
      let isMode = isEvents && ColumnWords.mode.areIn(ColumnWords.words(of: name))
      return StateColumn(
        table: columns.table, column: name, words: isMode ? words.union(ColumnWords.practice) : words,
        canReturn: canReturn)
    }
  }

  /// The values by which a column of a list says that an item is deleted, or that the only piece of it is sold; nil for any other.
  private func marksOfItems(_ name: String, _ look: ColumnLook) -> Set<String>? {
    let forms = MatchedColumns.forms(name)
    if !ColumnWords.deletedNames.isDisjoint(with: forms) { return ColumnWords.marks }
    guard !taken("quantity").isEmpty, !look.isMostlyNumbers, look.dates == 0 else { return nil }
    // A number is how many were sold.
    let isNamed = !ColumnWords.soldStates.isDisjoint(with: forms)
    return isNamed ? ColumnWords.soldStates.union(ColumnWords.marks.subtracting(["1"])) : ColumnWords.soldStates
  }

  /// The values by which a column of marks says that goods came back: any mark under such a name, a minus in a column of signs, the
  /// short words of tills in a column of sorts. Nil for any other column.
  func returnMarks(_ name: String, _ look: ColumnLook) -> Set<String>? {
    let forms = MatchedColumns.forms(name)
    let words = ColumnWords.words(of: name)
    let isSign = look.words.isSubset(of: ["+", "-", "−"]) && look.words.contains("+")
    if isSign || !ColumnWords.signNames.isDisjoint(with: forms) { return ColumnWords.minusSigns }
    let isInOrOut =
      !look.words.isDisjoint(with: ColumnWords.outward)
      && look.words.isSubset(of: ColumnWords.inward.union(ColumnWords.outward))
    if isInOrOut || !ColumnWords.directionNames.isDisjoint(with: forms) { return ColumnWords.inward }
    // Numbers are how many came back.
    if ColumnWords.aboutReturns.areIn(words) || look.dates > 0 || look.isMostlyNumbers { return nil }
    let codes = ColumnWords.returned.union(ColumnWords.returnedCodes)
    if ColumnWords.cameBack.areIn(words) { return codes.union(ColumnWords.marks) }
    return ColumnWords.rowSort.areIn(words) ? codes : nil
  }

  /// Whether a column has the totals of lines, whose sign is that of the quantity.
  func isTotal(_ name: String, _ look: ColumnLook) -> Bool {
    let words = ColumnWords.words(of: name)
    guard look.filled == 0 || look.isMostlyNumbers, !taken("quantity", "unit_price").contains(name) else {
      return false
    }
    let isNamed =
      ColumnWords.lineAmount.areIn(words) || ColumnWords.turnover.areIn(words)
      || !DocumentNames.lineAmount.isDisjoint(with: MatchedColumns.forms(name))
    return isNamed && ![ColumnWords.discount, .tax, .cost].contains { $0.areIn(words) }
  }
}

internal import FormatKit
internal import RetailValues

/// Lists that are refused because no record is sure to be meant.
extension HeaderMatching {
  /// A list of what was counted belongs into a count, which only the user can name.
  ///
  /// - Parameter isLastReading: whether the list is nothing else, so that a plain `count` is that of the goods.
  static func refuseCountedList(
    _ columns: MatchedColumns, isLastReading: Bool = false, source: String, hints: Hints
  ) throws(Problems) {
    guard let kind = hints.kinds.kinds.first(where: \.isCountLine) else { return }
    var assigned = columns.assign(kind.fields)
    if isLastReading, assigned.columns["counted_quantity"] == nil, let count = assigned.columns["count"],
      columns.look(of: count)?.isMostlyNumbers != false
    {
      assigned.columns["counted_quantity"] = count
      assigned.columns["count"] = nil
    }
    guard !hints.given.contains("count"), assigned.columns["count"] == nil,
      let counted = assigned.columns["counted_quantity"], isLastReading || !isOnHand(counted),
      isSufficient(kind, Set(assigned.columns.keys).union(["count"]), hints.given),
      columns.assign(hints.kinds["prices"]?.fields ?? []).columns["price"] == nil
    else { return }
    throw Problems(
      .nothingMapped, source: source, value: counted,
      "the columns are those of a counted list ('\(counted)'), and none says which count it belongs to",
      remedy: instruction(
        "Enter it into a count (`stockroom count open` begins one):",
        [
          "stockroom count enter N \(source == "standard input" ? "-" : ShellText.file(source))",
          "\(importCommand(source)) --kind \(kind.name) --set count=NAME",
        ])
        + "\n"
        + instruction(
          "If it is what is on hand now:", ["\(importCommand(source)) --map \(ShellText.word("\(counted)=quantity"))"]))
  }

  /// Whether the name of a counted quantity may as well be that of stock on hand: plain, or one of physical stock.
  static func isOnHand(_ counted: String) -> Bool {
    let forms = MatchedColumns.forms(counted)
    return ["quantity", "qty", "count"].contains(Vocabulary.normalized(counted))
      || forms.contains { $0.contains(" ") && onHandNames.contains($0) }
  }

  private static let onHandNames = Vocabulary.headerNames(of: "quantity", in: "stock_levels")

  /// What to do where a column is called like the codes of a list of items.
  ///
  /// - Parameter why: the first words of the text; a condition unless given.
  private static func asCodes(_ column: String, source: String, _ why: String? = nil) -> String {
    instruction(
      why ?? "If '\(column)' has the codes of the items:", ["\(importCommand(source))\(mapOption(column, "sku"))"])
      + "\nElse say what the list is with --kind KIND, and take columns for fields with --map COLUMN=FIELD."
  }

  /// The import of a list of names, such as those of suppliers: other files name them too, so that their columns alone do not show
  /// that the list is about them. Nil where a column is left over, or the columns fit no such list.
  private static func asListOfNames(_ columns: MatchedColumns, source: String, hints: Hints) -> String? {
    let kinds = hints.kinds.kinds.filter { kind in
      guard kind.matching.isOftenNamed else { return false }
      let assigned = columns.assign(kind.fields)
      return assigned.columns.count > 1 && columns.names.allSatisfy(assigned.uses)
        && isSufficient(kind, Set(assigned.columns.keys), hints.given)
    }
    guard let kind = kinds.first, kinds.count == 1 else { return nil }
    return instruction(
      "If it is a list of \(kind.name.replacing("_", with: " ")):", ["\(importCommand(source)) --kind \(kind.name)"])
      + "\nElse say what it is with --kind KIND, and take columns for fields with --map COLUMN=FIELD."
  }

  /// The only column whose first values are all codes of the shop's items; nil where another one is, or where the user named one.
  private static func ownCodes(_ columns: MatchedColumns, _ hints: Hints) -> String? {
    guard let known = hints.knownCodes, !known.isEmpty, !hints.columns.values.contains("sku") else { return nil }
    let found = columns.names.filter { name in
      hints.columns[name] == nil && name.fitsOption && known.share(of: columns.look(of: name)) == KnownCodes.Share.all
    }
    return found.count == 1 ? found.first : nil
  }

  static func nothingMapped(_ columns: MatchedColumns, source: String, hints: Hints) -> Problems {
    let names = columns.names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
    let remedy =
      columns.haveNoNames
      ? "The file has no header: `stockroom inspect FILE --save-profile NAME` writes a profile with its columns in order."
      : columns.names.count == 1 && names.contains(" ")
        ? "If the words are the names of several columns, give --option delimiter=space."
        : columns.asPriceList(source: source) ?? asListOfNames(columns, source: source, hints: hints)
          ?? ownCodes(columns, hints).map {
            asCodes($0, source: source, "The shop has items with the codes in '\($0)':")
          }
          ?? columns.likelyCode.map { asCodes($0, source: source) } ?? Problem.Code.nothingMapped.remedy
    return Problems(
      .nothingMapped, source: source,
      columns.names.count == 1
        ? "the column \(names) does not show what the rows are" : "the columns \(names) do not show what the rows are",
      remedy: remedy + columns.hint)
  }

  /// The column with the numbers of invoices that would be taken for those of sales, where nothing around or in the list says that
  /// the shop sold the goods.
  static func invoiceOfAnybody(_ match: Match, _ columns: MatchedColumns, _ hints: Hints) -> String? {
    guard let invoice = match.column(for: "document"), !columns.isGiven(invoice),
      !DocumentNames.invoice.isDisjoint(with: MatchedColumns.forms(invoice)),
      columns.first(of: DocumentNames.customer) == nil,
      !hints.surroundings.say(ColumnWords.sold),
      !columns.names.contains(where: { name in
        let words = ColumnWords.words(of: name)
        return ColumnWords.sold.areIn(words) || ColumnWords.ownSale.areIn(words)
      })
    else { return nil }
    return invoice
  }

  // MARK: Events

  /// Refuses quantities of days that would be set as the stock on hand, where another column, or an item in several rows, shows
  /// that the rows may be about what was sold, has come or was lost.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseEvents(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard let quantity = match.column(for: "quantity"), !columns.isGiven(quantity),
      match.records.contains(where: { hints.kinds[$0.kind]?.part == .level }), !saysStock(quantity),
      let day = eventDay(match, columns), !hints.surroundings.say(ColumnWords.onHand.union(.stockDay))
    else { return }
    let end = ", and '\(quantity.prefix(80))' would be set as the stock on hand"
    let levels = instruction(
      "If it is what was on hand at the end of these days:",
      [command(for: Choice(kind: "stock_levels"), columns, source: source, hints: hints)])
    if let sign = eventSign(match, columns, besides: day) {
      throw question(
        sign, "the rows have a day and '\(sign.prefix(80))': they may be sales or other movements\(end)",
        eventChoices(sign, columns, hints), more: levels, columns, source: source, hints: hints)
    }
    if let item = repeatedItem(match, columns) {
      throw question(
        item, "the same items are in several rows with a day: they may be sales or other movements\(end)",
        eventChoices(nil, columns, hints), more: levels, columns, source: source, hints: hints)
    }
  }

  /// Whether a name says that something is stock, or the day of stock.
  private static func saysStock(_ name: String) -> Bool {
    let words = ColumnWords.words(of: name)
    return ColumnWords.onHand.union(.stockDay).areIn(words) || Vocabulary.normalized(name) == "as of"
  }

  /// The column of the days, where nothing says that they are days of stock.
  private static func eventDay(_ match: Match, _ columns: MatchedColumns) -> String? {
    let day =
      match.column(for: "effective_at")
      ?? columns.names.first { name in
        !match.used.contains(name) && !columns.isLeftOut(name)
          && ColumnWords.dayNames.contains(Vocabulary.normalized(name))
          && columns.look(of: name).map { $0.dates > 0 && $0.dates * 2 > $0.filled } == true
      }
    // A name of the shop's own says what is meant.
    return day.flatMap { $0 == "effective_at" || columns.isGiven($0) || saysStock($0) ? nil : $0 }
  }

  /// What a column is called that says of an item which it is, where it is, or of which lot: it says nothing of an event.
  private static let itemNames: Set<String> = Set(
    Vocabulary.kinds.filter { $0.part != nil }.flatMap(\.fields)
      .filter { !["note", "status", "effective_at", "valid_from", "valid_to"].contains($0.name) }.flatMap(\.headerNames)
  ).union(Vocabulary.headerNames(of: ["location", "section", "lot", "expires_on"]))
    .union(ColumnWords.unitNames).subtracting(["type"])

  /// The first column of a list with days and quantities that is neither of the items nor of their places.
  private static func eventSign(_ match: Match, _ columns: MatchedColumns, besides day: String) -> String? {
    // Stock is of a day, and sales are of a time.
    let time = match.meanings.first { column, field in
      field == "effective_at" && column != day && columns.look(of: column)?.isTimeOfDay == true
    }
    if let time { return time.column }
    return columns.names.first { name in
      guard name != day, !match.used.contains(name), !columns.isLeftOut(name), !columns.isRowNumber(name),
        let look = columns.look(of: name), look.filled > 0
      else { return false }
      let words = ColumnWords.words(of: name)
      let isOfItem =
        !itemNames.isDisjoint(with: MatchedColumns.forms(name))
        || [ColumnWords.place, .shelf, .lot, .lastDay, .money, .unit, .onHand, .stockDay].contains { $0.areIn(words) }
      return !isOfItem
    }
  }

  /// The column of the items, where one of them is in several rows and no place, lot or variant is the reason.
  private static func repeatedItem(_ match: Match, _ columns: MatchedColumns) -> String? {
    guard let item = match.column(for: "sku") ?? match.column(for: "barcode"), let look = columns.look(of: item),
      look.distinct < look.filled
    else { return nil }
    let isPart = columns.names.contains { name in
      name != item
        && (!partNames.isDisjoint(with: MatchedColumns.forms(name))
          || [ColumnWords.place, .shelf, .lot, .lastDay].contains { $0.areIn(ColumnWords.words(of: name)) })
    }
    return isPart ? nil : item
  }

  private static let partNames = Vocabulary.headerNames(of: [
    "location", "section", "lot", "expires_on", "size", "colour", "variant_title",
  ])

  /// What the rows may be, by the values of the column that shows that they are events: of goods that came and of goods that
  /// went, each command leaves the others out.
  private static func eventChoices(_ sign: String?, _ columns: MatchedColumns, _ hints: Hints) -> [Choice] {
    if let losses = losses(columns, hints), losses.column == sign { return [losses.choice, Choice(kind: "sales")] }
    let values = sign.flatMap { columns.look(of: $0)?.samples } ?? []
    func have(_ words: ColumnWords) -> [String] {
      values.filter { value in words.areIn(Set(Vocabulary.normalized(value).split(separator: " ").map(String.init))) }
    }
    let (came, went, lost) = (have(.cameIn), have(.wentOut), have(.lost.union(.loss)))
    let writeOff = Choice(kind: "movements", options: ["--set movement_kind=write-off"])
    if let sign, !came.isEmpty, !went.isEmpty, sign.fitsCondition {
      func leaveOut(_ values: [String]) -> [String] {
        values.prefix(6).map { "--leave-out \(ShellText.word("\(sign)=\($0)"))" }
      }
      return [
        Choice(kind: "sales", options: leaveOut(values.filter { !went.contains($0) })),
        Choice(kind: "receipts", options: leaveOut(values.filter { !came.contains($0) })),
      ]
    }
    if !lost.isEmpty { return [writeOff, Choice(kind: "sales")] }
    if !came.isEmpty { return [Choice(kind: "receipts")] }
    return [Choice(kind: "sales")] + (went.isEmpty ? [Choice(kind: "receipts")] : []) + [writeOff]
  }
}

internal import FormatKit
internal import RetailValues

/// The columns of a list that are called by the shop's own locations, and have what is on hand at each of them.
///
/// `EAN;LAGER;LADEN1` has the stock of two places in a shop with these locations, although `Lager` alone is a word for stock.
struct LocationColumns {
  /// A column, and the code of the location that it is called by.
  struct Column {
    let name: String
    let location: String

    /// What each row says of the location.
    var values: [(String, ValueExpression)] {
      [("quantity", .column(name)), ("location", ValueExpression(.constant(location)))]
    }
  }

  /// The columns in the order of the file, each of another location.
  let all: [Column]
  /// A column with the sum of the others; nil without one.
  let total: String?
  /// A column that has quantities too, and is not their sum; nil without one.
  let otherQuantity: String?
  /// A column that says where the goods are; nil without one.
  let otherLocation: String?
  /// Whether values look like amounts of money.
  let haveAmounts: Bool

  /// Nil where no columns are called by locations, and where a person said which column has the quantities. A single column
  /// counts only if its name says nothing else, or the list is said to be of a count.
  init?(_ columns: MatchedColumns, _ hints: HeaderMatching.Hints) {
    let kind = hints.kind.flatMap { hints.kinds[$0] }
    guard let known = hints.knownLocations, known.all.count > 1 || kind?.isCountLine == true,
      !hints.columns.values.contains("quantity"),
      let level = hints.kinds.kinds.first(where: { $0.part == .level })
    else { return nil }
    var found: [Column] = []
    for name in columns.names {
      guard let column = Self.column(name, columns, known) else { continue }
      if !found.contains(where: { $0.location == column.location }) { found.append(column) }
    }
    let looks = found.compactMap { columns.look(of: $0.name) }
    guard let first = found.first, looks.contains(where: { $0.numbers > 0 }) else { return nil }
    let numbered = columns.names.filter(Self.isNumber)
    // Of numbers that are not all locations, some may be sizes or months.
    guard numbered.allSatisfy({ name in found.contains { $0.name == name } }) || !found.contains(where: Self.isNumbered)
    else { return nil }
    var rest = columns.meaning(Self.meanings(of: found))
    total = Self.total(of: found, columns, quantity: rest.assign(level.fields).columns["quantity"])
    rest = rest.meaning(Self.meaning(ofTotal: total))
    let others = rest.assign(level.fields).columns
    haveAmounts = looks.contains { $0.amounts > 0 && $0.amounts * 2 >= $0.filled }
    if found.count == 1 {
      guard others["quantity"] == nil, Self.isClear(first, hints) else { return nil }
      // Else a count takes the column as any other one, or not at all.
      if let kind, kind.isCountLine {
        let counted = rest.assign(kind.fields).columns
        guard counted["counted_quantity"] == nil, counted["location"] == nil, !haveAmounts else { return nil }
      }
    }
    all = found
    (otherQuantity, otherLocation) = (others["quantity"], others["location"])
  }

  /// The meanings of the columns, so that they are taken for nothing else.
  var meanings: CodeOwners.Meanings {
    Self.meanings(of: all).merging(Self.meaning(ofTotal: total)) { first, _ in first }
  }

  /// The match with the column of the sum, which says nothing that the others do not say.
  func leavingOutTotal(_ match: HeaderMatching.Match) -> HeaderMatching.Match {
    guard let total else { return match }
    var match = match
    match.used.insert(total)
    match.findings.append(
      SourceFinding(
        "column \(total)", "left out",
        evidence: "it is the sum of \(all.map { "'\($0.name)'" }.joined(separator: ", "))"))
    return match
  }

  /// The column whose numbers are the sums of those of the locations, as far as the values were looked at.
  private static func total(of found: [Column], _ columns: MatchedColumns, quantity: String?) -> String? {
    let looks = found.compactMap { columns.look(of: $0.name) }
    guard found.count > 1, looks.allSatisfy({ $0.wholeNumbers == $0.filled }) else { return nil }
    let sum = looks.reduce(Int64(0)) { $0 &+ $1.wholeSum }
    return columns.names.first { name in
      guard columns.given[name] == nil, !columns.isOfHead(name), !found.contains(where: { $0.name == name }),
        name == quantity || sums.areIn(ColumnWords.words(of: name)), let look = columns.look(of: name),
        look.filled > 0, look.wholeNumbers == look.filled
      else { return false }
      return look.wholeSum == sum && looks.allSatisfy { $0.filled + $0.blank == look.filled + look.blank }
    }
  }

  private static func meaning(ofTotal total: String?) -> CodeOwners.Meanings {
    total.map { [$0: (field: "sum of the locations", evidence: "the sum of the locations")] } ?? [:]
  }

  private static func meanings(of columns: [Column]) -> CodeOwners.Meanings {
    Dictionary(
      columns.map { ($0.name, (field: "quantity at \($0.location)", evidence: "the shop's location '\($0.location)'")) }
    ) { first, _ in first }
  }

  private static func column(_ name: String, _ columns: MatchedColumns, _ known: KnownLocations) -> Column? {
    guard columns.given[name] == nil, !columns.isOfHead(name), let look = columns.look(of: name),
      look.filled == 0 || look.numbers * 2 > look.filled, !look.isBarcode, !columns.isRowNumber(name),
      let location = Self.location(calledBy: name, known)
    else { return nil }
    return Column(name: name, location: location)
  }

  /// The location that a column is called by, alone or next to a word for what is on hand: `LADEN1`, `Bestand LADEN1`.
  static func location(calledBy name: String, _ known: KnownLocations) -> String? {
    if let code = known.location(meantBy: name) { return code }
    let words = Vocabulary.normalized(name).split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    let rests = [(words[0], words.dropFirst()), (words[words.count - 1], words.dropLast())]
    return rests.lazy.filter { stock.areIn([$0.0]) }.compactMap { known.location(meantBy: $0.1.joined(separator: " ")) }
      .first
  }

  private static let stock = ColumnWords.quantity.union(.onHand)
  private static let sums = stock.union(.sum)

  /// Whether a single column is surely called by its location, in a list that is not said to be of something else than stock.
  /// What a count has there are quantities, even under a word that may mean stock, such as `Lager`.
  private static func isClear(_ column: Column, _ hints: HeaderMatching.Hints) -> Bool {
    guard !isNumbered(column) else { return false }
    guard let name = hints.kind else { return MatchedColumns.isUnknown(column.name) }
    guard let kind = hints.kinds[name] else { return false }
    return kind.isCountLine || kind.part != nil && MatchedColumns.isUnknown(column.name)
  }

  private static func isNumber(_ name: String) -> Bool { !name.isEmpty && name.allSatisfy(\.isNumber) }

  private static func isNumbered(_ column: Column) -> Bool { isNumber(column.name) }
}

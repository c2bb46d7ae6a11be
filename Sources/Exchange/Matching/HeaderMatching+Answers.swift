internal import FormatKit
internal import RetailValues

/// Lists in which a supplier answers an order of the shop: how much is confirmed, and what was sent. They are kept next to
/// the order, and never taken for it.
extension HeaderMatching {
  /// The match of a list that a title, or the name of its sheet or file, calls such an answer; nil where nothing does, or
  /// where the columns lack what such a list needs.
  static func answer(_ columns: MatchedColumns, hints: Hints) -> Match? {
    guard let sort = hints.surroundings.document(in: [.title, .table, .file])?.sort,
      let kind = sort.kind.flatMap({ hints.kinds[$0] }), let quantity = kind.eventQuantity
    else { return nil }
    var assigned = columns.assign(kind.fields)
    columns.takePlainNames(&assigned, of: kind)
    guard assigned.columns[quantity.name] != nil, hasNoArrivals(columns),
      isSufficient(kind, fields(of: kind, assigned, isNamed: true), hints.given)
    else { return nil }
    return single(kind, assigned, columns, hints)
  }

  /// Whether a column, or a value for the whole file, says by a name of its own that the rows are of a kind, so that plain
  /// names of other columns mean its fields.
  static func saysItself(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Bool {
    kind.fields.contains { !$0.plainNames.isEmpty }
      && !kind.distinguishingFields.isDisjoint(with: Set(assigned.columns.keys).union(hints.given))
      && hasNoArrivals(columns)
  }

  /// Whether no column says that goods have come: the rows are received goods then, and the answer is what they refer to.
  private static func hasNoArrivals(_ columns: MatchedColumns) -> Bool {
    !columns.names.contains { ColumnWords.arrived.areIn(ColumnWords.words(of: $0)) }
  }

  /// Refuses to take for lines of an order what something says is the supplier's answer to it.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseAnswer(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    let kinds = match.records.compactMap { hints.kinds[$0.kind] }
    guard let lines = kinds.first(where: { $0.document?.isOwn == true }), let field = lines.eventQuantity,
      let ordered = match.column(for: field.name), !columns.isGiven(ordered)
    else { return }
    func refuse(_ value: String, _ what: String, _ sort: DocumentSort, _ kind: String, _ quantity: String) -> Problems {
      question(
        value, "\(what) is that of \(sort.noun), and the rows would be taken for the order itself",
        [Choice(kind: kind, quantity: quantity), Choice(kind: lines.name)], columns, source: source, hints: hints)
    }
    // The name of the field itself says that it is an order.
    if ordered != field.name, let (name, sort) = hints.surroundings.document(in: [.title, .table, .file]),
      let kind = sort.kind
    {
      throw refuse(name.text, name.shown, sort, kind, ordered)
    }
    for sort in DocumentSort.all {
      guard let kind = sort.kind.flatMap({ hints.kinds[$0] }) else { continue }
      let numbers = Vocabulary.headerNames(of: kind.distinguishingFields)
      let unused = columns.names.filter { !match.used.contains($0) && !columns.isLeftOut($0) }
      if let quantity = unused.first(where: { isAnswered($0, by: sort, columns) }) {
        throw refuse(quantity, "the column '\(quantity.prefix(80))'", sort, kind.name, quantity)
      }
      if let number = unused.first(where: { !numbers.isDisjoint(with: MatchedColumns.forms($0)) }) {
        throw refuse(number, "the column '\(number.prefix(80))'", sort, kind.name, ordered)
      }
    }
  }

  /// Whether a column has quantities that only an answer has.
  private static func isAnswered(_ column: String, by sort: DocumentSort, _ columns: MatchedColumns) -> Bool {
    let words = ColumnWords.words(of: column)
    return sort.quantities.areIn(words) && ColumnWords.quantity.areIn(words)
      && columns.look(of: column)?.isMostlyNumbers != false
  }

  /// The command that imports a list as the supplier's answer that its quantity belongs to; empty where that is none.
  static func answers(
    in quantity: String, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> [String] {
    guard let kind = DocumentSort.answer(quantity)?.kind else { return [] }
    return [command(for: Choice(kind: kind, quantity: quantity), columns, source: source, hints: hints)]
  }
}

extension MatchedColumns {
  /// Takes columns with plain names, such as `Menge`, for fields of a kind that the list is known to be of.
  ///
  /// - Parameter used: columns that mean something else already.
  func takePlainNames(_ assigned: inout Assignment, of kind: RecordKind, besides used: Set<String> = []) {
    for field in kind.fields where !field.plainNames.isEmpty && assigned.columns[field.name] == nil {
      let found = zip(names, forms).first { name, forms in
        !used.contains(name) && !assigned.uses(name) && !isOfHead(name) && suits(name, field)
          && !Set(field.plainNames).isDisjoint(with: forms)
      }
      assigned.columns[field.name] = found?.0
    }
  }
}

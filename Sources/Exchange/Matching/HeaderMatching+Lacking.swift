internal import FormatKit
internal import RetailValues

/// What a list lacks that is said to be of a kind, and the columns that may have it.
extension HeaderMatching {
  /// Something that records of a kind need: one of several fields.
  struct Need {
    /// The fields, the usual one first; any of them will do.
    let fields: [String]

    /// What records need that name their item.
    static let item = Need(fields: ["sku", "barcode", "supplier_code"])
    var isItem: Bool { fields == Self.item.fields }

    /// How a message calls it.
    var shown: String {
      if isItem { return "an item, such as sku or barcode" }
      if fields == ["effective_at"] { return "the day on which it happened (effective_at)" }
      return fields.count < 3
        ? fields.joined(separator: " or ") : "\(fields.dropLast().joined(separator: ", ")) or \(fields.last ?? "")"
    }
  }

  /// Whether the available fields are enough for records of the kind.
  ///
  /// - Parameter isNamed: whether somebody said that it is this kind; else a list that knows items by barcode is one of items.
  static func isSufficient(
    _ kind: RecordKind, _ fields: Set<String>, _ given: Set<String>, isNamed: Bool = false
  ) -> Bool {
    needs(of: kind, fields, given, isNamed: isNamed).isEmpty
  }

  /// What records of the kind need in addition to the available fields.
  private static func needs(
    of kind: RecordKind, _ fields: Set<String>, _ given: Set<String>, isNamed: Bool
  ) -> [Need] {
    let all = fields.union(given)
    var needs: [Need] = []
    if kind.namesItem, all.isDisjoint(with: Need.item.fields) { needs.append(.item) }
    for field in kind.fields where field.isRequired && !all.contains(field.name) {
      if !(kind.namesItem && field.name == "sku") { needs.append(Need(fields: [field.name])) }
    }
    if !kind.matching.accepts(all, ofFile: fields) {
      needs += kind.matching.columns.subtracting(fields).sorted().map { Need(fields: [$0]) }
      let oneOf = kind.fields.map(\.name).filter(kind.matching.oneOf.contains)
      if !oneOf.isEmpty, all.isDisjoint(with: oneOf) {
        // The number of a document does not say when goods moved.
        needs.append(Need(fields: oneOf.contains("effective_at") ? ["effective_at"] : oneOf))
      }
    }
    // Without the number of the order's line, only what is confirmed shows that a list answers an order.
    if !isNamed, kind.document?.areNumbered == false, let quantity = kind.eventQuantity?.name,
      all.isDisjoint(with: ["line", quantity])
    {
      needs.append(Need(fields: [quantity]))
    }
    guard kind.part == .supply else { return needs }
    if !needs.contains(where: \.isItem), !all.contains("sku"), !isNamed || !all.contains("barcode") {
      needs.append(.item)
    }
    // A list that names items, and does not say more than whose they are, is not one of a supplier's items.
    if fields.count <= 2, !isNamed || all.isDisjoint(with: kind.essentials) {
      needs.append(Need(fields: kind.fields.map(\.name).filter(kind.essentials.contains)))
    }
    return needs
  }

  /// The error about a list of items that lacks nothing but the location of all its rows; nil for any other list.
  static func lackingLocation(_ columns: MatchedColumns, source: String, hints: Hints) -> Problems? {
    for kind in hints.kinds.kinds where kind.part == nil && kind.namesItem {
      let assigned = columns.assign(kind.fields)
      let needs = needs(of: kind, fields(of: kind, assigned), hints.given, isNamed: false)
      if needs.map(\.fields) == [["location"]] { return incomplete(kind, assigned, columns, hints, source: source) }
    }
    return nil
  }

  /// The error about the fields that the kind named by the user lacks.
  static func incomplete(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints, source: String
  ) -> Problems {
    let needs = needs(of: kind, fields(of: kind, assigned, isNamed: true), hints.given, isNamed: true)
    return Problems(
      .nothingMapped, source: source, value: kind.name,
      "\(kind.name) need \(needs.map(\.shown).joined(separator: ", ")), and no column has that meaning by its name",
      remedy: remedy(for: needs, kind, assigned, columns, hints, source: source) + columns.hint)
  }

  /// The command that takes the likeliest columns for the fields that are lacking, and asks for the values that all records of
  /// a file may share.
  private static func remedy(
    for needs: [Need], _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints,
    source: String
  ) -> String {
    let all = "The file has: \(columns.names.prefix(12).joined(separator: ", "))."
    // A count is entered by a command that asks for no columns.
    if kind.isCountLine, hints.given.contains("count") {
      return all
        + " Call the columns sku (or barcode) and counted_quantity, or say what they mean in a mapping profile "
        + "(docs/guides/mapping-profiles.md)."
    }
    var taken = assigned
    var (shared, unknown): ([String], [String]) = ([], [])
    var options = ""
    for need in needs {
      if let (column, field) = likeliest(for: need, columns, taken) {
        taken.columns[field] = column
        options += " --map \(ShellText.word("\(column)=\(field)"))"
        continue
      }
      guard let field = need.fields.first else { continue }
      let known = Set(kind.fields.map(\.name)).subtracting([field])
      let value = Self.options(lackingIn: known, of: kind, surroundings: hints.surroundings)
      if value.isEmpty { unknown.append(field) } else { shared.append(field) }
      options += value.isEmpty ? " --map COLUMN=\(field)" : value
    }
    let hasFree = columns.names.contains { !taken.uses($0) && !columns.isLeftOut($0) && !columns.isGiven($0) }
    if !unknown.isEmpty, !hasFree {
      return
        "Add to the file what is lacking (\(unknown.joined(separator: ", "))): all its columns mean something else. "
        + all
    }
    let command = "\(importCommand(source)) --kind \(kind.name)\(options)"
    if shared.isEmpty { return instruction("Say which column it is:", [command]) + "\n" + all }
    let columnOptions = shared.map { "--map COLUMN=\($0)" }.joined(separator: " ")
    return instruction("Give what all rows share:", [command]) + "\n"
      + (hasFree ? "If a column has it, give that instead, with \(columnOptions).\n" : "") + all
  }

  /// The column that is likeliest to have what records need, with the field.
  private static func likeliest(
    for need: Need, _ columns: MatchedColumns, _ assigned: Assignment
  ) -> (column: String, field: String)? {
    // The code of an item is looked for by the values too.
    for field in need.isItem ? ["sku"] : need.fields {
      if let column = likeliest(for: field, columns, assigned) { return (column, field) }
    }
    return nil
  }

  /// The column that is likeliest to be a field, by a part of its name or by its values.
  private static func likeliest(for field: String, _ columns: MatchedColumns, _ assigned: Assignment) -> String? {
    let meant = Vocabulary.kinds.lazy.compactMap { $0.field(field) }.first
    let free = columns.names.filter { name in
      (!columns.isOfHead(name) || meant.map { columns.headSuits(name, $0) } == true) && !assigned.uses(name)
        && !columns.isLeftOut(name) && !columns.isGiven(name) && name.fitsOption
    }
    // A name says more than values do; of several columns with such values none is likelier.
    if let named = free.first(where: { ColumnGuess.guesses(for: $0, nil).first?.field == field }) { return named }
    let isNumber = Vocabulary.kinds.contains { kind in
      kind.field(field).map { [.quantity, .money, .unitCost].contains($0.type) } == true
    }
    if isNumber {
      let numbers = free.filter { name in
        // How many pieces are in a pack is neither an amount nor a quantity of goods.
        ColumnWords.packNames.isDisjoint(with: MatchedColumns.forms(name))
          && !MatchedColumns.isOfPacks(ColumnWords.words(of: name))
          && columns.look(of: name).map { $0.isMostlyNumbers && !$0.isBarcode } == true
      }
      return numbers.count == 1 ? numbers.first : nil
    }
    guard field == "sku" else { return nil }
    // Names are all that some lists have for their items.
    return free.first { ColumnGuess.isKey(columns.look(of: $0)) }
      ?? free.first { name in
        columns.look(of: name).map { $0.numbers == 0 && $0.dates == 0 && $0.distinct > 1 } == true
      }
  }
}

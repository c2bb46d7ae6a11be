internal import FormatKit
internal import RetailValues

/// What a list lacks that is said to be of a kind, and the columns that may have it.
extension HeaderMatching {
  /// The error about the fields that the kind named by the user lacks.
  static func incomplete(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints, source: String
  ) -> Problems {
    func isKnown(_ field: String) -> Bool { assigned.columns[field] != nil || hints.given.contains(field) }
    let hasItem = !kind.namesItem || ["sku", "barcode", "supplier_code"].contains(where: isKnown)
    var lacking = kind.fields.filter { $0.isRequired && !isKnown($0.name) }.map(\.name)
    if kind.namesItem { lacking.removeAll { $0 == "sku" } }
    if !hasItem || lacking.isEmpty { lacking.append("sku") }
    let what = lacking.map { $0 == "sku" && kind.namesItem ? "an item, such as sku or barcode" : $0 }
    return Problems(
      .nothingMapped, source: source, value: kind.name,
      "\(kind.name) need \(what.joined(separator: ", ")), and no column has that meaning by its name",
      remedy: remedy(for: lacking, kind, assigned, columns, hints, source: source) + columns.hint)
  }

  /// The command that takes the likeliest columns for the fields that are lacking.
  private static func remedy(
    for fields: [String], _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints,
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
    let options = fields.map { field -> String in
      guard let column = likeliest(for: field, columns, taken) else { return " --map COLUMN=\(field)" }
      taken.columns[field] = column
      return " --map \(ShellText.word("\(column)=\(field)"))"
    }
    return instruction(
      "Say which column it is:", ["\(importCommand(source)) --kind \(kind.name)\(options.joined())"]) + "\n" + all
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
      let numbers = free.filter { name in columns.look(of: name).map { $0.isMostlyNumbers && !$0.isBarcode } == true }
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

internal import FormatKit
internal import RetailValues

/// Columns from the records around the rows that a flat file would have been read with: the total of an order next to its lines.
extension UnusedColumns {
  /// What may be of all rows together, and would be taken for each of them.
  var ofHeads: Found {
    guard !columns.heads.isEmpty else { return [] }
    let flat = columns.with(heads: [:])
    var found: Found = []
    for kind in kinds {
      for (field, name) in flat.assign(kind.fields).columns.sorted(by: { $0.value < $1.value }) {
        guard columns.isOfHead(name), taken(field).isEmpty, isWorthAsking(field, of: kind, name),
          let (_, _, look) = unused.first(where: { $0.name == name }), !found.contains(where: { $0.column == name })
        else { continue }
        found.append(ofHead(name, look, field: field))
      }
    }
    return found
  }

  /// Nobody means the name of an order for the names of the goods in it.
  private func isWorthAsking(_ field: String, of kind: RecordKind, _ name: String) -> Bool {
    switch kind.field(field)?.type {
    case .money, .unitCost, .quantity, .wholeNumber, .percent: true
    default: isItems && field == "title" && !columns.isOfField(name)
    }
  }

  /// - Parameter field: what it may be taken for in each row.
  func ofHead(_ name: String, _ look: ColumnLook, field: String?) -> UnusedColumn {
    let noun = columns.heads[name] ?? ""
    return text(
      name, look,
      "is of the whole '\(noun)' and not of each row in it, and is not used; --map \(ShellText.word("\(name)=")) leaves it out",
      field: field)
  }
}

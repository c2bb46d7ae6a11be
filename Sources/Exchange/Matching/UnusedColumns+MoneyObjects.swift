internal import FormatKit
internal import RetailValues

extension UnusedColumns {
  /// Amounts of objects with an amount and a currency that are all whole numbers of 100 or more: web interfaces often write them in
  /// cents, and not all of them say so.
  var moneyObjects: Found {
    taken("price", "unit_price", "unit_cost", "standard_cost").compactMap { name in
      guard let look = columns.look(of: name), isWholeMoney(name, look) else { return nil }
      let field = match.meanings.first { $0.column == name }?.field
      var found = text(
        name, look,
        "has whole numbers next to a currency, which may be cents; if they are, divide them by 100 in a mapping profile",
        field: field)
      found.isUsed = true
      return found
    }
  }

  private func isWholeMoney(_ name: String, _ look: ColumnLook) -> Bool {
    let path = name.split(separator: ".")
    guard path.count > 1, ["amount", "value"].contains(path.last?.lowercased()), !columns.isGiven(name),
      !HeaderUnits(name).isMinor, look.filled > 0, look.wholeNumbers == look.filled,
      look.examples.contains(where: { (Int($0) ?? 0) >= 100 })
    else { return false }
    let object = path.dropLast().joined(separator: ".") + "."
    return columns.names.contains { other in
      other.hasPrefix(object) && other.dropFirst(object.count).lowercased().hasPrefix("currency")
    }
  }
}

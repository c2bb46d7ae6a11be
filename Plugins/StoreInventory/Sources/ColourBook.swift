internal import FormatKit
internal import JSONReading
internal import RetailValues

/// The colours of a tree, which are among the colours, among the products, or both, in either order.
///
/// They are kept until everything is read: a boutique has hundreds. Above ``limit`` further colours are returned at
/// once.
struct ColourBook {
  private struct Entry {
    var row: TableRow
    var type: String?
    /// Whether it is among the colours.
    var isDeclared = false
    /// Where products have it under another type; the first place of each.
    var uses: [(type: String, position: SourcePosition)] = []
  }

  static let limit = 50_000

  private var entries: [String: Entry] = [:]
  private var order: [String] = []

  /// Takes a colour of the key `colors`.
  ///
  /// - Returns: its record, where there are too many to be held.
  mutating func declare(_ name: String, _ value: JSONValue) -> TableRow? {
    var row = TableRow("colours", at: value.position)
    row["colour"] = name
    let type = value.text("Type")
    row["colour_family"] = type
    if !value.isObject {
      row.problems.append(
        Problem(.unexpectedShape, at: value.position, value: value.text, "colour '\(name)' is '\(value.shown)'"))
    }
    readShade(of: value, into: &row)
    guard entries[name] != nil || entries.count < Self.limit else { return row }
    if entries[name] == nil { order.append(name) }
    var entry = entries[name] ?? Entry(row: row)
    (entry.row, entry.type, entry.isDeclared) = (row, type, true)
    entries[name] = entry
    return nil
  }

  /// Takes a colour that a product has.
  mutating func use(_ colour: ProductMapper.ColourUse) {
    if entries[colour.name] == nil {
      guard entries.count < Self.limit else { return }
      var row = TableRow("colours", at: colour.position)
      row["colour"] = colour.name
      order.append(colour.name)
      entries[colour.name] = Entry(row: row)
    }
    guard let type = colour.type, entries[colour.name]?.uses.contains(where: { $0.type == type }) == false,
      // A colour under a dozen types is reported often enough.
      entries[colour.name]?.uses.count ?? 0 < 12
    else { return }
    entries[colour.name]?.uses.append((type, colour.position))
  }

  /// The records of all kept colours, in the order of the text, with the problems of their types.
  func rows() -> [TableRow] {
    let rows = order.compactMap { name -> TableRow? in
      guard let entry = entries[name] else { return nil }
      var row = entry.row
      let type = entry.type ?? entry.uses.first?.type
      if !entry.isDeclared {
        row.problems.append(
          Problem(
            .undeclaredColour, at: SourcePosition(line: row.line, byteOffset: row.byteOffset), value: name,
            "the colour '\(name)' does not stand among the colours"))
      }
      row["colour_family"] = type
      for use in entry.uses where use.type != type {
        row.problems.append(
          Problem(
            .otherColourType, at: use.position, value: use.type,
            "the colour '\(name)' stands under '\(use.type)', but is of the type '\(type ?? "none")'"))
      }
      return row
    }
    return rows.sorted { $0.byteOffset < $1.byteOffset }
  }

  // MARK: Shades

  /// Reads red, green and blue, 0 to 1 as the app has them, to 0 to 255. What is above 1 is on that scale already.
  private func readShade(of value: JSONValue, into row: inout TableRow) {
    let parts = [("Red", "red"), ("Green", "green"), ("Blue", "blue")].compactMap { key, field in
      value.member(key).map { (field, $0) }
    }
    guard !parts.isEmpty else { return }
    var numbers: [(field: String, value: JSONValue, number: ExactDecimal)] = []
    for (field, part) in parts {
      var problems: [Problem] = []
      let number = part.number("the \(field) of the colour", problems: &problems)
      // A colour without its shade is a colour nevertheless.
      row.problems += problems.filter { $0.severity < .error }
      if let number { numbers.append((field, part, number)) } else { tell(part, "is not a number", in: &row) }
    }
    let isLarge = numbers.contains { Self.steps($0.number, of: 1).map { $0 > 1_000_000_000 } ?? true }
    for (field, part, number) in numbers {
      guard let steps = Self.steps(number, of: isLarge ? 1 : 255), steps >= 0, steps <= 255_000_000_000 else {
        tell(part, "is not between 0 and 1", in: &row)
        continue
      }
      let whole = (steps + 500_000_000) / 1_000_000_000
      row[field] = "\(whole)"
      // What was divided by 255 and written with a few digits is exact enough.
      if abs(steps - whole * 1_000_000_000) > 2_000_000 {
        row.problems.append(
          Problem(
            .inexactShade, at: part.position, value: part.shown,
            "\(field) '\(part.shown)' lies between two steps of 255; \(whole) is taken"))
      }
    }
    if isLarge, numbers.allSatisfy({ Self.steps($0.number, of: 1).map { $0 <= 255_000_000_000 } ?? false }) {
      row.problems.append(
        Problem(
          .unexpectedShape, at: value.position, value: value.text,
          "red, green and blue are written as 0 to 255 instead of 0 to 1",
          remedy: "They are taken as they are, and written as 0 to 1."))
    }
  }

  private func tell(_ part: JSONValue, _ what: String, in row: inout TableRow) {
    row.problems.append(
      Problem(.unexpectedShape, at: part.position, value: part.text, "the shade '\(part.shown)' \(what)"))
  }

  /// A number times a factor in billionths; nil out of range.
  private static func steps(_ number: ExactDecimal, of factor: Int64) -> Int64? {
    guard let (value, _) = number.scaled(toFractionDigits: 9), abs(value) <= 1_000_000_000_000 else { return nil }
    return value * factor
  }
}

internal import Exchange
internal import FormatKit
internal import RetailValues
internal import Stock

/// The values of a column that match nothing in the shop, in the answer of `stockroom inspect`.
struct NamedValuesOutput: Encodable {
  struct Name: Encodable {
    let code: String
    let title: String?
  }

  struct Value: Encodable {
    let value: String
    let rows: Int
    let firstLine: Int
    /// What it is read as, because an option says so.
    let translation: String?
    /// A name of the shop that is near, and why it may be meant.
    let near: String?
    let nearReason: String?
  }

  let field: String
  /// Whether a value that matches nothing makes a record of that name.
  let makesNew: Bool
  /// The shop's names, at most the first thousand.
  let names: [Name]
  let nameCount: Int
  /// The commonest of them first.
  let unmatched: [Value]
  /// How many more different values match nothing.
  let others: Int
  /// Whether the whole file was looked at, and not only its first rows.
  let isWhole: Bool

  /// - Returns: nil for a column without such values.
  init?(_ inspection: Inspection, of column: String, in table: String) {
    guard let found = inspection.namedValues.first(where: { $0.column == column && $0.table == table }) else {
      return nil
    }
    (field, makesNew, nameCount) = (found.field, found.makesNew, found.nameCount)
    (others, isWhole) = (found.others, found.isWhole)
    names = found.names.map { Name(code: $0.code, title: $0.title) }
    unmatched = found.values.map { value in
      Value(
        value: value.text, rows: value.rows, firstLine: value.firstLine, translation: value.translation,
        near: value.near?.code, nearReason: value.near?.reason)
    }
  }

  /// The shop's names, as far as the person who runs the command may see them.
  ///
  /// - Throws: where the shop cannot be read, or does not list the person.
  static func names(of folder: ShopFolder) throws -> ShopNames {
    let person = try folder.acting()
    return ShopNames(of: try folder.open(readOnly: true), shown: person.sees, isForOneStore: person.store != nil)
  }

  /// The locations of a shop, for a person who sees all of them; nil for anybody else.
  static func locations(of folder: ShopFolder) throws -> KnownLocations? {
    let person = try folder.acting()
    guard person.sees.contains(.places), person.store == nil else { return nil }
    return try KnownLocations(of: folder.open(readOnly: true))
  }

  /// How many values are shown as text; the answer in JSON has more.
  private static let mostShown = 10

  /// A heading, and the values as text.
  func lines(of column: String) -> [String] {
    let open = unmatched.filter { $0.translation == nil }
    guard !open.isEmpty else { return [] }
    var lines = ["Values of \(Self.short(column)) that the shop does not have:"]
    for value in open.prefix(Self.mostShown) {
      var line = "\(Self.short(value.value)): \(Terminal.number(value.rows, "row"))"
      if value.firstLine > 0 { line += ", first in line \(value.firstLine)" }
      if let near = value.near, let reason = value.nearReason {
        let option = ValueTranslation(column: column, theirs: value.value, ours: near).option
        line += "; \(Self.short(near)) is near (\(reason)): --value \(ShellText.word(option))"
      }
      lines.append(line)
    }
    let rest = open.count - min(open.count, Self.mostShown) + others
    if rest > 0 { lines.append("and \(Terminal.number(rest, "more value"))") }
    return lines
  }

  private static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}

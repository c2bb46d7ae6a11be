internal import FormatKit
internal import RetailValues

/// The values of a column that match nothing that the shop has, and what they may be taken for.
package struct NamedValues: Sendable {
  /// A value of the file that matches nothing, or that is translated.
  package struct Value: Sendable {
    package let text: String
    /// In how many rows it is.
    package let rows: Int
    /// The line of the first of them; 0 in a source without lines.
    package let firstLine: Int
    /// What it is translated into because the request says so; nil for a value that matches nothing.
    package let translation: String?
    /// A name of the shop that is near.
    package let near: Near?
  }

  /// A name that a value may mean, and why.
  package struct Near: Hashable, Sendable {
    package let code: String
    package let reason: String
  }

  /// One of the shop's names.
  package struct Name: Sendable {
    package let code: String
    /// What people read; nil where that is the code.
    package let title: String?
  }

  package let table: String
  package let column: String
  package let field: String
  /// Whether a value that matches nothing makes a record of that name.
  package let makesNew: Bool
  /// The names in their order, at most ``mostNames``.
  package let names: [Name]
  package let nameCount: Int
  /// The commonest first; what is translated is always among them.
  package let values: [Value]
  /// How many more different values match nothing.
  package let others: Int
  /// Whether these are the values of the whole file, and not only of its first rows.
  package let isWhole: Bool

  package static let mostValues = 50
  package static let mostNames = 1000
}

extension OpenedSource {
  /// How many rows are read for it.
  private static let namedRows = 100_000

  /// The values of columns that match nothing in the shop, or are translated; without columns that have none of
  /// them. What a shop has no names for yet is left out.
  func namedValues(_ request: ImportRequest) -> [NamedValues] {
    // Documents of a standard name everything as their sender does.
    guard format.descriptor.shape != .semantic else { return [] }
    let named = profile.namedColumns(request.kinds ?? .standard)
    var counts = named.filter { column in
      let isShown = if case .words = column.names { true } else { request.shopNames?.shows(column.names) == true }
      return isShown && !column.isDefining
    }.map { NamedValueCounts($0) }
    var own = named.filter(\.isDefining).map { NamedValueCounts($0) }
    guard !counts.isEmpty, var reader = try? self.reader(progress: nil) else { return [] }
    var batch = RecordBatch()
    var rows = 0
    var isWhole = true
    do {
      while try reader.read(into: &batch) {
        rows += max(1, batch.rowCount)
        for place in counts.indices { counts[place].look(at: batch, noValue: profile.noValue) }
        for place in own.indices { own[place].look(at: batch, noValue: profile.noValue) }
        isWhole = rows < Self.namedRows
        if !isWhole { break }
      }
    } catch {
      // Problems in the file are listed by those who read all of it.
      isWhole = false
    }
    var found: [NamedValues] = []
    for count in counts where !found.contains(where: { $0.column == count.column.name && $0.table == count.table }) {
      let given = request.values.filter { $0.column == count.column.name }
      // What the file itself brings in another column is known, such as the categories above its own categories.
      let brought = own.filter { $0.column.names == count.column.names && $0.column.name != count.column.name }
      if let values = try? count.unmatched(
        request.shopNames, given: given, brought: Set(brought.flatMap(\.texts)), isWhole: isWhole)
      {
        found.append(values)
      }
    }
    return found
  }
}

/// The different values of one column with names.
private struct NamedValueCounts {
  let column: NamedColumn
  /// The table that they were found in.
  private(set) var table = ""
  private var found: [String: (rows: Int, line: Int)] = [:]
  /// How many different values are counted.
  private static let mostDifferent = 10_000
  /// Longer values are not codes, and an import refuses them.
  private static let longest = FieldReader.maximumCodeBytes

  init(_ column: NamedColumn) { self.column = column }

  var texts: [String] { Array(found.keys) }

  mutating func look(at batch: borrowing RecordBatch, noValue: [String]) {
    guard column.table == nil || column.table == batch.schema.table, table.isEmpty || table == batch.schema.table,
      let place = batch.schema.index(of: column.name)
    else { return }
    table = batch.schema.table
    for row in 0..<batch.rowCount {
      guard let text = RowView(row: row).text(place, batch, nil, noValue: noValue),
        text.utf8.count <= Self.longest, text != "(clear)", !text.utf8.contains(0),
        let value = column.value(of: text)
      else { continue }
      if found[value] == nil {
        guard found.count < Self.mostDifferent else { continue }
        found[value] = (0, batch.position(row: row).line)
      }
      found[value]?.rows += 1
    }
  }

  /// - Parameters:
  ///   - given: what the values of the column are translated into.
  ///   - brought: the names that the file itself defines.
  /// - Returns: nil where every value matches something, and where there is nothing to match.
  func unmatched(
    _ shop: ShopNames?, given: [ValueTranslation], brought: Set<String>, isWhole: Bool
  ) throws -> NamedValues? {
    let names: [NamedValues.Name]
    if case .words(let words) = column.names {
      names = words.map { NamedValues.Name(code: $0, title: nil) }
    } else {
      names = try (shop?.names(column.names, most: NamedValues.mostNames) ?? []).map { name in
        NamedValues.Name(code: name.code, title: name.title)
      }
    }
    guard !names.isEmpty else { return nil }
    let translations = Dictionary(given.map { ($0.theirs, $0.ours) }) { _, last in last }
    // By the value of the file: what an import takes it for.
    let read = found.keys.reduce(into: [String: String]()) { read, text in
      if let value = column.translated(text) { read[text] = Self.plain(value, of: column) }
    }
    let different = Array(Set(read.values))
    let known = try isKnown(different, shop).union(brought)
    let open = found.filter { text, _ in
      translations[text] != nil || read[text].map { !known.contains($0) } ?? false
    }.sorted { ($1.value.rows, $0.value.line, $0.key) < ($0.value.rows, $1.value.line, $1.key) }
    guard !open.isEmpty else { return nil }
    let unmatched = open.filter { translations[$0.key] == nil }
    let shown = Set(unmatched.prefix(NamedValues.mostValues).map(\.key)).union(translations.keys)
    let near = NearNames(names)
    return NamedValues(
      table: table, column: column.name, field: column.field.name, makesNew: makesNew,
      names: names, nameCount: try shop?.count(column.names) ?? names.count,
      values: open.filter { shown.contains($0.key) }.map { text, count in
        NamedValues.Value(
          text: text, rows: count.rows, firstLine: count.line, translation: translations[text],
          near: near.near(to: text))
      },
      others: max(0, unmatched.count - NamedValues.mostValues), isWhole: isWhole)
  }

  private var makesNew: Bool {
    if column.field.makesReference { return true }
    if case .sizes = column.names { return true }
    return false
  }

  private func isKnown(_ values: [String], _ shop: ShopNames?) throws -> Set<String> {
    guard case .words(let words) = column.names else { return try shop?.known(values, as: column.names) ?? [] }
    let isUnit = FieldUse(column.field.name, of: column.kind) == .stockUnit
    return Set(
      values.filter { value in
        let small = value.lowercased()
        return words.contains(small) || isUnit && QuantityWords.isPieces(small)
      })
  }

  /// A value as an import stores it.
  private static func plain(_ value: String, of column: NamedColumn) -> String {
    guard FieldUse(column.field.name, of: column.kind) == .name else { return value }
    var value = value
    let line = value.withUTF8 { FieldReader.oneLine($0) }
    return line ?? value
  }
}

/// Finds the name that a value probably means.
private struct NearNames {
  private let names: [NamedValues.Name]
  private let byFolded: [String: NamedValues.Name]
  private let byTitle: [String: NamedValues.Name]

  init(_ names: [NamedValues.Name]) {
    self.names = names
    byFolded = Dictionary(names.map { (NearCode.folded($0.code), $0) }) { first, _ in first }
    let titled = names.filter { $0.title != nil }
    byTitle = Dictionary(titled.map { (NearCode.folded($0.title ?? ""), $0) }) { first, _ in first }
  }

  func near(to value: String) -> NamedValues.Near? {
    let folded = NearCode.folded(value)
    guard !folded.isEmpty else { return nil }
    if let name = byFolded[folded] {
      return NamedValues.Near(code: name.code, reason: "the same apart from capitals, spaces and signs")
    }
    if let name = byTitle[folded], let title = name.title {
      return NamedValues.Near(code: name.code, reason: "the shop calls it '\(title)'")
    }
    guard NearCode.isComparable(value) else { return nil }
    // Only names of nearly the same length can differ in so few letters.
    let length = value.count
    let most = max(2, length / 3)
    let alike = names.lazy.map(\.code).filter { abs($0.count - length) <= most }
    return NearCode.misspelt(value, among: alike).map { NamedValues.Near(code: $0, reason: "spelt nearly the same") }
  }
}

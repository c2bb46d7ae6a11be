internal import FormatKit

/// Finds columns by name, and remembers those that a table did not have.
final class ColumnLookup {
  /// Whether a column may turn up later; it is then missed at the end only.
  var columnsMayGrow = false
  let source: String
  /// For columns that are gone since the profile was made, what they may be called now.
  private let renamed: [String: String]
  private static let guessedColumns = 50
  private var numbers: [String: RowNumbers] = [:]
  private var missing: [(key: String, problem: Problem)] = []

  init(source: String, renamed: [String: String] = [:]) {
    self.source = source
    self.renamed = renamed
  }

  /// The place of a column; −1 for one that is not there (yet).
  func column(_ name: String, _ schema: Schema, isOptional: Bool) -> Int {
    let key = "\(schema.table)\n\(name)"
    if let index = schema.index(of: name) {
      missing.removeAll { $0.key == key }
      return index
    }
    if isOptional || missing.contains(where: { $0.key == key }) { return -1 }
    // A profile for quite another file may miss thousands; the nearest of thousands is looked for in the first only.
    let isAmongFirst = missing.count < Self.guessedColumns
    let near =
      renamed[name] ?? (isAmongFirst ? nearestName(to: name, among: schema.columns.prefix(500).map(\.name)) : nil)
    let guess = near.map { "Did you mean '\($0)'?" }
    let all = "The file has: \(schema.columns.prefix(30).map(\.name).joined(separator: ", "))."
    let remedy =
      missing.isEmpty
      ? [guess, all].compactMap { $0 }.joined(separator: " ")
      : guess ?? "Take it out of the profile, or say `optional: true` where the file may lack it."
    let problem = Problem(
      .columnMissing, source: source, value: name, "the file has no column '\(name)'", remedy: remedy)
    missing.append((key, problem))
    return -1
  }

  /// The numbers of rows within documents; they go on where a table is compiled again because it gained columns.
  func rowNumbers(within columns: [String], of records: String) -> RowNumbers {
    let key = ([records] + columns).joined(separator: "\n")
    let known = numbers[key] ?? RowNumbers()
    numbers[key] = known
    return known
  }

  /// Ends the look-ups for one table.
  ///
  /// - Throws: `column-missing` for all columns that were not there, unless they may still turn up.
  func settle() throws(Problems) {
    if !columnsMayGrow { try finish() }
  }

  /// - Throws: `column-missing` for all columns that never came.
  func finish() throws(Problems) {
    if let error = Problems(collected: missing.map(\.problem)) { throw error }
  }
}

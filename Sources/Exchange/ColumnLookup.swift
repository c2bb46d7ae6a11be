internal import FormatKit

/// Finds columns by name, and remembers those that a table did not have.
final class ColumnLookup {
  /// Whether a column may turn up later; it is then missed at the end only.
  var columnsMayGrow = false
  let source: String
  private var missing: [String: FormatError] = [:]

  init(source: String) { self.source = source }

  /// The place of a column; −1 for one that is not there (yet).
  ///
  /// - Throws: `column-missing` with the nearest name.
  func column(_ name: String, _ schema: Schema, isOptional: Bool) throws(FormatError) -> Int {
    let key = "\(schema.table)\n\(name)"
    if let index = schema.index(of: name) {
      missing[key] = nil
      return index
    }
    if isOptional { return -1 }
    let near = nearestName(to: name, among: schema.columns.map(\.name))
    let error = FormatError(
      .columnMissing, source: source, value: name, "the file has no column '\(name)'",
      remedy: (near.map { "Did you mean '\($0)'? " } ?? "")
        + "The file has: \(schema.columns.prefix(30).map(\.name).joined(separator: ", ")).")
    guard columnsMayGrow else { throw error }
    missing[key] = error
    return -1
  }

  /// Throws for a column that never came.
  func finish() throws(FormatError) {
    if let first = missing.min(by: { $0.key < $1.key }) { throw first.value }
  }
}

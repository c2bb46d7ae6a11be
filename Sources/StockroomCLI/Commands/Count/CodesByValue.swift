internal import Exchange
internal import FormatKit
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Finds the column of codes of a counted list by its values, where a column that is called so has other ones.
enum CodesByValue {
  private static let rowLimit = 200
  private static let codeNames = Vocabulary.headerNames(of: ["sku", "barcode"])
    .union(["code", "id", "no", "nr", "number"])

  /// The fields of the columns, if the shop has no item with a code from a column that is called by codes, and has items with
  /// those of exactly one other column; else none, as the names decide.
  static func columns(
    of request: ImportRequest, knows: (String) throws -> Bool
  ) throws -> [String: String] {
    let preview = try request.source.preview()
    guard
      let format = try request.format.map({ try standardFormats.format($0) })
        ?? (try? standardFormats.identify(preview))?.format,
      format.descriptor.shape == .tabular,
      var reader = try? format.reading?.reader(for: request.source, options: format.completed(request.options))
    else { return [:] }
    var batch = RecordBatch(rowLimit: rowLimit)
    guard (try? reader.read(into: &batch)) == true else { return [:] }
    var called: [String] = []
    var known: [String] = []
    for (place, column) in batch.schema.columns.enumerated() {
      let texts = (0..<batch.rowCount).compactMap { batch.string(row: $0, column: place)?.trimmingSpaces() }
        .filter { !$0.isEmpty }
      let found = try texts.count(where: knows)
      if codeNames.contains(Vocabulary.normalized(column.name)) {
        // The names are right if the shop knows one of these codes.
        if found > 0 { return [:] }
        called.append(column.name)
      } else if !texts.isEmpty, found * 2 > texts.count {
        known.append(column.name)
      }
    }
    guard known.count == 1, let codes = known.first, !called.isEmpty else { return [:] }
    var columns = Dictionary(called.map { ($0, "") }) { first, _ in first }
    columns[codes] = "sku"
    return columns
  }
}

public import FormatKit
internal import RetailValues

/// A file of corrected cells: CSV with the columns `line`, `column`, `value` and, where it is to be compared, `was`.
public enum CorrectionFile {
  private static let needed = ["line", "column", "value"]

  /// Reads the corrections of a file.
  ///
  /// ```swift
  /// let corrections = try CorrectionFile.read(.file("fixes.csv"), by: standardFormats)
  /// ```
  ///
  /// - Throws: ``Problem/Code/correctionRefused`` for each line that is not a correction, and what reading CSV throws.
  public static func read(_ source: ByteSource, by registry: FormatRegistry) throws -> [CellCorrection] {
    let first = try source.preview().text.prefix { !$0.isNewline }
    let delimiter = first.contains(";") ? "semicolon" : first.contains("\t") ? "tab" : "comma"
    guard let reading = try registry.format("csv").reading else { return [] }
    var reader = try reading.reader(
      for: source, options: ["header": "yes", "delimiter": delimiter, "formulas": "as-is"])
    var batch = RecordBatch()
    var corrections: [CellCorrection] = []
    var problems: [Problem] = []
    while try reader.read(into: &batch) {
      let names = batch.schema.columns.map { $0.name.lowercased() }
      let missing = needed.filter { !names.contains($0) }
      guard missing.isEmpty else {
        throw Problems(
          .correctionRefused, source: source.name, value: missing[0],
          "a file of corrections has the columns line, column and value, and this one has no '\(missing[0])'",
          remedy: "The file has: \(batch.schema.columns.map(\.name).prefix(30).joined(separator: ", ")).")
      }
      problems += batch.problems.filter { $0.problem.severity == .error }.map(\.problem)
      func text(_ name: String, _ row: Int, _ batch: borrowing RecordBatch) -> String? {
        names.firstIndex(of: name).flatMap { batch.string(row: row, column: $0) }
      }
      for row in 0..<batch.rowCount {
        let place = batch.position(row: row).line
        let written = text("line", row, batch) ?? ""
        guard let line = Self.line(written) else {
          problems.append(
            Problem(
              .correctionRefused, source: source.name, at: SourcePosition(line: place, field: "line"), value: written,
              "line '\(written.prefix(60))' is not the number of a line", remedy: "Write a whole number such as 17."))
          continue
        }
        corrections.append(
          CellCorrection(
            line: line, column: text("column", row, batch) ?? "",
            was: names.contains("was") ? text("was", row, batch) ?? "" : nil, value: text("value", row, batch) ?? "",
            origin: .init(source: source.name, line: place)))
      }
      guard corrections.count <= CellLimits.cells else { break }
    }
    if let problems = Problems(collected: CellCorrection.shortened(problems)) { throw problems }
    return corrections
  }

  /// The number of a line, whose digits a spreadsheet may have grouped in threes: `17`, `1 234`; nil for any other text.
  private static func line(_ written: String) -> Int? {
    let text = written.trimmingSpaces()
    if let line = Int(text) { return line }
    guard text.allSatisfy({ $0.isWhitespace || $0.isASCII && $0.isNumber }),
      let number = try? ExactDecimal(parsing: text.utf8).scaled(toFractionDigits: 0)
    else { return nil }
    return Int(number.value)
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import StandardFormats

/// Cells of a file that are imported with another value than the file has.
struct CorrectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Import a cell of the file with another value, such as 17:Price=4.50: the line on which its record begins, and the column by "
        + "its name or number. Repeat it.", valueName: "line:column=value"))
  var correct: [String] = []

  @Option(
    help: ArgumentHelp(
      "A CSV file of such cells, with the columns line, column and value; a column `was` is compared with what the file has.",
      valueName: "file"))
  var corrections: String?

  /// Whether any of them is given.
  var isGiven: Bool { !correct.isEmpty || corrections != nil }

  /// Puts the corrections into a request.
  ///
  /// - Throws: `usage` for an option that is not `LINE:COLUMN=VALUE`, and each line of the file that is not a correction.
  func apply(to request: inout ImportRequest) throws {
    if let corrections {
      request.corrections = try CorrectionFile.read(try ReadingOptions.source(corrections), by: standardFormats)
    }
    for text in correct { request.corrections.append(try Self.correction(text)) }
  }

  private static func correction(_ text: String) throws -> CellCorrection {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let line = Int(parts[0]), let sign = parts[1].firstIndex(of: "="),
      sign > parts[1].startIndex
    else {
      throw Problems(
        .usage, "--correct \(text.prefix(200)) is not line:column=value",
        remedy: "Write it as --correct 17:Price=4.50; a column with = in its name by its number.")
    }
    return CellCorrection(
      line: line, column: String(parts[1][..<sign]), value: String(parts[1][parts[1].index(after: sign)...]))
  }
}

internal import FormatKit

/// Numbers rows by their position among those of one document.
final class RowNumbers {
  private var counts: [String: Int] = [:]
  private static let documentLimit = 1_000_000

  /// Returns the number of the next row with these values; nil when all of the given values are missing.
  ///
  /// - Throws: ``FieldReader/ValueProblem`` when the file has more documents than can be tracked.
  func next(within values: [String?]) throws -> String? {
    guard values.isEmpty || values.contains(where: { $0 != nil }) else { return nil }
    // Longer texts are refused as codes.
    let document = values.map { ($0 ?? "").utf8.prefix(FieldReader.maximumCodeBytes + 1) }
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\u{1F}")
    guard counts[document] != nil || counts.count < Self.documentLimit else {
      throw FieldReader.ValueProblem(
        code: .fieldMissing,
        message: "the lines of more than \(Self.documentLimit) documents cannot be numbered",
        remedy: "Split the file, or add a column `line` with the number of each row in its document.")
    }
    counts[document, default: 0] += 1
    return counts[document].map(String.init)
  }
}

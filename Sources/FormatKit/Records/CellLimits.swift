/// The limits of the values that cells of a file are imported with in place of their own, for commands and pages alike.
package enum CellLimits {
  /// The most cells of a file that are corrected.
  package static let cells = 10_000
  /// The most characters of a value.
  package static let characters = 10_000

  /// Whether a value has a control character in it that is neither a tab nor part of a line break.
  package static func hasControlCharacter(_ value: String) -> Bool {
    value.unicodeScalars.contains { $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0) }
  }
}

public import FormatKit
internal import JSONReading

extension DiagnosticCode {
  /// The codes of shared freshness lists.
  static let freshnessList: [DiagnosticCode] =
    [
      .freshnessMissingField, .freshnessInvalidValue, .freshnessOddValue, .freshnessUnknownKey,
      .freshnessUnwritable,
    ] + jsonReading

  public static let freshnessMissingField = DiagnosticCode(
    "freshness-missing-field", .error, "An item has no name or no expiry date.",
    remedy: "Every item of a list needs both: \"name\" and \"expires\".")
  public static let freshnessInvalidValue = DiagnosticCode(
    "freshness-invalid-value", .error, "A value of a list or an item is not what belongs there.",
    remedy: "Write days as 2026-10-31, numbers without quotes, and places as pantry, refrigerator or freezer.")
  public static let freshnessOddValue = DiagnosticCode(
    "freshness-odd-value", .warning, "A value is written otherwise than the format has it.",
    remedy: "It is read as it is meant; write it as the format has it.")
  public static let freshnessUnknownKey = DiagnosticCode(
    "freshness-unknown-key", .notice, "Lists or items have keys that no field is made of.",
    remedy: "Keep the file: what is not kept is not written back.")
  public static let freshnessUnwritable = DiagnosticCode(
    "freshness-unwritable", .error, "The records do not make freshness lists.",
    remedy: "They are made of shared lists and their items: export without naming a kind.")
}

public import FormatKit
internal import JSONReading

extension Problem.Code {
  /// The codes of shared freshness lists.
  static let freshnessList: [Problem.Code] =
    [
      .freshnessMissingField, .freshnessInvalidValue, .freshnessOddValue, .freshnessUnknownKey,
      .freshnessUnwritable,
    ] + jsonReading

  public static let freshnessMissingField = Problem.Code(
    "freshness-missing-field", .error, "An item has no name or no expiry date.",
    remedy: "Every item of a list needs both: \"name\" and \"expires\".")
  public static let freshnessInvalidValue = Problem.Code(
    "freshness-invalid-value", .error, "A value of a list or an item is not what belongs there.",
    remedy: "Write days as 2026-10-31, numbers without quotes, and places as pantry, refrigerator or freezer.")
  public static let freshnessOddValue = Problem.Code(
    "freshness-odd-value", .warning, "A value is written otherwise than the format has it.",
    remedy: "It is read as it is meant; write it as the format has it.")
  public static let freshnessUnknownKey = Problem.Code(
    "freshness-unknown-key", .notice, "Lists or items have keys that no field is made of.",
    remedy: "Keep the file: what is not kept is not written back.")
  public static let freshnessUnwritable = Problem.Code(
    "freshness-unwritable", .error, "The records do not make freshness lists.",
    remedy: "They are made of shared lists and their items: export without naming a kind.")
}

public import FormatKit
internal import JSONReading

extension Problem.Code {
  /// The codes of the FoodKeeper table.
  static let foodKeeper: [Problem.Code] =
    [
      .foodKeeperMissingID, .foodKeeperUnknownMetric, .foodKeeperInvalidNumber, .foodKeeperNumberAsText,
      .foodKeeperTextForNumber, .foodKeeperNoMetric, .foodKeeperReversedRange, .foodKeeperOpenRange,
      .foodKeeperNeedlessNumber, .foodKeeperUnknownCategory, .foodKeeperRepeatedColumn, .foodKeeperNotKept,
      .foodKeeperUnwritable,
    ] + jsonReading

  public static let foodKeeperMissingID = Problem.Code(
    "foodkeeper-missing-id", .error, "A product has no number or no name.",
    remedy: "Give the product its ID and its Name as in the table of the USDA.")
  public static let foodKeeperUnknownMetric = Problem.Code(
    "foodkeeper-unknown-metric", .error, "A duration is given in a unit that is not known.",
    remedy:
      "Known are Hours, Days, Weeks, Months, Years, Indefinitely, Not Recommended, Package use-by date and When Ripe.")
  public static let foodKeeperInvalidNumber = Problem.Code(
    "foodkeeper-invalid-number", .error, "A duration is not a number from 0 to 1,000,000 with at most three decimals.",
    remedy: "Write the number of hours, days, weeks, months or years.")
  public static let foodKeeperNumberAsText = Problem.Code(
    "foodkeeper-number-as-text", .warning, "A duration is written as a text.",
    remedy: "It is read as a number; write it without quotes.")
  public static let foodKeeperTextForNumber = Problem.Code(
    "foodkeeper-text-for-number", .warning, "There are words where a duration belongs.",
    remedy: "They are kept as a tip; write a number with its unit.")
  public static let foodKeeperNoMetric = Problem.Code(
    "foodkeeper-no-metric", .warning, "A duration has no unit, so its length is not known.",
    remedy: "It is kept without a unit, and no date is calculated from it: give the unit.")
  public static let foodKeeperReversedRange = Problem.Code(
    "foodkeeper-reversed-range", .warning, "The shortest time is longer than the longest.",
    remedy: "Both are kept as they are, and dates are calculated from the shorter to the longer: correct the numbers.")
  public static let foodKeeperOpenRange = Problem.Code(
    "foodkeeper-open-range", .warning, "A shortest time is given without a longest one.",
    remedy: "It is kept as it is; give the longest time as well.")
  public static let foodKeeperNeedlessNumber = Problem.Code(
    "foodkeeper-needless-number", .warning, "A number is given with a unit that takes none, such as Indefinitely.",
    remedy: "It is kept, and no date is calculated from it: delete the number or the unit.")
  public static let foodKeeperUnknownCategory = Problem.Code(
    "foodkeeper-unknown-category", .warning, "A product is in a category that the table does not have.",
    remedy: "The food is kept without a category; add the category to the sheet Category.")
  public static let foodKeeperRepeatedColumn = Problem.Code(
    "foodkeeper-repeated-column", .warning, "A row has the same column twice.",
    remedy: "The last value is taken; give each column once.")
  public static let foodKeeperNotKept = Problem.Code(
    "foodkeeper-not-kept", .notice, "The table holds sheets or columns that no record is made of.",
    remedy: "Keep the file: what is not kept is not written back.")
  public static let foodKeeperUnwritable = Problem.Code(
    "foodkeeper-unwritable", .error, "The records do not make a FoodKeeper table.",
    remedy: "It is made of foods and their storage durations: export without naming a kind.")
}

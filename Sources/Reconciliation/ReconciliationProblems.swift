public import ProblemKit

extension Problem.Code {
  /// What stops a count from being posted until it is settled.
  public static let reconciliation: [Problem.Code] = [
    .untouched, .uncountedLines, .unknownItems, .writeOffNotAccepted, .countsDisagree, .recountOpen, .recountNeeded,
    .approvalNeeded, .overApprovalLimit, .reasonDirection, .countOutOfRange,
  ]

  public static let untouched = Problem.Code(
    "count-untouched", .error, .refused, "Nothing was entered at all.",
    remedy: "Enter what was counted with `stockroom count enter`.")
  public static let uncountedLines = Problem.Code(
    "uncounted-lines", .error, .refused, "Lines of a count that has to be complete were left blank.",
    remedy: "Count them, or choose with `--uncounted`.")
  public static let unknownItems = Problem.Code(
    "unknown-items", .error, .refused, "Codes were counted that the catalog does not know.",
    remedy: "Add the goods to the catalog, or say which variant each code is.")
  public static let writeOffNotAccepted = Problem.Code(
    "write-off-not-accepted", .error, .refused, "The total of the write-off was not accepted, or another total was.",
    remedy: "Look through the list, then accept its total with `--accept-write-off`.")
  public static let countsDisagree = Problem.Code(
    "counts-disagree", .error, .refused, "Counts of an item disagree, and no manager has decided.",
    remedy: "Decide with `stockroom reconcile --decide`, or have it counted once more.")
  public static let recountOpen = Problem.Code(
    "recount-open", .error, .refused, "A recount was asked for and has not come in.",
    remedy: "Enter the recount with `stockroom count enter`.")
  public static let recountNeeded = Problem.Code(
    "recount-needed", .error, .refused, "Variances that exceed the tolerance have not been counted again.",
    remedy: "Ask for the recount with `stockroom count recount`; another counter has to do it.")
  public static let approvalNeeded = Problem.Code(
    "approval-needed", .error, .refused, "Variances that exceed the tolerance have not been approved.",
    remedy: "Close the count, then approve it with `stockroom reconcile --approve`.")
  public static let overApprovalLimit = Problem.Code(
    "over-approval-limit", .error, .refused, "Variances are worth more than a manager may approve.",
    remedy: "Look for the cause, or leave the item out with --exclude and count it by itself.")
  public static let reasonDirection = Problem.Code(
    "reason-direction", .error, .refused, "Variances have a reason that explains the other direction only.",
    remedy: "Give them another reason with --reason SKU=REASON.")
  /// With the id of the same problem in a file.
  public static let countOutOfRange = Problem.Code(
    "out-of-range", .error, .refused, "A number leaves the range that can be kept.",
    remedy: "Look for a quantity far too large, such as a barcode in the quantity column.")
}

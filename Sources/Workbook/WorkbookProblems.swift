public import ProblemKit

extension Problem.Code {
  /// The machine's affair, not that of the data; who writes the workbook reports it under a code of its own.
  public static let workbookFailed = Problem.Code(
    "workbook-failed", .error, .outputFailed, "A workbook cannot be put together on this machine.",
    remedy: "Look whether the disk is full, and try again.")
}

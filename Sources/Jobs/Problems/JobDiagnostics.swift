public import FormatKit

extension DiagnosticCode {
  /// The problems of a job's definition.
  public static let jobs: [DiagnosticCode] = [.jobInvalid]

  public static let jobInvalid = DiagnosticCode(
    "job-invalid", .error, "The definition of a job is not what it should be.",
    remedy: "Correct the line that is named; `stockroom job check` reads it again.")
}

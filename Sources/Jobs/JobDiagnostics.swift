public import FormatKit

extension DiagnosticCode {
  /// What may be wrong with the definition of a job.
  public static let jobs: [DiagnosticCode] = [.jobInvalid]

  public static let jobInvalid = DiagnosticCode(
    "job-invalid", .error, "The definition of a job is not what it should be.",
    remedy: "Mend the line that is named; `stockroom job check` reads it again.")
}

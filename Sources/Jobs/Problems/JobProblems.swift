public import FormatKit

extension Problem.Code {
  /// The problems of a job's definition.
  public static let jobs: [Problem.Code] = [.jobInvalid]
  /// The problems of jobs whose cause is not the text of the definition: something cannot be created, written or found.
  public static let jobRuns: [Problem.Code] = [
    .unknownJob, .zeroRows, .keyNotUnique, .unknownLocation, .sameFileName, .manifestUnreadable,
  ]

  public static let jobInvalid = Problem.Code(
    "job-invalid", .error, .usage, "The definition of a job is not what it should be.",
    remedy: "Correct the line that is named; `stockroom job check` reads it again.")

  public static let unknownJob = Problem.Code(
    "job-unknown", .error, .usage, "The job does not exist.", remedy: "See `stockroom job list` for the jobs there are."
  )
  public static let zeroRows = Problem.Code(
    "job-zero-rows", .error, .invalidInput, "An output has no rows, and its definition says that it must.",
    remedy: "Look for what is missing, or allow it in the definition.")
  public static let keyNotUnique = Problem.Code(
    "job-key-not-unique", .error, .invalidInput, "Two rows of an output have one key, or a row lacks it.",
    remedy: "Choose a key that each row has to itself.")
  public static let unknownLocation = Problem.Code(
    "job-unknown-location", .error, .usage, "An output is of a location that the shop does not have.",
    remedy: "Correct it in the definition; `stockroom export locations` lists them.")
  public static let sameFileName = Problem.Code(
    "job-same-file-name", .error, .usage, "Two outputs of a set would have one file name.",
    remedy: "Give one of them another name.")
  public static let manifestUnreadable = Problem.Code(
    "job-manifest-unreadable", .error, .outputFailed, "A manifest is not what a job writes.",
    remedy: "Run the job with --full; it publishes a new one.")
}

extension Problems {
  static func unreadableManifest(_ why: String) -> Problems {
    Problems(
      .manifestUnreadable, "the manifest was not written by a job: \(why)",
      remedy: "Run the job with --full; it publishes a new one.")
  }
}

/// A job error whose cause is not the text of the definition: something cannot be created, written or found.
public struct JobError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The job does not exist.
    case unknownJob = "job-unknown"
    /// An output has no rows, and its definition says that it must.
    case zeroRows = "job-zero-rows"
    /// Two rows of an output have one key, or a row lacks it.
    case keyNotUnique = "job-key-not-unique"
    /// An output is of a location that the shop does not have.
    case unknownLocation = "job-unknown-location"
    /// Two outputs of a set would have one file name.
    case sameFileName = "job-same-file-name"
    /// A manifest is not what a job writes.
    case manifestUnreadable = "job-manifest-unreadable"
  }

  public let code: Code
  /// The name of the job or the output; empty if the error does not belong to one.
  public var source: String
  /// The problem, in lower case.
  public let message: String
  public let remedy: String

  public init(_ code: Code, source: String = "", _ message: String, remedy: String) {
    self.code = code
    self.source = source
    self.message = message
    self.remedy = remedy
  }

  static func unreadableManifest(_ why: String) -> JobError {
    JobError(
      .manifestUnreadable, "the manifest was not written by a job: \(why)",
      remedy: "Run the job with --full; it publishes a new one.")
  }

  /// The first line of what people see.
  public var headline: String { source.isEmpty ? message : "\(source): \(message)" }
  public var description: String { "\(headline)\n\(remedy)" }
}

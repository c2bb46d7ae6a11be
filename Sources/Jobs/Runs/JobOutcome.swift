public import FormatKit

/// The result of one run of a job.
public struct JobOutcome: Sendable {
  public enum Result: String, Sendable, Codable {
    case published
    /// Every file would be as in the newest set, so nothing was published.
    case unchanged
    case failed
    /// Another run of the same job is under way.
    case busy
    /// The job is switched off, so nothing was done.
    case off
  }

  public var job: String
  public var result = Result.failed
  /// An exit status.
  public var status: Int32 = 0
  /// The newest announced set of the job; nil if there is no such set.
  public var manifest: JobManifest?
  /// SHA-256 of that set's own manifest.
  public var manifestSHA256: String?
  /// The folder of the job's sets; nil if the run ended before it was opened.
  public var folder: String?
  /// The set of an interrupted earlier run that this run announced.
  public var completed: Int?
  /// The failures, each with its remedy.
  public var problems: [Problem] = []
  /// The sets that each target was given.
  public var delivered: [String: [Int]] = [:]
  /// The sets that retention removed.
  public var retired: [Int] = []
  public var milliseconds = 0

  init(job: String) { self.job = job }
}

/// A problem of a job in JSON, as programs read it.
public struct JobProblemOutput: Encodable, Sendable {
  public let message: String
  public let remedy: String

  public init(_ problem: Problem) {
    message = problem.headline
    remedy = problem.remedy
  }
}

/// The exit statuses of jobs, as far as this module decides them itself.
public enum JobStatus {
  public static let done: Int32 = 0
  public static let undelivered: Int32 = 6
  public static let busy: Int32 = 75

  /// From the mildest to the worst: of several jobs the worst status is that of all.
  private static let order: [Int32] = [0, 3, 75, 4, 5, 7, 6, 2, 1]

  /// The most severe of the statuses; 0 for an empty list.
  public static func worst(_ statuses: [Int32]) -> Int32 {
    statuses.max { rank($0) < rank($1) } ?? done
  }

  private static func rank(_ status: Int32) -> Int { order.firstIndex(of: status) ?? order.count }
}

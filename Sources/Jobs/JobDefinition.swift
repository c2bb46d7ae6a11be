public import Exchange
internal import Stock

/// What `jobs/NAME.yml` asks for.
public struct JobDefinition: Hashable, Sendable {
  /// The file's name without its ending: letters, digits, `-` and `_`.
  public var name: String
  public var title: String?
  /// When `job install` has it run; nil when the file does not say.
  public var schedule: JobSchedule?
  public var mode = JobMode.full
  /// Where sets are published; `exports/<name>` of the shop when nil. Relative to the shop's folder.
  public var folder: String?
  public var whenUnchanged = WhenUnchanged.skip
  public var outputs: [OutputDefinition]
  public var retention = JobRetention()
  /// Who may read the sets in the job's folder and in folders that they are delivered to.
  public var readers = FileAccess.group
  public var targets: [JobTarget] = []
  /// The command that is told of a failure, with its arguments; run without a shell. Empty for none.
  public var onFailure: [String] = []

  public init(name: String, outputs: [OutputDefinition]) {
    self.name = name
    self.outputs = outputs
  }

  /// SHA-256 of what the outputs are asked to be: two definitions of the same hash give the same files. Comments,
  /// schedule,
  /// targets, retention and whom to tell do not count.
  public var sha256: String {
    SHA256Hash.hexadecimal(of: outputs.map(\.sha256).joined(separator: " "))
  }

  /// What a run does whose every file is as it was in the newest set.
  public enum WhenUnchanged: String, Hashable, Sendable, CaseIterable { case skip, publish }
}

/// Whether an output tells all that there is, or what has changed since the set before.
public enum JobMode: String, Hashable, Sendable, CaseIterable, Codable { case full, delta }

/// When a job is to run.
public enum JobSchedule: Hashable, Sendable {
  /// Every day at that time of the shop's clock.
  case daily(hour: Int, minute: Int)
  /// The five fields of a cron line.
  case cron(String)
  /// An `OnCalendar` expression of systemd.
  case calendar(String)
}

/// How many of the sets that were published are kept; the newest is always kept.
public struct JobRetention: Hashable, Sendable {
  /// The newest so many; nil for no such limit.
  public var sets: Int?
  /// Those whose cut-off is at most so many days before that of the newest; nil for no such limit.
  public var days: Int?

  public init(sets: Int? = nil, days: Int? = nil) {
    self.sets = sets
    self.days = days
  }
}

/// Where published sets are delivered to, beside the job's own folder.
public struct JobTarget: Hashable, Sendable {
  public enum Means: Hashable, Sendable {
    /// A folder, absolute or relative to the shop's.
    case folder(String)
    /// A command with its arguments, run without a shell; they may hold `{set}`, `{folder}`, `{number}`, `{job}`,
    /// `{manifest}`.
    case command([String])
  }
  /// Stable from run to run: what a delivery that is outstanding is remembered by. Unique within the job.
  public var name: String
  public var means: Means
  /// How long a command may take.
  public var timeoutSeconds = 600

  public init(name: String, means: Means, timeoutSeconds: Int = 600) {
    self.name = name
    self.means = means
    self.timeoutSeconds = timeoutSeconds
  }
}

public import Exchange
internal import Stock

/// The content of `jobs/NAME.yml`.
public struct JobDefinition: Hashable, Sendable {
  /// The file's name without its ending: letters, digits, `-` and `_`.
  public var name: String
  public var title: String?
  /// Whether it runs; a job that is switched off does nothing, and its timer may stay.
  public var isEnabled = true
  /// When `job install` has it run; nil when the file does not say.
  public var schedule: JobSchedule?
  public var mode = JobMode.full
  /// The folder where sets are published; `exports/<name>` of the shop when nil. Relative to the shop's folder.
  public var folder: String?
  public var whenUnchanged = WhenUnchanged.skip
  public var outputs: [OutputDefinition]
  public var retention = JobRetention()
  /// The permission to read the sets in the job's folder and in folders that they are delivered to.
  public var readers = FileAccess.group
  public var targets: [JobTarget] = []
  /// The command to run when the job fails, with its arguments and without a shell. Empty if nothing is to be run.
  public var onFailure: [String] = []

  public init(name: String, outputs: [OutputDefinition]) {
    self.name = name
    self.outputs = outputs
  }

  /// SHA-256 of the requested outputs: two definitions with the same hash produce the same files. Comments, schedule,
  /// targets, retention and the failure command are not part of the hash.
  public var sha256: String {
    SHA256Hash.hexadecimal(of: outputs.map(\.sha256).joined(separator: " "))
  }

  /// How to treat a run whose files all equal those of the newest set.
  public enum WhenUnchanged: String, Hashable, Sendable, CaseIterable { case skip, publish }
}

/// Whether an output contains all rows, or the changes since the previous set.
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
  /// The number of the newest sets to keep; nil for no such limit.
  public var sets: Int?
  /// The number of days before the newest cut-off for which sets are kept; nil for no such limit.
  public var days: Int?

  public init(sets: Int? = nil, days: Int? = nil) {
    self.sets = sets
    self.days = days
  }
}

/// A target that receives published sets in addition to the job's own folder.
public struct JobTarget: Hashable, Sendable {
  public enum Delivery: Hashable, Sendable {
    /// A folder, absolute or relative to the shop's.
    case folder(String)
    /// A command with its arguments, run without a shell; they may hold `{set}`, `{folder}`, `{number}`, `{job}`,
    /// `{manifest}`.
    case command([String])
  }
  /// Stable from run to run: what a delivery that is outstanding is remembered by. Unique within the job.
  public var name: String
  public var delivery: Delivery
  /// How long a command may take.
  public var timeoutSeconds = 600

  public init(name: String, delivery: Delivery, timeoutSeconds: Int = 600) {
    self.name = name
    self.delivery = delivery
    self.timeoutSeconds = timeoutSeconds
  }
}

public import RetailValues

/// Whether a job ran when its schedule says.
public struct JobTiming: Hashable, Sendable {
  /// The last moment at which the job was to run, of those that are an hour past; nil for a job without a schedule, for
  /// one that is switched off, and for a schedule that a cron line cannot express.
  public let dueAt: Timestamp?
  /// Whether it has not run since.
  public let isOverdue: Bool

  /// How long after its time a job is waited for, in milliseconds.
  private static let patience: Int64 = 3_600_000

  /// - Parameters:
  ///   - changedAt: when its file was changed last: before that, it may have had another schedule.
  ///   - clock: that of the shop, by which the schedule is meant.
  ///   - machine: that of the machine, by which cron runs jobs: a job is overdue only if it is so by both.
  public init(
    of job: JobDefinition, _ report: JobReport, changedAt: Timestamp?, at now: Timestamp = .now, clock: ShopClock,
    machine: ShopClock? = nil
  ) {
    let end = Timestamp(millisecondsSince1970: now.millisecondsSince1970 - Self.patience)
    guard job.isEnabled, let schedule = job.schedule, let dueAt = schedule.lastMoment(through: end, clock) else {
      (self.dueAt, isOverdue) = (nil, false)
      return
    }
    self.dueAt = dueAt
    let since = min(dueAt, machine.flatMap { schedule.lastMoment(through: end, $0) } ?? dueAt)
    let startedAt = report.lastRun.flatMap { Timestamp($0.startedAt, clock: .utc, endOfDay: false) }
    let isKnown = changedAt.map { $0 <= since } ?? true
    isOverdue = isKnown && !report.isRunning && (startedAt.map { $0 < since } ?? true)
  }
}

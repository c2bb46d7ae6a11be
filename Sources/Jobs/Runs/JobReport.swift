internal import FormatKit
internal import Foundation

/// The state of a job: the result of its last run, and its announced set.
public struct JobReport: Sendable {
  public struct LastRun: Sendable {
    /// ISO 8601 in UTC.
    public var startedAt: String
    /// nil while the run is under way, or when it was cut short.
    public var finishedAt: String?
    public var status: Int32?
    public var result: JobOutcome.Result?
    public var message: String?
    public var remedy: String?
    public var milliseconds: Int?
  }

  /// A target that is not up to date.
  public struct Outstanding: Sendable {
    public var target: String
    public var numbers: [Int]
    /// Whether these sets do not bring it up to date, because sets in between are missing or damaged. The next run then
    /// publishes a full set.
    public var needsFullSet: Bool
    /// Why the last delivery failed; nil if it succeeded.
    public var message: String?
  }

  /// A file that is not what the manifest says.
  public struct Difference: Sendable {
    public var file: String
    public var problem: String
  }

  public var job: String
  /// Whether the job runs, and is not switched off.
  public var isEnabled: Bool
  /// nil for a job that has never run.
  public var lastRun: LastRun?
  public var isRunning: Bool
  /// Absolute path.
  public var folder: String
  /// The newest announced set; nil if there is no such set.
  public var newest: JobManifest?
  /// The differences from the manifest; nil if the files were not compared.
  public var differences: [Difference]?
  public var outstanding: [Outstanding]
  public var nextNumber: Int

  /// Whether the last run was interrupted.
  public var wasCutShort: Bool { lastRun.map { $0.finishedAt == nil } ?? false && !isRunning }

  /// The exit status of a look at the job: that of its last run, 1 when it was cut short, 6 when files were changed. How
  /// the last run ended does not matter once the job is switched off.
  public var status: Int32 {
    let ofRun = wasCutShort ? 1 : lastRun?.status ?? 0
    return JobStatus.worst([
      isEnabled ? ofRun : 0, differences.map { $0.isEmpty ? 0 : JobStatus.undelivered } ?? 0,
    ])
  }
}

extension JobReport {
  /// Determines the state of a job. Writes nothing and waits for no lock.
  ///
  /// - Parameters:
  ///   - shopPath: the shop's folder, absolute.
  ///   - isVerified: whether the files of the newest set are compared with their SHA-256.
  /// - Throws: ``Problem/Code/sinkFailed`` if the job's folder cannot be read.
  public init(of job: JobDefinition, shopPath: String, isVerified: Bool = false) throws {
    let shop = try OpenFolder.opened(shopPath)
    self.job = job.name
    isEnabled = job.isEnabled
    let state = try? shop.descendant("\(JobRunner.stateFolder)/\(job.name)", making: 0)
    // Before the record is read: a run that ends in between has its record complete then.
    isRunning = state.map { JobLock.isHeld(in: $0) } ?? false
    let record = try state.map { try JobRecord.read(in: $0) } ?? JobRecord()
    lastRun = record.lastRun.map { run in
      LastRun(
        startedAt: run.startedAt, finishedAt: run.finishedAt, status: run.status,
        result: run.outcome.flatMap { JobOutcome.Result(rawValue: $0) }, message: run.message, remedy: run.remedy,
        milliseconds: run.milliseconds)
    }
    let path = job.folderPath
    folder = path.hasPrefix("/") ? path : shop.place(path)
    nextNumber = record.number + 1
    outstanding = []
    guard lastRun != nil else { return }
    let isMissing = access(folder, F_OK) != 0 && errno == ENOENT
    guard !isMissing else {
      differences = isVerified && record.number > 0 ? [Difference(file: folder, problem: "is not there")] : nil
      return
    }
    let sets = SetFolder(
      folder: try shop.descendant(path, making: 0), owner: SetOwner(job: job.name, shop: record.shop))
    newest = try sets.newest()
    guard let newest else {
      let isLost = isVerified && record.folder == job.folderKey
      differences = isLost ? [Difference(file: folder, problem: "holds none of the sets that were published")] : nil
      return
    }
    nextNumber = max(nextNumber, newest.number + 1)
    if isVerified {
      differences = try sets.differences(from: newest).map { Difference(file: $0.name, problem: $0.problem) }
    }
    guard let mark = try sets.published(newest.number)?.mark else { return }
    let delivery = JobDelivery(sets: sets, job: job, shop: shop)
    for target in job.targets {
      let given = record.delivered[target.key]
      var numbers: [Int] = []
      let start = try delivery.start(given?.mark, given, newest: newest.number)
      let isWithinReach = try delivery.walk(from: given?.mark, after: start, through: mark) { set in
        guard try sets.seemsWhole(set) else { return false }
        numbers.append(set.number)
        return true
      }
      let message = record.refused[target.key]
      guard !numbers.isEmpty || !isWithinReach || message != nil else { continue }
      outstanding.append(
        Outstanding(target: target.name, numbers: numbers, needsFullSet: !isWithinReach, message: message))
    }
  }
}

extension JobDefinition {
  /// The folder of its sets, absolute or relative to the shop's.
  public var folderPath: String { folder ?? "exports/\(name)" }

  /// Whether that folder is inside the shop's folder, so that it may be created.
  var isWithinShop: Bool { !folderPath.hasPrefix("/") && !folderPath.split(separator: "/").contains("..") }
}

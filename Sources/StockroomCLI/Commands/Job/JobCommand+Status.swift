internal import ArgumentParser
internal import Foundation
internal import Jobs
internal import ProblemKit
internal import RetailValues

extension JobCommand {
  /// Shows the status of jobs.
  struct Status: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show the result of the last run of each job, and what was published last.",
      discussion: """
        The exit status is 0 if the last run of every job succeeded, otherwise the worst of theirs; 1 for a run that was \
        interrupted, 6 if --verify finds a file that differs from what was published. Nothing is written.

        A job is overdue if it did not run within an hour of the time in its schedule; that leaves the exit status as it is.

        Examples:
          stockroom job status
          stockroom job status nightly --verify --json
        """)
    static let acts = Acts(.readJobs)

    @Argument(help: "The jobs; all of them when none is given.")
    var names: [String] = []

    @Flag(help: "Compare the files of the newest set with their SHA-256.")
    var verify = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let clock = ShopClock(timeZone: shop.folder.settings.timeZone) ?? .utc
      var (jobs, failures) = shop.folder.jobs.all(names)
      var reports: [JobReport] = []
      var timings: [String: JobTiming] = [:]
      for job in jobs {
        do {
          let report = try JobReport(of: job, shopPath: shop.folder.absolutePath, isVerified: verify)
          reports.append(report)
          timings[job.name] = JobTiming(
            of: job, report, changedAt: shop.folder.jobs.changedAt(job.name), clock: clock,
            machine: ShopClock(timeZone: TimeZone.current.identifier))
        } catch {
          failures.append(Failure.explanation(of: error))
        }
      }
      let status = JobStatus.worst(reports.map(\.status) + failures.map(\.first.outcome.rawValue))
      let problems = failures.flatMap(\.all)
      let answer = JSONOutput(
        status: status, jobs: reports.map { JobReportOutput($0, timings[$0.job], clock: clock) },
        problems: problems.map(JobProblemOutput.init))
      return ValueOutput(answer, status: status) {
        if reports.isEmpty, failures.isEmpty { JobCommand.sayNoJobs() }
        for report in reports {
          JobReportView(report, timings[report.job], clock: clock, shopPath: shop.folder.absolutePath).show()
        }
      } remarks: {
        JobCommand.report(problems)
      }
    }

    private struct JSONOutput: Encodable {
      let status: Int32
      let jobs: [JobReportOutput]
      let problems: [JobProblemOutput]
    }
  }
}

/// The status of a job, for people.
struct JobReportView {
  private let report: JobReport
  private let timing: JobTiming?
  private let clock: ShopClock
  private let shopPath: String

  init(_ report: JobReport, _ timing: JobTiming?, clock: ShopClock, shopPath: String) {
    self.report = report
    self.timing = timing
    self.clock = clock
    self.shopPath = shopPath
  }

  func show() {
    Terminal.say("\(report.job): \(report.isEnabled ? "" : "switched off, ")\(summary)")
    if let timing, timing.isOverdue, let dueAt = timing.dueAt {
      Terminal.say("  overdue: it was to run on \(clock.display(dueAt))")
    }
    if let message = report.lastRun?.message {
      Terminal.say("  \(message)")
      if let remedy = report.lastRun?.remedy, !remedy.isEmpty { Terminal.say("    \(remedy)") }
    }
    if let newest = report.newest {
      let path =
        report.folder.hasPrefix(shopPath + "/") ? report.folder.dropFirst(shopPath.count + 1) : report.folder[...]
      Terminal.say(
        "  newest set \(SetNumber.text(newest.number)) of \(newest.cutOff), \(newest.mode.rawValue), in \(path)")
      for file in newest.files {
        let rows = file.rows.map { Terminal.number($0, "row") + ", " } ?? ""
        Terminal.say(
          "    \(file.name): \(rows)\(Terminal.number(Int(file.seal.bytes), "byte"))\(verdict(on: file.name))")
      }
    }
    for difference in report.differences ?? []
    where !(report.newest?.files.contains { $0.name == difference.file } ?? false) {
      Terminal.say("  \(difference.file) \(difference.problem)")
    }
    for outstanding in report.outstanding {
      var numbers =
        outstanding.numbers.isEmpty ? "" : " lacks \(Terminal.list(outstanding.numbers.map(SetNumber.text)))"
      if outstanding.needsFullSet { numbers += (numbers.isEmpty ? "" : " and") + " needs a full set" }
      // The message with which the run ended was shown above.
      let message = outstanding.message.flatMap { report.lastRun?.message?.hasSuffix($0) == true ? nil : ": \($0)" }
      guard !numbers.isEmpty || message != nil else { continue }
      Terminal.say("  \(outstanding.target)\(numbers)\(message ?? "")")
    }
  }

  private var summary: String {
    guard let run = report.lastRun else { return "has never run" }
    let started = clock.shown(run.startedAt)
    if report.isRunning { return "running since \(started)" }
    guard let finished = run.finishedAt else {
      return "the run of \(started) was cut short; the next one repairs what it left"
    }
    let result = run.result?.rawValue ?? "ended"
    return "\(result) \(clock.shown(finished)), status \(run.status ?? 1)"
  }

  private func verdict(on name: String) -> String {
    guard let differences = report.differences else { return "" }
    return differences.first { $0.file == name }.map { ", \($0.problem)" } ?? ", as published"
  }
}

/// The status of a job, for programs.
struct JobReportOutput: Encodable {
  struct Run: Encodable {
    let startedAt: String
    let finishedAt: String?
    let result: JobOutcome.Result?
    let status: Int32?
    let message: String?
    let durationMs: Int?
  }
  struct Outstanding: Encodable {
    let target: String
    let sets: [Int]
    let needsFullSet: Bool
    let message: String?
  }
  struct Difference: Encodable {
    let file: String
    let problem: String
  }

  let job: String
  let enabled: Bool
  let status: Int32
  let isRunning: Bool
  let wasCutShort: Bool
  let dueAt: String?
  let isOverdue: Bool
  let lastRun: Run?
  let newestSet: JobSetOutput?
  let differences: [Difference]?
  let outstanding: [Outstanding]
  let nextNumber: Int

  init(_ report: JobReport, _ timing: JobTiming?, clock: ShopClock) {
    job = report.job
    enabled = report.isEnabled
    status = report.status
    isRunning = report.isRunning
    wasCutShort = report.wasCutShort
    dueAt = timing?.dueAt.map { clock.iso8601($0) }
    isOverdue = timing?.isOverdue ?? false
    lastRun = report.lastRun.map { run in
      Run(
        startedAt: clock.local(run.startedAt), finishedAt: run.finishedAt.map { clock.local($0) }, result: run.result,
        status: run.status,
        message: run.message, durationMs: run.milliseconds)
    }
    newestSet = report.newest.map { JobSetOutput($0, folder: report.folder) }
    differences = report.differences.map { $0.map { Difference(file: $0.file, problem: $0.problem) } }
    outstanding = report.outstanding.map {
      Outstanding(target: $0.target, sets: $0.numbers, needsFullSet: $0.needsFullSet, message: $0.message)
    }
    nextNumber = report.nextNumber
  }
}

extension ShopClock {
  /// A moment of ISO 8601 as people see it; the text itself when it is not a date and time.
  fileprivate func shown(_ text: String) -> String {
    Timestamp(text, clock: .utc, endOfDay: false).map { display($0) } ?? text
  }

  /// A moment of ISO 8601 with the offset of the shop; the text itself when it is not a date and time.
  fileprivate func local(_ text: String) -> String {
    Timestamp(text, clock: .utc, endOfDay: false).map { iso8601($0) } ?? text
  }
}

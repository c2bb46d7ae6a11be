internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import Jobs
internal import ProblemKit
internal import RetailValues

extension JobCommand {
  /// Runs jobs.
  struct Run: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run jobs: write, publish and deliver their files.",
      discussion: """
        Files that have not changed since the newest set are not published again. A job that fails does not stop the others; \
        the exit status is the worst of all. While another run of the same job is in progress, the exit status is 75.

        Goods and stock levels are as they are now, even with --at: it is written in the manifest and in names of files, words \
        such as `yesterday` are seen from it, and prices and sales events are those that hold then. A report with a parameter \
        for the moment shows the stock at that time: `parameters: {at: today}`.

        Examples:
          stockroom job run nightly
          stockroom job run --all --wait 600
          stockroom job run feed --full
          stockroom job run nightly --at 2026-10-31T18:00
        """)
    static let acts = Acts(.runJobs)

    @Argument(help: "The jobs, in the order in which they run.")
    var names: [String] = []

    @Flag(help: "Run all jobs of the shop.")
    var all = false

    @Option(
      defaultAsFlag: Seconds.day,
      help: ArgumentHelp(
        "Wait this long for another run of the same job; without a number, up to a day.",
        valueName: "seconds"))
    var wait: Seconds?

    @Option(
      help: ArgumentHelp(
        "The moment that files and reports name as that of their making, and whose prices and sales events hold; now. A day means its end.",
        valueName: "time"))
    var at: String?

    @Flag(help: "Publish everything, also for jobs that publish only changes.")
    var full = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let names = try chosenNames(shop.folder.jobs.names)
      if all { JobCommand.noteMisnamed(shop.folder.jobs) }
      var options = JobRunner.Options()
      options.isFull = full
      if let wait {
        guard wait.number >= 0, wait.number <= Seconds.day.number else {
          throw Problems(
            .usage, "--wait \(wait) is out of range", remedy: "Give seconds, at most 86400, which is a day.")
        }
        options.wait = .milliseconds(Int(wait.number * 1000))
      }
      let clock = ShopClock(timeZone: shop.folder.settings.timeZone) ?? .utc
      options.at = try MomentOption.parse(at, flag: "--at", clock: clock)
      var outcomes: [JobOutcome] = []
      for name in names {
        let outcome = Progress.run(name) { progress in
          JobRunner(shopPath: shop.folder.absolutePath, services: shop.folder.jobServices(shopOptions.user, progress))
            .run(name, options)
        }
        say(outcome)
        outcomes.append(outcome)
      }
      let status = JobStatus.worst(outcomes.map(\.status))
      // For people, each result was reported when its job ended.
      return ValueOutput(JSONOutput(status: status, jobs: outcomes.map { JobOutcomeOutput($0) }), status: status) {}
    }

    private func chosenNames(_ known: [String]) throws -> [String] {
      guard all == names.isEmpty else {
        throw Problems(
          .usage, all ? "--all and the names of jobs exclude each other" : "no job is named",
          remedy: known.isEmpty
            ? "The shop has no jobs yet; docs/guides/jobs.md says how to write one."
            : "Name one of \(known.joined(separator: ", ")), or run all with --all.")
      }
      var seen = Set<String>()
      return (all ? known : names).filter { seen.insert($0).inserted }
    }

    /// Reports the result of a run in words, on standard error: the results are files.
    private func say(_ outcome: JobOutcome) {
      let name = outcome.job
      switch outcome.result {
      case .published:
        guard let manifest = outcome.manifest else { break }
        let files = manifest.files.map { file in
          file.name + (file.rows.map { " (\(Terminal.number($0, "row")))" } ?? "")
        }
        let what = files.isEmpty ? "nothing but its manifest" : Terminal.list(files)
        Terminal.note("\(name): published set \(SetNumber.text(manifest.number)), \(manifest.mode.rawValue): \(what).")
        if !manifest.skipped.isEmpty {
          Terminal.note("\(name): left out, as there are no rows: \(Terminal.list(manifest.skipped)).")
        }
      case .unchanged:
        let number = outcome.manifest.map { SetNumber.text($0.number) } ?? ""
        Terminal.note("\(name): nothing has changed since set \(number), and nothing was published.")
      case .off: Terminal.note("\(name): switched off, so nothing was done.")
      case .failed, .busy: break
      }
      for (target, numbers) in outcome.delivered.sorted(by: { $0.key < $1.key }) {
        Terminal.note("\(name): delivered \(Terminal.list(numbers.map(SetNumber.text))) to \(target).")
      }
      for problem in outcome.problems { Terminal.showError("\(name): \(problem.headline)", remedy: problem.remedy) }
      if outcome.result == .failed, let manifest = outcome.manifest {
        Terminal.note("\(name): set \(SetNumber.text(manifest.number)) of \(manifest.cutOff) stays the newest.")
      }
    }

    private struct JSONOutput: Encodable {
      let status: Int32
      let jobs: [JobOutcomeOutput]
    }
  }
}

/// A number of seconds as an option.
struct Seconds: ExpressibleByArgument, CustomStringConvertible {
  let number: Double

  static let day = Seconds(number: 86_400)

  private init(number: Double) { self.number = number }

  init?(argument: String) {
    guard let number = Double(argument) else { return nil }
    self.number = number
  }

  var description: String { number == number.rounded() ? String(format: "%.0f", number) : "\(number)" }
}

/// The result of a run, for programs.
struct JobOutcomeOutput: Encodable {
  let job: String
  let result: JobOutcome.Result
  let status: Int32
  let set: JobSetOutput?
  let completed: Int?
  let delivered: [String: [Int]]
  let retired: [Int]
  let problems: [JobProblemOutput]
  let durationMs: Int

  init(_ outcome: JobOutcome) {
    job = outcome.job
    result = outcome.result
    status = outcome.status
    set = outcome.manifest.map { JobSetOutput($0, folder: outcome.folder, sha256: outcome.manifestSHA256) }
    completed = outcome.completed
    delivered = outcome.delivered
    retired = outcome.retired
    problems = outcome.problems.map(JobProblemOutput.init)
    durationMs = outcome.milliseconds
  }
}

/// A published set, for programs.
struct JobSetOutput: Encodable {
  struct File: Encodable {
    let name: String
    let output: String
    let role: ManifestFile.Role
    let rows: Int?
    let bytes: Int64
    let sha256: String
  }

  let number: Int
  let mode: JobMode
  let cutOff: String
  let folder: String?
  let manifestSha256: String?
  let files: [File]
  let skipped: [String]

  init(_ manifest: JobManifest, folder: String?, sha256: String? = nil) {
    number = manifest.number
    mode = manifest.mode
    cutOff = manifest.cutOff
    self.folder = folder.map { $0 + "/" + SetNumber.text(manifest.number) }
    manifestSha256 = sha256
    files = manifest.files.map { file in
      File(
        name: file.name, output: file.output, role: file.role, rows: file.rows, bytes: file.seal.bytes,
        sha256: file.seal.sha256)
    }
    skipped = manifest.skipped
  }
}

extension Progress {
  /// Shows how far the files of a set have come: the rows of an output, or which query of a report is under way.
  var watcher: SetWatcher {
    SetWatcher(
      begins: { output, query in
        self.begin(query.map { "\(output), \($0)" } ?? output, counting: query == nil ? .things("rows") : .nothing)
      }, advances: { self.advance(to: $0) })
  }
}

internal import ArgumentParser
internal import FormatKit
internal import Foundation
internal import Jobs
internal import Reporting
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Named exports that run by themselves.
struct JobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "job", abstract: "Run named exports, show their results, and let the system run them.",
    discussion: """
      A job is a file jobs/NAME.yml of the shop. It says what is written, where to, and who is informed of a failure; see \
      docs/guides/jobs.md. A run publishes all of its files or none, and the last complete set stays until the next one is \
      complete.

      Examples:
        stockroom job list
        stockroom job run nightly
        stockroom job status --verify
      """,
    subcommands: [List.self, Check.self, Run.self, Status.self, Sets.self, Enable.self, Disable.self, Install.self])

  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the jobs of the shop.",
      discussion: """
        Example:
          stockroom job list
        """)
    static let acts = Acts(.readJobs)

    @OptionGroup var shopOptions: ShopOptions

    private struct Entry: Encodable {
      let job: String
      let title: String?
      let enabled: Bool
      let mode: JobMode
      let schedule: String?
      let outputs: [String]
      let targets: [String]
    }

    private struct JSONOutput: Encodable {
      let status: Int32
      let jobs: [Entry]
      let problems: [JobProblemOutput]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let library = shop.folder.jobs
      let (jobs, failures) = library.all()
      let entries = jobs.map { job in
        Entry(
          job: job.name, title: job.title, enabled: job.isEnabled, mode: job.mode, schedule: job.schedule?.text,
          outputs: job.outputs.map(\.name), targets: job.targets.map(\.name))
      }
      let status = JobStatus.worst(failures.map(\.first.outcome.rawValue))
      let problems = failures.flatMap(\.all)
      return ValueOutput(
        JSONOutput(status: status, jobs: entries, problems: problems.map(JobProblemOutput.init)), status: status
      ) {
        guard !library.names.isEmpty else { return JobCommand.sayNoJobs() }
        guard !jobs.isEmpty else { return }
        let rows = entries.map { job in
          let schedule = job.enabled ? job.schedule ?? "" : "off"
          return [job.job, job.mode.rawValue, schedule, Terminal.list(job.outputs), job.title ?? ""]
        }
        Terminal.say(Terminal.table(["job", "mode", "schedule", "outputs", "title"], rows))
      } remarks: {
        JobCommand.noteMisnamed(library)
        JobCommand.report(problems)
      }
    }
  }

  struct Check: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the definitions of jobs, and list every problem.",
      discussion: """
        Nothing is run or written. It is checked that the shop has the locations and codes that are named, and that the SQL of \
        the reports runs. The exit status is 2 when something is wrong.

        Examples:
          stockroom job check
          stockroom job check nightly
        """)
    static let acts = Acts(.readJobs)

    @Argument(help: "The jobs; all of them when none is given.")
    var names: [String] = []

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let status: Int32
      let right: [String]
      let problems: [JobProblemOutput]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let jobs: [JobDefinition]
      var failures: [Problems]
      do {
        (jobs, failures) = try shop.booksForReading.withSnapshot { shop.folder.jobs.all(names, triedOn: $0) }
      } catch {
        // Problems with the files are reported even if the books cannot be read.
        (jobs, failures) = shop.folder.jobs.all(names)
        failures.append(Failure.explanation(of: error))
      }
      if names.isEmpty {
        failures += shop.folder.jobs.misnamed.map { Failure.explanation(of: JobLibrary.misnaming($0)) }
      }
      let status = JobStatus.worst(failures.map(\.first.outcome.rawValue))
      let problems = failures.flatMap(\.all)
      return ValueOutput(
        JSONOutput(status: status, right: jobs.map(\.name), problems: problems.map(JobProblemOutput.init)),
        status: status
      ) {
        for job in jobs {
          Terminal.say("\(job.name) is right: \(Terminal.number(job.outputs.count, "output")).")
        }
      } remarks: {
        JobCommand.report(problems)
      }
    }
  }

  /// Reports what is wrong, on standard error.
  static func report(_ problems: [Problem]) {
    for problem in problems { Terminal.showError(problem.headline, remedy: problem.remedy) }
  }

  static func sayNoJobs() {
    Terminal.say("The shop has no jobs yet; docs/guides/jobs.md says how to write one into jobs/.")
  }

  /// Reports files that look like jobs but are not.
  static func noteMisnamed(_ library: JobLibrary) {
    for file in library.misnamed {
      let problem = JobLibrary.misnaming(file).first
      Terminal.note("\(problem.headline). \(problem.remedy)")
    }
  }
}

extension JobLibrary {
  /// The jobs of those names, all of them when none is given, and what is wrong with the others.
  func all(
    _ wanted: [String] = [], triedOn trial: ShopSnapshot? = nil
  ) -> (jobs: [JobDefinition], failures: [Problems]) {
    var jobs: [JobDefinition] = []
    var failures: [Problems] = []
    for name in wanted.isEmpty ? names : wanted {
      do {
        jobs.append(try job(named: name, triedOn: trial))
      } catch {
        failures.append(Failure.explanation(of: error))
      }
    }
    return (jobs, failures)
  }
}

extension ShopFolder {
  var jobs: JobLibrary { JobLibrary(folder: path + "/jobs", registry: standardFormats, reports: reports) }

  /// The shop's own reports before those that ship.
  var reports: ReportLibrary { ReportLibrary(folders: [reportsPath] + ReportCommand.installedFolders) }

  /// The folder as a path that means the same wherever one is.
  var absolutePath: String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The services of the shop that runs of jobs need.
  func jobServices(_ user: String?, _ progress: Progress) -> JobServices {
    let library = jobs
    return JobServices(
      definition: { try library.job(named: $0) }, failureCommand: library.failureCommand,
      books: {
        let actor = try actor(user, command: "job run", for: .runJobs)
        let database = try open()
        return JobServices.Books(
          writer: SetWriter(
            shop: database, registry: standardFormats, reports: reports, language: settings.language,
            watcher: progress.watcher),
          shop: try database.identity(),
          enter: { try database.recordAct($0, actor: actor) },
          has: { try database.hasAct($0, command: actor.command) })
      },
      explain: Failure.explanation(of:), tell: { Terminal.note($0) })
  }
}

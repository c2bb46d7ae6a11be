internal import ArgumentParser
internal import Foundation
internal import Jobs
internal import ProblemKit
internal import RetailValues
internal import Stock

extension JobCommand {
  /// Lists the sets that jobs have published.
  struct Sets: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "sets", abstract: "List the sets that jobs have published and still keep, the newest first.",
      discussion: """
        Each has its files, the person or account that ran the job, and whether all files are still there, as large as they \
        were published. `job status --verify` compares the files of the newest set byte for byte.

        Examples:
          stockroom job sets
          stockroom job sets nightly --limit 3 --json
        """)
    static let acts = Acts(.readJobs)

    @Argument(help: "The jobs; all of them when none is given.")
    var names: [String] = []

    @Option(help: "The maximum number of sets of each job.")
    var limit = 10

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws { try Problems.requireLimit(limit) }

    private struct JSONOutput: Encodable {
      let status: Int32
      let jobs: [JobSetsOutput]
      let problems: [JobProblemOutput]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      var (jobs, failures) = shop.folder.jobs.all(names)
      var lists: [JobSetList] = []
      for job in jobs {
        do {
          lists.append(try JobSetList(of: job, shopPath: shop.folder.absolutePath, limit: limit))
        } catch {
          failures.append(Failure.explanation(of: error))
        }
      }
      // The sets are listed even if the books cannot be read.
      let entries = lists.flatMap(\.entries)
      let actors: [String: String] =
        entries.isEmpty
        ? [:]
        : (try? shop.booksForReading.actors(
          ofActs: entries.map(\.act), command: Stockroom.path(of: Run.self),
          after: entries.map(\.lastLogEntry).min() ?? 0)) ?? [:]
      let status = JobStatus.worst(failures.map(\.first.outcome.rawValue))
      let problems = failures.flatMap(\.all)
      let outputs = lists.map { JobSetsOutput($0, actors: actors) }
      return ValueOutput(
        JSONOutput(status: status, jobs: outputs, problems: problems.map(JobProblemOutput.init)), status: status
      ) {
        if jobs.isEmpty, failures.isEmpty { JobCommand.sayNoJobs() }
        for list in outputs { list.show() }
      } remarks: {
        JobCommand.report(problems)
      }
    }
  }
}

/// The sets of a job, for programs and for people.
private struct JobSetsOutput: Encodable {
  struct Entry: Encodable {
    let number: Int
    let mode: JobMode
    let cutOff: String
    /// Who ran the job; nil where the audit log does not have it.
    let by: String?
    let isNewest: Bool
    let isWhole: Bool
    /// Of all files with data; nil where none is made of rows.
    let rows: Int?
    let folder: String
    let files: [JobSetOutput.File]
  }

  let job: String
  let folder: String
  let sets: [Entry]

  init(_ list: JobSetList, actors: [String: String]) {
    job = list.job
    folder = list.folder
    sets = list.entries.enumerated().map { place, entry in
      let set = JobSetOutput(entry.manifest, folder: list.folder)
      let rows = set.files.filter { $0.role == .data }.compactMap(\.rows)
      return Entry(
        number: set.number, mode: set.mode, cutOff: set.cutOff, by: actors[entry.act], isNewest: place == 0,
        isWhole: entry.isWhole, rows: rows.isEmpty ? nil : rows.reduce(0, +), folder: set.folder ?? list.folder,
        files: set.files)
    }
  }

  func show() {
    guard !sets.isEmpty else { return Terminal.say("\(job) has published no set that is still kept.") }
    Terminal.say("\(job), in \(folder)")
    Terminal.say(
      Terminal.table(
        ["set", "of", "by", "mode", "rows", "files", "state"],
        sets.map { set in
          [
            SetNumber.text(set.number), set.cutOff, set.by ?? "", set.mode.rawValue, set.rows.map { "\($0)" } ?? "",
            Terminal.list(set.files.map(\.name)), set.isWhole ? "whole" : "not whole",
          ]
        }, rightAligned: [4]))
  }
}

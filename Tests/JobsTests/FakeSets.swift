import FormatKit
import Foundation
import RetailValues

@testable import Jobs

/// A shop's folder that is there for one test, with a job whose outputs are texts.
final class FakeShop {
  let path: String
  var texts: [String: String] = ["goods": "sku\nA1\n"]
  var job: JobDefinition
  /// The error of the definition.
  var wrong: (any Error)?
  /// Thrown in the middle of writing.
  var failure: (any Error)?
  /// Called when all files are written, before the set is published.
  var whileWriting: () throws -> Void = {}
  /// The entries of the audit log.
  var entered: [String] = []
  var isAuditBusy = false
  /// What the shop is known by.
  var identity: String? = "corner"
  var reported: [String] = []
  var runs: [JobRun] = []

  /// As the command does: a program that does not read its input must not end the process.
  static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  init() throws {
    Self.ignoresBrokenPipes
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/stockroom-jobs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    job = JobDefinition(name: "nightly", outputs: [])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func run(_ change: (inout JobRunner.Options) -> Void = { _ in }) -> JobOutcome {
    var options = JobRunner.Options()
    options.at = Timestamp(millisecondsSince1970: 1_790_000_000_000)
    // A program that another test starts at this very moment has the lock's descriptor until its own code begins.
    options.wait = .seconds(5)
    change(&options)
    return runner.run("nightly", options)
  }

  var runner: JobRunner {
    JobRunner(
      shopPath: path,
      services: JobServices(
        definition: { [self] name in
          guard name == "nightly" else { throw Problems(.unknownJob, "no job '\(name)'", remedy: "Look.") }
          if let wrong { throw wrong }
          return job
        }, failureCommand: { [self] _ in job.onFailure },
        books: { [self] in
          JobServices.Books(
            writer: FakeWriter(shop: self), shop: identity,
            enter: { [self] in
              if isAuditBusy { throw FakeFailure(status: 75) }
              entered.append($0)
            }, has: { [self] in entered.contains($0) })
        },
        explain: { error in
          let status = (error as? FakeFailure)?.status ?? ((error as? Problems)?.first.outcome.rawValue ?? 1)
          let code = Problem.Code(
            "fake", .error, Problem.Outcome(rawValue: status) ?? .unexpected, "A fake.", remedy: "Correct it.")
          return Problems(code, "\(error)")
        },
        tell: { [self] in reported.append($0) }))
  }

  var owner: SetOwner { SetOwner(job: "nightly", shop: identity) }

  // MARK: - Content of the folder

  var sets: String { path + "/exports/nightly" }

  func names(_ folder: String? = nil) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder ?? sets)) ?? []).sorted()
  }

  func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ file: String, _ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }

  /// The number of the announced set of a folder, if all its files agree with the manifest.
  func consistent(_ folder: String? = nil) throws -> Int? {
    let open = try OpenFolder.opened(folder ?? sets)
    let sets = SetFolder(folder: open, owner: owner)
    guard let newest = try sets.newest(), try sets.differences(from: newest).isEmpty else { return nil }
    return newest.number
  }

  func status(isVerified: Bool = true) throws -> JobReport {
    try JobReport(of: job, shopPath: path, isVerified: isVerified)
  }
}

struct FakeFailure: Error {
  var status: Int32
}

/// Writes the texts of a fake shop.
struct FakeWriter: SetWriting {
  let shop: FakeShop

  func write(_ run: JobRun, into folder: any StagedFolder, tell: (OutputProgress) -> Void) throws -> WrittenSet {
    shop.runs.append(run)
    var files: [ManifestFile] = []
    for (name, text) in shop.texts.sorted(by: { $0.key < $1.key }) {
      let file = try folder.file(named: name + ".csv")
      try file.sink.write(text)
      if let failure = shop.failure { throw failure }
      let seal = try file.finish()
      let rows = text.split(separator: "\n").count - 1
      tell(OutputProgress(output: name, file: name + ".csv", rows: rows, seal: seal, milliseconds: 0))
      files.append(
        ManifestFile(
          output: name, name: name + ".csv", mode: run.job.mode, seal: seal, rows: rows,
          description: ResourceDescription(isTabular: true, format: "csv", mediaType: "text/csv", encoding: "utf-8")))
    }
    try shop.whileWriting()
    if run.job.mode == .delta { try shop.write(run.nextState, "state of \(run.number)") }
    let isDelta = run.job.mode == .delta && run.state != nil && !run.isFull
    let manifest = JobManifest(
      job: run.job.name, shop: run.shop, number: run.number, mode: isDelta ? .delta : .full, cutOff: run.cutOff.iso8601,
      revisionTo: 7,
      previous: run.previous.map { .init(number: $0.number, manifestSHA256: run.previousManifestSHA256 ?? "") },
      definitionSHA256: run.job.sha256, currency: "EUR", timeZone: "UTC", files: files, skipped: [])
    return WrittenSet(manifest: manifest, hasNews: run.previous?.files.map(\.seal) != files.map(\.seal))
  }
}

internal import Exchange
internal import FormatKit
internal import Foundation
internal import Stock

/// The results of one command's files, in order.
struct ImportOutcomes {
  /// The result of one file.
  struct File {
    let name: String
    /// As people read it: `applied`, `refused`, `not read`.
    let outcome: String
    /// How many records the file has; nil when it was not read to its end.
    let records: Int?
    /// The next step for the user; empty without one.
    let nextStep: String
    let status: Int32
    /// Nil for a file that could not be read, or that was not tried.
    let answer: ImportOutput?
  }

  private(set) var files: [File] = []

  /// From the best exit status to the worst: done, done with refused records, a guard stopped it, errors in the file, a
  /// mistake in the command, the output failed, the shop is in use, a mistake in Stockroom.
  private static let order = [
    ExitStatus.done, ExitStatus.doneWithRejects, ExitStatus.refused, ExitStatus.inputInvalid, ExitStatus.usage,
    ExitStatus.outputFailed, ExitStatus.busy, ExitStatus.unexpected,
  ]

  /// The worst exit status of all files.
  var worstStatus: Int32 {
    files.map(\.status).max { Self.rank($0) < Self.rank($1) } ?? ExitStatus.done
  }

  private static func rank(_ status: Int32) -> Int { order.firstIndex(of: status) ?? order.count }

  /// Whether the file with that status was not taken.
  static func isFailure(_ status: Int32) -> Bool { rank(status) >= rank(ExitStatus.refused) }

  mutating func add(_ summary: ImportSummary, named name: String, status: Int32) {
    let (outcome, step) = Self.words(summary, status: status)
    files.append(
      File(
        name: name, outcome: outcome, records: Self.records(of: summary), nextStep: step, status: status,
        answer: ImportOutput(summary)))
  }

  /// Adds a file that could not be read or taken at all, and says why.
  mutating func add(_ error: any Error, named name: String) {
    let problems = Failure.explanation(of: error)
    for problem in problems.all { Terminal.showError(problem.headline, remedy: problem.remedy) }
    files.append(
      File(
        name: name, outcome: "failed", records: nil, nextStep: problems.remedy,
        status: problems.first.outcome.rawValue, answer: nil))
  }

  /// Adds the files that were not tried.
  mutating func addUntried(_ names: some Sequence<String>) {
    for name in names {
      files.append(
        File(
          name: name, outcome: "not read", records: nil,
          nextStep: "Import it once the file before it is correct, or leave --stop out.", status: ExitStatus.done,
          answer: nil))
    }
  }

  /// How many records the file has; nil where it was not read again.
  private static func records(of summary: ImportSummary) -> Int? {
    if case .alreadyApplied = summary.outcome { nil } else { summary.sourceRecords }
  }

  private static func words(_ summary: ImportSummary, status: Int32) -> (outcome: String, step: String) {
    let rejects = summary.rejectFile.map { "Correct the records in \($0), then import that file." }
    let errors = Terminal.number(summary.errorCount, "error")
    switch summary.outcome {
    case .applied(let number):
      guard summary.refusedRecords > 0 else { return ("applied as import \(number)", "") }
      return (
        "applied as import \(number), \(Terminal.number(summary.refusedRecords, "record")) refused",
        rejects ?? "Correct the records, then import them again."
      )
    case .alreadyApplied(let number): return ("applied before as import \(number)", rejects ?? "")
    case .empty: return ("no records", "")
    case .stale: return ("the plan no longer holds", "Make the plan again.")
    case .refused, .planned:
      let word = summary.outcome == .planned ? "planned" : "refused"
      if status == ExitStatus.refused {
        let names = summary.stoppingGuards.map(\.code.rawValue)
        return ("\(word): probably a mistake", "If it is right, give --accept \(names.joined(separator: ",")).")
      }
      if status == ExitStatus.done { return (word, "") }
      if status == ExitStatus.doneWithRejects {
        return ("\(word), \(Terminal.number(summary.refusedRecords, "record")) refused", rejects ?? "")
      }
      return ("\(word): \(errors)", "Correct the file, or take its good records with --on-error skip.")
    }
  }

  // MARK: Showing

  /// A table with a line for each file.
  private func show() {
    let rows = files.map { row(of: $0) }
    Terminal.say()
    Terminal.say(Terminal.table(["file", "outcome", "records", "what to do"], rows, rightAligned: [2]))
  }

  private func row(of file: File) -> [String] {
    [
      file.name, file.outcome, file.records.map(String.init) ?? "-", file.nextStep.isEmpty ? "nothing" : file.nextStep,
    ]
  }

  /// The answers of all files with what the table says.
  var output: ValueOutput { ValueOutput(files.map { FileOutput(file: $0) }, status: worstStatus) { show() } }

  /// The answer for one file of several.
  private struct FileOutput: Encodable {
    let file: File

    private enum Key: String, CodingKey {
      case source, outcome, file, records, result, nextStep, exitStatus
    }

    func encode(to encoder: any Encoder) throws {
      try file.answer?.encode(to: encoder)
      var values = encoder.container(keyedBy: Key.self)
      if file.answer == nil {
        try values.encode(file.name, forKey: .source)
        try values.encode(file.outcome == "not read" ? "not-read" : "failed", forKey: .outcome)
      }
      try values.encode(file.name, forKey: .file)
      try values.encode(file.records, forKey: .records)
      try values.encode(file.outcome, forKey: .result)
      try values.encode(file.nextStep, forKey: .nextStep)
      try values.encode(file.status, forKey: .exitStatus)
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Jobs
internal import Reporting
internal import Stock

/// The result of errors: an exit status, and the messages that people see.
enum Failure {
  /// Reports what went wrong on standard error, and in JSON on standard output where output is in JSON.
  ///
  /// - Returns: the exit status.
  static func report(_ error: any Error, as style: OutputStyle) -> Int32 {
    if let finished = error as? Finished { return finished.status }
    // A program that reads a pipe only in part, as `head` does, expects no message about it.
    if let error = error as? FormatError, error.isReaderGone { return ExitStatus.outputFailed }
    // Why nothing can be taken from a file may be a warning about each of its documents.
    if let error = error as? FormatError, error.further.contains(where: { $0.severity != .error }) {
      Terminal.fail(
        error.diagnostic.headline, code: error.diagnostic.code.id, remedy: error.diagnostic.remedy, as: style)
      for diagnostic in error.further { Terminal.show(diagnostic) }
      return status(of: error.diagnostic)
    }
    if let described = description(of: error) {
      for problem in described.problems {
        Terminal.fail(problem.message, code: problem.code, remedy: problem.remedy, as: style)
      }
      return described.status
    }
    let code = Stockroom.exitCode(for: error)
    if code == .success {
      Terminal.say(Stockroom.fullMessage(for: error))
      return ExitStatus.done
    }
    if style == .json, code == .validationFailure {
      Terminal.failInJSON(
        Stockroom.message(for: error), code: UsageError.code, remedy: "See the help of the command, with --help.")
    }
    // It repeats the words of the command line.
    Terminal.note(Stockroom.fullMessage(for: error))
    return code == .validationFailure ? ExitStatus.usage : ExitStatus.unexpected
  }

  /// The report of one of our own errors: an exit status, and its problems with their stable codes.
  private struct Description {
    struct Problem {
      let code: String
      let message: String
      let remedy: String
    }
    let status: Int32
    let problems: [Problem]

    init(_ status: Int32, _ problems: [Problem]) { (self.status, self.problems) = (status, problems) }

    init(_ status: Int32, code: String, _ message: String, remedy: String) {
      self.init(status, [Problem(code: code, message: message, remedy: remedy)])
    }
  }

  /// An error of ours in words; nil for one that is not.
  static func trouble(_ error: any Error) -> JobTrouble? {
    description(of: error).map { described in
      JobTrouble(status: described.status, problems: described.problems.map { .init($0.message, remedy: $0.remedy) })
    }
  }

  private static func description(of error: any Error) -> Description? {
    switch error {
    case let error as FormatError:
      return Description(
        status(of: error.diagnostic),
        ([error.diagnostic] + error.further).map { .init(code: $0.code.id, message: $0.headline, remedy: $0.remedy) })
    case let error as StockError:
      return Description(status(of: error.code), code: error.code.rawValue, error.message, remedy: error.remedy)
    case let error as ReportError:
      return Description(
        ExitStatus.usage,
        error.problems.map { .init(code: $0.code.rawValue, message: $0.headline, remedy: $0.remedy) })
    case let error as ReportingQueryError:
      let isRefused = [.tooSlow, .overflow, .notShown].contains(error.code)
      let message = error.source.isEmpty ? error.message : "\(error.source): \(error.message)"
      return Description(
        isRefused ? ExitStatus.refused : ExitStatus.usage, code: error.code.rawValue, message, remedy: error.remedy)
    case let error as JobError:
      return Description(status(of: error.code), code: error.code.rawValue, error.headline, remedy: error.remedy)
    case let error as UsageError:
      return Description(ExitStatus.usage, code: UsageError.code, error.message, remedy: error.remedy)
    default:
      return ShopDatabase.translated(error).map { error in
        Description(status(of: error.code), code: error.code.rawValue, error.message, remedy: error.remedy)
      }
    }
  }

  /// Any error in words: for a job, which goes on to the next.
  static func words(_ error: any Error) -> JobTrouble {
    trouble(error)
      ?? JobTrouble(
        status: ExitStatus.unexpected,
        problems: [.init("\(error)", remedy: "This is a mistake in stockroom; please report it.")])
  }

  private static func status(of diagnostic: Diagnostic) -> Int32 {
    switch diagnostic.code {
    case .sinkFailed: ExitStatus.outputFailed
    case .unknownOption, .invalidOption, .profileUnknown, .profileInvalid, .jobInvalid: ExitStatus.usage
    // A format that was named, not a file that none recognises.
    case .unknownFormat where diagnostic.source.isEmpty: ExitStatus.usage
    default: ExitStatus.inputInvalid
    }
  }

  private static func status(of code: StockError.Code) -> Int32 {
    switch code {
    case .busy: ExitStatus.busy
    case .refused, .wrongState, .notPermitted: ExitStatus.refused
    case .notAShop, .newerSchema, .settingsConflict, .notFound: ExitStatus.usage
    case .damaged: ExitStatus.unexpected
    case .invalidProof: ExitStatus.inputInvalid
    }
  }

  private static func status(of code: JobError.Code) -> Int32 {
    switch code {
    case .unknownJob, .unknownLocation, .sameFileName: ExitStatus.usage
    case .zeroRows, .keyNotUnique: ExitStatus.inputInvalid
    case .manifestUnreadable: ExitStatus.outputFailed
    }
  }
}

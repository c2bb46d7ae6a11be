internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Jobs
internal import Reporting
internal import Stock

/// What errors come to: an exit status, and what people are told.
enum Failure {
  /// Tells what went wrong on standard error.
  ///
  /// - Returns: the exit status.
  static func report(_ error: any Error) -> Int32 {
    if let finished = error as? Finished { return finished.status }
    // Who reads a pipe only in part, as `head` does, wants no remark on it.
    if let error = error as? FormatError, error.isReaderGone { return ExitStatus.outputFailed }
    // Why nothing can be taken from a file may be a warning about each of its documents.
    if let error = error as? FormatError, error.further.contains(where: { $0.severity != .error }) {
      Terminal.fail(error.diagnostic.headline, remedy: error.diagnostic.remedy)
      for diagnostic in error.further { Terminal.show(diagnostic) }
      return status(of: error.diagnostic)
    }
    if let trouble = trouble(error) {
      for problem in trouble.problems { Terminal.fail(problem.message, remedy: problem.remedy) }
      return trouble.status
    }
    let code = Stockroom.exitCode(for: error)
    if code == .success {
      Terminal.say(Stockroom.fullMessage(for: error))
      return ExitStatus.done
    }
    // It repeats the words of the command line.
    Terminal.note(Stockroom.fullMessage(for: error))
    return code == .validationFailure ? ExitStatus.usage : ExitStatus.unexpected
  }

  /// An error of ours in words; nil for one that is not.
  static func trouble(_ error: any Error) -> JobTrouble? {
    switch error {
    case let error as FormatError:
      return JobTrouble(
        status: status(of: error.diagnostic),
        problems: ([error.diagnostic] + error.further).map { .init($0.headline, remedy: $0.remedy) })
    case let error as StockError:
      return JobTrouble(status: status(of: error.code), problems: [.init(error.message, remedy: error.remedy)])
    case let error as ReportError:
      return JobTrouble(
        status: ExitStatus.usage, problems: error.problems.map { .init($0.headline, remedy: $0.remedy) })
    case let error as ReportingQueryError:
      let isRefused = [.tooSlow, .overflow, .notShown].contains(error.code)
      let message = error.source.isEmpty ? error.message : "\(error.source): \(error.message)"
      return JobTrouble(
        status: isRefused ? ExitStatus.refused : ExitStatus.usage, problems: [.init(message, remedy: error.remedy)])
    case let error as JobError:
      return JobTrouble(status: status(of: error.code), problems: [.init(error.headline, remedy: error.remedy)])
    case let error as UsageError:
      return JobTrouble(status: ExitStatus.usage, problems: [.init(error.message, remedy: error.remedy)])
    default:
      return ShopDatabase.translated(error).map { error in
        JobTrouble(status: status(of: error.code), problems: [.init(error.message, remedy: error.remedy)])
      }
    }
  }

  /// An error in words, whatever it is: for a job, which goes on to the next.
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

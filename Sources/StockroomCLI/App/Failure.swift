internal import ArgumentParser
internal import FormatKit
internal import Stock

/// The result of errors: an exit status, and the messages that people see.
enum Failure {
  /// Reports what went wrong on standard error, and in JSON on standard output where output is in JSON.
  ///
  /// - Returns: the exit status.
  static func report(_ error: any Error, as style: OutputStyle) -> Int32 {
    if let finished = error as? Finished { return finished.status }
    if let problems = problems(of: error) {
      // A program that reads a pipe only in part, as `head` does, expects no message about it.
      if problems.isReaderGone { return ExitStatus.outputFailed }
      // Why nothing can be taken from a file may be a warning about each of its documents.
      let hasWarnings = problems.further.contains { $0.severity != .error }
      var style = style
      for problem in hasWarnings ? [problems.first] : problems.all {
        Terminal.fail(problem.headline, code: problem.code.id, remedy: problem.remedy, as: style)
        // In JSON there is one document, about the first problem.
        style = .text
      }
      if hasWarnings { for problem in problems.further { Terminal.show(problem) } }
      return problems.first.outcome.rawValue
    }
    let code = Stockroom.exitCode(for: error)
    if code == .success {
      Terminal.say(Stockroom.fullMessage(for: error))
      return ExitStatus.done
    }
    if style == .json, code == .validationFailure {
      Terminal.failInJSON(
        Stockroom.message(for: error), code: Problem.Code.usage.id, remedy: "See the help of the command, with --help.")
    }
    // It repeats the words of the command line.
    Terminal.note(Stockroom.fullMessage(for: error))
    return code == .validationFailure ? ExitStatus.usage : ExitStatus.unexpected
  }

  /// What is wrong, by an error of ours or of the database; nil for any other error.
  private static func problems(of error: any Error) -> Problems? {
    error as? Problems ?? ShopDatabase.translated(error)
  }

  /// What is wrong, by any error: for a job, which goes on to the next.
  static func explanation(of error: any Error) -> Problems { problems(of: error) ?? Problems(.unexpected, "\(error)") }
}

extension Problem.Code {
  /// An error that no part of the program expects.
  static let unexpected = Problem.Code(
    "unexpected", .error, .unexpected, "The program has an error.",
    remedy: "This is a mistake in stockroom; please report it.")
}

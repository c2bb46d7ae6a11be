/// Anything that is wrong and shown to a person: in a file, in the shop's settings, in the books, in a report's
/// definition, in how a command was called.
///
/// A problem with a single record is collected; one that ends the work is thrown as ``Problems``.
public struct Problem: Hashable, Sendable, CustomStringConvertible {
  public var code: Code
  /// The name of the source as the user gave it; empty if it has no name.
  public var source: String
  public var position: SourcePosition
  /// The original value, which the presentation shortens to 200 characters; nil if the problem has no single value.
  public var value: String?
  /// The problem, in lower case, with the value quoted: `quantity 'abc' is not a number`.
  public var message: String
  /// What to do; the code's own remedy unless the case has a better one.
  public var remedy: String
  /// How a command ends that it stops; the code's own outcome unless the case has another.
  public var outcome: Outcome

  public init(
    _ code: Code, source: String = "", at position: SourcePosition = SourcePosition(), value: String? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.code = code
    self.source = source
    self.position = position
    self.value = value
    self.message = message
    self.remedy = remedy ?? code.remedy
    outcome = code.outcome
  }

  public var severity: Severity { code.severity }

  /// The first line of what people see: `spring.csv:17:5: quantity 'abc' is not a number`.
  public var headline: String {
    var text = source
    if position.line > 0 {
      text += text.isEmpty ? "line \(position.line)" : ":\(position.line)"
      if position.column > 0 { text += ":\(position.column)" }
    } else if position.record > 0, position.path == nil {
      text += text.isEmpty ? "record \(position.record)" : ": record \(position.record)"
    }
    if let path = position.path { text += text.isEmpty ? path : ": \(path)" }
    return text.isEmpty ? message : "\(text): \(message)"
  }

  public var description: String { "\(headline)\n\(remedy)" }

  /// How grave a problem is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Reported for information only.
    case notice
    /// The record is imported, but should be checked.
    case warning
    /// The record could be imported, but is probably a mistake: nothing is imported until a person accepts it.
    case `guard`
    /// The record cannot be taken, or the work cannot be done.
    case error

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What a command that a problem ends returns to the shell. The numbers are a contract with people and with cron.
  public enum Outcome: Int32, Hashable, Sendable, CaseIterable {
    /// The books are damaged, or the program has an error.
    case unexpected = 1
    /// The command was called in a wrong way, or names something that there is not.
    case usage = 2
    /// A guard, a missing decision or a missing permission stops the work.
    case refused = 4
    /// The input cannot be used.
    case invalidInput = 5
    case outputFailed = 6
    /// Another process is at work; try again.
    case busy = 75
  }

  /// A kind of problem, declared once: its stable code, its severity, its remedy and what it means for a command.
  ///
  /// Each is a static member, declared next to the code that reports it. Formats list theirs in their descriptor; the
  /// catalogue of errors in `docs/` is generated from these declarations.
  public struct Code: Hashable, Sendable {
    /// Stable, in kebab-case, beginning with the id of the format or module: `csv-unclosed-quote`.
    public let id: String
    public let severity: Severity
    /// How a command ends that a problem of this kind stops.
    public let outcome: Outcome
    /// One sentence that describes the problem, without the values of a particular case.
    public let summary: String
    /// One sentence that says what to do.
    public let remedy: String
    /// What a person can say of all records instead of correcting each; nil where that does not help.
    public let answer: Answer?

    public init(
      _ id: String, _ severity: Severity, _ outcome: Outcome, _ summary: String, remedy: String, answer: Answer? = nil
    ) {
      self.id = id
      self.severity = severity
      self.outcome = outcome
      self.summary = summary
      self.remedy = remedy
      self.answer = answer
    }

    /// A problem of the input, as those of formats are.
    public init(_ id: String, _ severity: Severity, _ summary: String, remedy: String, answer: Answer? = nil) {
      self.init(id, severity, .invalidInput, summary, remedy: remedy, answer: answer)
    }
  }

  /// What a person can say of all records of a file, so that a page can ask for it.
  public enum Answer: Hashable, Sendable {
    /// The day on which all of it happened.
    case day
    /// One value of a field, as `--set FIELD=VALUE` gives it. The remedy names the option; the meaning says what is
    /// then true of the file, as a button has it: `The file counts pieces`.
    case constant(field: String, value: String, meaning: String)
  }
}

extension Problem.Code {
  /// A mistake in how a command was called, or in the shop's settings.
  public static let usage = Problem.Code(
    "usage", .error, .usage, "The command cannot be carried out as it was given.",
    remedy: "See the command's --help.")
}

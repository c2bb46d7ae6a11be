internal import Catalog
internal import YAMLReading

/// One thing that is wrong with a report's files or with the parameters given to it.
public struct ReportProblem: Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No folder holds a report of that name.
    case unknownReport = "report-unknown"
    /// A file of the report cannot be read.
    case unreadable = "report-unreadable"
    /// `report.yml` is not what it should be.
    case invalidDefinition = "report-invalid-definition"
    /// A message file cannot be used.
    case invalidMessages = "report-invalid-messages"
    /// A template cannot be used.
    case invalidTemplate = "report-invalid-template"
    /// The report has no parameter of that name.
    case unknownParameter = "report-unknown-parameter"
    /// A parameter's value is not of its type, or names something that the shop does not have.
    case invalidParameter = "report-invalid-parameter"
    /// A parameter that has no default was not given.
    case missingParameter = "report-missing-parameter"
    /// Two parameters contradict each other.
    case contradictoryParameters = "report-contradictory-parameters"
    /// The period has more days, weeks or months than are listed.
    case tooManySteps = "report-too-many-steps"
    /// A statement of the report cannot be used.
    case invalidSQL = "report-invalid-sql"
    /// A suggestion for the author.
    case advice = "report-advice"
    /// The report cannot be written in that format.
    case formatNotOffered = "report-format-not-offered"
    /// The SQL gives other columns or more rows than `report.yml` says.
    case unexpectedRows = "report-unexpected-rows"
    /// No PDF can be made on this machine, or of this page.
    case pdfFailed = "report-pdf-failed"
    /// A text is too long for a cell of a spreadsheet.
    case textTooLong = "report-text-too-long"
    /// The workbook cannot be put together on this machine.
    case workbookFailed = "report-workbook-failed"
  }

  public let code: Code
  /// The file with the problem; empty when the problem is not in a file.
  public let source: String
  /// The line of the file, from 1; 0 when unknown.
  public let line: Int
  /// The problem, in lower case, with the value quoted.
  public let message: String
  /// The remedy.
  public let remedy: String

  public init(_ code: Code, source: String = "", line: Int = 0, _ message: String, remedy: String) {
    self.code = code
    self.source = source
    self.line = line
    self.message = message
    self.remedy = remedy
  }

  /// The location and the problem.
  public var headline: String {
    let place = source.isEmpty ? "" : line > 0 ? "\(source):\(line): " : "\(source): "
    return place + message
  }

  public var description: String { "\(headline)\n\(remedy)" }
}

/// All that was found wrong in one pass; never empty.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  public let problems: [ReportProblem]

  public init(_ problems: [ReportProblem]) { self.problems = problems }

  init(_ code: ReportProblem.Code, source: String = "", line: Int = 0, _ message: String, remedy: String) {
    problems = [ReportProblem(code, source: source, line: line, message, remedy: remedy)]
  }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// " Did you mean 'x'?" or nothing, to be put after a remedy.
func suggestion(for unknown: String, among known: some Sequence<String>) -> String {
  known.nearest(to: unknown).map { " Did you mean '\($0)'?" } ?? ""
}

extension ReportProblem {
  /// A file that is not YAML, or more of it than is read.
  init(_ problem: BoundedYAML.Problem, _ code: Code, source: String, remedy: String) {
    self.init(
      code, source: source, line: problem.line, "the YAML cannot be read: \(problem.message)",
      remedy: problem.remedy ?? remedy)
  }
}

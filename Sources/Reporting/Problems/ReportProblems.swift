public import ProblemKit
internal import RetailValues
internal import Wording
internal import YAMLReading

/// The problems with a report's files and with the parameters given to it.
extension Problem.Code {
  public static let reports: [Problem.Code] = [
    .unknownReport, .unreadable, .invalidDefinition, .invalidMessages, .invalidTemplate, .unknownParameter,
    .invalidParameter, .missingParameter, .contradictoryParameters, .tooManySteps, .invalidSQL, .advice,
    .formatNotOffered, .unexpectedRows, .pdfFailed, .textTooLong, .reportWorkbookFailed,
  ]

  public static let unknownReport = Problem.Code(
    "report-unknown", .error, .usage, "No folder has a report of that name.",
    remedy: "See `stockroom report --list` for the reports there are.")
  public static let unreadable = Problem.Code(
    "report-unreadable", .error, .usage, "A file of the report cannot be read.", remedy: "Check that it is there.")
  public static let invalidDefinition = Problem.Code(
    "report-invalid-definition", .error, .usage, "`report.yml` is not what it should be.",
    remedy: "Correct the line that is named; `stockroom report --check` reads it again.")
  public static let invalidTemplate = Problem.Code(
    "report-invalid-template", .error, .usage, "A template cannot be used.", remedy: "Correct the tag that is named.")
  public static let unknownParameter = Problem.Code(
    "report-unknown-parameter", .error, .usage, "The report has no parameter of that name.",
    remedy: "See `stockroom report NAME --help` for its parameters.")
  public static let invalidParameter = Problem.Code(
    "report-invalid-parameter", .error, .usage,
    "A parameter's value is not of its type, or names something that the shop does not have.",
    remedy: "Check the value.")
  public static let missingParameter = Problem.Code(
    "report-missing-parameter", .error, .usage, "A parameter that has no default was not given.",
    remedy: "Give it a value.")
  public static let contradictoryParameters = Problem.Code(
    "report-contradictory-parameters", .error, .usage, "Two parameters contradict each other.",
    remedy: "Change one of them.")
  public static let tooManySteps = Problem.Code(
    "report-too-many-steps", .error, .usage, "The period has more days, weeks or months than are listed.",
    remedy: "Choose a shorter period, or longer steps.")
  public static let invalidSQL = Problem.Code(
    "report-invalid-sql", .error, .usage, "A statement of the report cannot be used.",
    remedy: "Correct the report's SQL file.")
  public static let advice = Problem.Code(
    "report-advice", .warning, .usage, "A suggestion for the author of a report.", remedy: "Consider it.")
  public static let formatNotOffered = Problem.Code(
    "report-format-not-offered", .error, .usage, "The report cannot be written in that format.",
    remedy: "Choose one of the formats that it has.")
  public static let unexpectedRows = Problem.Code(
    "report-unexpected-rows", .error, .usage, "The SQL gives other columns or more rows than `report.yml` says.",
    remedy: "Make both the same.")
  public static let pdfFailed = Problem.Code(
    "report-pdf-failed", .error, .usage, "No PDF can be made on this machine, or of this page.",
    remedy: "Choose HTML, and print it from a browser.")
  public static let textTooLong = Problem.Code(
    "report-text-too-long", .error, .usage, "A text is too long for a cell of a spreadsheet.",
    remedy: "Choose CSV, or shorten the text.")
  public static let reportWorkbookFailed = Problem.Code(
    "report-workbook-failed", .error, .usage, "The workbook cannot be put together on this machine.",
    remedy: "Look whether the disk is full, and try again.")
}

extension Problem {
  /// A problem at a line of a report's file; the line is 0 when unknown.
  init(_ code: Code, source: String, line: Int, _ message: String, remedy: String) {
    self.init(code, source: source, at: SourcePosition(line: line), message, remedy: remedy)
  }

  /// A file that is not YAML, or more of it than is read.
  init(_ problem: BoundedYAML.InvalidText, _ code: Code, source: String, remedy: String) {
    self.init(
      code, source: source, line: problem.line, "the YAML cannot be read: \(problem.message)",
      remedy: problem.remedy ?? remedy)
  }
}

extension Problems {
  /// A problem at a line of a report's file; the line is 0 when unknown.
  init(_ code: Problem.Code, source: String, line: Int, _ message: String, remedy: String) {
    self.init(Problem(code, source: source, line: line, message, remedy: remedy))
  }
}

/// " Did you mean 'x'?" or nothing, to be put after a remedy.
func suggestion(for unknown: String, among known: some Sequence<String>) -> String {
  known.nearest(to: unknown).map { " Did you mean '\($0)'?" } ?? ""
}

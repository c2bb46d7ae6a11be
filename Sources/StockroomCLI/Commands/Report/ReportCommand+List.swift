internal import ProblemKit
internal import Reporting

/// Listing the reports and their parameters.
extension ReportCommand {
  private struct Entry: Encodable {
    struct Parameter: Encodable {
      let name: String
      let type: String
      let help: String
      let `default`: String?
      let choices: [String]?
      let minimum: String?
      let maximum: String?
      let pattern: String?
      let dateMeans: String?
      let isRequired: Bool
    }
    let name: String
    let title: String
    let summary: String
    let formats: [String]
    let parameters: [Parameter]

    init(_ report: Report) {
      name = report.name
      title = report.title
      summary = report.summary
      formats = report.formats.map(\.rawValue)
      parameters = report.parameters.map {
        Parameter(
          name: $0.name, type: $0.type.rawValue, help: $0.help, default: $0.defaultValue,
          choices: $0.choices.isEmpty ? nil : $0.choices, minimum: $0.minimum, maximum: $0.maximum,
          pattern: $0.pattern, dateMeans: $0.type == .dateTime ? $0.dateMeans.rawValue : nil, isRequired: $0.isRequired)
      }
    }
  }

  func list(_ library: ReportLibrary) -> ValueOutput {
    let (reports, problems) = library.reports()
    for problem in problems { Terminal.showError(problem.headline, remedy: problem.remedy) }
    let status = problems.isEmpty ? ExitStatus.done : ExitStatus.usage
    return ValueOutput(reports.map(Entry.init), status: status) {
      for report in reports {
        Terminal.say(report.name)
        Terminal.sayWrapped(report.summary, indent: 4)
      }
      if !reports.isEmpty { Terminal.sayWrapped("\nWhat one of them may be asked: stockroom report NAME --describe") }
    }
  }

  func describe(_ report: Report) -> ValueOutput {
    ValueOutput(Entry(report)) {
      Terminal.say("\(report.name): \(report.title)")
      Terminal.sayWrapped(report.summary)
      Terminal.say("Formats: \(report.formats.map(\.rawValue).joined(separator: ", ")).")
      Terminal.say()
      if report.parameters.isEmpty { Terminal.say("It has no parameters.") }
      for parameter in report.parameters {
        Terminal.sayWrapped("--param \(parameter.name)=… (\(parameter.rules.joined(separator: "; ")))")
        Terminal.sayWrapped(parameter.help, indent: 4)
      }
      for sentence in report.definition.exclusions { Terminal.sayWrapped(sentence) }
      if let dates = report.definition.datesUnderstood { Terminal.sayWrapped(dates) }
    }
  }
}

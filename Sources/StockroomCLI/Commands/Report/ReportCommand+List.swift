internal import ProblemKit
internal import Reporting
internal import RetailValues
internal import Stock

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
      /// What the shop has for it, where that is a list of codes.
      let values: [Value]?
    }
    struct Value: Encodable {
      let code: String
      let name: String
    }
    let name: String
    let title: String
    let summary: String
    let subject: String
    let subjectTitle: String
    /// The place of the subject in a list by subjects.
    let subjectPlace: Int
    let formats: [String]
    /// Formats for which a program is missing on this machine.
    let unavailableFormats: [String]
    /// Whether the person who asks may see it.
    let isPermitted: Bool
    let parameters: [Parameter]

    /// - Parameters:
    ///   - isPermitted: whether the person who asks may see it.
    ///   - values: the lists that the shop has for parameters, by their names.
    init(_ report: Report, isPermitted: Bool, values: [String: [Value]] = [:]) {
      self.isPermitted = isPermitted
      subject = report.definition.subject.rawValue
      subjectTitle = report.definition.subject.title
      subjectPlace = ReportSubject.allCases.firstIndex(of: report.definition.subject) ?? 0
      unavailableFormats = report.unavailableFormats.map(\.rawValue)
      name = report.name
      title = report.title
      summary = report.summary
      formats = report.formats.map(\.rawValue)
      parameters = report.parameters.map {
        Parameter(
          name: $0.name, type: $0.type.rawValue, help: $0.help, default: $0.defaultValue,
          choices: $0.choices.isEmpty ? nil : $0.choices, minimum: $0.minimum, maximum: $0.maximum,
          pattern: $0.pattern, dateMeans: $0.type == .dateTime ? $0.dateMeans.rawValue : nil, isRequired: $0.isRequired,
          values: values[$0.name])
      }
    }
  }

  /// Does work with what decides what the person who asks may see.
  private func reading<Result>(_ shop: OpenShop, _ work: (ReportingConnection) throws -> Result) throws -> Result {
    try ReportingConnection.read(
      at: shop.folder.databasePath, timeLimit: timeLimit, seen: shop.person.sees,
      reader: ReportReader(user: shop.person.code, store: shop.person.store), work)
  }

  /// The names of the reports that the person who asks may see.
  private func permitted(_ reports: [Report], in shop: OpenShop) throws -> Set<String> {
    let seesAll = shop.person.sees.isSuperset(of: DataClass.ofRoles) && shop.person.store == nil
    if seesAll { return Set(reports.map(\.name)) }
    return try reading(shop) { connection in Set(reports.filter { $0.isShown(on: connection) }.map(\.name)) }
  }

  func list(_ library: ReportLibrary, in shop: OpenShop) throws -> ValueOutput {
    let (reports, problems) = library.reports()
    // For people the list is of all; a program that offers them needs to know which of them would be refused.
    let permitted = shopOptions.json ? try self.permitted(reports, in: shop) : []
    for problem in problems { Terminal.showError(problem.headline, remedy: problem.remedy) }
    let status = problems.isEmpty ? ExitStatus.done : ExitStatus.usage
    return ValueOutput(
      reports.map { Entry($0, isPermitted: permitted.contains($0.name)) }, status: status
    ) {
      for report in reports {
        Terminal.say(report.name)
        Terminal.sayWrapped(report.summary, indent: 4)
      }
      if !reports.isEmpty { Terminal.sayWrapped("\nWhat one of them may be asked: stockroom report NAME --describe") }
    }
  }

  func describe(_ report: Report, in shop: OpenShop) throws -> ValueOutput {
    var entry = Entry(report, isPermitted: true)
    if shopOptions.json {
      let values = try reading(shop) { connection in
        try report.parameters.reduce(into: [String: [Entry.Value]]()) { lists, parameter in
          lists[parameter.name] = try parameter.values(on: connection)?.map { .init(code: $0.code, name: $0.name) }
        }
      }
      entry = Entry(report, isPermitted: try !permitted([report], in: shop).isEmpty, values: values)
    }
    return ValueOutput(entry) {
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

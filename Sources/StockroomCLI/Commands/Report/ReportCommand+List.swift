internal import ProblemKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import Wording

/// Listing the reports and their parameters.
extension ReportCommand {
  private struct Entry: Encodable {
    struct Parameter: Encodable {
      let name: String
      let type: String
      let help: String
      let `default`: String?
      let choices: [String]?
      /// The choices as words of the language that is asked for, in the same order; nil where none is.
      let choiceTitles: [String]?
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
    /// The roles that may see it, where the person who asks may not.
    let permittedRoles: [String]?
    let parameters: [Parameter]

    /// - Parameters:
    ///   - isPermitted: whether the person who asks may see it.
    ///   - roles: the roles that may see it; nil where nobody needs to know them.
    ///   - texts: its title, its summary and the help of its parameters.
    ///   - values: the lists that the shop has for parameters, by their names.
    init(
      _ report: Report, isPermitted: Bool, roles: [Role]? = nil, texts: Texts, values: [String: [Value]] = [:]
    ) {
      self.isPermitted = isPermitted
      permittedRoles = roles?.map(\.rawValue)
      subject = report.definition.subject.rawValue
      subjectTitle = report.definition.subject.title
      subjectPlace = ReportSubject.allCases.firstIndex(of: report.definition.subject) ?? 0
      unavailableFormats = report.unavailableFormats.map(\.rawValue)
      name = report.name
      title = texts.title
      summary = texts.summary
      formats = report.formats.map(\.rawValue)
      parameters = zip(report.parameters, texts.help).map {
        Parameter(
          name: $0.name, type: $0.type.rawValue, help: $1, default: $0.defaultValue,
          choices: $0.choices.isEmpty ? nil : $0.choices, choiceTitles: texts.choices[$0.name], minimum: $0.minimum,
          maximum: $0.maximum,
          pattern: $0.pattern, dateMeans: $0.type == .dateTime ? $0.dateMeans.rawValue : nil, isRequired: $0.isRequired,
          values: values[$0.name])
      }
    }
  }

  /// What a report says of itself, in the language that is asked for; in English without one.
  private struct Texts {
    let title: String
    let summary: String
    let help: [String]
    /// The choices of parameters by the name of the parameter; empty without a language.
    var choices: [String: [String]] = [:]

    /// All of them.
    init(_ report: Report, in language: Language?) throws {
      let own = [report.title, report.summary] + report.parameters.map(\.help)
      let texts = try report.translated(own, into: language ?? .english)
      (title, summary, help) = (texts[0], texts[1], Array(texts.dropFirst(2)))
      guard let language else { return }
      for parameter in report.parameters where !parameter.choices.isEmpty {
        choices[parameter.name] = try report.translated(parameter.choices, into: language)
      }
    }

    /// Those of a list, in which the help stays English: programs ask for it report by report. A message file that cannot be
    /// read does not hide the other reports.
    init(inListOf report: Report, in language: Language?) {
      let own = [report.title, report.summary]
      let texts = (try? report.translated(own, into: language ?? .english)) ?? own
      (title, summary, help) = (texts[0], texts[1], report.parameters.map(\.help))
    }
  }

  /// Does work with what decides what the person who asks may see.
  ///
  /// - Parameter seen: what they may see in another role; nil for their own.
  private func reading<Result>(
    _ shop: OpenShop, seen: Set<DataClass>? = nil, _ work: (ReportingConnection) throws -> Result
  ) throws -> Result {
    try ReportingConnection.read(
      at: shop.folder.databasePath, timeLimit: timeLimit, seen: seen ?? shop.person.sees,
      reader: ReportReader(user: shop.person.code, store: shop.person.store), work)
  }

  /// The names of the reports that the person who asks may see.
  private func permitted(_ reports: [Report], in shop: OpenShop) throws -> Set<String> {
    let seesAll = shop.person.sees.isSuperset(of: DataClass.ofRoles) && shop.person.store == nil
    if seesAll { return Set(reports.map(\.name)) }
    return try reading(shop) { connection in Set(reports.filter { $0.isShown(on: connection) }.map(\.name)) }
  }

  /// The roles in which the person who asks could see a report.
  private func roles(thatSee report: Report, in shop: OpenShop) throws -> [Role] {
    try Role.allCases.filter { role in
      guard Act.readCatalog.roles.contains(role) else { return false }
      return try reading(shop, seen: role.sees) { report.isShown(on: $0) }
    }
  }

  func list(_ library: ReportLibrary, in shop: OpenShop) throws -> ValueOutput {
    let (reports, problems) = library.reports()
    // For people the list is of all; a program that offers them needs to know which of them would be refused.
    let permitted = shopOptions.json ? try self.permitted(reports, in: shop) : []
    for problem in problems { Terminal.showError(problem.headline, remedy: problem.remedy) }
    let status = problems.isEmpty ? ExitStatus.done : ExitStatus.usage
    let entries = reports.map {
      Entry($0, isPermitted: permitted.contains($0.name), texts: Texts(inListOf: $0, in: language))
    }
    return ValueOutput(entries, status: status) {
      for entry in entries {
        Terminal.say(entry.name)
        Terminal.sayWrapped(entry.summary, indent: 4)
      }
      if !entries.isEmpty { Terminal.sayWrapped("\nWhat one of them may be asked: stockroom report NAME --describe") }
    }
  }

  func describe(_ report: Report, in shop: OpenShop) throws -> ValueOutput {
    let texts = try Texts(report, in: language)
    var entry = Entry(report, isPermitted: true, texts: texts)
    if shopOptions.json {
      let values = try reading(shop) { connection in
        try report.parameters.reduce(into: [String: [Entry.Value]]()) { lists, parameter in
          lists[parameter.name] = try parameter.values(on: connection)?.map { .init(code: $0.code, name: $0.name) }
        }
      }
      let isPermitted = try !permitted([report], in: shop).isEmpty
      let roles = isPermitted ? nil : try self.roles(thatSee: report, in: shop)
      entry = Entry(report, isPermitted: isPermitted, roles: roles, texts: texts, values: values)
    }
    return ValueOutput(entry) {
      Terminal.say("\(report.name): \(texts.title)")
      Terminal.sayWrapped(texts.summary)
      Terminal.say("Formats: \(report.formats.map(\.rawValue).joined(separator: ", ")).")
      Terminal.say()
      if report.parameters.isEmpty { Terminal.say("It has no parameters.") }
      for (parameter, help) in zip(report.parameters, texts.help) {
        Terminal.sayWrapped("--param \(parameter.name)=… (\(parameter.rules.joined(separator: "; ")))")
        Terminal.sayWrapped(help, indent: 4)
      }
      for sentence in report.definition.exclusions { Terminal.sayWrapped(sentence) }
      if let dates = report.definition.datesUnderstood { Terminal.sayWrapped(dates) }
    }
  }
}

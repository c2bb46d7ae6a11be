internal import ProblemKit
internal import RetailValues
internal import Stock

/// The parameters of one run, checked, with their defaults: what the SQL is given and what the page shows.
struct ReportArguments {
  /// By the name that the SQL uses.
  private(set) var values: [String: ReportingValue] = [:]
  /// How each is printed.
  private(set) var types: [String: ReportColumnType] = [:]
  var problems: [Problem] = []
  /// The day of the report, from which words such as `yesterday` count.
  let today: CalendarDate

  /// Parameters that every report gives to its SQL: the moment and the day of the report, and the days of its period.
  static let derived: Set = ["generated_at", "generated_on", "from_day", "to_day"]

  /// The parameters of a report that is looked through: none has a value.
  init(withoutValuesFor report: Report, options: ReportOptions, on connection: ReportingConnection) {
    today = connection.settings.clock.date(of: options.generatedAt)
    let names = report.parameters.map(\.name) + Self.derived + ["from", "to"]
    values = Dictionary(names.map { ($0, .null) }, uniquingKeysWith: { first, _ in first })
    values["generated_at"] = .integer(options.generatedAt.millisecondsSince1970)
    values["generated_on"] = .text(today.description)
    types = Dictionary(
      report.parameters.map { ($0.name, $0.type.shownAs) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Throws: ``Problems`` with everything that is wrong with the parameters.
  init(for report: Report, options: ReportOptions, on connection: ReportingConnection) throws {
    let clock = connection.settings.clock
    today = clock.date(of: options.generatedAt)
    values["generated_at"] = .integer(options.generatedAt.millisecondsSince1970)
    types["generated_at"] = .dateTime
    values["generated_on"] = .text(today.description)
    types["generated_on"] = .date
    let known = report.parameters.map(\.name)
    for name in options.parameters.keys.sorted() where !known.contains(name) {
      problems.append(
        Problem(
          .unknownParameter, "the report '\(report.name)' has no parameter '\(name)'",
          remedy: known.isEmpty
            ? "It has none." : "It has \(known.joined(separator: ", "))." + suggestion(for: name, among: known)))
    }
    if report.parameters.contains(where: { $0.type == .period }) {
      for name in ["from", "to"] {
        values[name] = .null
        types[name] = .dateTime
      }
    }
    // Periods first: they settle from and to before their defaults are asked for.
    for parameter in report.parameters.filter({ $0.type == .period }) {
      setPeriod(parameter, options.parameters, clock: clock)
    }
    for parameter in report.parameters where parameter.type != .period {
      types[parameter.name] = parameter.type.shownAs
      if let text = options.parameters[parameter.name] ?? defaultText(parameter) {
        values[parameter.name] = try value(of: parameter, text, clock: clock, on: connection)
      } else if values[parameter.name] ?? .null == .null {
        values[parameter.name] = try defaultValue(of: parameter, for: report, on: connection)
      }
    }
    refuseCombinations(of: report.definition.atMostOneOf, given: options.parameters)
    if case (.integer(let from)?, .integer(let to)?) = (values["from"], values["to"]), from > to {
      let times = [from, to].map { clock.display(Timestamp(millisecondsSince1970: $0)) }
      problems.append(
        Problem(
          .contradictoryParameters, "the time from \(times[0]) to \(times[1]) ends before it begins",
          remedy: "Give a later 'to', or a 'period'."))
    }
    for (name, day) in [("from", "from_day"), ("to", "to_day")] {
      guard let moment = values[name], types[name] == .dateTime else { continue }
      types[day] = .date
      values[day] = .null
      if case .integer(let milliseconds) = moment {
        values[day] = .text(clock.date(of: Timestamp(millisecondsSince1970: milliseconds)).description)
      }
    }
    if let error = Problems(collected: problems) { throw error }
  }

  private mutating func refuseCombinations(of groups: [[String]], given: [String: String]) {
    for group in groups {
      let both = group.filter { given[$0] != nil }
      guard both.count > 1 else { continue }
      problems.append(
        Problem(
          .contradictoryParameters, "\(both.joined(separator: " and ")) are both given",
          remedy: "Give at most one of \(group.joined(separator: ", "))."))
    }
  }

  /// A literal default, unless a period has settled the parameter.
  private func defaultText(_ parameter: ReportParameter) -> String? {
    values[parameter.name] ?? .null == .null ? parameter.defaultValue : nil
  }

  private mutating func setPeriod(_ parameter: ReportParameter, _ given: [String: String], clock: ShopClock) {
    types[parameter.name] = .text
    values[parameter.name] = .null
    guard let text = given[parameter.name] ?? parameter.defaultValue else { return }
    guard let period = Period(text, today: today) else {
      problems.append(
        Problem(
          .invalidParameter, "\(parameter.name) '\(text)' is not a period",
          remedy: "Understood are \(Period.understood)." + suggestion(for: text, among: Period.words)))
      return
    }
    for name in ["from", "to"] where given[name] != nil && given[parameter.name] != nil {
      problems.append(
        Problem(
          .contradictoryParameters, "\(parameter.name) and \(name) are both given",
          remedy: "Give either \(parameter.name), or from and to."))
    }
    guard given["from"] == nil, given["to"] == nil else { return }
    let bounds = period.bounds(on: clock)
    // Words mean another period tomorrow; what is written does not.
    values[parameter.name] = .text(Period(text) == nil ? period.description : text)
    values["from"] = .integer(bounds.from.millisecondsSince1970)
    values["to"] = .integer(bounds.to.millisecondsSince1970)
  }

  private mutating func defaultValue(
    of parameter: ReportParameter, for report: Report, on connection: ReportingConnection
  ) throws -> ReportingValue {
    var value = ReportingValue.null
    // A default may depend on earlier parameters; after an error they may be missing.
    if let sql = report.defaultQueries[parameter.name], problems.isEmpty {
      value = try connection.rows(sql, parameters: values).next()?.first ?? .null
    }
    if value == .null, parameter.isRequired, problems.isEmpty {
      problems.append(
        Problem(
          .missingParameter, "the report '\(report.name)' needs a \(parameter.name), and there is no default yet",
          remedy: parameter.help))
    }
    return value
  }
}

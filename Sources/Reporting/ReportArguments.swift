internal import Catalog
internal import Stock

/// The parameters of one run, checked, with their defaults: what the SQL is given and what the page shows.
struct ReportArguments {
  /// By the name that the SQL uses.
  private(set) var values: [String: ReportingValue] = [:]
  /// How each is printed.
  private(set) var types: [String: ReportColumnType] = [:]
  private var problems: [ReportProblem] = []

  /// What the SQL is given of itself: the moment and the day of the report, and the days of its period.
  static let derived: Set = ["generated_at", "generated_on", "from_day", "to_day"]

  /// - Throws: ``ReportError`` with everything that is wrong with the parameters.
  init(for report: Report, options: ReportOptions, on connection: ReportingConnection) throws {
    let clock = connection.settings.clock
    values["generated_at"] = .integer(options.generatedAt.millisecondsSince1970)
    types["generated_at"] = .dateTime
    values["generated_on"] = .text(clock.date(of: options.generatedAt).description)
    types["generated_on"] = .date
    let known = report.parameters.map(\.name)
    for name in options.parameters.keys.sorted() where !known.contains(name) {
      problems.append(
        ReportProblem(
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
    if case (.integer(let from)?, .integer(let to)?) = (values["from"], values["to"]), from > to {
      let times = [from, to].map { clock.display(Timestamp(millisecondsSince1970: $0)) }
      problems.append(
        ReportProblem(
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
    if !problems.isEmpty { throw ReportError(problems) }
  }

  /// A literal default, unless a period has settled the parameter.
  private func defaultText(_ parameter: ReportParameter) -> String? {
    values[parameter.name] ?? .null == .null ? parameter.defaultValue : nil
  }

  private mutating func setPeriod(_ parameter: ReportParameter, _ given: [String: String], clock: ShopClock) {
    types[parameter.name] = .text
    values[parameter.name] = .null
    guard let text = given[parameter.name] ?? parameter.defaultValue else { return }
    guard let period = Period(text) else {
      problems.append(
        ReportProblem(
          .invalidParameter, "\(parameter.name) '\(text)' is not a period",
          remedy: "Write a year 2026, a quarter 2026-Q4, a month 2026-10 or a day 2026-10-31."))
      return
    }
    for name in ["from", "to"] where given[name] != nil && given[parameter.name] != nil {
      problems.append(
        ReportProblem(
          .contradictoryParameters, "\(parameter.name) and \(name) are both given",
          remedy: "Give either \(parameter.name), or from and to."))
    }
    guard given["from"] == nil, given["to"] == nil else { return }
    let bounds = period.bounds(on: clock)
    values[parameter.name] = .text(text)
    values["from"] = .integer(bounds.from.millisecondsSince1970)
    values["to"] = .integer(bounds.to.millisecondsSince1970)
  }

  private mutating func value(
    of parameter: ReportParameter, _ text: String, clock: ShopClock, on connection: ReportingConnection
  ) throws -> ReportingValue {
    func refuse(_ message: String, _ remedy: String) {
      problems.append(ReportProblem(.invalidParameter, "\(parameter.name) '\(text)' \(message)", remedy: remedy))
    }
    switch parameter.type {
    case .text, .period: return .text(text)
    case .choice:
      if !parameter.choices.contains(text) {
        refuse(
          "is not one of the choices",
          "Allowed are \(parameter.choices.joined(separator: ", "))." + suggestion(for: text, among: parameter.choices))
      }
      return .text(text)
    case .location:
      try refuseUnknown(
        parameter, text, "location", sql: "SELECT location FROM report_locations ORDER BY location", on: connection)
      return .text(text)
    case .category:
      try refuseUnknown(
        parameter, text, "category", sql: "SELECT DISTINCT ancestor FROM report_category_tree ORDER BY ancestor",
        on: connection)
      return .text(text)
    case .session:
      try refuseUnknown(
        parameter, text, "count session", sql: "SELECT session FROM report_count_sessions ORDER BY session_id DESC",
        on: connection)
      return .text(text)
    case .supplier:
      try refuseUnknown(
        parameter, text, "supplier", sql: "SELECT supplier FROM report_suppliers ORDER BY supplier", on: connection)
      return .text(text)
    case .order, .invoice:
      // There may be far more of them than anybody would look through: the latest are named.
      let (view, column) =
        parameter.type == .order ? ("report_order_numbers", "order_number") : ("report_invoices", "invoice_number")
      let known = try connection.rows(
        "SELECT 1 FROM \(view) v WHERE v.\(column) = :number LIMIT 1", parameters: ["number": .text(text)])
      if try known.next() == nil {
        let id = parameter.type == .order ? "order_id" : "invoice_id"
        try refuseUnknown(
          parameter, text, "\(parameter.type.rawValue) number",
          sql: "SELECT v.\(column) FROM \(view) v ORDER BY v.\(id) DESC LIMIT 1000", on: connection)
      }
      return .text(text)
    case .percent, .money:
      let isPercent = parameter.type == .percent
      let digits = isPercent ? 4 : connection.settings.currency.minorUnitDigits
      let plain = isPercent && text.hasSuffix("%") ? text.dropLast() : text[...]
      guard let number = try? ExactDecimal(parsing: plain.filter { $0 != " " }.utf8).scaled(toFractionDigits: digits),
        number.isExact, number.value >= 0
      else {
        refuse(
          isPercent ? "is not a percentage" : "is not an amount in \(connection.settings.currency)",
          "Write digits with a decimal point, without a sign: \(isPercent ? "2.5" : "0.50").")
        return .null
      }
      return .integer(number.value)
    case .date:
      guard let date = CalendarDate(text) else {
        refuse("is not a date", "Write it as 2026-10-31.")
        return .null
      }
      return .text(date.description)
    case .dateTime:
      guard let moment = Timestamp(text, clock: clock, endOfDay: parameter.dateMeans == .end) else {
        refuse("is not a date or time", "Write it as 2026-10-31 or 2026-10-31T18:00.")
        return .null
      }
      return .integer(moment.millisecondsSince1970)
    case .wholeNumber:
      guard let number = Int64(text) else {
        refuse("is not a whole number", "Write digits only.")
        return .null
      }
      if number < parameter.minimum ?? .min || number > parameter.maximum ?? .max {
        let limits = [parameter.minimum.map { "from \($0)" }, parameter.maximum.map { "up to \($0)" }]
        refuse("is out of range", "Give a number \(limits.compactMap { $0 }.joined(separator: " ")).")
      }
      return .integer(number)
    }
  }

  private mutating func refuseUnknown(
    _ parameter: ReportParameter, _ text: String, _ what: String, sql: String, on connection: ReportingConnection
  ) throws {
    let rows = try connection.rows(sql)
    var codes: [String] = []
    while let row = try rows.next() {
      guard case .text(let code)? = row.first else { continue }
      if code == text { return }
      codes.append(code)
    }
    let article = "aeio".contains(what.prefix(1)) ? "an" : "a"
    let shown = codes.prefix(10).joined(separator: ", ") + (codes.count > 10 ? " and \(codes.count - 10) more" : "")
    problems.append(
      ReportProblem(
        .invalidParameter, "\(parameter.name) '\(text)' is not \(article) \(what) of this shop",
        remedy: codes.isEmpty ? "There is none yet." : "There are \(shown)." + suggestion(for: text, among: codes)))
  }

  private mutating func defaultValue(
    of parameter: ReportParameter, for report: Report, on connection: ReportingConnection
  ) throws -> ReportingValue {
    var value = ReportingValue.null
    // A default may depend on parameters that stand before it; after an error they need not be there.
    if let sql = report.defaultQueries[parameter.name], problems.isEmpty {
      value = try connection.rows(sql, parameters: values).next()?.first ?? .null
    }
    if value == .null, parameter.isRequired, problems.isEmpty {
      problems.append(
        ReportProblem(
          .missingParameter, "the report '\(report.name)' needs a \(parameter.name), and there is no default yet",
          remedy: parameter.help))
    }
    return value
  }
}

internal import RetailValues
internal import Yams

/// Reading the parameters of a report.
extension DefinitionReader {
  mutating func parameter(_ name: String, _ node: Node) -> ReportParameter {
    let what = "the parameter '\(name)'"
    let values = fields(
      node, what,
      [
        "type", "help", "default", "default-query", "required", "choices", "date-means", "minimum", "maximum",
        "pattern",
      ])
    let type = choice(values["type"], of: ReportParameterType.self, "type", at: node) ?? .text
    if ReportArguments.derived.contains(name) || (type != .dateTime && ["from", "to"].contains(name)) {
      problem(node, "\(what) has a reserved name", remedy: "'from' and 'to' are date-times; choose another name.")
    }
    let choices = values["choices"]?.sequence?.compactMap { $0.scalar?.string } ?? []
    if type == .choice, choices.isEmpty {
      problem(node, "\(what) has no choices", remedy: "List them: choices: [one, other].")
    }
    return ReportParameter(
      name: name, type: type, help: text(values["help"], required: "help", at: node) ?? "",
      defaultValue: values["default"]?.scalar?.string,
      defaultQuery: values["default-query"].flatMap { fileName($0, "default-query") },
      isRequired: flag(values["required"]), choices: choices,
      dateMeans: values["date-means"].flatMap {
        choice($0, of: ReportParameter.DateMeaning.self, "date-means", at: node)
      } ?? .start, minimum: values["minimum"].flatMap { limit($0, "minimum", of: type, what) },
      maximum: values["maximum"].flatMap { limit($0, "maximum", of: type, what) },
      pattern: values["pattern"].flatMap { pattern($0, of: type, what) })
  }

  private mutating func limit(
    _ node: Node, _ field: String, of type: ReportParameterType, _ what: String
  ) -> String? {
    let text = node.scalar?.string ?? ""
    guard type.isMeasure else {
      problem(
        node, "\(what) has a \(field), but \(type.rawValue) has no order",
        remedy: "Take it out; numbers, amounts, days and moments may have one.")
      return nil
    }
    let day = CalendarDate(daysSince1970: 0)
    let isRead =
      switch type {
      case .wholeNumber: Int64(text) != nil
      case .date: Period(text, today: day) != nil
      case .dateTime: Timestamp(text, clock: .utc) != nil || Period(text, today: day) != nil
      default: (try? ExactDecimal(parsing: text.utf8).scaled(toFractionDigits: 4))?.isExact ?? false
      }
    if isRead { return text }
    problem(
      node, "\(field) '\(text)' is not a \(type.rawValue)",
      remedy: type.isDay ? "Understood are \(Period.understood)." : "Write digits only, with a decimal point.")
    return nil
  }

  private mutating func pattern(_ node: Node, of type: ReportParameterType, _ what: String) -> String? {
    let text = node.scalar?.string ?? ""
    if type == .text, !text.isEmpty, ParameterPattern.isValid(text) { return text }
    problem(
      node, "\(what) has the pattern '\(text)', which cannot be used",
      remedy: "Give a parameter of the type text a regular expression, such as '[0-9]{4}'.")
    return nil
  }

  /// Groups of parameters that exclude each other: `[[location, category]]`, or one of them as `[location, category]`.
  mutating func groups(_ node: Node, of parameters: [ReportParameter]) -> [[String]] {
    let nodes = node.sequence.map(Array.init) ?? []
    let lists = nodes.allSatisfy { $0.scalar != nil } ? [nodes] : nodes.map { $0.sequence.map(Array.init) ?? [] }
    let known = parameters.map(\.name)
    return lists.map { list in
      let names = list.compactMap { $0.scalar?.string }
      if names.count < 2 {
        problem(
          node, "at-most-one-of is not a list of parameters", remedy: "Write at-most-one-of: [[location, category]].")
      }
      for name in names where !known.contains(name) {
        problem(
          node, "at-most-one-of: the report has no parameter '\(name)'",
          remedy: "Name its parameters." + suggestion(for: name, among: known))
      }
      return names
    }
  }
}

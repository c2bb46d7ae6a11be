internal import FormatKit
internal import RetailValues
internal import Stock
internal import Yams

/// The values of fields and the steps that they are made by.
extension YAMLReader {
  func expression(_ node: Node) throws(Problems) -> ValueExpression {
    if case .scalar(let scalar) = node { return .column(scalar.string) }
    var source: ValueExpression.Source?
    var steps: [ValueStep] = []
    var isOptional = false
    let before = budget.problems.count
    for (key, keyNode, value) in try pairs(
      node,
      known: ["column", "columns", "constant", "template", "given", "named", "number-within", "apply", "optional"],
      what: "a value")
    {
      if key == "apply" {
        guard case .sequence(let sequence) = value else { throw error(value, "apply must be a list of steps") }
        for item in sequence { attempt { () throws(Problems) in steps.append(try step(item)) } }
        continue
      }
      if key == "optional" {
        isOptional = try text(value, what: key) == "true"
        continue
      }
      guard source == nil else { throw error(keyNode, "a value has one source; '\(key)' is a second one") }
      switch key {
      case "column": source = .columns([try text(value, what: key)])
      case "columns": source = .columns(try texts(value, what: key))
      case "constant": source = .constant(try text(value, what: key))
      case "template": source = .template(try text(value, what: key))
      case "given": source = .given(try given(value))
      case "number-within": source = .numbered(within: try texts(value, what: key))
      default: source = try named(value)
      }
    }
    guard let source else {
      // A missing part may be the one that was misspelt.
      if budget.problems.count > before { return .column("") }
      throw error(node, "the value has no column, constant or template")
    }
    return ValueExpression(source, steps: steps, isOptional: isOptional)
  }

  /// Text with the names of fields in braces.
  private func given(_ node: Node) throws(Problems) -> String {
    let template = try text(node, what: "given")
    let names = (try? FieldTemplate("given", template))?.fieldNames ?? []
    guard !names.isEmpty else {
      throw error(
        node, "given needs the name of a field in braces",
        remedy: "Write the name of a field in braces, such as {count}.")
    }
    for name in names {
      if let problem = unknownField(name, at: node) { throw problem }
    }
    return template
  }

  private func named(_ node: Node) throws(Problems) -> ValueExpression.Source {
    var name = ""
    var value = ""
    var names: [String] = []
    for (key, _, item) in try pairs(node, known: ["name", "value", "is"], what: "named") {
      switch key {
      case "name": name = try text(item, what: key)
      case "value": value = try text(item, what: key)
      default: names = try texts(item, what: key)
      }
    }
    guard name.contains("{n}"), value.contains("{n}"), !names.isEmpty else {
      throw error(node, "named needs name and value with {n}, and is")
    }
    return .named(name: name, value: value, names: names)
  }

  private static let plainSteps: [String: ValueStep] = [
    "trim": .trim, "collapse-spaces": .collapseSpaces, "upper": .upper, "lower": .lower, "slug": .slug,
    "strip-html": .stripHTML, "negate": .negate, "absolute": .absolute, "amount": .amount, "currency": .currency,
  ]

  private static let settingSteps = [
    "strip-prefix", "strip-suffix", "split", "join", "replace", "regex", "map", "no-value", "key-value", "json",
    "divide", "multiply", "per", "unit", "not-negative",
  ]

  private func step(_ node: Node) throws(Problems) -> ValueStep {
    let known = Self.plainSteps.keys.sorted() + Self.settingSteps
    if case .scalar(let scalar) = node {
      if let step = Self.plainSteps[scalar.string] { return step }
      let near = nearestName(to: scalar.string, among: known)
      throw error(
        node, "there is no step '\(scalar.string)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "Known: \(known.joined(separator: ", ")).")
    }
    let before = budget.problems.count
    let all = try pairs(node, known: known, what: "a step")
    if budget.problems.count > before { return .trim }
    guard all.count == 1, let (key, _, value) = all.first else { throw error(node, "a step has one name") }
    switch key {
    case "strip-prefix": return .stripPrefix(try text(value, what: key))
    case "strip-suffix": return .stripSuffix(try text(value, what: key))
    case "per": return .per(try text(value, what: key))
    case "unit": return .unit(try text(value, what: key))
    case "json": return .json(path: try text(value, what: key))
    case "not-negative": return .notNegative(remedy: try text(value, what: key))
    case "no-value": return .noValue(try texts(value, what: key))
    case "divide":
      let operand = try operand(value, of: key)
      return .divide(operand.column, steps: operand.steps)
    case "multiply":
      let operand = try operand(value, of: key)
      return .multiply(operand.column, steps: operand.steps)
    case "split":
      let settings = try settings(value, ["by", "take"], of: key)
      let take = try settings["take"].map { node throws(Problems) in try number(node, what: "take") } ?? 1
      guard take != 0 else { throw error(value, "take counts from 1, or from -1 at the end") }
      return .split(by: try required(settings, "by", of: key, at: value), take: take)
    case "join":
      let settings = try settings(value, ["by", "with", "most"], of: key)
      let most = try settings["most"].map { node throws(Problems) in try number(node, what: "most") } ?? .max
      return .join(
        by: try required(settings, "by", of: key, at: value), with: try required(settings, "with", of: key, at: value),
        most: max(1, most))
    case "replace":
      let settings = try settings(value, ["text", "with"], of: key)
      return .replace(
        text: try required(settings, "text", of: key, at: value),
        with: try required(settings, "with", of: key, at: value))
    case "regex":
      let settings = try settings(value, ["pattern", "with"], of: key)
      let pattern = try required(settings, "pattern", of: key, at: value)
      guard TextPattern.isValid(pattern) else { throw error(value, "'\(pattern)' is not a regular expression") }
      return .regex(pattern: pattern, with: try required(settings, "with", of: key, at: value))
    case "map":
      let settings = try settings(value, ["values", "otherwise"], of: key)
      guard let values = settings["values"] else { throw error(value, "map needs values") }
      let otherwise = try settings["otherwise"].map { node throws(Problems) in
        try choice(node, of: ValueStep.Otherwise.self, what: "otherwise")
      }
      return .map(values: try dictionary(values, what: "values"), otherwise: otherwise ?? .keep)
    case "key-value":
      let settings = try settings(value, ["pairs", "sign", "key"], of: key)
      return .keyValue(
        pairs: try required(settings, "pairs", of: key, at: value),
        sign: try required(settings, "sign", of: key, at: value),
        key: try required(settings, "key", of: key, at: value))
    default: throw error(node, "the step '\(key)' takes no settings")
    }
  }

  /// The second number of a calculation: a column or a number, or a column with steps of its own.
  private func operand(_ node: Node, of key: String) throws(Problems) -> (column: String, steps: [ValueStep]) {
    if case .scalar(let scalar) = node { return (scalar.string, []) }
    let settings = try settings(node, ["column", "apply"], of: key)
    let column = try required(settings, "column", of: key, at: node)
    guard let apply = settings["apply"] else { return (column, []) }
    guard case .sequence(let sequence) = apply else { throw error(apply, "apply must be a list of steps") }
    var steps: [ValueStep] = []
    for item in sequence {
      let step = try step(item)
      switch step {
      case .divide, .multiply, .per: throw error(item, "a calculation within a calculation is not possible")
      default: steps.append(step)
      }
    }
    return (column, steps)
  }

  private func settings(_ node: Node, _ known: [String], of step: String) throws(Problems) -> [String: Node] {
    var settings: [String: Node] = [:]
    for (key, _, value) in try pairs(node, known: known, what: "the step \(step)") { settings[key] = value }
    return settings
  }

  private func required(
    _ settings: [String: Node], _ key: String, of step: String, at node: Node
  ) throws(Problems) -> String {
    guard let value = settings[key] else { throw error(node, "the step \(step) needs '\(key)'") }
    return try text(value, what: key)
  }
}

/// How the parts of a profile are written: `YAMLReader` reads the same parts again.
extension ValueExpression {
  /// The value of a field: a column, or a flow mapping with what is done to it.
  var yaml: String {
    if case .columns(let columns) = source, columns.count == 1, steps.isEmpty, !isOptional {
      return YAMLText.quoted(columns[0])
    }
    var parts = [source.yaml]
    if !steps.isEmpty { parts.append("apply: \(YAMLText.list(steps.map(\.yaml)))") }
    if isOptional { parts.append("optional: true") }
    return YAMLText.mapping(parts)
  }
}

extension ValueExpression.Source {
  fileprivate var yaml: String {
    switch self {
    case .columns(let columns):
      columns.count == 1 ? "column: \(YAMLText.quoted(columns[0]))" : "columns: \(YAMLText.list(quoting: columns))"
    case .constant(let text): "constant: \(YAMLText.quoted(text))"
    case .template(let template): "template: \(YAMLText.quoted(template))"
    case .given(let text): "given: \(YAMLText.quoted(text))"
    case .numbered(let columns): "number-within: \(YAMLText.list(quoting: columns))"
    case .named(let name, let value, let names):
      "named: { name: \(YAMLText.quoted(name)), value: \(YAMLText.quoted(value)), is: \(YAMLText.list(quoting: names)) }"
    }
  }
}

extension ValueStep {
  /// The step as one item of `apply`.
  var yaml: String {
    let quoted = YAMLText.quoted
    switch self {
    case .trim: return "trim"
    case .collapseSpaces: return "collapse-spaces"
    case .upper: return "upper"
    case .lower: return "lower"
    case .slug: return "slug"
    case .stripHTML: return "strip-html"
    case .negate: return "negate"
    case .absolute: return "absolute"
    case .amount: return "amount"
    case .currency: return "currency"
    case .stripPrefix(let text): return "strip-prefix: \(quoted(text))"
    case .stripSuffix(let text): return "strip-suffix: \(quoted(text))"
    case .split(let separator, let take): return "split: { by: \(quoted(separator)), take: \(take) }"
    case .join(let separator, let glue, let most):
      let limit = most == .max ? "" : ", most: \(most)"
      return "join: { by: \(quoted(separator)), with: \(quoted(glue))\(limit) }"
    case .replace(let text, let new): return "replace: { text: \(quoted(text)), with: \(quoted(new)) }"
    case .regex(let pattern, let new): return "regex: { pattern: \(quoted(pattern)), with: \(quoted(new)) }"
    case .map(let values, let otherwise):
      return "map: { values: \(YAMLText.mapping(values, key: quoted)), otherwise: \(otherwise.rawValue) }"
    case .noValue(let texts): return "no-value: \(YAMLText.list(quoting: texts))"
    case .keyValue(let pairs, let sign, let key):
      return "key-value: { pairs: \(quoted(pairs)), sign: \(quoted(sign)), key: \(quoted(key)) }"
    case .json(let path): return "json: \(quoted(path))"
    case .divide(let operand, let steps): return "divide: \(Self.yaml(operand, steps))"
    case .multiply(let operand, let steps): return "multiply: \(Self.yaml(operand, steps))"
    case .per(let column): return "per: \(quoted(column))"
    case .unit(let name): return "unit: \(quoted(name))"
    case .notNegative(let remedy): return "not-negative: \(quoted(remedy))"
    }
  }

  private static func yaml(_ operand: String, _ steps: [ValueStep]) -> String {
    if steps.isEmpty { return Int(operand) != nil ? operand : YAMLText.quoted(operand) }
    return "{ column: \(YAMLText.quoted(operand)), apply: \(YAMLText.list(steps.map(\.yaml))) }"
  }
}

extension RowCondition {
  /// The condition as the flow mapping of `when`.
  var yaml: String {
    switch self {
    case .all(let parts): "{ all: \(YAMLText.list(parts.map(\.yaml))) }"
    case .any(let parts): "{ any: \(YAMLText.list(parts.map(\.yaml))) }"
    case .column(let column, let test): "{ \(YAMLText.quoted(column)): \(test.yaml) }"
    case .not(.column(let column, let test)): "{ \(YAMLText.quoted(column)): { not: \(test.yaml) } }"
    // Only the test of a column can be denied in a profile.
    case .not(.all(let parts)): RowCondition.any(parts.map { .not($0) }).yaml
    case .not(.any(let parts)): RowCondition.all(parts.map { .not($0) }).yaml
    case .not(.not(let condition)): condition.yaml
    }
  }
}

extension RowCondition.Test {
  fileprivate var yaml: String {
    switch self {
    case .present: "present"
    case .blank: "blank"
    case .oneOf(let texts): "{ one-of: \(YAMLText.list(quoting: texts)) }"
    case .startsWith(let text): "{ starts-with: \(YAMLText.quoted(text)) }"
    case .endsWith(let text): "{ ends-with: \(YAMLText.quoted(text)) }"
    case .contains(let text): "{ contains: \(YAMLText.quoted(text)) }"
    case .matches(let pattern): "{ matches: \(YAMLText.quoted(pattern)) }"
    case .lessThan(let number): "{ less-than: \(YAMLText.quoted(number)) }"
    case .greaterThan(let number): "{ greater-than: \(YAMLText.quoted(number)) }"
    }
  }
}

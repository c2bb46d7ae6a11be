internal import FormatKit
internal import RetailValues

/// A condition with its columns looked up.
indirect enum CompiledCondition {
  case all([CompiledCondition])
  case any([CompiledCondition])
  case not(CompiledCondition)
  case column(Int, RowCondition.Test, ExactDecimal.Mark)

  func holds(
    _ view: RowView, _ batch: borrowing RecordBatch, _ fill: FillDownState?, noValue: [String]
  ) throws -> Bool {
    switch self {
    case .all(let parts):
      for part in parts where try !part.holds(view, batch, fill, noValue: noValue) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(view, batch, fill, noValue: noValue) { return true }
      return false
    case .not(let part): return try !part.holds(view, batch, fill, noValue: noValue)
    case .column(let column, let test, let mark):
      let text = view.text(column, batch, fill, noValue: noValue)
      switch test {
      case .present: return text != nil
      case .blank: return text == nil
      case .oneOf(let texts): return texts.contains(text ?? "")
      case .startsWith(let prefix): return text?.hasPrefix(prefix) ?? false
      case .endsWith(let suffix): return text?.hasSuffix(suffix) ?? false
      case .contains(let part): return text?.contains(part) ?? false
      case .matches(let pattern):
        guard let text else { return false }
        return try TextPattern.firstMatch(of: pattern, in: text) != nil
      case .lessThan(let limit):
        let kind = text == nil ? .absent : batch.kind(row: view.row, column: column)
        return Self.compare(text, kind == .number ? .point : mark, limit).map { $0 < 0 } ?? false
      case .greaterThan(let limit):
        let kind = text == nil ? .absent : batch.kind(row: view.row, column: column)
        return Self.compare(text, kind == .number ? .point : mark, limit).map { $0 > 0 } ?? false
      }
    }
  }

  /// −1, 0 or 1 as the number in a cell is below, at or above a number; nil when one of them is not a number.
  private static func compare(_ text: String?, _ mark: ExactDecimal.Mark, _ other: String) -> Int? {
    guard let text, let left = try? ExactDecimal(parsing: text.utf8, mark: mark).scaled(toFractionDigits: 6),
      let right = try? ExactDecimal(parsing: other.utf8).scaled(toFractionDigits: 6)
    else { return nil }
    return left.value < right.value ? -1 : left.value == right.value ? 0 : 1
  }
}

extension RowCondition {
  func compiled(
    _ schema: Schema, _ lookup: ColumnLookup, mark: (String) -> ExactDecimal.Mark
  ) throws -> CompiledCondition {
    switch self {
    case .all(let parts): return .all(try parts.map { try $0.compiled(schema, lookup, mark: mark) })
    case .any(let parts): return .any(try parts.map { try $0.compiled(schema, lookup, mark: mark) })
    case .not(let part): return .not(try part.compiled(schema, lookup, mark: mark))
    case .column(let name, let test):
      return .column(lookup.column(name, schema, isOptional: false), test, mark(name))
    }
  }

  /// Names the columns that are compared with numbers.
  func forEachNumber(_ body: (String) -> Void) {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { part.forEachNumber(body) }
    case .not(let part): part.forEachNumber(body)
    case .column(let name, .lessThan), .column(let name, .greaterThan): body(name)
    case .column: break
    }
  }
}

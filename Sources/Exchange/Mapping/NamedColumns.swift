internal import FormatKit
internal import RetailValues

/// A column whose values name something, as a mapping takes them.
struct NamedColumn {
  /// The table of the source; nil for its first.
  let table: String?
  let name: String
  let field: RecordField
  let kind: RecordKind
  let names: ValueNames
  /// What is done to a value before it is looked up in the value map at the end.
  private let steps: [ValueStep]
  /// The value map at the end.
  private let map: ValueStep?

  /// - Parameter expression: the value of the field, of which this is one of the columns.
  init(
    _ name: String, table: String?, _ field: RecordField, of kind: RecordKind, _ names: ValueNames,
    _ expression: ValueExpression
  ) {
    (self.name, self.table, self.field, self.kind, self.names) = (name, table, field, kind, names)
    if case .map? = expression.steps.last {
      (steps, map) = (Array(expression.steps.dropLast()), expression.steps.last)
    } else {
      (steps, map) = (expression.steps, nil)
    }
  }

  /// Whether the values say which record is meant, and need not be known.
  var isDefining: Bool { kind.defines(field) }

  /// A value as the value map at the end gets it; nil where nothing is left of it.
  func value(of text: String) -> String? {
    var value: String? = text
    for step in steps {
      guard let current = value, !current.isEmpty else { return nil }
      value = try? step.apply(to: current, mark: .point) { _ in nil }
    }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a value becomes by the value map at the end; nil where nothing is left of it, and where it is refused.
  func translated(_ value: String) -> String? {
    guard let map else { return value }
    return try? map.apply(to: value, mark: .point) { _ in nil }
  }
}

extension MappingProfile {
  /// The columns whose values name something, in the order of the records.
  func namedColumns(_ kinds: RecordCatalog) -> [NamedColumn] {
    records.flatMap { record -> [NamedColumn] in
      guard let kind = kinds[record.kind] else { return [] }
      return record.fields.flatMap { mapping -> [NamedColumn] in
        guard let field = kind.field(mapping.field), let names = kind.names(takenBy: field),
          case .columns(let columns) = mapping.value.source
        else { return [] }
        return columns.map { NamedColumn($0, table: record.table, field, of: kind, names, mapping.value) }
      }
    }
  }

  /// Reads values of columns as other values, in all records that take these columns for names. A value that the
  /// profile reads as something else already is read as it is given here.
  ///
  /// - Throws: `usage` for a column that no record takes for names.
  mutating func translate(_ given: [ValueTranslation], _ kinds: RecordCatalog, source: String) throws(Problems) {
    for (column, translations) in Dictionary(grouping: given, by: \.column).sorted(by: { $0.key < $1.key }) {
      let values = Dictionary(translations.map { ($0.theirs, $0.ours) }) { _, last in last }
      let own = namedColumns(kinds)
      guard own.contains(where: { $0.name == column }) else { throw Self.notNamed(column, own, source) }
      for record in records.indices {
        guard let kind = kinds[records[record].kind] else { continue }
        for place in records[record].fields.indices {
          let mapping = records[record].fields[place]
          guard case .columns(let names) = mapping.value.source, names.contains(column),
            let field = kind.field(mapping.field), kind.names(takenBy: field) != nil
          else { continue }
          records[record].fields[place].value.translate(values)
        }
      }
    }
  }

  private static func notNamed(_ column: String, _ own: [NamedColumn], _ source: String) -> Problems {
    let names = Set(own.map(\.name)).sorted()
    return Problems(
      .usage, source: source,
      "the column '\(FieldReader.shown(column))' is not read for names, such as those of categories",
      remedy: names.isEmpty
        ? "Leave --value out." : "Columns with names are: \(names.prefix(30).joined(separator: ", ")).")
  }
}

extension ValueExpression {
  /// Reads some texts as others, at the end of all steps.
  fileprivate mutating func translate(_ values: [String: String]) {
    guard case .map(let own, let otherwise)? = steps.last else {
      steps.append(.map(values: values, otherwise: .keep))
      return
    }
    steps[steps.count - 1] = .map(values: own.merging(values) { _, given in given }, otherwise: otherwise)
  }
}

internal import FormatKit
internal import RetailValues

/// Counts the values of a file that are read as others because the request says so.
struct TranslatedValues {
  private let columns: [NamedColumn]
  private let given: [String: [String: ValueTranslation]]
  private let noValue: [String]
  private var rows: [ValueTranslation: Int] = [:]
  private static let mostShown = 20

  init(_ request: ImportRequest, _ opened: OpenedSource) {
    given = Dictionary(grouping: request.values, by: \.column).mapValues { values in
      Dictionary(values.map { ($0.theirs, $0) }) { _, last in last }
    }
    noValue = opened.profile.noValue
    var columns: [NamedColumn] = []
    let named = given.isEmpty ? [] : opened.profile.namedColumns(request.kinds ?? .standard)
    // A column of several records is counted once.
    for column in named where given[column.name] != nil {
      if !columns.contains(where: { $0.name == column.name && $0.table == column.table }) { columns.append(column) }
    }
    self.columns = columns
  }

  mutating func look(at batch: borrowing RecordBatch) {
    for column in columns where column.table == nil || column.table == batch.schema.table {
      guard let place = batch.schema.index(of: column.name), let values = given[column.name] else { continue }
      for row in 0..<batch.rowCount {
        guard let text = RowView(row: row).text(place, batch, nil, noValue: noValue),
          let value = column.value(of: text), let translation = values[value]
        else { continue }
        rows[translation, default: 0] += 1
      }
    }
  }

  /// What was translated, the commonest values first.
  var findings: [SourceFinding] {
    let ordered = rows.sorted { ($1.value, $0.key.theirs) < ($0.value, $1.key.theirs) }
    var findings = ordered.prefix(Self.mostShown).map { translation, count in
      SourceFinding(
        "values translated", "\(FieldReader.shown(translation.theirs)) → \(FieldReader.shown(translation.ours))",
        evidence: count == 1
          ? "1 row of the column '\(translation.column)'" : "\(count) rows of the column '\(translation.column)'")
    }
    let rest = ordered.dropFirst(Self.mostShown)
    if !rest.isEmpty {
      let count = rest.reduce(0) { $0 + $1.value }
      findings.append(SourceFinding("other values translated", "\(rest.count)", evidence: "they are in \(count) rows"))
    }
    return findings
  }
}

internal import FormatKit

/// Columns whose meaning the command gives in addition to what a profile says.
extension MappingProfile {
  /// Takes more columns for fields. What the profile says of its own columns stays.
  ///
  /// A column is taken in each record of its table that has the field. If the profile takes the field from a column
  /// that the file lacks, the new column replaces it, with the same steps. If no record has the field, an item gets
  /// another record, such as one of its price.
  ///
  /// - Parameters:
  ///   - fields: the field of each column by the column's name; empty for a column that is left out.
  ///   - schemas: the tables of the file.
  ///   - source: the name of the file.
  /// - Returns: what each of the columns is taken for.
  /// - Throws: `usage` if the profile takes the column for something else, or the field from another column of the
  ///   file, and for a field that none of its records can have.
  mutating func add(
    _ fields: [String: String], in schemas: [Schema], source: String
  ) throws(Problems) -> [SourceFinding] {
    // A record that has to be made comes before the fields that it has besides.
    let ordered = fields.sorted { one, other in
      let (first, second) = (Self.itemKind(with: one.value) != nil, Self.itemKind(with: other.value) != nil)
      return first == second ? one.key < other.key : first
    }
    var findings: [SourceFinding] = []
    for (column, field) in ordered {
      let own = records.indices.filter { index in
        !records[index].kind.isEmpty && table(of: records[index], in: schemas)?.index(of: column) != nil
      }
      let known = own.flatMap { records[$0].fields }.filter { $0.value.columns.contains(column) }.map(\.field)
      if field.isEmpty, known.isEmpty {
        if ignored?.contains(column) == false { ignored?.append(column) }
        continue
      }
      if known.contains(field) { continue }
      guard known.isEmpty else {
        throw conflict("the profile '\(name)' already says what the column '\(column)' means", source)
      }
      let takers = own.filter { Vocabulary.kind(records[$0].kind)?.field(field) != nil }
      let kinds = takers.map { records[$0].kind }
      guard Set(kinds).count == kinds.count else {
        throw conflict("the profile '\(name)' has several records with the field '\(field)'", source)
      }
      for index in takers { try take(column, for: field, in: index, schemas, source) }
      if takers.isEmpty { try makeRecord(with: column, for: field, nextTo: own, source) }
      findings.append(SourceFinding("column \(column)", field, evidence: "given"))
    }
    return findings
  }

  /// The table that a record is taken from; nil where the file does not have it.
  private func table(of record: RecordMapping, in schemas: [Schema]) -> Schema? {
    guard let name = record.table else { return schemas.first }
    return schemas.first { $0.table == name }
  }

  /// Takes a column in a record that may have the field already.
  private mutating func take(
    _ column: String, for field: String, in index: Int, _ schemas: [Schema], _ source: String
  ) throws(Problems) {
    guard let place = records[index].fields.firstIndex(where: { $0.field == field }) else {
      records[index].fields.append(FieldMapping(field: field, value: .column(column)))
      return
    }
    let schema = table(of: records[index], in: schemas)
    guard case .columns(let names) = records[index].fields[place].value.source,
      names.allSatisfy({ schema?.index(of: $0) == nil })
    else { throw conflict("the profile '\(name)' takes the field '\(field)' from another column", source) }
    records[index].fields[place].value.source = .columns([column])
  }

  /// Makes another record of the same item, for a field that none of the records has.
  private mutating func makeRecord(
    with column: String, for field: String, nextTo own: [Int], _ source: String
  ) throws(Problems) {
    let items = own.map { records[$0] }.filter { $0.alternative == nil && Vocabulary.kind($0.kind)?.part != nil }
    guard let kind = Self.itemKind(with: field),
      let item = items.first(where: { item in item.fields.contains { $0.field == "sku" } }),
      let code = item.fields.first(where: { $0.field == "sku" })
    else { throw conflict("the profile '\(name)' makes no records with the field '\(field)'", source) }
    records.append(
      RecordMapping(
        kind: kind.name, table: item.table, condition: item.condition,
        fields: [code, FieldMapping(field: field, value: .column(column))]))
  }

  /// The kind of records that an item gets by a field, such as those of prices.
  private static func itemKind(with field: String) -> RecordKind? {
    Vocabulary.kinds.first { $0.part != nil && $0.essentials.contains(field) }
  }

  private func conflict(_ message: String, _ source: String) -> Problems {
    Problems(
      .usage, source: source, message,
      remedy: "Read the file without the profile, or say in the profile what the column means.")
  }
}

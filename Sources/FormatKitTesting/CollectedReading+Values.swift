public import FormatKit

extension CollectedReading {
  /// The values of one column of a table, in the order of the records; nil where absent.
  public func values(_ table: String, _ column: String) -> [String?] {
    guard let found = self.table(table) else { return [] }
    return found.segments.flatMap { segment in
      let place = segment.schema.index(of: column)
      return segment.records.map { record -> String? in
        guard let place, record.fields[place].kind != .absent else { return nil }
        return record.fields[place].text
      }
    }
  }

  /// All problems, those of the error that ended the source last.
  public var allProblems: [Problem] { tables.flatMap(\.records).flatMap(\.problems) + (error?.all ?? []) }

  /// The codes of all problems of records, and that of the error that ended the source.
  public var problemCodes: [String] {
    (tables.flatMap(\.records).flatMap(\.problems) + (error.map { [$0.first] } ?? [])).map(\.code.id)
  }
}

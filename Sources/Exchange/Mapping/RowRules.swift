internal import FormatKit
internal import Foundation

/// Rows that are not taken like the others, by the value of a column: those that did not happen, and goods that came back.
public struct RowRules: Hashable, Sendable, Codable {
  /// The values by their columns that say that a row is left out, such as `Status` with `cancelled`.
  public var leftOut: [String: [String]] = [:]
  /// The values by their columns that say that goods came back: the quantity is taken as a negative one.
  public var returned: [String: [String]] = [:]

  public init() {}

  var isEmpty: Bool { leftOut.isEmpty && returned.isEmpty }
  var columns: Set<String> { Set(leftOut.keys).union(returned.keys) }

  /// The values of a column whose rows have a rule, in lower case.
  func values(of column: String) -> Set<String> {
    Set(((leftOut[column] ?? []) + (returned[column] ?? [])).map { $0.lowercased() })
  }

  /// Whether the rows with a value of a column have a rule.
  func have(_ value: String, of column: String) -> Bool {
    values(of: column).contains(value.lowercased())
  }

  /// The mappings of records where these rows are passed over or have a negative quantity.
  ///
  /// - Throws: `usage` for goods that came back in records which have no sales.
  func applied(
    to records: [MappingProfile.RecordMapping], kinds: RecordCatalog, source: String
  ) throws(Problems) -> [MappingProfile.RecordMapping] {
    var records = records
    if let isLeftOut = Self.condition(leftOut) {
      for index in records.indices { records[index].add(.not(isLeftOut)) }
      for table in Set(records.map(\.table)).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
        records.append(.init(kind: "", table: table, condition: isLeftOut, fields: []))
      }
    }
    guard let isReturned = Self.condition(returned) else { return records }
    var changed: [MappingProfile.RecordMapping] = []
    for record in records {
      guard kinds[record.kind]?.movement?.isOutgoing == true,
        let quantity = record.fields.firstIndex(where: { $0.field == "quantity" })
      else {
        changed.append(record)
        continue
      }
      var (sold, back) = (record, record)
      sold.add(.not(isReturned))
      back.add(isReturned)
      back.fields[quantity].value.steps += [.absolute, .negate]
      changed += [sold, back]
    }
    guard changed.count > records.count else {
      throw Problems(
        .usage, source: source, "goods can come back only in a list of sales with quantities",
        remedy: "Say with --kind sales that it is one, or leave the rows out with --leave-out COLUMN=VALUE.")
    }
    return changed
  }

  private static func condition(_ rules: [String: [String]]) -> RowCondition? {
    let parts = rules.sorted { $0.key < $1.key }.map { column, values in
      // The same word may be written with capitals in another row.
      RowCondition.column(column, .oneOf(values.flatMap { [$0, $0.lowercased(), $0.uppercased(), $0.capitalized] }))
    }
    return parts.isEmpty ? nil : .any(parts)
  }
}

extension MappingProfile.RecordMapping {
  /// Adds a condition that a row must meet too.
  fileprivate mutating func add(_ other: RowCondition) {
    condition = condition.map { .all([$0, other]) } ?? other
  }
}

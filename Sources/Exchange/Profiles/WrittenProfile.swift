internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// Profiles that a person wrote for the shop and that do not say which files they are for: the columns that they take say it.
extension KnownProfile {
  /// How many columns show that a file is one of those that a profile is for.
  private static let leastColumns = 2

  /// Says which of the profiles find all their columns in a file; those that take most of them.
  static func written(among known: [KnownProfile], by schemas: [Schema]) -> SourceFinding? {
    let fitting = known.compactMap { known -> (name: String, columns: Int)? in
      guard known.isOfShop, let columns = known.written?.columnCount(in: schemas), columns >= leastColumns else {
        return nil
      }
      return (known.name, columns)
    }
    guard let most = fitting.map(\.columns).max() else { return nil }
    let names = fitting.filter { $0.columns == most }.map(\.name).sorted()
    return SourceFinding(
      fits, names.prefix(3).joined(separator: ", "),
      evidence: "the file has all \(most) columns that it maps; use \(choice(of: names))")
  }

  /// The findings without profiles that say no more of the file than the names of its columns did.
  ///
  /// - Parameters:
  ///   - records: what was made of the names.
  ///   - currency: the shop's.
  static func helpful(
    _ findings: [SourceFinding], among known: [KnownProfile], beside records: [MappingProfile.RecordMapping],
    in currency: Currency?
  ) -> [SourceFinding] {
    let repeating = known.filter { $0.written?.repeats(records, in: currency) == true }.map(\.name)
    return findings.filter { finding in
      finding.name != fits || !finding.value.components(separatedBy: ", ").allSatisfy(repeating.contains)
    }
  }
}

extension MappingProfile {
  /// How many columns of a file it takes; nil where the file lacks one that it needs.
  fileprivate func columnCount(in schemas: [Schema]) -> Int? {
    var found: Set<[String]> = []
    for record in records {
      let named = record.table.map { table in schemas.first { $0.table == table } }
      guard let schema = named ?? schemas.first else { return nil }
      let ofFields = record.fields.filter { !$0.value.isOptional }.flatMap(\.value.neededColumns)
      for column in (record.condition?.columns ?? []) + ofFields {
        guard schema.index(of: column) != nil else { return nil }
        found.insert([schema.table, column])
      }
    }
    if let fillDown, let schema = schemas.first, records.allSatisfy({ $0.table == nil }) {
      for column in [fillDown.group] + fillDown.columns where schema.index(of: column) == nil { return nil }
    }
    return found.count
  }

  /// Whether it makes the same kinds of records as the names of the columns, and takes each column for the field that it is
  /// called by.
  fileprivate func repeats(_ matched: [RecordMapping], in currency: Currency?) -> Bool {
    guard options.isEmpty, noValue.isEmpty, fillDown == nil, match == nil, isFull == nil,
      constants.allSatisfy({ $0.key == "currency" && $0.value == currency?.code }),
      Set(records.map(\.kind)) == Set(matched.map(\.kind))
    else { return false }
    return records.allSatisfy { record in
      record.table == nil && record.condition == nil
        && record.fields.allSatisfy { $0.value == .column($0.field) }
    }
  }
}

extension ValueExpression {
  /// The columns that a file must have for it, without the numbers that are written in their place.
  fileprivate var neededColumns: [String] {
    let operands = steps.compactMap { step -> String? in
      switch step {
      case .divide(let name, _), .multiply(let name, _):
        (try? ExactDecimal(parsing: name.utf8)) == nil ? name : nil
      case .per(let name): name
      default: nil
      }
    }
    return ValueExpression(source).columns + operands
  }
}

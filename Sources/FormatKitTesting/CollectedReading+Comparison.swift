import FormatKit

extension CollectedReading {
  /// How closely two readings must agree.
  struct Rules {
    var findings = true
    var bytePositions = true
    var wholeError = true
    var carriageReturns = true

    /// The same bytes, handed out differently.
    static let strict = Rules()
    /// Other bytes around the same records.
    static let sameRecords = Rules(findings: false, wholeError: false)
    /// The same lines with other ends.
    static let sameLines = Rules(findings: false, bytePositions: false, wholeError: false, carriageReturns: false)
  }

  /// The first difference between this reading, the right one, and another one; nil when they are equal.
  ///
  /// After an error the reading with fewer records must be the start of the other: rows that shared a batch with the error
  /// are lost.
  func difference(from other: CollectedReading, rules: Rules) -> String? {
    let (left, right) = (error?.first, other.error?.first)
    if left?.code != right?.code {
      return "it ends with \(right?.code.id ?? "no error") instead of \(left?.code.id ?? "no error")"
    }
    if rules.wholeError, left != right {
      return "the error is '\(right?.headline ?? "")' at \(right?.position as Any) instead of "
        + "'\(left?.headline ?? "")' at \(left?.position as Any)"
    }
    if rules.findings, findings != other.findings {
      return "the findings are \(other.findings.map(\.shown)) instead of \(findings.map(\.shown))"
    }
    if error == nil, Set(tables.map(\.name)) != Set(other.tables.map(\.name)) {
      return "the tables are \(other.tables.map(\.name)) instead of \(tables.map(\.name))"
    }
    for table in tables {
      guard let counterpart = other.table(table.name) else { continue }
      if let found = Self.difference(table, counterpart, rules: rules, startIsEnough: error != nil) { return found }
    }
    return nil
  }

  private static func difference(_ left: Table, _ right: Table, rules: Rules, startIsEnough: Bool) -> String? {
    let (ours, theirs) = (left.flattened, right.flattened)
    if !startIsEnough {
      if ours.count != theirs.count {
        return "the table '\(left.name)' has \(theirs.count) records instead of \(ours.count)"
      }
      if left.segments.map(\.schema) != right.segments.map(\.schema) {
        return "the columns of '\(left.name)' are \(right.shownColumns) instead of \(left.shownColumns)"
      }
    }
    for (our, their) in zip(ours, theirs) {
      if let found = difference(our, their, in: left.name, rules: rules) { return found }
    }
    return nil
  }

  private static func difference(_ left: FlatRecord, _ right: FlatRecord, in table: String, rules: Rules) -> String? {
    let place = "record \(left.record.position.record) of '\(table)'"
    if left.columns != right.columns { return "\(place) has the columns \(right.columns) instead of \(left.columns)" }
    for (column, (ours, theirs)) in zip(left.columns, zip(left.record.fields, right.record.fields)) {
      var (ours, theirs) = (ours, theirs)
      if !rules.carriageReturns {
        ours.text.unicodeScalars.removeAll { $0 == "\r" }
        theirs.text.unicodeScalars.removeAll { $0 == "\r" }
      }
      if ours != theirs {
        return "\(place) has \(BatchDump.text(of: theirs)) instead of \(BatchDump.text(of: ours)) in '\(column)'"
      }
    }
    var (ours, theirs) = (left.record.position, right.record.position)
    if !rules.bytePositions { (ours.byteOffset, theirs.byteOffset) = (0, 0) }
    if ours != theirs {
      return "\(place) is at line \(theirs.line), byte \(theirs.byteOffset), record \(theirs.record) instead of "
        + "line \(ours.line), byte \(ours.byteOffset), record \(ours.record)"
    }
    let (ourCodes, theirCodes) = (left.record.problems.map(\.code.id), right.record.problems.map(\.code.id))
    if ourCodes != theirCodes { return "\(place) has the problems \(theirCodes) instead of \(ourCodes)" }
    if rules.wholeError, left.record.problems != right.record.problems {
      return "\(place) has the problems \(right.record.problems) instead of \(left.record.problems)"
    }
    return nil
  }

  /// The evidence that this reading of a damaged source is not the start of that of the whole one.
  ///
  /// A table whose first columns differ is not compared: the damage is in its header, and nothing is known of its records.
  func differenceAsStart(of whole: CollectedReading, lastMayDiffer: Bool) -> String? {
    for table in tables {
      guard let intact = whole.table(table.name), let first = table.segments.first?.schema.columns,
        first.map(\.name) == intact.segments.first?.schema.columns.map(\.name)
      else { continue }
      // The intact file may have ended with an error and so lost records that the damaged one hands over.
      var records = table.flattened
      if lastMayDiffer, !records.isEmpty { records.removeLast() }
      let expected = intact.flattened
      if records.count > expected.count, whole.error == nil {
        return "the table '\(table.name)' has \(records.count) whole records, more than the intact file"
      }
      for (record, right) in zip(records, expected) where record.values != right.values {
        return "record \(right.record.position.record) of '\(table.name)' has \(record.shown) instead of \(right.shown)"
      }
    }
    return nil
  }

  /// A record with the names of its columns.
  struct FlatRecord {
    var columns: [String]
    var record: Record

    /// The fields that the record has, by name.
    var values: [String: Field] {
      Dictionary(zip(columns, record.fields).filter { $0.1.kind != .absent }, uniquingKeysWith: { first, _ in first })
    }
    var shown: [String] { record.fields.map(BatchDump.text(of:)) }
  }
}

extension CollectedReading.Table {
  var flattened: [CollectedReading.FlatRecord] {
    segments.flatMap { segment in
      let columns = segment.schema.columns.map(\.name)
      return segment.records.map { CollectedReading.FlatRecord(columns: columns, record: $0) }
    }
  }

  var shownColumns: [[String]] { segments.map { $0.schema.columns.map { "\($0.name): \($0.type.rawValue)" } } }
}

extension SourceFinding {
  var shown: String { "\(name) = \(value) (\(evidence))" }
}

internal import Catalog
internal import FormatKit

/// Which decimal mark and which order of dates the columns of a source have, by evidence.
struct ColumnMarks {
  var decimal: [String: ExactDecimal.Mark] = [:]
  var dates: [String: DateOrder] = [:]
  /// The mark of the file's other columns, for those that say nothing.
  var fileMark: ExactDecimal.Mark?
  /// What was found, for people.
  var findings: [SourceFinding] = []
}

/// Gathers what the values of columns say about decimal marks and dates.
struct MarkEvidence {
  private struct Votes {
    var point = 0
    var comma = 0
    var doubtfulComma = 0
    var doubtfulPoint = 0
    var example = ""
  }

  private var numbers: [String: Votes] = [:]
  private var dates: [String: (seen: Int, fits: [DateOrder: Int], example: String)] = [:]
  private let numberColumns: Set<String>
  private let dateColumns: Set<String>

  init(profile: MappingProfile) {
    var numbers: Set<String> = []
    var dates: Set<String> = []
    for record in profile.records {
      for mapping in record.fields {
        guard case .columns(let columns) = mapping.value.source,
          let type = Vocabulary.kind(record.kind)?.field(mapping.field)?.type
        else { continue }
        switch type {
        case .quantity, .unitCost, .money, .percent: numbers.formUnion(columns)
        case .date, .dateTime: dates.formUnion(columns)
        default: break
        }
      }
      record.condition?.forEachNumber { numbers.insert($0) }
    }
    numberColumns = profile.decimal == nil ? numbers : []
    dateColumns = profile.dates == nil ? dates : []
  }

  var isNeeded: Bool { !numberColumns.isEmpty || !dateColumns.isEmpty }

  mutating func look(at batch: borrowing RecordBatch) {
    for (index, column) in batch.schema.columns.enumerated() {
      let isNumber = numberColumns.contains(column.name)
      let isDate = dateColumns.contains(column.name)
      guard isNumber || isDate else { continue }
      for row in 0..<batch.rowCount {
        let kind = batch.kind(row: row, column: index)
        guard kind == .text else { continue }
        let bytes = batch.bytes(row: row, column: index).trimmed
        guard !bytes.isEmpty, bytes.count <= 40 else { continue }
        if isNumber { vote(bytes, column.name) }
        if isDate { lookAtDate(bytes, column.name) }
      }
    }
  }

  private mutating func vote(_ bytes: UnsafeBufferPointer<UInt8>, _ column: String) {
    let point = UInt8(ascii: ".")
    let comma = UInt8(ascii: ",")
    let marks = bytes.filter { $0 == point || $0 == comma }
    guard let last = marks.last, let place = bytes.lastIndex(of: last) else { return }
    var votes = numbers[column] ?? Votes()
    let others = marks.filter { $0 != last }.count
    let same = marks.count - others
    let after = bytes.count - place - 1
    let before = bytes[..<place].filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    var decimal = last
    var isDoubtful = false
    if others == 0 {
      if same > 1 {
        // A mark that stands twice groups; where it does not stand before three digits, it says nothing.
        let parts = bytes.split(separator: last, omittingEmptySubsequences: false).dropFirst()
        guard parts.allSatisfy({ $0.count == 3 }) else { return }
        decimal = last == point ? comma : point
      } else if after == 3, before.count <= 3, before.first != UInt8(ascii: "0"), !before.isEmpty {
        isDoubtful = true  // 1,234 may be either
      }
    }
    if isDoubtful {
      if last == comma { votes.doubtfulComma += 1 } else { votes.doubtfulPoint += 1 }
    } else if decimal == point {
      votes.point += 1
    } else {
      votes.comma += 1
    }
    if votes.example.isEmpty || !isDoubtful { votes.example = FieldReader.shown(bytes) }
    numbers[column] = votes
  }

  private mutating func lookAtDate(_ bytes: UnsafeBufferPointer<UInt8>, _ column: String) {
    let text = FieldReader.string(bytes)
    var entry = dates[column] ?? (0, [:], text)
    entry.seen += 1
    for order in DateOrder.allCases where Timestamp(text, order: order, clock: .utc) != nil {
      entry.fits[order, default: 0] += 1
    }
    dates[column] = entry
  }

  /// Settles each column; the ones that say nothing follow the others of the file.
  ///
  /// - Throws: `decimal-mark-unclear`, `date-order-unclear`.
  func settled(source: String) throws(FormatError) -> ColumnMarks {
    var marks = ColumnMarks()
    for (column, votes) in numbers.sorted(by: { $0.key < $1.key }) {
      if votes.point > 0, votes.comma > 0 {
        throw FormatError(
          .marksConflict, source: source, at: SourcePosition(field: column), value: votes.example,
          "column '\(column)' has numbers with a decimal point (\(votes.point)) and with a decimal comma (\(votes.comma)), such as '\(votes.example)'"
        )
      }
      if votes.point > 0 { marks.decimal[column] = .point }
      if votes.comma > 0 { marks.decimal[column] = .comma }
    }
    let fileMark = Set(marks.decimal.values).count == 1 ? marks.decimal.values.first : nil
    marks.fileMark = fileMark
    for (column, votes) in numbers.sorted(by: { $0.key < $1.key }) where marks.decimal[column] == nil {
      if let fileMark {
        marks.decimal[column] = fileMark
      } else if votes.doubtfulComma > 0 {
        throw FormatError(
          .marksConflict, source: source, at: SourcePosition(field: column), value: votes.example,
          "column '\(column)' has numbers such as '\(votes.example)', which may be a thousand or a fraction")
      } else if votes.doubtfulPoint > 0 {
        marks.findings.append(
          SourceFinding(
            "decimal mark of \(column)", "point", evidence: "assumed; '\(votes.example)' could also be a thousand"))
      }
    }
    for (column, mark) in marks.decimal.sorted(by: { $0.key < $1.key }) {
      marks.findings.append(SourceFinding("decimal mark of \(column)", mark.rawValue, evidence: "by its values"))
    }
    for (column, entry) in dates.sorted(by: { $0.key < $1.key }) {
      let best = entry.fits.values.max() ?? 0
      let fitting = DateOrder.allCases.filter { entry.fits[$0] == best && best > 0 }
      if fitting.count == 1 {
        marks.dates[column] = fitting[0]
      } else if fitting.count > 1 {
        throw FormatError(
          .datesConflict, source: source, at: SourcePosition(field: column), value: entry.example,
          "column '\(column)' has dates such as '\(entry.example)', in which day and month cannot be told apart")
      }
      if let order = marks.dates[column] {
        marks.findings.append(SourceFinding("date order of \(column)", order.rawValue, evidence: "by its values"))
      }
    }
    return marks
  }
}

internal import Catalog
internal import FormatKit

/// A value that shows how its column is written, and where it stands.
struct EvidencePlace: Hashable {
  let value: String
  let line: Int
  let record: Int

  var shown: String { "'\(value)' in \(line > 0 ? "line \(line)" : "record \(record)")" }
}

/// How the numbers or the dates of a column are written.
struct ColumnReading<Notation: Hashable>: Hashable {
  var notation: Notation
  /// What showed it: a value of the column, or of another one of the file.
  var evidence: EvidencePlace?
  /// Whether values that can be read in two ways are refused, because the column contradicts itself or nothing tells.
  var isDisputed = false
}

/// Which decimal mark and which order of dates the columns of a source have, by evidence.
struct ColumnMarks {
  var decimal: [String: ColumnReading<ExactDecimal.Mark>] = [:]
  var dates: [String: ColumnReading<DateOrder>] = [:]
  /// The notation of the file's other columns, for those that say nothing.
  var fileMark: ColumnReading<ExactDecimal.Mark>?
  var fileOrder: ColumnReading<DateOrder>?
  /// What the barcodes of the columns are, where anything says so.
  var codes: [String: CodeColumn] = [:]
  /// What was found, for people.
  var findings: [SourceFinding] = []

  /// How the numbers that come from some columns are to be read.
  func number(from columns: [String]) -> ColumnReading<ExactDecimal.Mark> {
    Self.reading(columns.compactMap { decimal[$0] }, file: fileMark, usual: .point)
  }

  /// How the dates that come from some columns are to be read.
  func date(from columns: [String]) -> ColumnReading<DateOrder> {
    Self.reading(columns.compactMap { dates[$0] }, file: fileOrder, usual: .yearMonthDay)
  }

  /// What the barcodes are that come from some columns.
  func codes(from columns: [String]) -> CodeColumn {
    let kinds = Set(columns.map { CodeColumn.isNamedBooks($0) ? .books : codes[$0] ?? .unknown })
    return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }

  private static func reading<Notation>(
    _ known: [ColumnReading<Notation>], file: ColumnReading<Notation>?, usual: Notation
  ) -> ColumnReading<Notation> {
    guard var first = known.first else { return file ?? ColumnReading(notation: usual) }
    // Columns that stand in for each other but are written differently.
    if known.contains(where: { $0.notation != first.notation }) { first.isDisputed = true }
    return first
  }
}

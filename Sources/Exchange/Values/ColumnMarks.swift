internal import FormatKit
internal import RetailValues

/// A value that shows how its column is written, and its position.
struct EvidencePlace: Hashable {
  let value: String
  let line: Int
  let record: Int

  var shown: String { "'\(value)' in \(line > 0 ? "line \(line)" : "record \(record)")" }
}

/// How the numbers or the dates of a column are written.
struct ColumnReading<Notation: Hashable>: Hashable {
  var notation: Notation
  /// The evidence: a value of the column, or of another one of the file.
  var evidence: EvidencePlace?
  /// Whether ambiguous values are refused, because the column contradicts itself or nothing shows how it is written.
  var isDisputed = false
  /// Whether all dates are numbers of days, as a spreadsheet counts them.
  var isSerial = false
}

/// The decimal marks and date orders of a source's columns, by evidence.
struct ColumnMarks {
  var decimal: [String: ColumnReading<ExactDecimal.Mark>] = [:]
  var dates: [String: ColumnReading<DateOrder>] = [:]
  /// The notation of the file's other columns, for those that say nothing.
  var fileMark: ColumnReading<ExactDecimal.Mark>?
  var fileOrder: ColumnReading<DateOrder>?
  /// The types of the barcodes in the columns, where there is evidence.
  var codes: [String: CodeColumn] = [:]
  /// The columns that the codes of items come from, and by table how a row with nothing else is read.
  var itemColumns: Set<String> = []
  var loneValues: [String: LoneValueRule] = [:]
  /// By table which rows may be notes because their codes are unlike the others.
  var noteRows: [String: NoteRowRule] = [:]
  /// The columns of codes whose values are all whole numbers followed by `.0`.
  var decimalCodes: Set<String> = []
  /// How percentages are written, in the columns that have them.
  var percentages: [String: PercentageReading] = [:]
  /// The findings, for people.
  var findings: [SourceFinding] = []

  /// How the numbers that come from some columns are to be read.
  func number(from columns: [String]) -> ColumnReading<ExactDecimal.Mark> {
    Self.reading(columns.compactMap { decimal[$0] }, file: fileMark, usual: .point)
  }

  /// How the dates that come from some columns are to be read.
  func date(from columns: [String]) -> ColumnReading<DateOrder> {
    Self.reading(columns.compactMap { dates[$0] }, file: fileOrder, usual: .yearMonthDay)
  }

  /// The type of the barcodes that come from some columns.
  func codes(from columns: [String]) -> CodeColumn {
    let kinds = Set(columns.map { CodeColumn.isNamedBooks($0) ? .books : codes[$0] ?? .unknown })
    return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }

  /// How the percentages are written that come from some columns: as anything but whole percentages only where all say so.
  func percentages(from columns: [String]) -> PercentageReading {
    let readings = Set(columns.map { percentages[$0] ?? .whole })
    return readings.count == 1 ? readings.first ?? .whole : .whole
  }

  private static func reading<Notation>(
    _ known: [ColumnReading<Notation>], file: ColumnReading<Notation>?, usual: Notation
  ) -> ColumnReading<Notation> {
    guard var first = known.first else { return file ?? ColumnReading(notation: usual) }
    // Columns that can replace each other but are written differently.
    if known.contains(where: { $0.notation != first.notation }) { first.isDisputed = true }
    return first
  }
}

internal import FormatKit
internal import RetailValues

/// Gathers what the values of columns say about decimal marks and the order of dates: for each column and notation how
/// many values speak for it, and the first of them.
///
/// Correcting a cell must not change how other rows are read: a corrected cell speaks with the value that the file has.
struct MarkEvidence {
  /// The values that say one thing.
  struct Tally {
    private(set) var count = 0
    private(set) var first: EvidencePlace?

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition) {
      count += 1
      if first == nil {
        first = EvidencePlace(value: FieldReader.shown(bytes), line: position.line, record: position.record)
      }
    }
  }

  /// What a value is: one of the file, one that was corrected away, or one that a person gave.
  fileprivate enum Origin { case file, replaced, correction }

  /// The evidence in a column.
  struct Votes<Notation: Hashable> {
    private(set) var certain: [Notation: Tally] = [:]
    /// Those of the corrections, which count only where nothing in the file depends on the notation.
    private var corrected: [Notation: Tally] = [:]
    /// The values as they are read.
    private(set) var doubtful = Tally()

    fileprivate mutating func add(
      _ notation: Notation, _ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition, _ origin: Origin
    ) {
      if origin == .correction {
        corrected[notation, default: Tally()].add(bytes, at: position)
      } else {
        certain[notation, default: Tally()].add(bytes, at: position)
      }
    }

    fileprivate mutating func addDoubtful(
      _ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition, _ origin: Origin
    ) {
      if origin != .replaced { doubtful.add(bytes, at: position) }
    }

    /// The same votes, in which corrections count.
    var withCorrections: Self {
      var votes = self
      votes.certain = corrected
      return votes
    }

    var isOpen: Bool { certain.isEmpty && doubtful.count == 0 }

    /// The notation with the most values; if two have as many, the one that occurs first.
    var strongest: (notation: Notation, tally: Tally)? {
      certain.min { left, right in
        (-left.value.count, left.value.first?.record ?? 0) < (-right.value.count, right.value.first?.record ?? 0)
      }.map { ($0.key, $0.value) }
    }
  }

  private var numbers: [String: Votes<ExactDecimal.Mark>] = [:]
  private var dates: [String: Votes<DateOrder>] = [:]
  /// The columns that were met.
  private var seen: Set<String> = []
  private let numberColumns: Set<String>
  private let dateColumns: Set<String>
  private let codeColumns: Set<String>
  private var codes: [String: CodeColumn.Counts] = [:]
  /// The columns that the codes of items come from, and what the rows of each table say about rows with nothing else.
  private let itemColumns: Set<String>
  private var loneValues: [String: LoneValueRule.Evidence] = [:]
  private var noteRows: [String: NoteRowRule.Evidence] = [:]
  /// The columns of items' codes, suppliers' codes included, and how many of their texts are whole numbers followed by `.0`.
  private let textCodeColumns: Set<String>
  private var textCodes: [String: (filled: Int, decimals: Int)] = [:]
  /// How many dates of a column are numbers of days, as a spreadsheet counts them, and the first of them.
  private var serialDays: [String: (filled: Int, serial: Int, first: EvidencePlace?)] = [:]
  private let percentageColumns: Set<String>
  private var percentages: [String: PercentageEvidence] = [:]

  /// Has the values of the file for the cells that were corrected.
  private let corrections: CorrectionLog

  init(profile: MappingProfile, corrections: CorrectionLog = CorrectionLog()) {
    self.corrections = corrections
    var numbers: Set<String> = []
    var dates: Set<String> = []
    var codes: Set<String> = []
    var items: Set<String> = []
    var textCodes: Set<String> = []
    var percentages: Set<String> = []
    for record in profile.records {
      for mapping in record.fields {
        guard let type = Vocabulary.kind(record.kind)?.field(mapping.field)?.type else { continue }
        guard case .columns(let columns) = mapping.value.source else {
          // Day and time are in columns of their own: only the day shows the order.
          if case .template(let template) = mapping.value.source, type == .dateTime {
            let names = template.split(separator: "{").compactMap { part in
              part.firstIndex(of: "}").map { String(part[..<$0]) }
            }
            dates.formUnion(names)
          }
          continue
        }
        if FieldUse(mapping.field) == .item { items.formUnion(columns) }
        if [.item, .supplierItem].contains(FieldUse(mapping.field)) { textCodes.formUnion(columns) }
        if type == .percent { percentages.formUnion(columns) }
        switch type {
        case .quantity, .unitCost, .money, .percent, .wholeNumber: numbers.formUnion(columns)
        case .date, .dateTime: dates.formUnion(columns)
        case .barcode: codes.formUnion(columns.filter { !CodeColumn.isNamedBooks($0) })
        default: break
        }
        for step in mapping.value.steps {
          if case .divide(let name, _) = step { numbers.insert(name) }
          if case .multiply(let name, _) = step { numbers.insert(name) }
        }
      }
      record.condition?.forEachNumber { numbers.insert($0) }
    }
    numberColumns = profile.decimal == nil ? numbers : []
    dateColumns = profile.dates == nil ? dates : []
    codeColumns = codes
    itemColumns = items
    textCodeColumns = textCodes
    percentageColumns = percentages
  }

  var isNeeded: Bool {
    ![numberColumns, dateColumns, codeColumns, textCodeColumns, percentageColumns].allSatisfy(\.isEmpty)
  }

  /// Whether every column seen so far has conclusive values, or follows another that has.
  var isSettled: Bool {
    let marks = Set(numbers.values.compactMap { $0.strongest?.notation })
    let orders = Set(dates.values.compactMap { $0.strongest?.notation })
    return (marks.count == 1 || numberColumns.intersection(seen).allSatisfy { numbers[$0]?.strongest != nil })
      && (orders.count == 1 || dateColumns.intersection(seen).allSatisfy { dates[$0]?.strongest != nil })
  }

  /// Looks at the values of a batch.
  ///
  /// - Parameter onlyOpen: whether to skip columns that already have conclusive values.
  mutating func look(at batch: borrowing RecordBatch, onlyOpen: Bool = false) {
    if !onlyOpen, !itemColumns.isEmpty {
      loneValues[batch.schema.table, default: .init(codeColumns: itemColumns)].look(at: batch)
      noteRows[batch.schema.table, default: .init(codeColumns: itemColumns)].look(at: batch)
    }
    for (index, column) in batch.schema.columns.enumerated() {
      var isNumber = numberColumns.contains(column.name)
      var isDate = dateColumns.contains(column.name)
      if !onlyOpen, codeColumns.contains(column.name) { lookAtCodes(of: column.name, at: index, in: batch) }
      if isDate, !onlyOpen { lookAtDays(of: column.name, at: index, in: batch) }
      if !onlyOpen, textCodeColumns.contains(column.name) { lookAtTextCodes(of: column.name, at: index, in: batch) }
      if !onlyOpen, percentageColumns.contains(column.name) { lookAtPercentages(of: column.name, at: index, in: batch) }
      guard isNumber || isDate else { continue }
      seen.insert(column.name)
      if onlyOpen {
        isNumber = isNumber && numbers[column.name]?.strongest == nil
        isDate = isDate && dates[column.name]?.strongest == nil
        guard isNumber || isDate else { continue }
      }
      var number = numbers[column.name] ?? Votes()
      var date = dates[column.name] ?? Votes()
      for row in 0..<batch.rowCount where batch.kind(row: row, column: index) == .text {
        let position = batch.position(row: row)
        var origin = Origin.file
        if let value = corrections.fileValue(line: position.line, column: column.name) {
          origin = .correction
          var text = value.isText ? value.text : ""
          text.withUTF8 { bytes in
            let bytes = bytes.trimmed
            guard !bytes.isEmpty, bytes.count <= 80 else { return }
            if isNumber { Self.vote(bytes, at: position, .replaced, &number) }
            if isDate { Self.vote(bytes, at: position, .replaced, &date) }
          }
        }
        let bytes = batch.bytes(row: row, column: index).trimmed
        guard !bytes.isEmpty, bytes.count <= 80 else { continue }
        if isNumber { Self.vote(bytes, at: position, origin, &number) }
        if isDate { Self.vote(bytes, at: position, origin, &date) }
      }
      if isNumber { numbers[column.name] = number }
      if isDate { dates[column.name] = date }
    }
  }

  private mutating func lookAtCodes(of column: String, at index: Int, in batch: borrowing RecordBatch) {
    var counts = codes[column] ?? CodeColumn.Counts()
    for row in 0..<batch.rowCount {
      let bytes = batch.bytes(row: row, column: index).trimmed
      if !bytes.isEmpty { counts.add(bytes) }
    }
    codes[column] = counts
  }

  private mutating func lookAtTextCodes(of column: String, at index: Int, in batch: borrowing RecordBatch) {
    var counts = textCodes[column] ?? (0, 0)
    for row in 0..<batch.rowCount {
      let bytes = batch.bytes(row: row, column: index).trimmed
      guard !bytes.isEmpty else { continue }
      counts.filled += 1
      if batch.kind(row: row, column: index) == .text, FieldReader.isDecimalCode(bytes) { counts.decimals += 1 }
    }
    textCodes[column] = counts
  }

  private mutating func lookAtDays(of column: String, at index: Int, in batch: borrowing RecordBatch) {
    var counts = serialDays[column] ?? (0, 0, nil)
    for row in 0..<batch.rowCount {
      let bytes = batch.bytes(row: row, column: index).trimmed
      guard !bytes.isEmpty else { continue }
      counts.filled += 1
      guard FieldReader.spreadsheetDay(bytes) != nil else { continue }
      counts.serial += 1
      let position = batch.position(row: row)
      counts.first =
        counts.first ?? EvidencePlace(value: FieldReader.shown(bytes), line: position.line, record: position.record)
    }
    serialDays[column] = counts
  }

  /// Takes the columns of which all dates are numbers of days for such.
  private func settleSerialDays(_ marks: inout ColumnMarks) {
    for (column, counts) in serialDays.sorted(by: { $0.key < $1.key }) {
      guard let first = counts.first, counts.serial == counts.filled, marks.dates[column] == nil else { continue }
      marks.dates[column] = ColumnReading(notation: .yearMonthDay, evidence: first, isSerial: true)
      var value = first.value
      let day = value.withUTF8 { FieldReader.spreadsheetDay($0) }.map { "\($0)" } ?? ""
      marks.findings.append(
        SourceFinding(
          "dates of '\(column)'", "numbers of days as in a spreadsheet", evidence: "\(first.shown) is \(day)"))
    }
  }

  private mutating func lookAtPercentages(of column: String, at index: Int, in batch: borrowing RecordBatch) {
    var evidence = percentages[column] ?? PercentageEvidence()
    for row in 0..<batch.rowCount where [.text, .number].contains(batch.kind(row: row, column: index)) {
      guard corrections.fileValue(line: batch.position(row: row).line, column: column) == nil else { continue }
      evidence.add(batch.bytes(row: row, column: index).trimmed)
    }
    percentages[column] = evidence
  }

  private static func vote(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition, _ origin: Origin,
    _ votes: inout Votes<ExactDecimal.Mark>
  ) {
    switch MarkSign(bytes) ?? QuantityWords.measured(bytes).flatMap({ MarkSign($0) }) {
    case nil, .some(.none): break
    case .certain(let mark): votes.add(mark, bytes, at: position, origin)
    case .doubtful: votes.addDoubtful(bytes, at: position, origin)
    }
  }

  private static func vote(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition, _ origin: Origin,
    _ votes: inout Votes<DateOrder>
  ) {
    // A comma may separate the day from the time.
    switch DateSign(bytes) ?? DateSign(UnsafeBufferPointer(rebasing: bytes.prefix { $0 != UInt8(ascii: ",") })) {
    case nil, .some(.none): break
    case .certain(let order): votes.add(order, bytes, at: position, origin)
    case .doubtful: votes.addDoubtful(bytes, at: position, origin)
    }
  }

  // MARK: Settling

  /// Settles each column. Columns without conclusive values follow the others of the file. A column that contradicts
  /// itself gets the notation of the majority. The other values, and all ambiguous ones, are errors in their rows.
  ///
  /// - Throws: `decimal-mark-unclear`, `date-order-unclear`, when nothing shows how ambiguous values are meant.
  func settled(source: String) throws(Problems) -> ColumnMarks {
    var marks = ColumnMarks()
    marks.codes = codes.mapValues(\.kind).filter { $0.value != .unknown }
    marks.itemColumns = itemColumns
    marks.decimalCodes = Set(textCodes.filter { $0.value.filled > 0 && $0.value.filled == $0.value.decimals }.keys)
    marks.loneValues = loneValues.compactMapValues(\.rule)
    marks.noteRows = noteRows.compactMapValues(\.rule)
    marks.percentages = percentages.mapValues(\.reading)
    let open = Self.settle(
      numbers, into: &marks.decimal, &marks.fileMark, &marks.findings, name: "decimal mark of", shown: \.rawValue)
    let openDates = Self.settle(
      dates, into: &marks.dates, &marks.fileOrder, &marks.findings, name: "date order of", shown: \.rawValue)
    settleSerialDays(&marks)
    let unclear =
      open.map { "column '\($0.column)' has numbers such as \($0.place.shown), which may be a thousand or a fraction" }
      + openDates.map {
        "column '\($0.column)' has dates such as \($0.place.shown), in which day and month cannot be distinguished"
      }
    guard let first = open.first ?? openDates.first else { return marks }
    let code: Problem.Code = open.isEmpty ? .datesConflict : .marksConflict
    throw Problems(
      code, source: source,
      at: SourcePosition(line: first.place.line, record: first.place.record, field: first.column),
      value: first.place.value, unclear.joined(separator: "; "),
      remedy: open.isEmpty || openDates.isEmpty
        ? open.isEmpty ? Self.dateRemedy(first.place.value) : nil
        : "\(Problem.Code.marksConflict.remedy) \(Problem.Code.datesConflict.remedy)")
  }

  /// What to do about dates whose day and month cannot be distinguished; nil for what is done about most.
  private static func dateRemedy(_ value: String) -> String? {
    guard ["AM", "PM"].contains(where: { value.uppercased().hasSuffix($0) }) else { return nil }
    return
      "Times with AM and PM mostly have the month first: say so with --dates mdy. If the day is first, --dates dmy."
  }

  private static func settle<Notation: Hashable>(
    _ columns: [String: Votes<Notation>], into readings: inout [String: ColumnReading<Notation>],
    _ file: inout ColumnReading<Notation>?, _ findings: inout [SourceFinding], name: String,
    shown: (Notation) -> String
  ) -> [(column: String, place: EvidencePlace)] {
    let columns = columns.values.allSatisfy(\.isOpen) ? columns.mapValues(\.withCorrections) : columns
    for (column, votes) in columns.sorted(by: { $0.key < $1.key }) {
      guard let (notation, tally) = votes.strongest, let place = tally.first else { continue }
      let against = votes.certain.filter { $0.key != notation }.sorted { $0.value.count > $1.value.count }
      readings[column] = ColumnReading(notation: notation, evidence: place, isDisputed: !against.isEmpty)
      var evidence = "by its values, such as \(place.shown)"
      for (other, tally) in against {
        evidence += "; but \(shown(other)) by \(tally.count), such as \(tally.first?.shown ?? "")"
      }
      findings.append(SourceFinding("\(name) '\(column)'", shown(notation), evidence: evidence))
    }
    let found = Set(readings.values.map(\.notation))
    if found.count == 1, let first = readings.min(by: { $0.key < $1.key })?.value {
      file = ColumnReading(notation: first.notation, evidence: first.evidence)
    }
    var open: [(column: String, place: EvidencePlace)] = []
    for (column, votes) in columns.sorted(by: { $0.key < $1.key }) where readings[column] == nil {
      guard let place = votes.doubtful.first else { continue }
      guard let file else {
        open.append((column, place))
        continue
      }
      readings[column] = file
      findings.append(
        SourceFinding("\(name) '\(column)'", shown(file.notation), evidence: "as in the file's other columns"))
    }
    return open
  }
}

/// What a date shows about the order of its column.
enum DateSign: Equatable {
  /// It is the same date in every order that fits.
  case none
  case certain(DateOrder)
  /// Two orders give two dates.
  case doubtful

  /// Nil when the bytes, trimmed, are a date in no order.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var first: (order: DateOrder, time: WrittenTime)?
    var fitting = 0
    var canHaveYearFirst = false
    for order in DateOrder.allCases {
      guard let time = WrittenTime(bytes, order: order) else { continue }
      fitting += 1
      if order == .yearMonthDay { canHaveYearFirst = true }
      if let first, first.time != time {
        // With points the day is first wherever dates are written so.
        self = Self.hasPoints(bytes) ? .certain(.dayMonthYear) : .doubtful
        return
      }
      first = first ?? (order, time)
    }
    guard let first else { return nil }
    guard fitting > 1 else {
      self = .certain(first.order)
      return
    }
    // Of 11.11.2026 day and month are the same, but without its order it is no date.
    self = Self.hasPoints(bytes) ? .certain(.dayMonthYear) : canHaveYearFirst ? .none : .doubtful
  }

  /// Whether the parts of the date are numbers with points between them: `05.10.2026`.
  private static func hasPoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = bytes.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "T") }
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts.prefix(2).allSatisfy { (1...2).contains($0.count) }
      && parts.allSatisfy { $0.allSatisfy(NumberNotation.isDigit) }
  }
}

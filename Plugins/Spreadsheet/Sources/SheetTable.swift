internal import FormatKit
internal import RetailValues

/// Makes records of the rows of one sheet: looks at the first ones for the header, and then lets them pass.
final class SheetTable {
  private static let sampleRows = 100
  private static let sampleBytes = 1 << 20
  private static let maximumCellsInSample = 1 << 18
  /// The number of rows above a table, and of their cells, that are looked at for what they say.
  private static let maximumTitles = 40

  let name: String
  private let source: String
  /// Bytes of the sheets before this one.
  private let offset: Int
  private let options: SpreadsheetOptions
  private let merges: MergedCells
  private var mergedValues: MergedValues
  /// Begins a table for the rows below this one on the same sheet.
  private let beginNext: () -> SheetTable?
  /// The table that takes all further rows.
  private(set) var next: SheetTable?
  /// Distinguishes records from totals and names; nil where the header is given, so that every row is a record.
  private var roles: RowRoles?
  /// The role of rows with a single value, where the header is given.
  private var oneValueRows: OneValueRows?
  /// The headings that are a value of the rows below them; nil without any.
  private var headings: SectionHeadings?
  /// Whether the last row was a heading or a note.
  private var lastIsNote = false
  /// The texts above the names of the columns.
  private var titles: [String] = []
  /// The rows that are not records, and why.
  private(set) var passedOver: [(row: Int, why: String)] = []

  private var sample: [SheetRow] = []
  private var sampledBytes = 0
  private var sampledCells = 0
  private(set) var layout: SheetLayout?
  private(set) var schema = Schema(columns: [])
  private var recordCount = 0
  /// Records that were not handed over yet.
  private var waiting = RecordBatch(rowLimit: .max, byteLimit: .max)
  /// Keeps the records that continue to wait when others are handed over.
  private var spare = RecordBatch(rowLimit: .max, byteLimit: .max)
  private var handedOver = 0
  private var handedProblems = 0
  /// Whether it was reported, or goes without saying, that apostrophes are removed.
  private var hasToldApostrophe: Bool

  init(
    name: String, source: String, offset: Int, options: SpreadsheetOptions,
    merges: MergedCells,
    beginNext: @escaping () -> SheetTable? = { nil }
  ) {
    self.beginNext = beginNext
    self.name = name
    self.source = source
    self.offset = offset
    self.options = options
    hasToldApostrophe = options.formulas != nil
    self.merges = merges
    mergedValues = MergedValues(merges)
  }

  // MARK: Rows

  /// Takes a row of the sheet; an error ends the reading.
  func take(_ row: inout SheetRow) -> Problems? {
    var last = self
    while let next = last.next { last = next }
    if last !== self { return last.take(&row) }
    guard row.cells.contains(where: { row.isFilled($0) }) || !row.problems.isEmpty else { return nil }
    if options.formulas != .asIs { row.takeOffApostrophes() }
    if layout != nil { return place(row) }
    if case .rows(let numbers) = options.header, row.number < numbers.lowerBound, !isRejectStart(row) {
      addTitle(row)
      return nil
    }
    sampledBytes += row.bytes.count
    sampledCells += row.cells.count
    sample.append(row)
    guard sample.count >= Self.sampleRows || sampledBytes > Self.sampleBytes || sampledCells > Self.maximumCellsInSample
    else { return nil }
    do {
      try settle()
      return nil
    } catch {
      return error
    }
  }

  private func addTitle(_ row: SheetRow) {
    guard titles.count < Self.maximumTitles else { return }
    titles.append(row.cells.prefix(Self.maximumTitles).map { String(row.text($0).prefix(200)) }.joined(separator: " "))
  }

  /// The texts above the names of the columns, once.
  func takeTitles() -> [String] {
    defer { titles = [] }
    return titles
  }

  /// Whether a row begins a file of refused records, which is recognised even if another header row was given.
  private func isRejectStart(_ row: SheetRow) -> Bool {
    sample.isEmpty && row.cells.count >= 2 && zip(row.cells, RejectColumns.all).allSatisfy { row.text($0) == $1 }
  }

  /// Whether all rows have come.
  private(set) var isComplete = false

  /// Says that no more rows come.
  func finish() throws(Problems) {
    if layout == nil { try settle() }
    tellNote(headings?.takeNote())
    isComplete = true
  }

  private func settle() throws(Problems) {
    var search = HeaderSearch(sample, merges: merges.ranges(touching:))
    let found: SheetLayout
    switch options.header {
    case .found: found = try search.found()
    case .none: found = search.none()
    case .rows(let numbers):
      guard let given = try search.given(numbers) else {
        let shown = numbers.count == 1 ? "row \(numbers.lowerBound) is" : "rows \(numbers.shown) are"
        throw Problems(
          .xlsxHeaderMissing, source: source, value: numbers.shown, "\(shown) empty in the sheet '\(name)'")
      }
      found = given
    }
    if let rest = use(found) {
      guard let next = beginNext() else {
        _ = use(found, splits: false)
        return
      }
      // The columns are those of the rows above the other table alone.
      let below = Array(sample[rest...])
      sample.removeSubrange(rest...)
      try settle()
      self.next = next
      isComplete = true
      for var row in below { if let error = next.take(&row) { throw error } }
    }
  }

  /// Takes the rows of the sample for records of that table; the index of the row that begins another table, with which
  /// nothing is done yet.
  private func use(_ found: SheetLayout, splits: Bool = true) -> Int? {
    let isFound = options.header == .found && found.header != nil
    if isFound, splits, !found.isRefused, let rest = otherTable(below: found) {
      return rest
    }
    layout = found
    let oneValueRows = self.oneValueRows(of: found)
    if isFound {
      roles = RowRoles(found, oneValueRows: oneValueRows)
    } else if options.oneValueRows != nil {
      self.oneValueRows = oneValueRows
    }
    let isJudged = roles != nil || self.oneValueRows != nil
    // In a file of refused records it goes without saying.
    if found.isRefused { hasToldApostrophe = true }
    if isFound, let header = found.header {
      for row in sample.prefix(while: { $0.number < header.lowerBound }) { addTitle(row) }
    }
    let rows = sample.dropFirst(found.firstRecord)
    let records = rows.filter { !isJudged || !oneValueRows.isNote($0) }[...]
    headings = isJudged ? SectionHeadings(rows, of: found, oneValueRows: oneValueRows) : nil
    let columns = zip(found.columns, found.names).map { column, name in
      Column(name: name, type: Self.type(of: column, in: records), currency: Self.currency(of: column, in: records))
    }
    schema = Schema(
      table: name, columns: columns + [headings?.addedName].compactMap { $0 }.map { Column(name: $0) },
      keptDigits: NumberText.shownDigits)
    waiting.reset(schema: schema)
    for row in rows { _ = place(row) }
    sample = []
    return nil
  }

  private func oneValueRows(of layout: SheetLayout) -> OneValueRows {
    OneValueRows(layout, sample: sample.dropFirst(layout.firstRecord), reading: options.oneValueRows ?? .found)
  }

  /// The start of another table in the sample.
  private func otherTable(below found: SheetLayout) -> Int? {
    var roles = RowRoles(found, oneValueRows: oneValueRows(of: found))
    for index in sample.indices.dropFirst(found.firstRecord) {
      let above = sample[found.firstRecord..<index]
      let role = roles.role(of: sample[index]) { Self.type(of: found.columns.lowerBound + $0, in: above) }
      // The last row names no columns.
      if case .anotherTable(let hasTitle) = role, index + 1 < sample.count { return hasTitle ? index - 1 : index }
    }
    return nil
  }

  /// The columns with values that count for several rows, in their order.
  var mergedColumns: [Int] { mergedValues.columns.sorted() }

  /// Takes a row for what it is: a record, names, a total, or the beginning of another table.
  private func place(_ row: SheetRow) -> Problems? {
    var row = row
    do {
      // Without names the sheet is read cell by cell.
      if let layout, layout.header != nil { try mergedValues.complete(&row, of: layout) }
    } catch {
      return error
    }
    let role = roles?.role(of: row) { schema.columns[$0].type } ?? oneValueRows?.role(of: row) ?? .record
    let followsNote = lastIsNote
    lastIsNote = false
    switch role {
    case .record, .note: break
    default: tellNote(headings?.takeNote())
    }
    switch role {
    case .record: addRecord(row)
    case .names: passOver(row, "names of the columns again")
    case .total(let column, let sum):
      passOver(row, "a total: \(sum) is the sum of the column \(CellReference.letters(column))")
      let problem = SheetRow.CellProblem(
        column: column, code: .xlsxTotalRow, value: sum,
        what: "has the sum '\(sum)' of the numbers above it; the row is not a record")
      // With the record above it, when that was not handed over yet.
      tell(problem, of: row, at: max(0, waiting.rowCount - 1))
    case .unprovenTotal(let column, let label):
      add(row)
      let problem = SheetRow.CellProblem(
        column: column, code: .xlsxTotalDiffers, value: label,
        what: "says '\(label)', and no number of the row is the sum of its column")
      tell(problem, of: row, at: waiting.rowCount - 1)
    case .note(let column, let text):
      lastIsNote = true
      let note = SectionHeadings.Candidate(row: row, column: column, text: text)
      tellNote(headings == nil ? note : headings?.keep(note))
    case .incomplete(let column, let text):
      add(row)
      let problem = SheetRow.CellProblem(
        column: column, code: .xlsxOneValue, value: String(text.prefix(200)),
        what: "has the only value of its row, '\(String(text.prefix(200)))', and nearly all other rows have several")
      tell(problem, of: row, at: waiting.rowCount - 1)
    case .anotherTable(let hasTitle):
      // A title in the row above may have been taken for a record already; then it is not certain that these are names.
      guard !hasTitle || followsNote, sample.isEmpty, let next = beginNext() else {
        add(row)
        return nil
      }
      self.next = next
      isComplete = true
      return next.take(&row)
    }
    return nil
  }

  /// Adds a record, unless it is struck out and such rows are left out.
  private func addRecord(_ row: SheetRow) {
    var row = row
    let struck = options.struckRows == .records ? nil : layout?.struckCell(of: row)
    if struck != nil, options.struckRows == .leaveOut { return passOver(row, "struck out") }
    let first = headings?.complete(&row)
    add(row)
    if let first { tell(first.problem, of: first.row, at: waiting.rowCount - 1) }
    if let struck { tell(.struckOut(struck, of: row), of: row, at: waiting.rowCount - 1) }
  }

  /// Reports a row with a single value that is neither a record nor a heading of one.
  private func tellNote(_ note: SectionHeadings.Candidate?) {
    if let note { tell(.note(note), of: note.row, at: max(0, waiting.rowCount - 1)) }
  }

  private func passOver(_ row: SheetRow, _ why: String) {
    if passedOver.count < 16 { passedOver.append((row.number, why)) }
  }

  private func tell(_ problem: SheetRow.CellProblem, of row: SheetRow, at index: Int) {
    guard let layout else { return }
    waiting.problems.append(RecordProblem(row: index, told(problem, in: row, layout)))
  }

  // MARK: Records

  private func add(_ row: SheetRow) {
    guard let layout else { return }
    recordCount += 1
    var next = layout.columns.lowerBound
    var outside: [SheetRow.CellProblem] = []
    row.bytes.withUnsafeBufferPointer { bytes in
      for cell in row.cells {
        let text = UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.end])
        guard layout.columns.contains(cell.column) else {
          if row.isFilled(cell) {
            let shown = String(decoding: text.prefix(200), as: UTF8.self)
            outside.append(
              SheetRow.CellProblem(
                column: cell.column, code: .xlsxCellOutside, value: shown,
                what: "with '\(shown)' is outside the table, which has the columns "
                  + "\(CellReference.letters(layout.columns.lowerBound)) to "
                  + CellReference.letters(layout.columns.upperBound - 1)))
          }
          continue
        }
        while next < cell.column {
          waiting.endField(.text)
          next += 1
        }
        append(text, of: cell, currency: schema.columns[cell.column - layout.columns.lowerBound].currency)
        next += 1
      }
    }
    while next < layout.columns.upperBound {
      waiting.endField(.text)
      next += 1
    }
    if headings?.addedName != nil { waiting.append(text: headings?.addedValue ?? "") }
    let index = waiting.rowCount
    waiting.endRow(at: RecordPosition(line: row.number, byteOffset: offset + row.byteOffset, record: recordCount))
    if recordCount == 1 { tellDuplicates(layout, row: index) }
    for problem in row.problems + outside {
      if problem.code != .xlsxCellOutside, !layout.columns.contains(problem.column), problem.code.severity != .error {
        continue
      }
      if problem.code == .formulaApostrophe {
        // The others are like the first.
        if hasToldApostrophe { continue }
        hasToldApostrophe = true
      }
      var reported = RecordProblem(row: index, told(problem, in: row, layout))
      reported.losesValue = problem.code == .xlsxNotCalculated
      waiting.problems.append(reported)
    }
  }

  /// Adds the value of a cell; with its currency where that is not the one of its column.
  private func append(_ text: UnsafeBufferPointer<UInt8>, of cell: SheetRow.Cell, currency: String?) {
    guard let own = cell.currency, own != currency else { return waiting.append(text, kind: cell.kind.field) }
    waiting.append(partial: text)
    waiting.append(text: " \(own)", kind: .text)
  }

  private func told(_ problem: SheetRow.CellProblem, in row: SheetRow, _ layout: SheetLayout) -> Problem {
    let isColumn = layout.columns.contains(problem.column)
    return Problem(
      problem.code, source: source,
      at: SourcePosition(
        line: row.number, byteOffset: offset + row.byteOffset, record: recordCount,
        field: isColumn ? layout.names[problem.column - layout.columns.lowerBound] : nil,
        path: CellReference.path(sheet: name, column: problem.column, row: row.number)),
      value: problem.value, "cell \(CellReference.letters(problem.column))\(row.number) \(problem.what)")
  }

  private func tellDuplicates(_ layout: SheetLayout, row index: Int) {
    guard let header = layout.header else { return }
    for place in layout.duplicates {
      let path = CellReference.path(
        sheet: name, column: layout.columns.lowerBound + place, row: header.upperBound)
      waiting.problems.append(
        RecordProblem(
          row: index,
          Problem(
            .duplicateColumn, source: source,
            at: SourcePosition(line: header.upperBound, field: layout.names[place], path: path),
            "another column has this name already; it is called '\(layout.names[place])'")))
    }
  }

  // MARK: Handing over

  /// Whether the sheet has any records.
  var wasRead: Bool { recordCount > 0 }

  /// Whether records can be handed over. The last one waits for the row below it, whose problem is reported with it.
  ///
  /// - Parameter isCutOff: whether no more rows come, because reading failed.
  func hasRecords(isCutOff: Bool) -> Bool {
    handedOver < waiting.rowCount - (isComplete || isCutOff ? 0 : 1)
  }

  /// Fills a batch with waiting records.
  func handOver(to batch: inout RecordBatch, isCutOff: Bool) {
    batch.reset(schema: schema)
    while !batch.isFull, hasRecords(isCutOff: isCutOff) { move(to: &batch) }
    guard !hasRecords(isCutOff: isCutOff) else { return }
    spare.reset(schema: schema)
    while handedOver < waiting.rowCount { move(to: &spare) }
    swap(&spare, &waiting)
    (handedOver, handedProblems) = (0, 0)
  }

  /// Moves the next waiting record and its problems.
  private func move(to batch: inout RecordBatch) {
    while handedProblems < waiting.problems.count, waiting.problems[handedProblems].row == handedOver {
      batch.problems.append(waiting.problems[handedProblems].moved(to: batch.rowCount))
      handedProblems += 1
    }
    batch.appendRow(handedOver, of: waiting)
    handedOver += 1
  }
}

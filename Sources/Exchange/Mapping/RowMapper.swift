internal import FormatKit
internal import RetailValues
internal import Stock

/// Turns the rows of a source into staged records by a mapping profile.
///
/// Columns are looked up once for each schema; a field that is a plain column is read straight from the batch's bytes.
struct RowMapper {
  let profile: MappingProfile
  let marks: ColumnMarks
  private let settings: ShopSettings
  private let clock: ShopClock
  let receiver: any MappedRecordReceiver
  let lookup: ColumnLookup
  private let supplied: Set<String>
  private let reader: FieldValueReader
  private(set) var tables: [CompiledTable] = []
  private var values: [StagedValue] = []
  var columnProblems = ColumnProblems()
  let rowCache: RowCache?
  private var digests: RowDigests?
  /// The rows in which nothing is filled in.
  private(set) var blankRows: (count: Int, first: StagedPosition?) = (0, nil)
  /// How many rows were passed over, by what is true of them.
  private(set) var passedOver: [String: PassedOverRows] = [:]
  /// Whether there was a problem with the current row.
  private var isRemarkable = false
  /// The problems with cells of the current row that were reported: a cell of which several records are made is reported once.
  private var reportedCells: Set<ReportedCell> = []
  /// The values that are missing in the current row.
  private var missing = MissingValues()
  /// The kinds that a mapping may name.
  private let kinds: RecordCatalog

  private struct ReportedCell: Hashable {
    let column: String
    let code: Problem.Code
    let value: String
  }

  /// One table of the source with its mappings for the columns it has so far.
  struct CompiledTable {
    var schema: Schema
    var records: [CompiledRecord]
    var fill: FillDownState?
    /// Identifies the schema in the digests of rows.
    var tag: UInt64 = 0
    /// The sender's own columns, and the one of them that items' codes come from.
    var values: RowValues
    var code: Int?
    /// Finds rows that may be notes; nil where rows are filled down from the ones above.
    var notes: NoteRowRule?
  }

  /// - Parameter rowCache: what is remembered of rows that came before; those that are recognised are not mapped.
  init(
    profile: MappingProfile, marks: ColumnMarks, settings: ShopSettings, receiver: any MappedRecordReceiver,
    sourceName: String, supplied: Set<String> = [], renamed: [String: String] = [:], rowCache: RowCache? = nil,
    keepsSpaces: Bool = false, kinds: RecordCatalog = .standard,
    stockUnit: ((_ item: String) -> String?)? = nil
  ) {
    self.kinds = kinds
    self.profile = profile.withGivenValues
    reader = FieldValueReader(noValue: profile.noValue, keepsSpaces: keepsSpaces, stockUnit: stockUnit)
    self.marks = marks
    self.settings = settings
    clock = settings.clock
    self.receiver = receiver
    lookup = ColumnLookup(source: sourceName, renamed: renamed)
    self.supplied = supplied
    self.rowCache = rowCache
    digests = rowCache.map { RowDigests($0.hash) }
  }

  /// How many records the source had so far.
  private(set) var recordCount = 0
  /// Whether a row of the source became a record, was recognised or had an error. Blank rows and rows that a profile
  /// skips do not count.
  private(set) var hasTaken = false
  /// The names of the source's tables, in the order in which they came.
  var tableNames: [String] { tables.map(\.schema.table) }

  /// Whether the source may have columns that its first records lack.
  var columnsMayGrow: Bool {
    get { lookup.columnsMayGrow }
    set { lookup.columnsMayGrow = newValue }
  }

  /// Stages all rows of a batch.
  ///
  /// - Throws: `field-missing`, `pattern-too-slow`; problems with single rows are recorded instead.
  mutating func map(_ batch: borrowing RecordBatch) throws {
    let table = try compiled(batch.schema)
    let records = tables[table].records
    recordCount += batch.rowCount
    var broken: Set<Int> = []
    var told: Set<Int> = []
    for item in batch.problems {
      // What a record needs must not be missing because its program left it out.
      let isNeeded = item.losesValue && isTaken(item.problem.position.field, by: records)
      let problem = isNeeded ? Self.needed(item.problem) : item.problem
      let position =
        item.isOfRow
        ? batch.position(row: item.row) : RecordPosition(line: problem.position.line, byteOffset: -1, record: 0)
      try report(problem, table: table, position: position, kind: batch.schema.table)
      told.insert(item.row)
      if problem.severity == .error, item.isOfRow { broken.insert(item.row) }
    }
    if !broken.isEmpty { hasTaken = true }
    guard !records.isEmpty else { return }
    let columns = batch.schema.columns.count
    for row in 0..<batch.rowCount where !broken.contains(row) {
      guard let rowCache else {
        try map(row, table: table, records, batch)
        continue
      }
      let digest = digests?.digest(row: row, of: batch, columns: columns, tag: tables[table].tag)
      isRemarkable = told.contains(row)
      if let digest, !isRemarkable, try rowCache.recognises(digest) {
        hasTaken = true
        continue
      }
      try map(row, table: table, records, batch)
      try rowCache.mapped(isRemarkable ? nil : digest, table: table, record: batch.position(row: row).record)
    }
  }

  private mutating func map(
    _ row: Int, table: Int, _ records: [CompiledRecord], _ batch: borrowing RecordBatch
  ) throws {
    if tables[table].values.isBlank(row, batch) { return noteBlank(row, table: table, batch) }
    if !reportedCells.isEmpty { reportedCells.removeAll(keepingCapacity: true) }
    let view = RowView(row: row)
    tables[table].fill?.advance(view, batch)
    let fill = tables[table].fill
    // A row that is skipped for one record is skipped for all of them.
    var isPassedOver = false
    for record in records where try record.isPassingOver(view, batch, fill, noValue: profile.noValue) {
      isPassedOver = true
      passedOver.note(record, view, batch)
    }
    if isPassedOver { return }
    var takenAlternative: Int?
    var isChecked = false
    missing = MissingValues()
    for record in records {
      if let alternative = record.alternative, alternative == takenAlternative { continue }
      if let condition = record.condition, try !condition.holds(view, batch, fill, noValue: profile.noValue) {
        continue
      }
      takenAlternative = record.alternative
      guard record.hasKind else {
        passedOver.note(record, view, batch)
        continue
      }
      if !isChecked, let code = tables[table].code,
        let problem = problem(withCode: code, row: row, table: table, batch)
      {
        return try refuse(row, for: problem, table: table, batch)
      }
      if !isChecked { try noteDoubt(row, table: table, batch) }
      isChecked = true
      try stage(record, row: row, table: table, view: view, fill, batch)
    }
    for problem in missing.problems { try receiver.add(problem) }
  }

  private mutating func noteBlank(_ row: Int, table: Int, _ batch: borrowing RecordBatch) {
    recordCount -= 1
    blankRows.count += 1
    if blankRows.first == nil { blankRows.first = stagedPosition(row, table: table, batch) }
  }

  private mutating func refuse(
    _ row: Int, for problem: (code: Problem.Code, shown: String, message: String), table: Int,
    _ batch: borrowing RecordBatch
  ) throws {
    hasTaken = true
    isRemarkable = true
    let position = batch.position(row: row)
    try report(
      Problem(
        problem.code, source: lookup.source, at: SourcePosition(line: position.line, record: position.record),
        value: problem.shown, problem.message),
      table: table, position: position, kind: batch.schema.table)
  }

  func stagedPosition(_ row: Int, table: Int, _ batch: borrowing RecordBatch) -> StagedPosition {
    let at = batch.position(row: row)
    return StagedPosition(table: table, line: at.line, record: at.record, byteOffset: at.byteOffset)
  }

  // MARK: One record

  private mutating func stage(
    _ record: CompiledRecord, row: Int, table: Int, view: RowView, _ fill: FillDownState?,
    _ batch: borrowing RecordBatch
  ) throws {
    guard let inserter = record.inserter else { return }
    let position = stagedPosition(row, table: table, batch)
    values.removeAll(keepingCapacity: true)
    for _ in 0..<record.width { values.append(.absent) }
    var isBroken = false
    var hasEssential = record.essential.isEmpty
    var currency = record.namedCurrency?.currency
    var hasCurrency = false
    var hasAmount = false
    var problems: [FieldProblem] = []
    for (field, place) in zip(record.fields, record.places) {
      var staged = StagedValue.absent
      var note: FieldReader.ValueProblem?
      var shown = ""
      do {
        staged = try reader.value(field, view: view, fill, batch, currency: currency, note: &note, shown: &shown)
      } catch let problem as FieldReader.ValueProblem {
        isBroken = true
        hasEssential = hasEssential || field.isEssential
        problems.append((field.field.name, field.sourceName, problem, shown))
        staged = .absent
      }
      if field.field.type == .barcode, let isGTIN = columnProblems.count(staged, of: field.sourceName) {
        rowCache?.note(column: field.sourceName, isGTIN: isGTIN)
      }
      if let note, note.isForColumn {
        if columnProblems.add(note, of: field, value: shown, kind: record.kindName, at: position) {
          isRemarkable = true
        }
      } else if let note {
        problems.append((field.field.name, field.sourceName, note, shown))
      }
      switch staged {
      case .absent: break
      case .text(let code) where field.isCurrency:
        hasCurrency = true
        currency = code == settings.currency.code ? settings.currency : Currency(code)
        if let named = record.namedCurrency, let currency, !named.fits(currency) {
          isBroken = true
          let message =
            "\(field.field.name) '\(code)' is not \(named.sign), the currency of the column '\(named.column)'"
          problems.append((field.field.name, field.sourceName, .init(code: .currencyDiffers, message: message), code))
        }
        if field.mustBeShopCurrency, currency != settings.currency {
          isBroken = true
          let message = "\(field.field.name) '\(code)' is not \(settings.currency), the currency of the shop's books"
          problems.append((field.field.name, field.sourceName, .init(code: .unknownCurrency, message: message), code))
        }
      default:
        if field.isEssential { hasEssential = true }
        if field.isAmount { hasAmount = true }
      }
      values[place] = staged
    }
    if hasAmount, !hasCurrency, let named = record.namedCurrency, let place = record.currencyPlace {
      if let currency = named.currency {
        values[place] = .text(currency.code)
      } else {
        isBroken = true
        let message = "currency is missing, and '\(named.column)' is in \(named.sign)"
        problems.append(("currency", named.column, .init(code: .missingValue, message: message), named.sign))
      }
    }
    if let problem = Self.tooGreat(record, values) {
      isBroken = true
      problems.append(problem)
    }
    // The lines of documents name an item by several codes together.
    if isBroken, record.isDocumentLine {
      isBroken = Self.isBroken(&problems, afterLeavingOutBarcodeOf: record, values)
    }
    // A row of several records need not have each of them.
    guard hasEssential else { return }
    for (field, place) in zip(record.fields, record.places) where field.isRequired {
      if case .absent = values[place], !problems.contains(where: { $0.field == field.field.name }) {
        isBroken = true
        problems.append(
          (
            field.field.name, field.sourceName, .init(code: .missingValue, message: "\(field.field.name) is missing"),
            ""
          ))
      }
    }
    if record.hasBarcodeParts { try appendBarcodeParts(record, view, fill, batch) }
    if let column = record.markColumn, let mark = view.ownText(column, batch) {
      values[record.width - 1] = .text(String(mark.prefix(200)))
    }
    if isBroken || !problems.isEmpty { isRemarkable = true }
    for (field, source, problem, value) in problems
    where problem.code == .missingValue
      || reportedCells.insert(ReportedCell(column: source, code: problem.code, value: value)).inserted
    {
      let staged = StagedProblem(
        code: problem.code.id, severity: problem.code.severity.rawValue, kind: record.kindName, field: source,
        value: String(value.prefix(200)),
        message: problem.message, remedy: problem.remedy ?? problem.code.remedy, position: position)
      if problem.code == .missingValue { missing.add(staged, field: field) } else { try receiver.add(staged) }
    }
    try inserter.insert(values, at: position, isBroken: isBroken)
    hasTaken = true
  }

  /// Appends the code as written and its symbology, which are stored next to the canonical form.
  private mutating func appendBarcodeParts(
    _ record: CompiledRecord, _ view: RowView, _ fill: FillDownState?, _ batch: borrowing RecordBatch
  ) throws {
    guard let index = record.fields.firstIndex(where: { $0.field.name == "barcode" }),
      case .text(let canonical) = values[record.places[index]]
    else { return }
    if let (code, symbology) = Barcode.shortest(canonical) {
      values[record.width - 2] = .text(code)
      values[record.width - 1] = .text(symbology.rawValue)
      return
    }
    let original = try? Barcode(parsing: canonical)
    // A code of the shop's own is the same in capitals, and is kept as it was written.
    if original?.symbology ?? .inStore == .inStore,
      let text = try record.fields[index].text(view, batch, fill, noValue: profile.noValue),
      let written = try? Barcode(parsing: text), written.canonical == canonical
    {
      values[record.width - 2] = .text(written.code)
      values[record.width - 1] = .text(Barcode.Symbology.inStore.rawValue)
      return
    }
    guard let original else {
      values[record.width - 2] = .text(canonical)
      values[record.width - 1] = .text(Barcode.Symbology.inStore.rawValue)
      return
    }
    var code = original.code
    if original.symbology == .gtin14 {
      // The canonical form is padded; what people know is the shorter code.
      let digits = String(canonical.drop { $0 == "0" })
      let length = [8, 12, 13, 14].first { $0 >= digits.count } ?? 14
      code = String(repeating: "0", count: length - digits.count) + digits
    }
    let symbology = (try? Barcode(parsing: code))?.symbology ?? original.symbology
    values[record.width - 2] = .text(code)
    values[record.width - 1] = .text(symbology.rawValue)
  }

  // MARK: Compiling

  /// The place of a batch's table, its mappings fit for the columns that it has.
  private mutating func compiled(_ schema: Schema) throws -> Int {
    let known = tables.firstIndex { $0.schema.table == schema.table }
    if let known, tables[known].schema == schema { return known }
    let isFirst = known == 0 || tables.isEmpty
    let several = profile.records.count(where: { !$0.kind.isEmpty }) > 1
    var records: [CompiledRecord] = []
    for mapping in profile.records where mapping.table.map({ $0 == schema.table }) ?? isFirst {
      let condition = try mapping.condition.map { condition in
        try condition.compiled(schema, lookup) { column in
          profile.decimal ?? marks.number(from: [column]).notation
        }
      }
      guard let kind = kinds[mapping.kind] else {
        records.append(
          CompiledRecord(
            condition: condition, alternative: mapping.alternative, note: mapping.note,
            amount: .init(mapping, schema, profile, marks)))
        continue
      }
      records.append(
        try CompiledRecord(
          kind: kind, mapping: mapping, condition: condition, profile: profile, schema: schema, several: several,
          marks: marks, settings: settings, clock: clock, receiver: receiver,
          lookup: lookup, supplied: supplied))
    }
    let fill = records.isEmpty ? nil : try fillDown(schema, before: known.flatMap { tables[$0].fill })
    try lookup.settle()
    let table = CompiledTable(
      schema: schema, records: records, fill: fill, tag: digests?.tag(of: schema) ?? 0, values: RowValues(schema),
      code: schema.columns.firstIndex { marks.itemColumns.contains($0.name) },
      notes: fill == nil ? marks.noteRows[schema.table] : nil)
    if let known {
      tables[known] = table
      return known
    }
    tables.append(table)
    return tables.count - 1
  }

  /// The state for filling down in a table. Where the table gained columns, the values so far are kept.
  private func fillDown(_ schema: Schema, before: FillDownState?) throws -> FillDownState? {
    guard let settings = profile.fillDown else { return nil }
    let names = [settings.group] + settings.columns
    // A source may have other tables, to which the setting does not apply.
    if schema.index(of: settings.group) == nil, profile.records.contains(where: { $0.table != nil }) { return nil }
    let columns = names.map { lookup.column($0, schema, isOptional: false) }
    guard columns[0] >= 0 else { return nil }
    var state = FillDownState(group: columns[0], columns: Set(columns.dropFirst().filter { $0 >= 0 }))
    if let before { state.carryOn(from: before) }
    return state
  }

}

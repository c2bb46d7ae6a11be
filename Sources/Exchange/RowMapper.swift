internal import Catalog
internal import FormatKit
internal import Stock

/// Turns the rows of a source into staged records by a mapping profile.
///
/// Columns are looked up once for each schema; a field that is a plain column is read straight from the batch's bytes.
struct RowMapper {
  private let profile: MappingProfile
  private let marks: ColumnMarks
  private let settings: ShopSettings
  private let clock: ShopClock
  private let receiver: any MappedRecordReceiver
  private let lookup: ColumnLookup
  private let supplied: Set<String>
  /// Whether texts keep the white space at their ends, as in files of a system that is given its own file back. In a table
  /// white space around a value only fills its cell.
  private let keepsSpaces: Bool
  private var tables: [CompiledTable] = []
  private var values: [StagedValue] = []
  private var remarks = ColumnRemarks()
  private let knownRows: KnownRows?
  private var digests: RowDigests?
  /// Whether something was told of the row at hand.
  private var isRemarkable = false

  /// One table of the source with its mappings for the columns it has so far.
  private struct CompiledTable {
    var schema: Schema
    var records: [CompiledRecord]
    var fill: FillDownState?
    /// Stands for the schema in the digests of rows.
    var tag: UInt64 = 0
  }

  /// - Parameter knownRows: what is remembered of rows that came before; those that are recognised are not mapped.
  init(
    profile: MappingProfile, marks: ColumnMarks, settings: ShopSettings, receiver: any MappedRecordReceiver,
    sourceName: String, supplied: Set<String> = [], renamed: [String: String] = [:], knownRows: KnownRows? = nil,
    keepsSpaces: Bool = false
  ) {
    self.keepsSpaces = keepsSpaces
    self.profile = profile
    self.marks = marks
    self.settings = settings
    clock = settings.clock
    self.receiver = receiver
    lookup = ColumnLookup(source: sourceName, renamed: renamed)
    self.supplied = supplied
    self.knownRows = knownRows
    digests = knownRows.map { RowDigests($0.hash) }
  }

  /// How many records the source had so far.
  private(set) var recordCount = 0
  /// Whether a row of the source became a record, was recognised or was found wrong. A row that a profile passes over, and one
  /// that is blank, is none of these.
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
  /// - Throws: `field-missing`, `pattern-too-slow`; trouble with single rows is written down instead.
  mutating func map(_ batch: borrowing RecordBatch) throws {
    let table = try compiled(batch.schema)
    let records = tables[table].records
    recordCount += batch.rowCount
    var broken: Set<Int> = []
    var told: Set<Int> = []
    for item in batch.diagnostics {
      try report(item.diagnostic, table: table, position: batch.position(row: item.row), kind: batch.schema.table)
      told.insert(item.row)
      if item.diagnostic.severity == .error { broken.insert(item.row) }
    }
    if !broken.isEmpty { hasTaken = true }
    guard !records.isEmpty else { return }
    let columns = batch.schema.columns.count
    for row in 0..<batch.rowCount where !broken.contains(row) {
      guard let knownRows else {
        try map(row, table: table, records, batch)
        continue
      }
      let digest = digests?.digest(row: row, of: batch, columns: columns, tag: tables[table].tag)
      isRemarkable = told.contains(row)
      if let digest, !isRemarkable, try knownRows.recognises(digest) {
        hasTaken = true
        continue
      }
      try map(row, table: table, records, batch)
      try knownRows.mapped(isRemarkable ? nil : digest, table: table, record: batch.position(row: row).record)
    }
  }

  private mutating func map(
    _ row: Int, table: Int, _ records: [CompiledRecord], _ batch: borrowing RecordBatch
  ) throws {
    let view = RowView(row: row)
    tables[table].fill?.advance(view, batch)
    let fill = tables[table].fill
    // A row that is to be passed over is passed over by all that comes after.
    var isPassedOver = false
    for record in records where try record.isPassingOver(view, batch, fill, noValue: profile.noValue) {
      isPassedOver = true
    }
    if isPassedOver { return }
    var takenAlternative: Int?
    for record in records {
      if let alternative = record.alternative, alternative == takenAlternative { continue }
      if let condition = record.condition, try !condition.holds(view, batch, fill, noValue: profile.noValue) {
        continue
      }
      takenAlternative = record.alternative
      guard record.kind != nil else { continue }
      try stage(record, row: row, table: table, view: view, fill, batch)
    }
  }

  // MARK: One record

  private mutating func stage(
    _ record: CompiledRecord, row: Int, table: Int, view: RowView, _ fill: FillDownState?,
    _ batch: borrowing RecordBatch
  ) throws {
    guard let kind = record.kind, let inserter = record.inserter else { return }
    let at = batch.position(row: row)
    let position = StagedPosition(table: table, line: at.line, record: at.record, byteOffset: at.byteOffset)
    values.removeAll(keepingCapacity: true)
    for _ in 0..<record.width { values.append(.absent) }
    var isBroken = false
    var hasEssential = record.essential.isEmpty
    var currency: Currency?
    var troubles: [FieldTrouble] = []
    for (field, place) in zip(record.fields, record.places) {
      var staged = StagedValue.absent
      var note: FieldReader.Trouble?
      var shown = ""
      do {
        staged = try value(field, view: view, fill, batch, currency: currency, note: &note, shown: &shown)
        staged = try checked(staged, field)
      } catch let trouble as FieldReader.Trouble {
        isBroken = true
        hasEssential = hasEssential || field.isEssential
        troubles.append((field.field.name, field.sourceName, trouble, shown))
        staged = .absent
      }
      if field.field.type == .barcode, let isGTIN = remarks.count(staged, of: field.sourceName) {
        knownRows?.note(column: field.sourceName, isGTIN: isGTIN)
      }
      if let note, note.isForColumn {
        if remarks.add(note, of: field, value: shown, kind: kind.name, at: position) { isRemarkable = true }
      } else if let note {
        troubles.append((field.field.name, field.sourceName, note, shown))
      }
      switch staged {
      case .absent: break
      case .text(let code) where field.isCurrency:
        currency = code == settings.currency.code ? settings.currency : Currency(code)
        if field.mustBeShopCurrency, currency != settings.currency {
          isBroken = true
          let message = "'\(code)' is not \(settings.currency), the currency of the shop's books"
          troubles.append((field.field.name, field.sourceName, .init(code: .unknownCurrency, message: message), code))
        }
      default: if field.isEssential { hasEssential = true }
      }
      values[place] = staged
    }
    if isBroken, Self.documentLines.contains(kind.name) {
      isBroken = Self.isBroken(&troubles, afterLeavingOutBarcodeOf: record, values)
    }
    // A row of several records need not have each of them.
    guard hasEssential else { return }
    for (field, place) in zip(record.fields, record.places) where field.isRequired {
      if case .absent = values[place], !troubles.contains(where: { $0.field == field.field.name }) {
        isBroken = true
        troubles.append((field.field.name, field.sourceName, .init(code: .missingValue, message: "is missing"), ""))
      }
    }
    if kind.name == "barcodes" { try appendBarcodeParts(record, view, fill, batch) }
    if let column = record.markColumn, let mark = view.ownText(column, batch) {
      values[record.width - 1] = .text(String(mark.prefix(200)))
    }
    if isBroken || !troubles.isEmpty { isRemarkable = true }
    for (field, source, trouble, value) in troubles {
      let message =
        trouble.message.first == "'" || ["is ", "has ", "may "].contains { trouble.message.hasPrefix($0) }
        ? "\(field) \(trouble.message)" : trouble.message
      try receiver.add(
        StagedProblem(
          code: trouble.code.id, severity: trouble.code.severity.rawValue, kind: kind.name, field: source,
          value: String(value.prefix(200)),
          message: message, remedy: trouble.remedy ?? trouble.code.remedy, position: position))
    }
    try inserter.insert(values, at: position, isBroken: isBroken)
    hasTaken = true
  }

  /// The code as it was written and its symbology stand beside the canonical form.
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

  /// Refuses what the field cannot hold.
  private func checked(_ staged: StagedValue, _ field: CompiledField) throws -> StagedValue {
    switch staged {
    case .clear:
      switch field.clearing {
      case .empties: return staged
      case .nothing: return .absent
      case .refused:
        throw FieldReader.Trouble(
          code: .missingValue, message: "may not be emptied", remedy: "Leave the cell blank to keep what is there.")
      }
    case .integer:
      guard let range = field.range, field.refuses(staged) else { return staged }
      if field.field.name == "counted_quantity" {
        throw FieldReader.Trouble(code: .negativeCount, message: "is below zero")
      }
      let limit =
        range.upperBound == .max ? range.lowerBound == 0 ? "0 or more" : "above 0" : "0 to \(range.upperBound)"
      throw FieldReader.Trouble(code: .outOfRange, message: "is out of range; it is \(limit)")
    default: return staged
    }
  }

  private func value(
    _ field: CompiledField, view: RowView, _ fill: FillDownState?, _ batch: borrowing RecordBatch, currency: Currency?,
    note: inout FieldReader.Trouble?, shown: inout String
  ) throws -> StagedValue {
    if let column = field.plainColumn, fill?.fills(column) != true {
      let kind = batch.kind(row: view.row, column: column)
      guard kind != .absent, kind != .null else { return .absent }
      let written = batch.bytes(row: view.row, column: column)
      let bytes = written.trimmed
      guard !bytes.isEmpty, !isNoValue(bytes) else { return .absent }
      if field.field.effect != .key, Self.isClear(bytes) { return .clear }
      do {
        let keeps = keepsSpaces && field.field.type == .text
        let staged = try field.reader.read(
          keeps ? written : bytes, as: field.field.type, isNumberToken: kind == .number, currency: currency, note: &note
        )
        if keepsSpaces, note == nil, field.field.type == .code, bytes.count < written.count {
          note = .init(
            code: .spacesRemoved,
            message: "'\(FieldReader.shown(written))' is read without the white space at its ends",
            isForColumn: true)
        }
        // Said only where something will be said.
        if note != nil || field.refuses(staged) { shown = FieldReader.shown(bytes) }
        return staged
      } catch {
        shown = FieldReader.shown(bytes)
        throw error
      }
    }
    guard var text = try field.text(view, batch, fill, noValue: profile.noValue) else { return .absent }
    defer { if field.isCalculated, note?.code == .valueRounded { note = nil } }
    do {
      let staged = try text.withUTF8 { bytes throws(FieldReader.Trouble) -> StagedValue in
        let trimmed = bytes.trimmed
        if trimmed.isEmpty { return .absent }
        if field.field.effect != .key, Self.isClear(trimmed) { return .clear }
        let staged = try field.reader.read(
          trimmed, as: field.field.type, isNumberToken: false, currency: currency, note: &note)
        // The bytes do not outlive this block.
        if case .bytes(let run) = staged { return .text(String(decoding: run, as: UTF8.self)) }
        return staged
      }
      var isClear = false
      if case .clear = staged { isClear = true }
      if note != nil || isClear || field.refuses(staged) { shown = FieldReader.shown(text) }
      return staged
    } catch let trouble as FieldReader.Trouble {
      shown = FieldReader.shown(text)
      throw trouble
    }
  }

  private func isNoValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    profile.noValue.contains { $0.utf8.count == bytes.count && $0.utf8.elementsEqual(bytes) }
  }

  private static func isClear(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 7 && bytes.elementsEqual("(clear)".utf8)
  }

  private func report(_ diagnostic: Diagnostic, table: Int, position: RecordPosition, kind: String) throws {
    let place = diagnostic.position
    // Of a record on one line all of that line is shown.
    let isElsewhere = place.byteOffset >= 0 && (place.path != nil || place.line != position.line)
    try receiver.add(
      StagedProblem(
        code: diagnostic.code.id, severity: diagnostic.severity.rawValue, kind: kind,
        field: place.field ?? "", value: diagnostic.value ?? "", message: diagnostic.message,
        remedy: diagnostic.remedy,
        position: StagedPosition(
          table: table, line: place.line > 0 ? place.line : position.line, record: position.record,
          byteOffset: position.byteOffset),
        path: place.path, byteOffset: isElsewhere ? place.byteOffset : nil))
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
      guard let kind = Vocabulary.kind(mapping.kind) else {
        records.append(CompiledRecord(condition: condition, alternative: mapping.alternative))
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
    let table = CompiledTable(schema: schema, records: records, fill: fill, tag: digests?.tag(of: schema) ?? 0)
    if let known {
      tables[known] = table
      return known
    }
    tables.append(table)
    return tables.count - 1
  }

  /// What is filled down in a table; where the table gained columns, with the values that stand so far.
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

  /// Ends the mapping of a source.
  ///
  /// - Throws: `unknown-table` when the profile speaks only of tables that the source does not have, `column-missing` when
  ///   it names columns that no record has.
  mutating func finish() throws {
    for (column, gtins, others) in knownRows?.recognisedCodes ?? [] {
      remarks.count(gtins: gtins, others: others, of: column)
    }
    for problem in remarks.problems { try receiver.add(problem) }
    try lookup.finish()
    guard !tables.isEmpty, tables.allSatisfy({ $0.records.isEmpty }) else { return }
    let wanted = profile.records.compactMap(\.table)
    guard let first = wanted.first else { return }
    throw FormatError(
      .tableUnknown, source: lookup.source, value: first, "the file has no table '\(first)'",
      remedy: "It has: \(tables.prefix(20).map(\.schema.table).joined(separator: ", ")).")
  }
}

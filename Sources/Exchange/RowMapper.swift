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
  private var tables: [String] = []
  private var compiled: (schema: Schema, records: [CompiledRecord])?
  private var fill: FillDownState?
  private var values: [StagedValue] = []

  init(
    profile: MappingProfile, marks: ColumnMarks, settings: ShopSettings, receiver: any MappedRecordReceiver,
    sourceName: String
  ) {
    self.profile = profile
    self.marks = marks
    self.settings = settings
    clock = settings.clock
    self.receiver = receiver
    lookup = ColumnLookup(source: sourceName)
  }

  /// Whether the source may have columns that its first records lack.
  var columnsMayGrow: Bool {
    get { lookup.columnsMayGrow }
    set { lookup.columnsMayGrow = newValue }
  }

  /// Says that the source has ended.
  ///
  /// - Throws: `column-missing` for a column that the profile names and no record had.
  func finish() throws(FormatError) { try lookup.finish() }

  /// Stages all rows of a batch.
  ///
  /// - Throws: `column-missing` when the profile names a column that a table never has; trouble with single rows is
  ///   written down instead.
  mutating func map(_ batch: borrowing RecordBatch) throws {
    if compiled?.schema != batch.schema { try compile(batch.schema) }
    guard let records = compiled?.records else { return }
    let table = tables.firstIndex(of: batch.schema.table) ?? 0
    var broken: Set<Int> = []
    for item in batch.diagnostics {
      try report(item.diagnostic, table: table, position: batch.position(row: item.row), kind: batch.schema.table)
      if item.diagnostic.severity == .error { broken.insert(item.row) }
    }
    guard !records.isEmpty else { return }
    for row in 0..<batch.rowCount where !broken.contains(row) {
      let view = RowView(columns: compiled?.schema.columns ?? [], row: row)
      fill?.advance(view, batch)
      // A row that is to be passed over is passed over by all that comes after.
      var isPassedOver = false
      for record in records where record.isPassingOver(view, batch, fill, noValue: profile.noValue) {
        isPassedOver = true
      }
      if isPassedOver { continue }
      var takenAlternative: Int?
      for record in records {
        if let alternative = record.alternative, alternative == takenAlternative { continue }
        if let condition = record.condition, !condition.holds(view, batch, fill, noValue: profile.noValue) { continue }
        takenAlternative = record.alternative
        guard record.kind != nil else { continue }
        try stage(record, row: row, table: table, view: view, batch)
      }
    }
  }

  // MARK: One record

  private mutating func stage(
    _ record: CompiledRecord, row: Int, table: Int, view: RowView, _ batch: borrowing RecordBatch
  ) throws {
    guard let kind = record.kind, let inserter = record.inserter else { return }
    let at = batch.position(row: row)
    let position = StagedPosition(table: table, line: at.line, record: at.record, byteOffset: at.byteOffset)
    values.removeAll(keepingCapacity: true)
    for _ in 0..<record.width { values.append(.absent) }
    var isBroken = false
    var hasEssential = record.essential.isEmpty
    var currency: Currency?
    var troubles: [(field: String, source: String, trouble: FieldReader.Trouble, value: String)] = []
    for (field, place) in zip(record.fields, record.places) {
      var staged = StagedValue.absent
      var note: FieldReader.Trouble?
      var shown = ""
      do {
        staged = try value(field, view: view, batch, currency: currency, note: &note, shown: &shown)
      } catch let trouble as FieldReader.Trouble {
        isBroken = true
        hasEssential = hasEssential || field.isEssential
        troubles.append((field.field.name, field.sourceName, trouble, shown))
      }
      if let note { troubles.append((field.field.name, field.sourceName, note, shown)) }
      switch staged {
      case .absent: break
      case .text(let code) where field.isCurrency:
        currency = Currency(code)
        if field.mustBeShopCurrency, currency != settings.currency {
          isBroken = true
          let message = "'\(code)' is not \(settings.currency), the currency of the shop's books"
          troubles.append((field.field.name, field.sourceName, .init(code: .unknownCurrency, message: message), code))
        }
      default: if field.isEssential { hasEssential = true }
      }
      values[place] = staged
    }
    // A row of several records need not have each of them.
    guard hasEssential else { return }
    for (field, place) in zip(record.fields, record.places) where field.isRequired {
      if case .absent = values[place], !troubles.contains(where: { $0.field == field.field.name }) {
        isBroken = true
        troubles.append((field.field.name, field.sourceName, .init(code: .missingValue, message: "is missing"), ""))
      }
    }
    if kind.name == "barcodes" { appendBarcodeParts(record) }
    for (field, source, trouble, value) in troubles {
      let message =
        trouble.message.first == "'" || trouble.message.hasPrefix("is ") || trouble.message.hasPrefix("has ")
        ? "\(field) \(trouble.message)" : trouble.message
      try receiver.add(
        StagedProblem(
          code: trouble.code.id, severity: trouble.code.severity.rawValue, kind: kind.name, field: source, value: value,
          message: message, remedy: trouble.remedy ?? trouble.code.remedy, position: position))
    }
    try inserter.insert(values, at: position, isBroken: isBroken)
  }

  /// The code as it was written and its symbology stand beside the canonical form.
  private mutating func appendBarcodeParts(_ record: CompiledRecord) {
    guard let index = record.fields.firstIndex(where: { $0.field.name == "barcode" }),
      case .text(let canonical) = values[record.places[index]], let original = try? Barcode(parsing: canonical)
    else { return }
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

  private func value(
    _ field: CompiledField, view: RowView, _ batch: borrowing RecordBatch, currency: Currency?,
    note: inout FieldReader.Trouble?, shown: inout String
  ) throws -> StagedValue {
    if let column = field.plainColumn, fill?.fills(column) != true {
      let kind = batch.kind(row: view.row, column: column)
      guard kind != .absent, kind != .null else { return .absent }
      let bytes = batch.bytes(row: view.row, column: column).trimmed
      guard !bytes.isEmpty, !isNoValue(bytes) else { return .absent }
      if field.field.effect != .key, Self.isClear(bytes) { return .clear }
      do {
        return try field.reader.read(
          bytes, as: field.field.type, isNumberToken: kind == .number, currency: currency, note: &note)
      } catch {
        shown = FieldReader.shown(bytes)
        throw error
      }
    }
    guard var text = try field.text(view, batch, fill, noValue: profile.noValue) else { return .absent }
    shown = text
    do {
      return try text.withUTF8 { bytes throws(FieldReader.Trouble) -> StagedValue in
        let trimmed = bytes.trimmed
        if trimmed.isEmpty { return .absent }
        if field.field.effect != .key, Self.isClear(trimmed) { return .clear }
        let staged = try field.reader.read(
          trimmed, as: field.field.type, isNumberToken: false, currency: currency, note: &note)
        // The bytes do not outlive this block.
        if case .bytes(let run) = staged { return .text(String(decoding: run, as: UTF8.self)) }
        return staged
      }
    } catch let trouble as FieldReader.Trouble {
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
    try receiver.add(
      StagedProblem(
        code: diagnostic.code.id, severity: diagnostic.severity.rawValue, kind: kind,
        field: diagnostic.position.field ?? "", value: diagnostic.value ?? "", message: diagnostic.message,
        remedy: diagnostic.remedy,
        position: StagedPosition(
          table: table, line: diagnostic.position.line > 0 ? diagnostic.position.line : position.line,
          record: position.record, byteOffset: position.byteOffset)))
  }

  // MARK: Compiling

  private mutating func compile(_ schema: Schema) throws {
    if !tables.contains(schema.table) { tables.append(schema.table) }
    if let settings = profile.fillDown { fill = FillDownState(settings, schema: schema) ?? fill }
    let several = profile.records.count(where: { !$0.kind.isEmpty }) > 1
    var records: [CompiledRecord] = []
    for mapping in profile.records {
      guard mapping.table ?? tables[0] == schema.table else { continue }
      let condition = try mapping.condition.map { try $0.compiled(schema, lookup) }
      guard let kind = Vocabulary.kind(mapping.kind) else {
        records.append(CompiledRecord(condition: condition, alternative: mapping.alternative))
        continue
      }
      records.append(
        try CompiledRecord(
          kind: kind, mapping: mapping, condition: condition, profile: profile, schema: schema, several: several,
          marks: marks, settings: settings, clock: clock, receiver: receiver, lookup: lookup))
    }
    compiled = (schema, records)
  }
}

/// One row of a batch, as expressions and conditions see it.
struct RowView {
  let columns: [Column]
  let row: Int

  /// The text of a column, trimmed, filled down, nil when it is blank or one of the texts for nothing.
  func text(
    _ column: Int, _ batch: borrowing RecordBatch, _ fill: FillDownState?, noValue: [String]
  ) -> String? {
    guard column >= 0 else { return nil }
    guard let text = ownText(column, batch) else { return fill?.value(of: column) }
    return noValue.contains(text) ? nil : text
  }

  /// The same without filling down.
  func ownText(_ column: Int, _ batch: borrowing RecordBatch) -> String? {
    switch batch.kind(row: row, column: column) {
    case .absent, .null: return nil
    default:
      let bytes = batch.bytes(row: row, column: column).trimmed
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// The last values of the columns that are filled down, within the group that the rows are in.
struct FillDownState {
  private let group: Int
  private let columns: Set<Int>
  private var currentGroup: String?
  private var last: [Int: String] = [:]

  /// Nil when the table has no such group column.
  init?(_ settings: MappingProfile.FillDown, schema: Schema) {
    guard let group = schema.index(of: settings.group) else { return nil }
    self.group = group
    columns = Set(settings.columns.compactMap { schema.index(of: $0) })
  }

  func fills(_ column: Int) -> Bool { columns.contains(column) }
  func value(of column: Int) -> String? { last[column] }

  mutating func advance(_ view: RowView, _ batch: borrowing RecordBatch) {
    let name = view.ownText(group, batch)
    if name != currentGroup {
      currentGroup = name
      last.removeAll(keepingCapacity: true)
    }
    for column in columns {
      if let text = view.ownText(column, batch) { last[column] = text }
    }
  }
}

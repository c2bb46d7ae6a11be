public import FormatKit
internal import RetailValues

/// The type and the meaning of a file and the evidence for them, from its first records.
public struct Inspection {
  /// A table as far as it was read.
  public struct Table: Sendable {
    public var schema: Schema
    public var recordsSeen: Int
    /// The first records.
    public var records: [[String?]]
    /// For each column up to three different values.
    public var examples: [[String]]
  }

  public let format: String
  public let reason: String
  /// The claims of other formats about the file: `xml, 30 %: …`.
  public let otherClaims: [String]
  public private(set) var findings: [SourceFinding] = []
  public private(set) var tables: [Table] = []
  /// Whether the whole file was looked at.
  public private(set) var isWhole = true
  /// The meaning of each column, and the evidence for it.
  public private(set) var meanings: [HeaderMatching.Meaning] = []
  /// The kinds of records that a row becomes.
  public private(set) var recordKinds: [String] = []
  public private(set) var problems: [Problem] = []
  /// Findings about the file beyond the meaning of its columns: marks, dates, a profile that fits.
  public private(set) var advice: [SourceFinding] = []
  /// The values of columns that match nothing in the shop, or are translated.
  package private(set) var namedValues: [NamedValues] = []
  /// The mapping that an import would use; nil when the columns are not understood.
  private(set) var profile: MappingProfile?
  private(set) var marks = ColumnMarks()
  /// Whether nothing further down in the file could say otherwise.
  private(set) var marksAreSettled = false
  /// The appearance of the values in each table's columns.
  private(set) var looks: [String: TableLook] = [:]
  /// The columns that an import would ask about.
  private var unusedInDoubt: [UnusedColumn] = []
  private var stateColumns: [StateColumn] = []
  private(set) var options: [String: String]
  /// The findings about the format that are options of it.
  let optionNames: Set<String>

  private let corrections: [CellCorrection]

  /// The columns that the request leaves out.
  private(set) var leftOutByRequest: [String] = []

  private static let rowLimit = 5000

  /// Inspects a source. Problems inside the file are listed, not thrown.
  ///
  /// - Parameter isForDraft: whether a profile is to be drafted: options of the format are then looked for where the file
  ///   cannot be read, or not understood, without any.
  /// - Throws: when no format recognises the file, or it cannot be read at all.
  public init(
    _ request: ImportRequest, registry: FormatRegistry, shownRecords: Int = 3, isForDraft: Bool = false
  ) throws {
    let source = request.source
    corrections = request.corrections
    let preview = try source.preview()
    let claims = registry.claims(to: preview)
    let chosen: RegisteredFormat
    if let id = request.format ?? request.profile?.format {
      try OpenedSource.requireFormat(of: request, preview, registry)
      chosen = try registry.format(id)
      reason = "given"
    } else {
      let claim = try registry.identify(preview)
      chosen = claim.format
      reason = claim.confidence.reason
    }
    format = chosen.descriptor.id
    let others = claims.filter { $0.format.descriptor.id != chosen.descriptor.id }
    otherClaims = others.map { "\($0.format.descriptor.id), \($0.confidence.score) %: \($0.confidence.reason)" }
    options = chosen.completed((request.profile?.options ?? [:]).merging(request.options) { _, new in new })
    optionNames = Set(chosen.options.map(\.name))
    try read(source, chosen, columns: request.profile?.columns ?? [], shownRecords: shownRecords)
    var request = request
    if let nested = NestedRows(in: tables.map(\.schema), request, chosen) {
      options[nestedRowsName] = nested.rows
      request.options[nestedRowsName] = nested.rows
      (tables, looks, problems, isWhole) = ([], [:], [], true)
      try read(source, chosen, columns: [], shownRecords: shownRecords)
      findings.append(nested.finding)
      // Tables that are neither the rows nor around them may come before.
      if let rows = tables.firstIndex(where: { $0.schema.table == nested.rows }) {
        tables.insert(tables.remove(at: rows), at: 0)
      }
    }
    if isForDraft, tables.isEmpty, let found = HeaderSearch.options(for: source, chosen, with: options) {
      options = found
      request.options = found
      try read(source, chosen, columns: [], shownRecords: shownRecords)
    }
    do {
      note(try OpenedSource(request, registry: registry, isGlance: true), request)
    } catch let error as Problems {
      if isForDraft, let (opened, request) = otherSheet(request, registry) {
        note(opened, request)
      } else if problems.allSatisfy({ $0.severity != .error }) {
        // Without a mapping, only the problems of the file itself are reported.
        problems += error.all
      }
    } catch {}
  }

  /// Another sheet of a workbook that is understood, as after one with notes.
  private mutating func otherSheet(
    _ request: ImportRequest, _ registry: FormatRegistry
  ) -> (OpenedSource, ImportRequest)? {
    guard optionNames.contains("sheet"), request.options["sheet"] == nil else { return nil }
    for table in tables.dropFirst() {
      var request = request
      request.options["sheet"] = table.schema.table
      guard let opened = try? OpenedSource(request, registry: registry, isGlance: true) else { continue }
      options["sheet"] = table.schema.table
      tables = [table]
      return (opened, request)
    }
    return nil
  }

  private mutating func read(
    _ source: ByteSource, _ format: RegisteredFormat, columns: [String], shownRecords: Int
  ) throws {
    guard let reading = format.reading else {
      throw Problems(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    try OpenedSource.requireCells(corrections, format, source: source.name)
    try CellCorrection.check(corrections)
    var options = options
    if !columns.isEmpty, options["header"] == nil { options["header"] = "no" }
    var reader = try reading.reader(for: source, options: options)
    if !corrections.isEmpty {
      reader = CorrectingReader(reader, corrections, columns: columns, source: source.name, log: nil)
    }
    if format.descriptor.shape == .tabular { reader = KindedReader(reader, source: source.name) }
    if !columns.isEmpty { reader = RenamingReader(reader, columns: columns) }
    var batch = RecordBatch()
    var rows = 0
    do {
      while try reader.read(into: &batch) {
        note(batch, source: source.name, shownRecords: shownRecords)
        rows += max(1, batch.rowCount)
        if rows >= Self.rowLimit {
          isWhole = false
          break
        }
      }
    } catch {
      // Of corrections, each is the person's own to put right.
      for var problem in corrections.isEmpty ? [error.first] : error.all {
        if problem.source.isEmpty { problem.source = source.name }
        problems.append(problem)
      }
    }
    findings = reader.findings
  }

  private mutating func note(_ batch: borrowing RecordBatch, source: String, shownRecords: Int) {
    let schema = batch.schema
    let place: Int
    if let known = tables.firstIndex(where: { $0.schema.table == schema.table }) {
      place = known
    } else {
      place = tables.count
      tables.append(Table(schema: schema, recordsSeen: 0, records: [], examples: []))
    }
    tables[place].schema = schema
    while tables[place].examples.count < schema.columns.count { tables[place].examples.append([]) }
    tables[place].recordsSeen += batch.rowCount
    looks[schema.table, default: TableLook()].look(at: batch)
    for row in 0..<batch.rowCount {
      if tables[place].records.count < shownRecords { tables[place].records.append(batch.strings(row: row)) }
      guard row < 50 else { continue }
      for column in schema.columns.indices where tables[place].examples[column].count < 3 {
        if let text = batch.string(row: row, column: column), !text.isEmpty, text.utf8.count < 200,
          !tables[place].examples[column].contains(text)
        {
          tables[place].examples[column].append(text)
        }
      }
    }
    for item in batch.problems where problems.count < 20 {
      var problem = item.problem
      problem.source = source
      problems.append(problem)
    }
  }

  /// Keeps what an import would make of the columns.
  private mutating func note(_ opened: OpenedSource, _ request: ImportRequest) {
    leftOutByRequest = request.columns.filter(\.value.isEmpty).keys.sorted()
    profile = opened.profile
    marks = opened.marks
    marksAreSettled = isWhole || opened.marksAreSettled
    meanings = opened.meanings
    namedValues = opened.namedValues(request)
    (unusedInDoubt, stateColumns) = (opened.unusedInDoubt, opened.stateColumns)
    if let doubt = opened.doubt { problems.append(doubt.first) }
    advice = opened.findings.filter { finding in
      finding.name != "format" && finding.name != "columns not used" && !finding.name.hasPrefix("column ")
    }
    for record in opened.profile.records where !record.kind.isEmpty {
      if !recordKinds.contains(record.kind) { recordKinds.append(record.kind) }
      guard request.profile != nil else { continue }
      for mapping in record.fields {
        let table = record.table ?? tables.first?.schema.table ?? ""
        for column in mapping.value.columns {
          let meaning = HeaderMatching.Meaning(
            table: table, column: column, field: mapping.field, evidence: "by the profile")
          if !meanings.contains(meaning) { meanings.append(meaning) }
        }
      }
    }
  }

  /// The fields that a column of a table is mapped to, in the order of the record kinds.
  public func fields(of column: String, in table: String) -> [String] {
    meanings.filter { $0.column == column && $0.table == table }.map(\.field)
  }

  /// The evidence for the meaning of a column; nil when it is not used.
  public func evidence(of column: String, in table: String) -> String? {
    let all = meanings.filter { $0.column == column && $0.table == table }.map(\.evidence)
    return all.first { $0 != "by its name" } ?? all.first
  }

  /// The columns and tables about which an import does not ask, although the mapping that it would use leaves them out: as
  /// with that import, nothing is asked about them with a profile that is drafted.
  var leftOutWithoutQuestion: [String] {
    guard let profile, !profile.records.isEmpty else { return [] }
    let asked = Set(unusedInDoubt.map(\.column) + stateColumns.map(\.column))
    let found = profile.unused(in: tables.map(\.schema), looks, ignored: [], kinds: .standard, source: "")
    var names: [String] = []
    for name in found.inDoubt.map(\.column) + found.states.map(\.column)
    where !asked.contains(name) && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// The columns of a table that are not mapped to a field.
  public func unusedColumns(of table: Table) -> [String] {
    table.schema.columns.map(\.name).filter {
      fields(of: $0, in: table.schema.table).isEmpty && !RejectColumns.contains($0)
    }
  }
}

internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// A source with its format, its profile and what its columns say about numbers and dates.
struct OpenedSource {
  let source: ByteSource
  let format: RegisteredFormat
  private(set) var options: [String: String]
  private(set) var profile: MappingProfile
  /// The digest of the mapping, without the forced fields.
  private(set) var fingerprint = ""
  private(set) var marks = ColumnMarks()
  private(set) var findings: [SourceFinding]
  /// The meaning of the columns; empty with a profile.
  private(set) var meanings: [HeaderMatching.Meaning] = []
  private(set) var unusedColumns: [String] = []
  /// Those of them without which what is taken may mean something else.
  private(set) var unusedInDoubt: [UnusedColumn] = []
  private(set) var stateColumns: [StateColumn] = []
  /// What stands around the records, where they are matched without a profile.
  private var surroundings = Surroundings()
  /// For each column that is gone since the profile was made, the new one that it may be called now.
  private(set) var renamed: [String: String] = [:]
  /// Why the decimal marks or dates are ambiguous; only where that is tolerated.
  private(set) var doubt: Problems?
  /// The options of the command, with those that follow from its others.
  private(set) var givenOptions: [String: String]
  /// The cells that are corrected as they are read.
  let corrections: [CellCorrection]
  /// A digest of the corrected cells and their values, however their columns were given; nil without any.
  private(set) var correctionsDigest: String?
  /// Whether the source is nothing but ISBNs, one on each line.
  private var isLibrary = false
  /// Whether the rows examined show how every number and date is written.
  private(set) var marksAreSettled = true

  /// Whether the columns are those of a till's export.
  var isTillExport: Bool { findings.contains { $0.name == TillExport.finding } }

  /// How many rows are looked at for evidence.
  private static let evidenceRows = 5000

  /// - Parameter isGlance: whether only the first rows are looked at, and ambiguous marks and dates are kept in ``doubt``
  ///   instead of thrown.
  init(_ request: ImportRequest, registry: FormatRegistry, isGlance: Bool = false) throws {
    source = request.source
    corrections = request.corrections
    try CellCorrection.check(corrections)
    (givenOptions, findings) = (request.options, request.findings)
    let preview = try source.preview()
    if preview.bytes.isEmpty { throw Problems(.sourceEmpty, source: source.name, "the file is empty") }
    if preview.isWhole, preview.text.isEmpty {
      throw Problems(.sourceEmpty, source: source.name, "the file is empty but for a byte-order mark")
    }
    let isReturned = request.format == nil && Self.isReturned(request.source, preview, to: request.profile, registry)
    isLibrary =
      request.profile == nil && [nil, "csv"].contains(request.format) && [nil, "listings"].contains(request.kind)
      && (request.options.isEmpty || request.options == ["header": "no"]) && preview.isListOfISBNs
    if isLibrary {
      format = try registry.format("csv")
      findings.append(SourceFinding("format", "csv", evidence: "every line is an ISBN"))
    } else if let id = request.format ?? request.profile?.format, !isReturned {
      // An inspection has required this before its glance.
      if !isGlance { try Self.requireFormat(of: request, preview, registry) }
      format = try registry.format(id)
      findings.append(SourceFinding("format", id, evidence: request.format == nil ? "by the profile" : "given"))
    } else {
      let claim = try registry.identify(preview)
      format = claim.format
      findings.append(SourceFinding("format", claim.format.descriptor.id, evidence: claim.confidence.reason))
    }
    guard format.reading != nil else {
      throw Problems(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    try Self.requireCells(corrections, format, source: source.name)
    var options = (isReturned ? [:] : request.profile?.options ?? [:]).merging(request.options) { _, new in new }
    if let columns = request.profile?.columns, !columns.isEmpty, options["header"] == nil { options["header"] = "no" }
    if isLibrary { options["header"] = "no" }
    let hasStockOption = format.options.contains { $0.name == "stock" }
    if request.isLocationGiven, request.profile == nil, hasStockOption, options["stock"] == nil {
      options["stock"] = "yes"
      givenOptions["stock"] = "yes"
    }
    self.options = format.completed(options)
    profile = request.profile ?? MappingProfile(name: "automatic", records: [])
    if isLibrary { profile.columns = ["isbn"] }
    if let decimal = request.decimal { profile.decimal = decimal }
    if let dates = request.dates { profile.dates = dates }
    profile.constants.merge(request.constants) { _, new in new }
    try look(request, registry, isGlance: isGlance)
    fingerprint = profile.fingerprint
    for index in profile.records.indices { profile.records[index].fields.removeAll { request.forced[$0.field] != nil } }
    profile.constants.merge(request.forced) { _, new in new }
    if !corrections.isEmpty { correctionsDigest = digestOfCorrections() }
  }

  /// Whether a file holds the refused records of documents that its profile is for, as a table.
  private static func isReturned(
    _ source: ByteSource, _ preview: SourcePreview, to profile: MappingProfile?, _ registry: FormatRegistry
  ) -> Bool {
    guard let id = profile?.format, let own = try? registry.format(id), own.descriptor.shape == .semantic,
      own.reading?.sniff(preview).score == 0, let claim = try? registry.identify(preview),
      claim.format.descriptor.shape == .tabular
    else { return false }
    var batch = RecordBatch(rowLimit: 1)
    guard var reader = try? claim.format.reading?.reader(for: source), (try? reader.read(into: &batch)) == true else {
      return false
    }
    return batch.schema.index(of: RejectColumns.kind) != nil
  }

  /// Reads the first rows, and more where they are not conclusive: the tables for matching, the values for marks and dates.
  private mutating func look(_ request: ImportRequest, _ registry: FormatRegistry, isGlance: Bool) throws {
    if request.profile != nil, !request.columns.isEmpty {
      let schemas = try sample(withValues: false).schemas
      try requireColumns(Set(request.columns.keys), in: schemas)
      findings += try profile.add(request.columns, in: schemas, source: source.name)
    }
    if request.profile == nil {
      try match(request, registry, isGlance: isGlance)
    } else if let header = profile.header {
      let sample = try sample(withValues: false)
      let change = HeaderChange(from: header, to: sample.schemas, profile: profile)
      findings += change.findings + currencies(sample.schemas)
      renamed = change.renamed
    }
    if let ignored = profile.ignored, format.descriptor.shape != .semantic {
      let sample = try sample(withValues: true)
      (unusedInDoubt, stateColumns) = profile.unused(
        in: sample.schemas, sample.looks, ignored: ignored, kinds: request.kinds ?? .standard, source: source.name)
    }
    try profile.translate(request.values, request.kinds ?? .standard, source: source.name)
    findings += profile.calculations(evidence: request.profile == nil ? "by its name" : "by the profile")
    let log = CorrectionLog()
    var evidence = MarkEvidence(profile: profile, corrections: log)
    guard evidence.isNeeded else { return }
    var reader = try reader(progress: nil, log: log)
    var batch = RecordBatch()
    var rows = 0
    do {
      // Where the first rows leave a column open, the rest of the file is searched for conclusive values, unless only
      // the type of the file is asked for.
      while rows < Self.evidenceRows || !evidence.isSettled && !isGlance, try reader.read(into: &batch) {
        evidence.look(at: batch, onlyOpen: rows >= Self.evidenceRows)
        rows += batch.rowCount
      }
    } catch {
      // Problems in the file are reported when all of it is read.
    }
    marksAreSettled = evidence.isSettled
    do {
      marks = try evidence.settled(source: source.name)
    } catch {
      guard isGlance else { throw error }
      doubt = error
    }
    if format.descriptor.shape == .semantic {
      marks.loneValues = [:]
      marks.noteRows = [:]
    } else if !meanings.contains(where: { $0.column != $0.field })
      || !profile.records.contains(where: { Vocabulary.kind($0.kind)?.part == .variant })
    {
      // A list with our own names, or with a profile, was not made for people; and what was not counted has a code alone.
      marks.loneValues = marks.loneValues.filter(\.value.isCertain)
    }
    findings += marks.findings
  }

  /// The currencies that the columns of amounts name, and where.
  private func currencies(_ schemas: [Schema]) -> [SourceFinding] {
    var findings: [SourceFinding] = []
    for record in profile.records {
      let schema = schemas.first { $0.table == record.table } ?? schemas.first
      for mapping in record.fields {
        let type = Vocabulary.kind(record.kind)?.field(mapping.field)?.type
        guard type == .money || type == .unitCost, case .columns(let names) = mapping.value.source else { continue }
        for column in (schema?.columns ?? []) where names.contains(column.name) {
          guard let sign = NamedCurrency.sign(of: column) ?? schema?.currency else { continue }
          let finding = SourceFinding(
            "currency of '\(column.name)'", sign,
            evidence: NamedCurrency.sign(of: column) == nil
              ? "by what the file names outside its records" : NamedCurrency.evidence(of: column))
          if !findings.contains(finding) { findings.append(finding) }
        }
      }
    }
    return findings
  }

  /// Finds out what the columns mean, and which of the shop's profiles was made for such a file.
  private mutating func match(_ request: ImportRequest, _ registry: FormatRegistry, isGlance: Bool) throws {
    var sample = try sample(withValues: true)
    let tables = sample.schemas
    if let nested = NestedRows(in: sample.schemas, request, format) {
      options[nestedRowsName] = nested.rows
      givenOptions[nestedRowsName] = nested.rows
      findings.append(nested.finding)
      sample = try self.sample(withValues: true)
    }
    try requireColumns(request.rowRules.columns.union(request.columns.keys), in: sample.schemas)
    let given = Set(request.constants.keys).union(request.forced.keys)
      .union(request.supplier == nil ? [] : ["supplier"]).union(request.location == nil ? [] : ["location"])
    let profiles = request.knownProfiles.filter { $0.isFor(format.descriptor) }
    let suggested = KnownProfile.suggestion(among: profiles, for: tables)
    findings += [suggested ?? KnownProfile.suggestion(among: profiles, for: sample.schemas)].compactMap(\.self)
    if request.kind == nil, let refusal = KnownProfile.refusal(among: profiles, of: tables, source: source.name) {
      guard isGlance else { throw refusal }
      findings.append(
        SourceFinding(
          "import without a profile", "refused", evidence: refusal.message + ". " + refusal.remedy
        ))
    } else if !isGlance, request.kind == nil,
      let refusal = KnownProfile.refusal(
        ofTypesIn: sample.schemas, sample.looks, settled: request.rowRules.columns.union(request.columns.keys),
        source: source.name)
    {
      throw refusal
    }
    do {
      var hints = HeaderMatching.Hints(
        kind: isLibrary ? "listings" : request.kind, fileName: (source.name as NSString).lastPathComponent,
        given: given, constants: request.constants, columns: request.columns, currency: request.currency)
      hints.constants["supplier"] = request.supplier ?? request.constants["supplier"]
      (hints.kinds, hints.today) = (request.kinds ?? .standard, request.today)
      (hints.knownCodes, hints.knownLocations) = (request.knownCodes, request.knownLocations)
      hints.usualLocation = request.isLocationGiven ? nil : request.location
      hints.surroundings = Surroundings(
        file: hints.fileName, tables: sample.schemas.map(\.table), findings: sample.findings)
      surroundings = hints.surroundings
      let matching = try HeaderMatching(sample.schemas, looks: sample.looks, source: source.name, hints: hints)
      profile.records = try request.rowRules.applied(
        to: matching.profile.records, kinds: hints.kinds, source: source.name)
      (profile.fillDown, profile.match) = (matching.profile.fillDown, matching.profile.match)
      findings = KnownProfile.helpful(findings, among: profiles, beside: profile.records, in: request.currency)
      findings += matching.findings + currencies(sample.schemas)
      meanings = matching.meanings
      // A column of a field that the command gives is understood, although its values are not taken.
      unusedColumns = matching.unusedColumns.filter {
        request.forced[$0.lowercased()] == nil && !request.rowRules.columns.contains($0)
      }
      // Documents of a standard have no columns of their sender's.
      if format.descriptor.shape != .semantic {
        unusedInDoubt = matching.unusedInDoubt.filter {
          $0.isTable || $0.isUsed || unusedColumns.contains($0.column)
        }
        stateColumns = matching.stateColumns.compactMap { state in
          guard
            state.expected != nil || unusedColumns.contains(state.column)
              || request.rowRules.columns.contains(state.column)
          else { return nil }
          var state = state
          state.words = state.words.filter { !request.rowRules.have($0, of: state.column) }
          state.answered = request.rowRules.values(of: state.column)
          return state
        }
      }
    } catch {
      var error = error
      if error.code == .nothingMapped, let fitting = profilesForNameless(sample.schemas, profiles, request, registry) {
        error.first.remedy = fitting
      } else if error.code == .nothingMapped,
        let advice = adviceForNameless(sample.schemas, sample.looks, request, registry)
      {
        error.first.remedy = advice
      } else if error.code == .nothingMapped, let question = NestedTables(sample.schemas).question(source: source.name),
        options[nestedRowsName] == nil
      {
        error.first.remedy = question + "\n" + error.remedy
      } else if error.code == .nothingMapped {
        // A cover sheet may come before the list.
        let others = sample.schemas.dropFirst().compactMap {
          UnusedColumn(table: $0, next: Array(sample.schemas.prefix(1)), source: source.name)
        }
        if let other = others.first {
          error.first.remedy = "The file has another list: \(other.message). \(error.remedy)"
        }
      }
      guard let known = findings.first(where: { $0.name == KnownProfile.fits }) else { throw error }
      error.first.remedy = "\(known.value): \(known.evidence). " + error.remedy
      throw error
    }
    if !unusedColumns.isEmpty {
      findings.append(
        SourceFinding("columns not used", unusedColumns.joined(separator: ", "), evidence: "nothing here uses them"))
    }
  }

  /// - Throws: `column-missing` for a column that the user gave a field and that the file does not have.
  private func requireColumns(_ columns: Set<String>, in schemas: [Schema]) throws(Problems) {
    let names = schemas.flatMap { $0.columns.map(\.name) }
    guard let missing = columns.sorted().first(where: { !names.contains($0) }) else { return }
    let near = nearestName(to: missing, among: Array(names.prefix(500))).map { "Did you mean '\($0)'? " } ?? ""
    throw Problems(
      .columnMissing, source: source.name, value: missing, "the file has no column '\(missing)'",
      remedy: "\(near)The file has: \(names.prefix(30).joined(separator: ", ")).")
  }

  /// The tables among the first rows, each with all its columns, what the values look like, and what the format found out.
  private func sample(withValues: Bool) throws -> (
    schemas: [Schema], looks: [String: TableLook], findings: [SourceFinding]
  ) {
    var reader = try reader(progress: nil)
    var batch = RecordBatch()
    var schemas: [Schema] = []
    var looks: [String: TableLook] = [:]
    var rows = 0
    do {
      // Of documents another kind may come at any place.
      while rows < Self.evidenceRows || format.descriptor.shape == .semantic, try reader.read(into: &batch) {
        rows += max(1, batch.rowCount)
        if let known = schemas.firstIndex(where: { $0.table == batch.schema.table }) {
          schemas[known] = batch.schema
        } else {
          schemas.append(batch.schema)
        }
        if withValues, rows < 2 * Self.evidenceRows { looks[batch.schema.table, default: TableLook()].look(at: batch) }
      }
    } catch {
      // Problems further down are reported with their position when all of the file is read.
      if schemas.isEmpty || error.code == .tableUnknown { throw error }
    }
    // The rows that are asked for come first, wherever the first of them is.
    if let rows = schemas.firstIndex(where: { $0.table == options[nestedRowsName] }) {
      schemas.insert(schemas.remove(at: rows), at: 0)
    }
    return (schemas, looks, reader.findings)
  }

  /// What says that the file is one page of a longer list.
  func otherPages(records: Int) -> [UnusedColumn] {
    format.descriptor.shape == .semantic ? [] : [surroundings.otherPages(records: records)].compactMap(\.self)
  }

  /// Begins to read the source, with corrected cells and with the profile's names for its columns.
  ///
  /// - Parameter log: notes what was corrected.
  func reader(
    progress: (@Sendable (Int) -> Void)?, log: CorrectionLog? = nil
  ) throws(Problems) -> any BatchReader {
    guard let reading = format.reading else {
      throw Problems(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    let observed = progress.map { source.observed(by: $0) } ?? source
    var own = try reading.reader(for: observed, options: options)
    if !corrections.isEmpty {
      own = CorrectingReader(own, corrections, columns: profile.columns, source: source.name, log: log)
    }
    let reader: any BatchReader =
      format.descriptor.shape == .tabular ? KindedReader(own, source: source.name) : own
    return profile.columns.isEmpty ? reader : RenamingReader(reader, columns: profile.columns)
  }

  /// The SHA-256 of the bytes.
  func hash() throws(Problems) -> String { try Self.hash(of: source) }

  /// The SHA-256 of all bytes of a source.
  static func hash(of source: ByteSource) throws(Problems) -> String {
    let stream = try source.open()
    let hash = SHA256Hash()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try stream.read(into: buffer)
      if count == 0 { return hash.hexadecimalDigest() }
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
    }
  }

  /// A problem as people see it.
  func shown(_ problem: StagedProblem) -> Problem {
    let severity = Problem.Severity(rawValue: problem.severity) ?? .error
    let known =
      (Problem.Code.exchange + Problem.Code.staging + Problem.Code.guards + Problem.Code.common
      + format.descriptor.problemCodes)
      .first { $0.id == problem.code }
    let code = known ?? Problem.Code(problem.code, severity, problem.message, remedy: problem.remedy)
    return Problem(
      code, source: source.name,
      at: SourcePosition(
        line: problem.position.line, byteOffset: problem.byteOffset ?? problem.position.byteOffset,
        record: problem.position.record, field: sourceField(of: problem), path: problem.path),
      value: problem.value.isEmpty ? nil : problem.value, problem.message, remedy: problem.remedy)
  }

  /// The column that a problem is about, where it was found by the name of the field.
  func sourceField(of problem: StagedProblem) -> String? {
    let fields = profile.records.filter { $0.kind == problem.kind }.flatMap(\.fields)
    var columns: [String: String] = [:]
    for mapping in fields {
      guard case .columns(let names) = mapping.value.source, let first = names.first else { continue }
      if names.contains(problem.field) { return problem.field }
      columns[mapping.field] = columns[mapping.field] ?? first
    }
    return problem.field.isEmpty ? nil : columns[problem.field] ?? problem.field
  }
}

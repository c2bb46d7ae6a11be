public import Catalog
public import FormatKit
internal import Foundation
public import Stock

/// What to import, and how.
public struct ImportRequest: Sendable {
  public var source: ByteSource
  /// Id of the format; nil to have it found.
  public var format: String?
  /// Options of the format as on the command line; they win over the profile's.
  public var options: [String: String]
  /// Nil to match the columns by their names.
  public var profile: MappingProfile?
  /// The record kind, where the columns do not tell.
  public var kind: String?
  public var location: String?
  public var supplier: String?
  /// Fields that every record gets unless it has its own.
  public var constants: [String: String]
  /// Fields that are given for every record whatever stands in the file. They are no part of the file's identity, except
  /// for the count that is entered.
  public var forced: [String: String]
  public var decimal: ExactDecimal.Mark?
  public var dates: DateOrder?
  /// Whether the codes were scanned: one scan of a case's barcode stands for all that is in it.
  public var isScan: Bool
  /// Whether a file that was applied before is applied again.
  public var again: Bool
  /// Codes of the guards that do not stop the import: somebody looked, and it is right.
  public var accepted: Set<String>
  /// Whether the file lists everything of its kind; a profile may say so as well.
  public var isFull: Bool
  /// From where on a guard stops the import.
  public var limits: GuardLimits
  /// How several records of one key are treated, by kind; wins over the profile.
  public var duplicates: [String: StagingContext.DuplicatePolicy]

  public init(source: ByteSource) {
    self.source = source
    options = [:]
    constants = [:]
    forced = [:]
    isScan = false
    again = false
    accepted = []
    isFull = false
    limits = .standard
    duplicates = [:]
  }
}

/// What an import would do or did.
public struct ImportSummary: Sendable {
  public var source: String
  public var byteCount: Int
  public var fileSHA256: String
  public var format: String
  public var profile: String
  public var findings: [SourceFinding]
  public var counts: [PlanCount]
  /// Problems by severity: `error`, `warning`, `notice`.
  public var problemCounts: [String: Int]
  /// The first problems, at most as many as were asked for.
  public var problems: [Diagnostic]
  /// What is probably a mistake, by guard.
  public var guards: [GuardedRecords] = []
  /// The first changes of each kind and action.
  public var changes: [PlannedRecord]
  public var outcome: Outcome

  public enum Outcome: Sendable, Equatable {
    /// Only looked at.
    case planned
    /// Carried out, under this number.
    case applied(importID: Int64)
    /// The same file was applied before, under this number; nothing was changed.
    case alreadyApplied(importID: Int64)
    /// There are errors, or guards that nobody accepted; nothing was changed.
    case refused
  }

  public var errorCount: Int { problemCounts["error"] ?? 0 }

  /// The guards that stop the import.
  public var stoppingGuards: [GuardedRecords] { guards.filter { !$0.isAccepted } }
}

/// The records of a file that one guard found to be probably a mistake.
public struct GuardedRecords: Sendable {
  public var code: GuardCode
  /// How many; never capped.
  public var count: Int
  /// Whether the import was told to take them.
  public var isAccepted: Bool
  /// The first few.
  public var examples: [Diagnostic]
}

/// Imports files into a shop: reads, maps, stages, compares, and carries out in one transaction what was announced.
public struct Importer {
  private let shop: ShopDatabase
  private let registry: FormatRegistry
  /// How many problems and changes a summary shows; counts are never capped.
  public var shownProblems = 20
  public var shownChanges = 5
  /// Told how many bytes of how many were read, for a progress bar.
  public var progress: (@Sendable (_ read: Int, _ total: Int?) -> Void)?

  public init(shop: ShopDatabase, registry: FormatRegistry) {
    self.shop = shop
    self.registry = registry
  }

  /// Looks at what an import would do. Nothing is changed.
  public func plan(_ request: ImportRequest, now: Timestamp = .now) throws -> ImportSummary {
    try run(request, now: now, actor: nil)
  }

  /// Plans and carries out an import. With errors, nothing is changed.
  public func apply(_ request: ImportRequest, actor: Actor, now: Timestamp = .now) throws -> ImportSummary {
    try run(request, now: now, actor: actor)
  }

  // MARK: Running

  private func run(_ request: ImportRequest, now: Timestamp, actor: Actor?) throws -> ImportSummary {
    let opened = try OpenedSource(request, registry: registry)
    let hash = try opened.hash()
    return try shop.withStaging { area in
      let target = [
        request.location ?? "", request.supplier ?? "", request.forced["count"] ?? request.constants["count"] ?? "",
        request.forced["section"] ?? "",
      ].joined(
        separator: "|")
      // The whole mapping is part of the identity: the same bytes read otherwise are another import.
      let options = opened.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
      let identity = SHA256Hash.hexadecimal(
        of: [hash, opened.fingerprint, options, target].joined(separator: "\n"))
      var context = StagingContext(
        now: now, location: request.location, supplier: request.supplier,
        sourceName: (request.source.name as NSString).lastPathComponent, identity: identity,
        duplicates: Dictionary(
          opened.profile.records.compactMap { record in record.duplicates.map { (record.kind, $0) } }
        ) { first, _ in first })
      context.isScan = request.isScan
      context.isFull = request.isFull || opened.profile.isFull == true
      context.limits = request.limits
      context.duplicates.merge(request.duplicates) { _, new in new }
      var summary = ImportSummary(
        source: request.source.name, byteCount: request.source.byteCount ?? 0, fileSHA256: hash,
        format: opened.format.descriptor.id, profile: opened.profile.name, findings: [], counts: [], problemCounts: [:],
        problems: [], changes: [], outcome: .planned)
      if !request.again, let earlier = try area.earlierImport(identity: identity) {
        summary.findings = opened.findings
        summary.outcome = .alreadyApplied(importID: earlier)
        return summary
      }
      var mapper = RowMapper(
        profile: opened.profile, marks: opened.marks, settings: shop.settings, receiver: area,
        sourceName: request.source.name, supplied: request.supplier == nil ? [] : ["supplier"])
      var findings: [SourceFinding] = []
      try area.fill {
        var reader = try opened.reader(progress: progress)
        var batch = RecordBatch()
        mapper.columnsMayGrow = reader.columnsMayGrow
        while try reader.read(into: &batch) { try mapper.map(batch) }
        try mapper.finish()
        findings = reader.findings
      }
      summary.findings = findings + opened.findings.filter { finding in !findings.contains { $0.name == finding.name } }
      func compare() throws {
        try area.resolve(context)
        summary.counts = try area.counts()
        summary.problemCounts = try area.problemCounts()
        try area.forEachProblem(limit: shownProblems) { problem in
          summary.problems.append(opened.diagnostic(problem))
        }
        summary.guards = try area.guards().map { found in
          GuardedRecords(
            code: found.code, count: found.count, isAccepted: request.accepted.contains(found.code.rawValue),
            examples: found.examples.map { opened.diagnostic($0) })
        }
        if let (missing, known) = area.missingFromFeed {
          summary.findings.append(
            SourceFinding(
              "known items not in the file", "\(missing) of \(known)",
              evidence: "the file should list everything; nothing is changed about them"))
        }
        for kind in Vocabulary.kinds.map(\.name) {
          try area.forEachPlanned(kind: kind, limit: shownChanges) { summary.changes.append($0) }
        }
      }
      guard let actor else {
        try area.inReadOnlyTransaction { try compare() }
        return summary
      }
      return try area.inTransaction {
        // Somebody may have applied the same file while this one was being read.
        if !request.again, let earlier = try area.earlierImport(identity: identity) {
          summary.outcome = .alreadyApplied(importID: earlier)
          return summary
        }
        try compare()
        guard summary.errorCount == 0, summary.stoppingGuards.isEmpty else {
          summary.outcome = .refused
          return summary
        }
        let number = try area.apply(
          ImportRecord(
            identity: identity, fileSHA256: hash, source: request.source.name, byteCount: summary.byteCount,
            format: summary.format, profile: summary.profile),
          context: context, actor: actor)
        if area.restatedCountLines > 0 {
          summary.findings.append(
            SourceFinding(
              "count lines restated", "\(area.restatedCountLines)",
              evidence: "stock moved before counts that are already posted; the counted numbers stay"))
        }
        summary.outcome = .applied(importID: number)
        return summary
      }
    }
  }
}

/// A source with its format, its profile and what its columns say about numbers and dates.
struct OpenedSource {
  let source: ByteSource
  let format: RegisteredFormat
  let options: [String: String]
  private(set) var profile: MappingProfile
  /// What the mapping says, without what is forced upon it.
  private(set) var fingerprint = ""
  private(set) var marks = ColumnMarks()
  private(set) var findings: [SourceFinding] = []

  /// How many rows are looked at for evidence.
  private static let evidenceRows = 5000

  init(_ request: ImportRequest, registry: FormatRegistry) throws {
    source = request.source
    let preview = try source.preview()
    if preview.bytes.isEmpty { throw FormatError(.sourceEmpty, source: source.name, "the file is empty") }
    if preview.isWhole, preview.text.isEmpty {
      throw FormatError(.sourceEmpty, source: source.name, "the file is empty but for a byte-order mark")
    }
    if let id = request.format ?? request.profile?.format {
      format = try registry.format(id)
      findings.append(SourceFinding("format", id, evidence: request.format == nil ? "by the profile" : "given"))
    } else {
      let claim = try registry.identify(preview)
      format = claim.format
      findings.append(SourceFinding("format", claim.format.descriptor.id, evidence: claim.confidence.reason))
    }
    guard format.reading != nil else {
      throw FormatError(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    var options = (request.profile?.options ?? [:]).merging(request.options) { _, new in new }
    if let columns = request.profile?.columns, !columns.isEmpty, options["header"] == nil { options["header"] = "no" }
    self.options = options
    profile = request.profile ?? MappingProfile(name: "automatic", records: [])
    if let decimal = request.decimal { profile.decimal = decimal }
    if let dates = request.dates { profile.dates = dates }
    profile.constants.merge(request.constants) { _, new in new }
    try look(request)
    fingerprint = profile.fingerprint
    for index in profile.records.indices { profile.records[index].fields.removeAll { request.forced[$0.field] != nil } }
    profile.constants.merge(request.forced) { _, new in new }
  }

  /// Reads the first rows: the tables for matching, the values for decimal marks and dates.
  private mutating func look(_ request: ImportRequest) throws {
    if request.profile == nil {
      let schemas = try schemas()
      let given = Set(request.constants.keys).union(request.forced.keys)
        .union(request.supplier == nil ? [] : ["supplier"]).union(request.location == nil ? [] : ["location"])
      let matching = try HeaderMatching(
        schemas, source: source.name,
        hints: .init(kind: request.kind, fileName: (source.name as NSString).lastPathComponent, given: given))
      profile.records = matching.profile.records
      findings += matching.findings
      if !matching.unusedColumns.isEmpty {
        findings.append(
          SourceFinding(
            "columns not used", matching.unusedColumns.joined(separator: ", "), evidence: "no field has that name"))
      }
    }
    var evidence = MarkEvidence(profile: profile)
    guard evidence.isNeeded else { return }
    var reader = try reader(progress: nil)
    var batch = RecordBatch()
    var rows = 0
    do {
      while rows < Self.evidenceRows, try reader.read(into: &batch) {
        evidence.look(at: batch)
        rows += batch.rowCount
      }
    } catch {
      // Trouble in the file is told when it is read in earnest.
    }
    marks = try evidence.settled(source: source.name)
    findings += marks.findings
  }

  /// The tables among the first rows, each with all its columns.
  private func schemas() throws -> [Schema] {
    var reader = try reader(progress: nil)
    var batch = RecordBatch()
    var schemas: [Schema] = []
    var rows = 0
    while rows < Self.evidenceRows, try reader.read(into: &batch) {
      rows += max(1, batch.rowCount)
      if let known = schemas.firstIndex(where: { $0.table == batch.schema.table }) {
        schemas[known] = batch.schema
      } else {
        schemas.append(batch.schema)
      }
    }
    return schemas
  }

  /// Begins to read the source, with the profile's names for its columns.
  func reader(progress: (@Sendable (Int, Int?) -> Void)?) throws(FormatError) -> any BatchReader {
    guard let reading = format.reading else {
      throw FormatError(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    var observed = source
    if let progress {
      let original = source
      observed = ByteSource(name: source.name, byteCount: source.byteCount) { () throws(FormatError) in
        let stream = try original.open()
        var total = 0
        return ByteStream(name: original.name) { buffer in
          let count = try stream.read(into: buffer)
          total += count
          progress(total, original.byteCount)
          return count
        }
      }
    }
    let reader = try reading.reader(for: observed, options: options)
    return profile.columns.isEmpty ? reader : RenamingReader(reader, columns: profile.columns)
  }

  /// The SHA-256 of the bytes.
  func hash() throws(FormatError) -> String {
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
  func diagnostic(_ problem: StagedProblem) -> Diagnostic {
    let severity = Severity(rawValue: problem.severity) ?? .error
    let known =
      (DiagnosticCode.exchange + DiagnosticCode.guards + DiagnosticCode.common
      + format.descriptor.diagnosticCodes)
      .first { $0.id == problem.code }
    let code = known ?? DiagnosticCode(problem.code, severity, problem.message, remedy: problem.remedy)
    return Diagnostic(
      code, source: source.name,
      at: SourcePosition(
        line: problem.position.line, byteOffset: problem.position.byteOffset, record: problem.position.record,
        field: sourceField(of: problem)),
      value: problem.value.isEmpty ? nil : problem.value, problem.message, remedy: problem.remedy)
  }

  /// The column that a problem is about, where it was found by the name of the field.
  private func sourceField(of problem: StagedProblem) -> String? {
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

/// Gives the columns of a source other names, in order.
struct RenamingReader: BatchReader {
  private var reader: any BatchReader
  private let columns: [String]

  init(_ reader: any BatchReader, columns: [String]) {
    self.reader = reader
    self.columns = columns
  }

  var findings: [SourceFinding] { reader.findings }
  var columnsMayGrow: Bool { reader.columnsMayGrow }

  mutating func read(into batch: inout RecordBatch) throws(FormatError) -> Bool {
    guard try reader.read(into: &batch) else { return false }
    var schema = batch.schema
    for (index, name) in columns.enumerated() where index < schema.columns.count { schema.columns[index].name = name }
    batch.rename(schema)
    return true
  }
}

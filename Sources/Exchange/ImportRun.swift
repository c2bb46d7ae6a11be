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
  /// The shop's profiles, among which one may fit a file that comes without.
  public var knownProfiles: [KnownProfile] = []
  /// How several records of one key are treated, by kind; wins over the profile.
  public var duplicates: [String: StagingContext.DuplicatePolicy]
  /// What happens to the good records when others are in error.
  public var onError: ErrorPolicy
  /// The name or path by which the profile was given, for a plan that is to be carried out later.
  public var profileReference: String?

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
    onError = .abort
  }
}

/// What happens to the good records of a source when others are in error.
public enum ErrorPolicy: Sendable, Hashable {
  /// Nothing is written.
  case abort
  /// They are taken; the others go into a file of the sender's own format, with the reason beside each.
  ///
  /// - Parameter rejects: the path of that file.
  case skip(rejects: String)
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
  /// What is wrong, by cause, each with its first cases; counts are never capped. Guards stand apart.
  public var problemGroups: [Group]
  /// What is probably a mistake, by guard.
  public var guards: [GuardedRecords] = []
  /// The first changes of each kind and action.
  public var changes: [PlannedRecord]
  /// How many records the source holds.
  public var sourceRecords = 0
  /// How many records of the source are left out because of errors.
  public var refusedRecords = 0
  /// The file with the records that were left out.
  public var rejectFile: String?
  public var outcome: Outcome

  /// Problems of one cause.
  public struct Group: Sendable {
    public var count: Int
    /// The first of them.
    public var problems: [Diagnostic]
  }

  public enum Outcome: Sendable, Equatable {
    /// Only looked at.
    case planned
    /// Carried out, under this number.
    case applied(importID: Int64)
    /// The same file was applied before, under this number; nothing was changed.
    case alreadyApplied(importID: Int64)
    /// There are errors, or guards that nobody accepted; nothing was changed.
    case refused
    /// The plan that was to be carried out no longer holds, for these reasons; nothing was changed.
    case stale([String])
  }

  public var errorCount: Int { problemCounts["error"] ?? 0 }
  public var problems: [Diagnostic] { problemGroups.flatMap(\.problems) }
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
  /// The version of the tool, for plans that are saved.
  public var toolVersion = ""
  /// Told how many bytes of how many were read, for a progress bar.
  public var progress: (@Sendable (_ read: Int, _ total: Int?) -> Void)?

  public init(shop: ShopDatabase, registry: FormatRegistry) {
    self.shop = shop
    self.registry = registry
  }

  /// Looks at what an import would do. Nothing is changed.
  ///
  /// - Parameter file: where the plan is kept, to be carried out later by ``apply(_:request:actor:now:)``.
  public func plan(_ request: ImportRequest, savingTo file: String? = nil, now: Timestamp = .now) throws
    -> ImportSummary
  {
    guard let file else { return try run(request, now: now, .plan(nil)) }
    return try AtomicOutput.write(to: file) { try run(request, now: now, .plan($0)) }
  }

  /// Plans and carries out an import. With errors, nothing is changed, unless the request says to leave them out.
  public func apply(_ request: ImportRequest, actor: Actor, now: Timestamp = .now) throws -> ImportSummary {
    try run(request, now: now, .apply(actor))
  }

  /// Carries out a saved plan exactly, or refuses it when the source, the profile or the shop has changed since.
  ///
  /// - Parameters:
  ///   - request: made by ``ImportRequest/init(_:source:profile:)`` from the plan.
  ///   - actor: nil to see only whether the plan still holds.
  public func apply(_ plan: SavedPlan, request: ImportRequest, actor: Actor?, now: Timestamp = .now) throws
    -> ImportSummary
  {
    try run(request, now: now, .carryOut(plan, actor))
  }

  // MARK: Running

  private enum Task {
    /// Writes the plan into the sink, if there is one.
    case plan(ByteSink?)
    case apply(Actor)
    case carryOut(SavedPlan, Actor?)

    var actor: Actor? {
      switch self {
      case .plan: nil
      case .apply(let actor): actor
      case .carryOut(_, let actor): actor
      }
    }
  }

  private func run(_ request: ImportRequest, now: Timestamp, _ task: Task) throws -> ImportSummary {
    let opened = try OpenedSource(request, registry: registry)
    let hash = try opened.hash()
    return try shop.withStaging { area in
      let context = context(request, opened, hash: hash, now: now)
      var summary = ImportSummary(
        source: request.source.name, byteCount: request.source.byteCount ?? 0, fileSHA256: hash,
        format: opened.format.descriptor.id, profile: opened.profile.name, findings: opened.findings, counts: [],
        problemCounts: [:], problemGroups: [], changes: [], outcome: .planned)
      if !request.again, let earlier = try area.earlierImport(identity: context.identity) {
        summary.outcome = .alreadyApplied(importID: earlier)
        return summary
      }
      if case .carryOut(let plan, _) = task {
        let changed = plan.header.changed(hash: hash, profile: opened.fingerprint)
        guard changed.isEmpty else {
          summary.outcome = .stale(changed)
          return summary
        }
      }
      let values = PlanValue(currency: shop.settings.currency, clock: shop.settings.clock, now: now)
      let tables = try stage(request, opened, in: area, &summary)
      guard let actor = task.actor else {
        try area.inReadOnlyTransaction {
          try compare(request, opened, area, context, values, &summary)
          switch task {
          case .plan(let sink?):
            let header = try PlanHeader(
              request, opened, summary, area: area, settings: shop.settings, tool: toolVersion, now: now)
            try PlanFile.write(header, of: area, values: values, tables: tables, to: sink)
          case .carryOut(let plan, _): try check(plan, area, values: values, tables, &summary)
          default: break
          }
        }
        return summary
      }
      return try area.inTransaction {
        // Somebody may have applied the same file while this one was being read.
        if !request.again, let earlier = try area.earlierImport(identity: context.identity) {
          summary.outcome = .alreadyApplied(importID: earlier)
          return summary
        }
        try compare(request, opened, area, context, values, &summary)
        if case .carryOut(let plan, _) = task { try check(plan, area, values: values, tables, &summary) }
        if case .stale = summary.outcome { return summary }
        guard summary.errorCount == 0 || request.onError != .abort, summary.stoppingGuards.isEmpty else {
          summary.outcome = .refused
          return summary
        }
        let number = try area.apply(
          ImportRecord(
            identity: context.identity, fileSHA256: hash, source: request.source.name, byteCount: summary.byteCount,
            format: summary.format, profile: summary.profile),
          context: context, actor: actor)
        if area.restatedCountLines > 0 {
          summary.findings.append(
            SourceFinding(
              "count lines restated", "\(area.restatedCountLines)",
              evidence: "stock moved before counts that are already posted; the counted numbers stay"))
        }
        // Before the books are closed: an import whose refused records cannot be kept does not take place.
        if case .skip(let path) = request.onError, summary.refusedRecords > 0 {
          summary.rejectFile = try opened.writeRejects(of: area, tables: tables, hash: hash, to: path)
        }
        summary.outcome = .applied(importID: number)
        return summary
      }
    }
  }

  private func context(_ request: ImportRequest, _ opened: OpenedSource, hash: String, now: Timestamp)
    -> StagingContext
  {
    let target = [
      request.location ?? "", request.supplier ?? "", request.forced["count"] ?? request.constants["count"] ?? "",
      request.forced["section"] ?? "",
    ].joined(separator: "|")
    // The whole mapping is part of the identity: the same bytes read otherwise are another import.
    let options = opened.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    let identity = SHA256Hash.hexadecimal(of: [hash, opened.fingerprint, options, target].joined(separator: "\n"))
    var context = StagingContext(
      now: now, location: request.location, supplier: request.supplier,
      sourceName: (request.source.name as NSString).lastPathComponent, identity: identity,
      duplicates: Dictionary(
        opened.profile.records.compactMap { record in record.duplicates.map { (record.kind, $0) } }
      ) { first, _ in first })
    context.isScan = request.isScan
    context.isFull = request.isFull || opened.profile.isFull == true
    context.limits = request.limits
    context.match = opened.profile.match
    context.duplicates.merge(request.duplicates) { _, new in new }
    return context
  }

  /// Reads the source into the staging tables.
  ///
  /// - Returns: the names of its tables, in the order of their numbers.
  private func stage(
    _ request: ImportRequest, _ opened: OpenedSource, in area: StagingArea, _ summary: inout ImportSummary
  ) throws -> [String] {
    var mapper = RowMapper(
      profile: opened.profile, marks: opened.marks, settings: shop.settings, receiver: area,
      sourceName: request.source.name, supplied: request.supplier == nil ? [] : ["supplier"],
      renamed: opened.renamed)
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
    summary.sourceRecords = mapper.recordCount
    return mapper.tableNames
  }

  /// Sets what is staged against the shop, and leaves faulty records out where that was asked for.
  private func compare(
    _ request: ImportRequest, _ opened: OpenedSource, _ area: StagingArea, _ context: StagingContext,
    _ values: PlanValue, _ summary: inout ImportSummary
  ) throws {
    try area.resolve(context)
    if case .skip = request.onError {
      summary.refusedRecords = try area.refuseFaultyRecords(context)
      try area.addRejectedShareGuard(
        rejected: summary.refusedRecords, total: summary.sourceRecords, context: context)
    }
    summary.counts = try area.counts()
    summary.problemCounts = try area.problemCounts()
    let groups = try area.problemGroups(examples: shownProblems)
    // A few causes may show more of their cases each.
    let shown = max(3, shownProblems / max(1, groups.count))
    summary.problemGroups = groups.map { group in
      .init(count: group.count, problems: group.problems.prefix(shown).map { opened.diagnostic($0) })
    }
    summary.guards = try area.guards().map { found in
      GuardedRecords(
        code: found.code, count: found.count, isAccepted: request.accepted.contains(found.code.rawValue),
        examples: found.examples.map { opened.diagnostic($0) })
    }
    for way in ItemMatch.allCases {
      guard let count = area.itemsFound[way] else { continue }
      summary.findings.append(
        SourceFinding(
          "items found by \(way == .barcode ? "barcode" : "the supplier's code")", "\(count)",
          evidence: "the file has another SKU for them or none; the shop's is kept"))
    }
    if let (missing, known) = area.missingFromFeed {
      summary.findings.append(
        SourceFinding(
          "known items not in the file", "\(missing) of \(known)",
          evidence: "the file should list everything; nothing is changed about them"))
    }
    for kind in StagingArea.plannedKinds {
      try area.forEachPlanned(kind: kind, limit: shownChanges) { record in
        summary.changes.append(
          record.rewritten { values.text($0, of: $1, kind: record.kind, currency: record.currency) })
      }
    }
  }

  /// Whether a plan still says what would be done.
  private func check(
    _ plan: SavedPlan, _ area: StagingArea, values: PlanValue, _ tables: [String], _ summary: inout ImportSummary
  ) throws {
    let differences = try PlanComparison.differences(plan, area, values: values, tables: tables)
    let revision = try area.catalogRevision()
    var reasons: [String] = []
    if revision != plan.header.shop.catalogRevision {
      let since = try area.imports(after: plan.header.shop.lastImport)
      reasons.append(
        "the catalog has changed since: "
          + (since.isEmpty
            ? "revision \(plan.header.shop.catalogRevision) is now \(revision)" : since.joined(separator: "; ")))
    }
    if !differences.isEmpty {
      let places = differences.joined(separator: "\n  ")
      reasons.append("not every record would be treated as the plan says:\n  \(places)")
    } else if !reasons.isEmpty {
      reasons.append("no record of this plan would be treated otherwise")
    }
    if !reasons.isEmpty { summary.outcome = .stale(reasons) }
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
  /// What the columns were taken for; empty with a profile.
  private(set) var meanings: [HeaderMatching.Meaning] = []
  private(set) var unusedColumns: [String] = []
  /// For each column that is gone since the profile was made, the new one that it may be called now.
  private(set) var renamed: [String: String] = [:]
  /// Why the decimal marks or dates are in doubt; only where that is tolerated.
  private(set) var doubt: FormatError?
  /// Whether the rows that were looked at tell how every number and date is written.
  private(set) var marksAreSettled = true

  /// How many rows are looked at for evidence.
  private static let evidenceRows = 5000

  /// - Parameter isGlance: whether only the first rows are looked at, and unclear marks and dates are kept in ``doubt``
  ///   instead of thrown.
  init(_ request: ImportRequest, registry: FormatRegistry, isGlance: Bool = false) throws {
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
    try look(request, isGlance: isGlance)
    fingerprint = profile.fingerprint
    for index in profile.records.indices { profile.records[index].fields.removeAll { request.forced[$0.field] != nil } }
    profile.constants.merge(request.forced) { _, new in new }
  }

  /// Reads the first rows, and more where they do not tell: the tables for matching, the values for marks and dates.
  private mutating func look(_ request: ImportRequest, isGlance: Bool) throws {
    if request.profile == nil {
      try match(request)
    } else if let header = profile.header {
      let sample = try sample(withValues: false)
      let change = HeaderChange(from: header, to: sample.schemas, profile: profile)
      findings += change.findings
      renamed = change.renamed
    }
    findings += profile.reckonings
    var evidence = MarkEvidence(profile: profile)
    guard evidence.isNeeded else { return }
    var reader = try reader(progress: nil)
    var batch = RecordBatch()
    var rows = 0
    do {
      // Where the first rows leave a column open, the rest of the file is looked through for what tells; not by who only
      // wants to know what the file is.
      while rows < Self.evidenceRows || !evidence.isSettled && !isGlance, try reader.read(into: &batch) {
        evidence.look(at: batch, onlyOpen: rows >= Self.evidenceRows)
        rows += batch.rowCount
      }
    } catch {
      // Trouble in the file is told when it is read in earnest.
    }
    marksAreSettled = evidence.isSettled
    do {
      marks = try evidence.settled(source: source.name)
    } catch {
      guard isGlance else { throw error }
      doubt = error
    }
    findings += marks.findings
  }

  /// Finds out what the columns mean, and which of the shop's profiles was made for such a file.
  private mutating func match(_ request: ImportRequest) throws {
    let sample = try sample(withValues: true)
    let given = Set(request.constants.keys).union(request.forced.keys)
      .union(request.supplier == nil ? [] : ["supplier"]).union(request.location == nil ? [] : ["location"])
    if let known = KnownProfile.suggestion(among: request.knownProfiles, for: sample.schemas) { findings.append(known) }
    do {
      let matching = try HeaderMatching(
        sample.schemas, looks: sample.looks, source: source.name,
        hints: .init(kind: request.kind, fileName: (source.name as NSString).lastPathComponent, given: given))
      profile.records = matching.profile.records
      findings += matching.findings
      meanings = matching.meanings
      unusedColumns = matching.unusedColumns
    } catch {
      guard let known = findings.first(where: { $0.name == "profile that fits" }) else { throw error }
      var error = error
      error.diagnostic.remedy = "\(known.value): \(known.evidence). " + error.diagnostic.remedy
      throw error
    }
    if !unusedColumns.isEmpty {
      findings.append(
        SourceFinding("columns not used", unusedColumns.joined(separator: ", "), evidence: "no field has that name"))
    }
  }

  /// The tables among the first rows, each with all its columns, and what the values look like.
  private func sample(withValues: Bool) throws -> (schemas: [Schema], looks: [String: TableLook]) {
    var reader = try reader(progress: nil)
    var batch = RecordBatch()
    var schemas: [Schema] = []
    var looks: [String: TableLook] = [:]
    var rows = 0
    do {
      while rows < Self.evidenceRows, try reader.read(into: &batch) {
        rows += max(1, batch.rowCount)
        if let known = schemas.firstIndex(where: { $0.table == batch.schema.table }) {
          schemas[known] = batch.schema
        } else {
          schemas.append(batch.schema)
        }
        if withValues { looks[batch.schema.table, default: TableLook()].look(at: batch) }
      }
    } catch {
      // Trouble further down is told with its place when the file is read in earnest.
      if schemas.isEmpty { throw error }
    }
    return (schemas, looks)
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
    // The two columns of a file of refused records stand beside the sender's own.
    let places = schema.columns.indices.filter { !RejectColumns.contains(schema.columns[$0].name) }
    for (place, name) in zip(places, columns) { schema.columns[place].name = name }
    batch.rename(schema)
    return true
  }
}

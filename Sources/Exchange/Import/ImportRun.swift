public import FormatKit
internal import Foundation
public import RetailValues
public import Stock

/// Imports files into a shop: reads, maps, stages, compares, and carries out in one transaction what was announced.
public struct Importer {
  let shop: ShopDatabase
  let registry: FormatRegistry
  /// How many problems and changes a summary shows; counts are never capped.
  public var shownProblems = 20
  public var shownChanges = 5
  /// The version of the tool, for plans that are saved.
  public var toolVersion = ""
  /// Called with each phase before it begins.
  public var phase: (@Sendable (ImportPhase) -> Void)?
  /// Called with the number of bytes read in the phase ``ImportPhase/reading(bytes:)``.
  public var progress: (@Sendable (_ read: Int) -> Void)?
  /// Called with the number of records read so far, and of errors in them.
  public var counted: (@Sendable (_ records: Int, _ errors: Int) -> Void)?
  /// Called while the shop is changed, with the number of steps that are done, and of all.
  public var changed: (@Sendable (_ steps: Int, _ all: Int) -> Void)?
  /// Asked now and then whether the import is to end; once it says yes, the import throws an error and has changed
  /// nothing. It is not asked any more once the changes are about to be kept. Nil where nobody can stop it.
  public var isStopped: (@Sendable () -> Bool)?
  /// Called with the answer written for the sender of a file that cannot be read to its end.
  public var answered: ((WrittenAcknowledgement) -> Void)?
  /// Whether rows that came in the same way before are recognised; what comes out is the same, as a test makes sure.
  package var recognisesRows = true
  /// Called with the number of rows of a file that were recognised; nil when the file is read again without recognition.
  package var recognised: ((_ rows: Int?) -> Void)?
  /// Whether new suppliers and locations are foreseen before the first comparison; what comes out is the same, as a test makes
  /// sure.
  package var foreseesNewRecords = true
  /// Called with how often the records of a file were compared from the start.
  package var compared: ((_ comparisons: Int) -> Void)?
  /// A file with fewer rows is not remembered.
  package var leastRememberedRows = 500

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
    do {
      return try AtomicOutput.write(to: file) { sink in
        let summary = try run(request, now: now, .plan(sink))
        guard summary.outcome == .planned else { throw NothingToPlan(summary: summary) }
        return summary
      }
    } catch let nothing as NothingToPlan {
      return nothing.summary
    }
  }

  /// Leaves an existing file unchanged: a file that was applied already has no plan.
  private struct NothingToPlan: Error {
    let summary: ImportSummary
  }

  /// Plans and carries out an import. With errors, nothing is changed, unless the request says to leave them out.
  public func apply(_ request: ImportRequest, actor: Actor, now: Timestamp = .now) throws -> ImportSummary {
    try answering(request, actor, now) { try run(request, now: now, .apply(actor)) }
  }

  /// Carries out a saved plan exactly, or refuses it when the source, the profile or the shop has changed since.
  ///
  /// - Parameters:
  ///   - request: made by ``ImportRequest/init(_:source:profile:)`` from the plan.
  ///   - actor: nil to see only whether the plan still holds.
  public func apply(_ plan: SavedPlan, request: ImportRequest, actor: Actor?, now: Timestamp = .now) throws
    -> ImportSummary
  {
    try answering(request, actor, now) { try run(request, now: now, .carryOut(plan, actor)) }
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

    /// A saved plan gives the position of each record, so that every row must be mapped.
    var mayRecognise: Bool {
      switch self {
      case .plan(let sink): sink == nil
      case .apply: true
      case .carryOut: false
      }
    }
  }

  private func run(_ request: ImportRequest, now: Timestamp, _ task: Task) throws -> ImportSummary {
    phase?(.looking)
    var request = request
    request.currency = shop.settings.currency
    request.knownCodes = try KnownCodes(of: shop, withoutReasons: request.retiredReasons)
    request.knownLocations = try KnownLocations(of: shop)
    if request.profile == nil {
      let count = request.forced["count"] ?? request.constants["count"]
      let session = try count == nil ? nil : shop.countSessions().first { $0.code == count }
      request.knownLocations = request.knownLocations?.counted(in: session, request)
    }
    request.today = shop.settings.clock.date(of: now)
    let opened = try OpenedSource(request, registry: registry)
    let hash = try opened.hash()
    do {
      return try run(request, opened, hash: hash, now: now, task, recognises: recognisesRows)
    } catch is RecognitionAbandoned {
      recognised?(nil)
      return try run(request, opened, hash: hash, now: now, task, recognises: false)
    }
  }

  private func run(
    _ request: ImportRequest, _ opened: OpenedSource, hash: String, now: Timestamp, _ task: Task, recognises: Bool
  ) throws -> ImportSummary {
    try shop.withStaging(of: request.kinds) { area in
      area.foreseesNewRecords = foreseesNewRecords
      area.hidesPersonal = request.hidesPersonal
      area.hidesStored = request.store != nil
      area.isStopped = isStopped
      area.changed = self.changed
      // The source was looked at since the last question.
      try area.requireGoingOn()
      let context = context(request, opened, hash: hash, now: now)
      var summary = ImportSummary(
        source: request.source.name, byteCount: request.source.byteCount ?? 0, fileSHA256: hash,
        format: opened.format.descriptor.id, profile: opened.profile.name, findings: opened.findings, counts: [],
        problemCounts: [:], problemGroups: [], changes: [], outcome: .planned)
      if !request.again, let earlier = try area.earlierImport(identity: context.identity) {
        summary.outcome = .alreadyApplied(importID: earlier)
        let statesStock = opened.profile.records.contains { Vocabulary.kind($0.kind)?.part == .level }
        if statesStock, try area.stockMoved(since: earlier) {
          summary.findings.append(
            SourceFinding(
              "stock", "moved since import \(earlier)",
              evidence: "the quantities of the file may no longer be those of the shop; --again sets them once more"))
        }
        if let name = answerName(request, opened) {
          summary.answer = WrittenAcknowledgement(name, reason: WrittenAcknowledgement.answeredBefore)
        }
        return summary
      }
      summary.findings += try request.earlierProfile(hash, otherThan: opened.profile.name, in: area)
      if case .carryOut(let plan, _) = task {
        let changed = plan.header.changed(
          hash: hash, profile: opened.fingerprint, shop: shop.settings.name)
        guard changed.isEmpty else {
          summary.outcome = .stale(changed)
          return summary
        }
      }
      let values = PlanValue(
        currency: shop.settings.currency, clock: shop.settings.clock, now: now, kinds: request.kinds ?? .standard)
      let known = try rowCache(
        request, opened, area, context, recognises: recognises && task.mayRecognise, keeps: task.actor != nil)
      let tables = try stage(request, opened, in: area, known, &summary)
      try known?.prepare(area, isFull: context.isFull)
      if let known, known.isRecognising { recognised?(known.recognisedRows) }
      guard let actor = task.actor else {
        try area.inReadOnlyTransaction {
          try compare(request, opened, area, context, values, &summary)
          switch task {
          case .plan(let sink?):
            let header = try PlanHeader(
              request, opened, summary, area: area, settings: shop.settings, tool: toolVersion, now: now)
            phase?(.planning)
            let cells = opened.cellNames(among: Set(summary.cellColumns))
            summary.recordsSHA256 = try PlanFile.write(
              header, of: area, values: values, tables: tables, cells: cells, to: sink)
            summary.lastImport = header.shop.lastImport
            summary.firstAt = try area.firstMovement().map { shop.settings.clock.iso8601($0) }
          case .carryOut(let plan, _):
            try check(plan, area, values: values, tables, limits: context.limits, &summary)
          default: break
          }
        }
        return summary
      }
      var answerFile: PreparedOutput?
      let done: ImportSummary = try area.inTransaction {
        // Somebody may have applied the same file while this one was being read.
        if !request.again, let earlier = try area.earlierImport(identity: context.identity) {
          summary.outcome = .alreadyApplied(importID: earlier)
          return summary
        }
        try compare(request, opened, area, context, values, &summary)
        if case .carryOut(let plan, _) = task {
          try check(plan, area, values: values, tables, limits: context.limits, &summary)
        }
        if case .stale = summary.outcome { return summary }
        // The same file once more, when what was left out is as wrong as it was: there is nothing to be recorded.
        if !request.again, summary.refusedRecords > 0, summary.changesNothing,
          let earlier = try area.earlierImport(identity: context.identity, leftOutRecords: true)
        {
          summary.outcome = .alreadyApplied(importID: earlier)
          return summary
        }
        if summary.counts.isEmpty, summary.errorCount == 0, summary.stoppingGuards.isEmpty {
          summary.outcome = .empty
          return summary
        }
        guard summary.errorCount == 0 || request.onError != .abort, summary.stoppingGuards.isEmpty else {
          summary.outcome = .refused
          answerFile = try answer(request, opened, area, actor, now, &summary)
          return summary
        }
        var record = ImportRecord(
          identity: context.identity, fileSHA256: hash, source: request.recordedName ?? request.source.name,
          byteCount: summary.byteCount,
          format: summary.format, profile: summary.profile,
          refusedRecords: summary.refusedRecords)
        record.corrections = summary.corrections
        if summary.refusedRecords > 0 { record.reading = try RejectReading.text(of: request, opened) }
        if case .carryOut(let plan, _) = task { record.planSHA256 = try OpenedSource.hash(of: .file(plan.path)) }
        phase?(.changing)
        let number = try area.apply(record, context: context, actor: actor)
        if area.restatedCountLines > 0 {
          summary.findings.append(
            SourceFinding(
              "count lines restated", "\(area.restatedCountLines)",
              evidence: "stock moved before counts that are already posted; the counted numbers stay"))
        }
        // Before the books are closed: an import whose refused records cannot be kept does not take place.
        if case .skip(let path) = request.onError, summary.refusedRecords > 0 {
          phase?(.rejecting)
          // The file of what was left out would stay behind.
          try area.requireGoingOn()
          area.isStopped = nil
          do {
            summary.rejectFile = try opened.writeRejects(
              of: area, tables: tables, hash: hash, to: path, by: registry, corrected: summary.corrections)
          } catch {
            throw OwnFailure(error: error)
          }
        }
        try known?.keep(area, importID: number, context: context, leastRows: leastRememberedRows)
        summary.outcome = .applied(importID: number)
        answerFile = try answer(request, opened, area, actor, now, &summary)
        return summary
      }
      try place(answerFile, request, after: done)
      return done
    }
  }

  private func context(_ request: ImportRequest, _ opened: OpenedSource, hash: String, now: Timestamp)
    -> StagingContext
  {
    let target =
      [
        request.location ?? "", request.supplier ?? "", request.forced["count"] ?? request.constants["count"] ?? "",
        request.forced["section"] ?? "",
      ].joined(separator: "|") + request.identityParts.map { "|\($0)" }.joined()
    // The whole mapping is part of the identity: the same bytes read otherwise are another import.
    let options = opened.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    let parts = [hash, opened.fingerprint, options, target] + [opened.correctionsDigest].compactMap(\.self)
    let identity = SHA256Hash.hexadecimal(of: parts.joined(separator: "\n"))
    var context = StagingContext(
      now: now, location: request.location, supplier: request.supplier,
      sourceName: (request.source.name as NSString).lastPathComponent, identity: identity,
      duplicates: Dictionary(
        opened.profile.records.compactMap { record in record.duplicates.map { (record.kind, $0) } }
      ) { first, _ in first })
    context.sourceSHA256 = hash
    context.newRecords = request.newRecords
    context.makesDocumentItems = request.accepts(.newItems)
    context.aliases = request.aliases
    context.isSinglePerson = request.isSinglePerson
    context.isCountTimeGiven = request.constants["counted_at"] != nil
    context.areQuantitiesTyped = request.areQuantitiesTyped
    context.store = request.store
    context.countRules = request.countRules
    context.retiredReasons = request.retiredReasons
    context.isFull = request.isFull || opened.profile.isFull == true
    context.limits = request.limits
    // The standard of such a format says which value is the code of an item, so that no column can be the wrong one.
    if opened.format.descriptor.shape == .semantic { _ = context.limits.set(.unknownLineItems, to: "off") }
    context.match = opened.profile.match
    context.findsItemsByTitle = opened.isTillExport
    context.duplicates.merge(request.duplicates) { _, new in new }
    return context
  }

  /// The remembered rows of such files; nil where rows are not recognised.
  private func rowCache(
    _ request: ImportRequest, _ opened: OpenedSource, _ area: StagingArea, _ context: StagingContext, recognises: Bool,
    keeps: Bool
  ) throws -> RowCache? {
    // New aliases may change the meaning of rows that came before, so all rows are mapped again.
    guard recognisesRows, request.aliases.isEmpty,
      let feed = ImportFeed(request, opened, context, shop.settings, tool: toolVersion)
    else { return nil }
    return try RowCache.open(
      area, fingerprint: feed.fingerprint, recognises: recognises, keeps: keeps, now: context.now)
  }

  /// Reads the source into the staging tables.
  ///
  /// - Returns: the names of its tables, in the order of their numbers.
  private func stage(
    _ request: ImportRequest, _ opened: OpenedSource, in area: StagingArea, _ known: RowCache?,
    _ summary: inout ImportSummary
  ) throws -> [String] {
    var mapper = RowMapper(
      profile: opened.profile, marks: opened.marks, settings: shop.settings, receiver: area,
      sourceName: request.source.name, supplied: request.supplier == nil ? [] : ["supplier"],
      renamed: opened.renamed, rowCache: known, keepsSpaces: opened.format.gathering != nil,
      kinds: request.kinds ?? .standard, stockUnit: { [unowned area] in (try? area.stockUnit(ofItem: $0)) ?? nil })
    var findings: [SourceFinding] = []
    var states = StateColumns(opened.stateColumns)
    var translated = TranslatedValues(request, opened)
    let corrections = CorrectionLog()
    var columns: Set<String> = []
    phase?(.reading(bytes: request.source.byteCount))
    try area.fill {
      var reader = try opened.reader(progress: progress, log: corrections)
      var batch = RecordBatch()
      mapper.columnsMayGrow = reader.columnsMayGrow
      while try reader.read(into: &batch) {
        states.look(at: batch)
        translated.look(at: batch)
        if columns.isEmpty, opened.format.hasCells {
          columns = CellColumns(batch.schema.columns.map(\.name)).clearNames
        }
        try mapper.map(batch)
        counted?(mapper.recordCount, area.errorCount)
        try area.requireGoingOn()
      }
      try mapper.finish()
      findings = reader.findings
    }
    summary.findings = findings + summary.findings.filter { finding in !findings.contains { $0.name == finding.name } }
    summary.findings += mapper.passedOver.sorted { $0.key < $1.key }.map {
      SourceFinding("rows left out", "\($0.value.count)", evidence: $0.value.evidence($0.key))
    }
    summary.findings += translated.findings
    summary.unusedInDoubt = opened.unusedInDoubt + states.found + opened.otherPages(records: mapper.recordCount)
    summary.sourceRecords = mapper.recordCount
    summary.corrections = corrections.cells
    if mapper.tableNames.count == 1 { summary.cellColumns = columns.sorted() }
    if mapper.recordCount > 0, opened.profile.records.allSatisfy({ $0.kind.isEmpty }) {
      throw Problems(
        .nothingTaken, source: request.source.name, value: opened.profile.name,
        "the profile '\(opened.profile.name)' says of no row what it becomes",
        remedy: "Open the profile in a text editor and choose one of its drafts, or add a record kind under `records:`."
      )
    }
    if mapper.recordCount > 0, !mapper.hasTaken {
      throw Problems(
        .nothingTaken, source: request.source.name,
        "none of the \(mapper.recordCount) records of the file is taken: the mapping passes over every one of them",
        remedy: "Look at the records with `stockroom inspect FILE`; correct the conditions of the profile, or the file."
      )
    }
    let lacking = Set(opened.profile.records.compactMap(\.table)).subtracting(mapper.tableNames).sorted()
    if !lacking.isEmpty {
      summary.findings.append(
        SourceFinding(
          "tables not found", lacking.joined(separator: ", "),
          evidence: "the profile takes records from them, and none came; the file gives "
            + mapper.tableNames.joined(separator: ", ")))
    }
    return mapper.tableNames
  }
}

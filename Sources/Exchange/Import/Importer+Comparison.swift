internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

extension Importer {
  /// The records with errors, apart from rows that are not records.
  private func rejectedShare(of summary: ImportSummary, _ area: StagingArea) throws -> RejectedShare {
    try area.rejectedShare(
      ofRecords: summary.sourceRecords, notRecords: [Problem.Code.loneValue.id, Problem.Code.totalRow.id])
  }

  /// Sets what is staged against the shop, and leaves faulty records out where that was asked for.
  func compare(
    _ request: ImportRequest, _ opened: OpenedSource, _ area: StagingArea, _ context: StagingContext,
    _ values: PlanValue, _ summary: inout ImportSummary
  ) throws {
    phase?(.comparing)
    try area.resolve(context)
    compared?(area.comparisonCount)
    if case .skip = request.onError {
      summary.refusedRecords = try area.refuseFaultyRecords(context)
      try area.addRejectedShareGuard(rejectedShare(of: summary, area), context: context)
    }
    try area.addUnusedColumnGuard(summary.unusedInDoubt.map { ($0.column, $0.message) }, context: context)
    try area.settleRecognised()
    summary.counts = try area.counts()
    summary.problemCounts = try area.problemCounts()
    counted?(summary.sourceRecords, summary.errorCount)
    if summary.errorCount > 0 {
      let rejected = try rejectedShare(of: summary, area)
      summary.rejected = (rejected, isAbove: rejected.isAbove(context.limits))
    }
    let groups = try area.problemGroups(examples: shownProblems)
    // A few causes may show more of their cases each.
    let shown = max(3, shownProblems / max(1, groups.count))
    summary.problemGroups = groups.map { group in
      .init(count: group.count, problems: Self.askedOnce(group.problems).prefix(shown).map { opened.shown($0) })
    }
    summary.guards = try area.guards().map { found in
      GuardedRecords(
        code: found.code, count: found.count, isAccepted: request.accepted.contains(found.code.rawValue),
        // A guard says what goods cost before.
        examples: request.store != nil ? [] : found.examples.map { opened.shown($0) },
        newRecords: area.newRecords[found.code], limit: context.limits.limit(of: found.code),
        remedies: area.newRecords[found.code] == nil ? found.remedies : [found.code.remedy])
    }
    for way in ItemMatch.allCases {
      guard let count = area.itemsFound[way] else { continue }
      summary.findings.append(
        SourceFinding(
          "items found by \(way == .barcode ? "barcode" : "the supplier's code")", "\(count)",
          evidence: "the file has another SKU for them or none; the shop's is kept"))
    }
    if area.itemsFoundByTitle > 0 {
      summary.findings.append(
        SourceFinding(
          "items found by their titles", "\(area.itemsFoundByTitle)",
          evidence: "the file has no code for them, and exactly one item of the shop has the title"))
    }
    if let (missing, known) = area.missingFromFeed {
      summary.findings.append(
        SourceFinding(
          "known items not in the file", "\(missing) of \(known)",
          evidence: "the file should list everything; nothing is changed about them"))
    }
    for kind in area.plannedKinds {
      try area.forEachPlanned(kind: kind, limit: shownChanges) { record in
        summary.changes.append(
          record.rewritten { values.text($0, of: $1, kind: record.kind, currency: record.currency) })
      }
    }
  }

  /// Problems of one cause, each question that an option answers for the whole file only once.
  private static func askedOnce(_ problems: [StagedProblem]) -> [StagedProblem] {
    var asked: Set<String> = []
    return problems.filter { problem in
      !FieldReader.Givable.isAnswer(problem.remedy) || asked.insert(problem.remedy).inserted
    }
  }

  /// Whether a plan still says what would be done.
  func check(
    _ plan: SavedPlan, _ area: StagingArea, values: PlanValue, _ tables: [String], limits: GuardLimits,
    _ summary: inout ImportSummary
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
    // Somebody may have accepted what a guard found by another limit.
    let limited = limitChanges(of: plan, limits, summary)
    reasons += limited
    guard !reasons.isEmpty else { return }
    summary.outcome = .stale(reasons)
    summary.treatsRecordsAlike = differences.isEmpty
  }

  /// The guards that ask by another limit than when a plan was made, in sentences.
  private func limitChanges(of plan: SavedPlan, _ limits: GuardLimits, _ summary: ImportSummary) -> [String] {
    let known = Set(plan.header.guards.map(\.code))
    let changed = plan.header.guards.compactMap { asked -> String? in
      guard let before = asked.limit, let code = GuardCode(rawValue: asked.code), before != limits.text(of: code) else {
        return nil
      }
      return "the limit of the guard \(asked.code) was \(before) and is \(limits.text(of: code))"
    }
    let added = summary.stoppingGuards.compactMap { found -> (String, String)? in
      known.contains(found.code.rawValue) ? nil : found.limit.map { (found.code.rawValue, $0) }
    }
    return changed + added.map { "the guard \($0) (limit \($1)) stops records that the plan did not stop" }
  }
}

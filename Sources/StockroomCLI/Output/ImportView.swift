internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// An import or its plan, as people see it.
struct ImportView {
  private let summary: ImportSummary

  /// Whether the command can leave faulty records out.
  private let canSkip: Bool

  /// Whether the records are those of a file, and not made by the command itself.
  private let isFile: Bool

  /// Whether a command for scanned codes read the file: `import` does not know what its columns are.
  private let isScan: Bool

  init(_ summary: ImportSummary, canSkip: Bool = false, isFile: Bool = true, isScan: Bool = false) {
    self.summary = summary
    self.canSkip = canSkip
    self.isFile = isFile
    self.isScan = isScan
  }

  func show(_ source: ByteSource) {
    if isFile {
      Terminal.say(
        "\(Terminal.oneLine(summary.source))  \(summary.byteCount) bytes, \(summary.format), profile \(summary.profile)"
      )
    }
    for finding in summary.findings where isFile && !["format", "quote", "header"].contains(finding.name) {
      Terminal.say(Terminal.oneLine("  \(finding.name): \(finding.value) (\(finding.evidence))"))
    }
    if case .alreadyApplied(let number) = summary.outcome {
      if summary.refusedRecords > 0 { showProblems(source) }
      Terminal.say(
        "Already applied as import \(number); nothing changed. If its values are to hold again, or it is a new list that "
          + "happens to be equal, import it with --again.")
      if summary.refusedRecords > 0 {
        Terminal.say(
          "\(summary.refusedRecords) of \(summary.sourceRecords) records are still left out because of errors; correct "
            + "them in the reject file of that import, and import the reject file.")
      }
      if let answer = summary.answer { Terminal.say(answer.text) }
      return
    }
    let counts = KindCounts<PlanAction>(
      summary.counts.map {
        (kind: $0.kind, action: $0.action, records: $0.records, followingPrices: $0.followingPrices)
      })
    if !counts.isEmpty {
      counts.show(counts.present(of: [.create, .update, .unchanged, .reject, .conflict]), heading: \.rawValue)
    }
    CorrectedCellView.show(summary.corrections)
    showChanges(counts)
    showProblems(source)
    GuardView.show(summary.guards)
    showOutcome()
    if let answer = summary.answer { Terminal.say(answer.text) }
  }

  /// The first changes of each kind as before → after; where all is new, the first new records.
  private func showChanges(_ counts: KindCounts<PlanAction>) {
    let updates = summary.changes.filter { $0.action.shown(before: $0.changes.map(\.before)) == .update }
    for change in updates {
      // That a change is valid from its being made on goes without saying.
      let told = change.changes.filter { $0.after != PlanValue.whenApplied }
      let fields = told.map { field in
        change.action == .create && field.before == nil
          ? "\(field.field) \(field.after ?? "–")" : "\(field.field) \(field.before ?? "–") → \(field.after ?? "–")"
      }
      Terminal.say(
        Terminal.oneLine("  \(change.kind.replacing("_", with: " ")) \(change.key): \(fields.joined(separator: ", "))"))
    }
    var more: [String] = []
    for count in counts.records(of: .update) {
      let hidden = count.records - updates.count(where: { $0.kind == count.kind })
      if hidden > 0 { more.append("\(hidden) \(count.kind.replacing("_", with: " "))") }
    }
    if !more.isEmpty, !updates.isEmpty {
      Terminal.say("  … and changes to \(more.joined(separator: ", ")); --plan FILE or --html FILE shows all")
    }
  }

  /// The problems, cause by cause, each with its first cases and its remedy.
  private func showProblems(_ source: ByteSource) {
    let all = summary.problemGroups.flatMap(\.problems)
    // Users cannot look at or correct a text that the command itself composed.
    let excerpts = isFile ? Excerpts.lines(of: all, in: source) : Array(repeating: nil, count: all.count)
    var place = 0
    for group in summary.problemGroups {
      for (index, problem) in group.problems.enumerated() {
        let excerpt = excerpts[place]
        place += 1
        var shown = problem
        if let caret = excerpt?.caret { shown.position.column = caret + 1 }
        // Several records on one line differ by their numbers.
        let isOnSharedLine =
          shown.position.record > shown.position.line
          || summary.format == "json" && shown.position.line == 1 && shown.position.record == 1
            && summary.sourceRecords > 1
        if shown.position.line > 0, isOnSharedLine, shown.position.path == nil {
          shown.position.path = "record \(shown.position.record)"
        }
        if !isFile { shown.position = SourcePosition(record: all.count > 1 ? problem.position.record : 0) }
        // The remedy is shown once, under the last of the problems that share it.
        if index + 1 < group.problems.count, group.problems[index + 1].remedy == problem.remedy { shown.remedy = "" }
        Terminal.show(shown, excerpt: excerpt)
      }
      if group.count > group.problems.count, let code = group.problems.first?.code.id {
        Terminal.note("  … and \(group.count - group.problems.count) more of \(group.count) like these (\(code))")
      }
    }
  }

  private func showOutcome() {
    let errors = Terminal.number(summary.errorCount, "error")
    let left = "\(summary.refusedRecords) of \(summary.sourceRecords) records"
    switch summary.outcome {
    case .planned where summary.counts.isEmpty && summary.errorCount == 0 && summary.stoppingGuards.isEmpty:
      Terminal.say("A dry run: the file has no records, and nothing was changed.")
    case .planned where summary.refusedRecords > 0:
      Terminal.say("A dry run: nothing was changed. \(errors); \(left) would be left out and written to a reject file.")
    case .planned where summary.errorCount == 0 && summary.stoppingGuards.isEmpty:
      Terminal.say("A dry run: nothing was changed.")
    case .applied(let number):
      Terminal.say("Applied as import \(number).")
      if let file = summary.rejectFile {
        Terminal.say("\(left) were left out because of errors: \(file)")
        Terminal.say("Correct them there, then \(isScan ? "give that file to this command" : "import that file").")
      }
    case .planned where !summary.stoppingGuards.isEmpty && summary.errorCount == 0,
      .refused where !summary.stoppingGuards.isEmpty && (summary.errorCount == 0 || summary.refusedRecords > 0):
      Terminal.say(GuardView.verdict(summary.stoppingGuards))
    case .planned, .refused:
      Terminal.say("\(errors): nothing was changed.")
      if let rejected = summary.rejected, canSkip {
        let accepting = rejected.isAbove ? " --accept \(GuardCode.manyRejected.rawValue)" : ""
        let skipping = ", or take the good records with --on-error skip\(accepting)"
        Terminal.say("Correct the file\(rejected.share.hasOthers ? skipping : "").")
      }
    case .stale(let reasons):
      Terminal.showError(
        "the plan no longer holds; nothing was changed\n" + reasons.map { "  \($0)" }.joined(separator: "\n"),
        remedy: "Make the plan again with `stockroom import FILE --plan PLAN`, and look at it.")
    case .empty: Terminal.say("The file has no records: nothing was changed.")
    case .alreadyApplied: break
    }
  }
}

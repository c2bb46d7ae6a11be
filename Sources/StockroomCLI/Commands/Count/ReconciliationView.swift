internal import Foundation
internal import ProblemKit
internal import Reconciliation
internal import RetailValues
internal import Stock

/// A reconciliation as people see it.
struct ReconciliationView {
  let database: ShopDatabase
  let showsAllLines: Bool
  var showsTitles = false
  /// Of the codes that the catalog does not know.
  var photos: CountPhotos?
  /// What was read of ``photos``.
  var taken = CountPhotos.Contents()

  private struct JSONOutput: Encodable {
    struct Decision: Encodable {
      let title: String?
      /// Where it was counted, and by whom, with the titles; nil without a section or a counter.
      let sections: [String]?
      let counters: [String]?
      let reason: String
      let route: String
      let counts: [String]
      let decided: String?
      let isDisputed: Bool
      let isRecountAwaited: Bool
      let isApproved: Bool
      let movedBetweenParts: String?
    }
    struct Amount: Encodable {
      let units: String
      let cost: String
      let retail: String

      init(_ amount: ShrinkageAmount) {
        units = amount.units.description
        cost = amount.cost.amount
        retail = amount.retail.amount
      }
    }
    /// Blank lines whose stock is written off.
    struct WrittenOff: Encodable {
      let lines: Int
      let cost: String
    }
    struct LeftOut: Encodable {
      let sku: String
      let title: String
      let note: String
    }
    struct ShownProblem: Encodable {
      let code: String
      let message: String
      let remedy: String
    }
    let count: String
    let currency: String
    let valuation: String
    let uncounted: String
    let net: Amount
    let grossLoss: Amount
    let grossGain: Amount
    let unvaluedLines: Int
    let writtenOff: WrittenOff?
    let problems: [ShownProblem]
    /// Of codes that the catalog does not know; nil for none.
    let photos: [CountPhotos.Output]?
    /// Why photos cannot be read; nil for none.
    let photoProblems: [String]?
    /// Items that a decision leaves out of the count, with the titles; nil for none.
    let leftOut: [LeftOut]?
    let lines: [ExtendedCountLine<Decision>]
  }

  /// The route of a line's variance, in words.
  private static func told(_ line: CountLine) -> String {
    if line.fact.decided != nil { return line.fact.approvedVariance == line.variance ? "approved, decided" : "decided" }
    if line.fact.isRecountOpen { return "recount awaited" }
    if line.fact.isDisputed {
      return "decision: " + line.fact.rounds.map(\.counted.description).joined(separator: " or ")
    }
    if line.route == .approval, line.fact.approvedVariance == line.variance { return "approved" }
    return line.route == .none ? "" : line.route.rawValue
  }

  private struct PostedOutput: Encodable {
    let count: String
    let state: String
    let postedBefore: Bool
    let lines: Int
    let adjustments: Int
    let restatedLines: Int
  }

  /// The purpose for which a reconciliation is shown.
  enum Purpose {
    /// To see it: what is missing yet is work to do, not an error.
    case looking
    /// To approve or post it, which something missing prevented.
    case refused
  }

  func output(
    of reconciliation: ReconciliationOutcome, _ lines: ShownLines, for purpose: Purpose = .looking
  ) throws -> ValueOutput {
    let status = purpose == .refused ? ExitStatus.refused : ExitStatus.done
    return try ValueOutput(answer(reconciliation, lines.all), status: status) {
      say(reconciliation, lines, for: purpose)
    }.warning(taken.warnings)
  }

  private func say(_ reconciliation: ReconciliationOutcome, _ lines: ShownLines, for purpose: Purpose) {
    let hasRules = lines.haveRules || reconciliation.hasRules
    let clock = database.settings.clock
    let rows = lines.dearest.map { line in
      CountLineOutput(line, clock: clock).cells + [line.retailValue?.amount ?? "", line.costSource.rawValue]
        + (hasRules ? [Self.told(line)] : [])
    }
    if !rows.isEmpty {
      Terminal.say(
        Terminal.table(
          CountLineOutput.headings + ["at retail", "cost from"] + (hasRules ? ["goes to"] : []), rows,
          rightAligned: [2, 3, 4, 5, 6]))
      if lines.count > rows.count {
        Terminal.say("… and \(lines.count - rows.count) more lines; --to FILE writes them all")
      }
      Terminal.say()
    }
    let totals = reconciliation.totals
    Terminal.say(
      "Count \(reconciliation.session): \(Terminal.number(reconciliation.lineCount, "line")), \(reconciliation.matchedLines) matched, \(reconciliation.uncountedLines) uncounted, at \(reconciliation.valuation.rawValue) cost"
    )
    func amounts(_ name: String, _ amount: ShrinkageAmount) -> [String] {
      [name, amount.units.description, amount.cost.amount, amount.retail.amount]
    }
    Terminal.say(
      Terminal.table(
        ["shrinkage (loss is positive)", "units", "at cost", "at retail"],
        [amounts("gross loss", totals.grossLoss), amounts("gross gain", totals.grossGain), amounts("net", totals.net)],
        rightAligned: [1, 2, 3]))
    for (name, items) in [
      ("left out of the count", reconciliation.excluded), ("found, but not on the sheet", reconciliation.unexpected),
    ] where !items.isEmpty {
      Terminal.say("\(items.count) \(name): \(items)")
    }
    if !reconciliation.movedBetweenParts.isEmpty {
      Terminal.say(
        "\(reconciliation.movedBetweenParts.count) counted in parts while stock moved: \(reconciliation.movedBetweenParts). "
          + "What moved in between is taken to have moved where the count was still to come; recount it if that is wrong."
      )
    }
    if totals.unvaluedLines > 0 {
      Terminal.say(
        "\(totals.unvaluedLines) \(totals.unvaluedLines == 1 ? "line with a variance has no cost: it is" : "lines with a variance have no cost: they are") in the units, not in the money."
      )
    }
    for problem in reconciliation.problems {
      switch purpose {
      case .looking: Terminal.say("to do: \(problem.message)\n  \(problem.remedy)")
      case .refused: Terminal.showError(problem.message, remedy: problem.remedy)
      }
    }
  }

  private func answer(_ reconciliation: ReconciliationOutcome, _ lines: [CountLine]) throws -> JSONOutput {
    let clock = database.settings.clock
    let ids = showsTitles ? lines.map(\.fact.variantID) : []
    let titles = try ids.isEmpty ? [:] : database.variantTitles(ids)
    let places = try ids.isEmpty ? [:] : database.countedPlaces(of: ids, in: reconciliation.session)
    let unknown = Set(reconciliation.unknownItems.map(\.code))
    let leftOut = try showsTitles ? database.excludedItems(of: reconciliation.session) : []
    return JSONOutput(
      count: reconciliation.session, currency: database.settings.currency.code,
      valuation: reconciliation.valuation.rawValue, uncounted: reconciliation.policy.rawValue,
      net: .init(reconciliation.totals.net), grossLoss: .init(reconciliation.totals.grossLoss),
      grossGain: .init(reconciliation.totals.grossGain), unvaluedLines: reconciliation.totals.unvaluedLines,
      writtenOff: reconciliation.writeOff.lines == 0
        ? nil : .init(lines: reconciliation.writeOff.lines, cost: reconciliation.writeOff.total.amount),
      problems: reconciliation.problems.map { .init(code: $0.code.id, message: $0.message, remedy: $0.remedy) },
      photos: photos?.output(
        of: taken.photos.filter { unknown.contains($0.code) }, clock: clock, showsPersons: true),
      photoProblems: taken.warnings,
      leftOut: leftOut.isEmpty
        ? nil : leftOut.map { JSONOutput.LeftOut(sku: $0.sku, title: $0.title, note: $0.note) },
      lines: lines.map { line in
        let place = places[line.fact.variantID]
        return ExtendedCountLine(
          CountLineOutput(line, clock: clock),
          JSONOutput.Decision(
            title: titles[line.fact.variantID], sections: place.flatMap { $0.sections.isEmpty ? nil : $0.sections },
            counters: place.flatMap { $0.counters.isEmpty ? nil : $0.counters }, reason: line.reason,
            route: line.route.rawValue, counts: line.fact.rounds.map(\.counted.description),
            decided: line.fact.decided?.description, isDisputed: line.fact.isDisputed,
            isRecountAwaited: line.fact.isRecountOpen,
            isApproved: line.fact.approvedVariance != nil && line.fact.approvedVariance == line.variance,
            movedBetweenParts: line.fact.movedBetweenParts.scaled == 0 ? nil : line.fact.movedBetweenParts.description))
      })
  }

  /// - Parameter reviewed: what was posted; nil when it was posted before.
  func output(
    of posted: PostedCount, reviewed: (outcome: ReconciliationOutcome, shown: ShownLines)? = nil
  ) -> ValueOutput {
    let answer = PostedOutput(
      count: posted.session.code, state: posted.session.state.rawValue, postedBefore: posted.wasPostedBefore,
      lines: posted.lines, adjustments: posted.adjustments, restatedLines: posted.restatedLines)
    return ValueOutput(answer) {
      if let reviewed { say(reviewed.outcome, reviewed.shown, for: .looking) }
      if posted.wasPostedBefore {
        Terminal.say("Count \(posted.session.code) was posted before; nothing changed.")
      } else {
        Terminal.say(
          "Posted count \(posted.session.code): \(Terminal.number(posted.lines, "line")), "
            + "\(Terminal.number(posted.adjustments, "adjustment")).")
      }
    }
  }
}

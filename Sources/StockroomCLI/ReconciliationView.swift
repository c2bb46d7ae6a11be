internal import Catalog
internal import Foundation
internal import Reconciliation
internal import Stock

/// A reconciliation as people see it.
struct ReconciliationView {
  let database: ShopDatabase
  let showsAllLines: Bool
  /// How many lines a terminal is shown.
  private let shownLines = 200

  init(database: ShopDatabase, showsAllLines: Bool) {
    self.database = database
    self.showsAllLines = showsAllLines
  }

  private struct Answer: Encodable {
    struct Line: Encodable {
      let sku: String
      let state: String
      let asOf: String
      let counted: String?
      let expected: String
      let variance: String?
      let unitCost: String?
      let costSource: String
      let varianceAtCost: String?
      let varianceAtRetail: String?
      let reason: String
      let route: String
      let counts: [String]
      let decided: String?
      let isDisputed: Bool
      let isRecountAwaited: Bool
      let isApproved: Bool
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
    struct Problem: Encodable {
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
    let problems: [Problem]
    let lines: [Line]
  }

  /// Where a line's variance goes, in words.
  private static func told(_ line: CountLine) -> String {
    if line.fact.decided != nil { return line.fact.approvedVariance == line.variance ? "approved, decided" : "decided" }
    if line.fact.isRecountOpen { return "recount awaited" }
    if line.fact.isDisputed {
      return "decision: " + line.fact.rounds.map(\.counted.description).joined(separator: " or ")
    }
    if line.route == .approval, line.fact.approvedVariance == line.variance { return "approved" }
    return line.route == .none ? "" : line.route.rawValue
  }

  private struct PostedAnswer: Encodable {
    let count: String
    let state: String
    let postedBefore: Bool
    let lines: Int
    let adjustments: Int
    let restatedLines: Int
  }

  /// What somebody looks at a reconciliation for.
  enum Purpose {
    /// To see it: what is missing yet is work to do, not an error.
    case looking
    /// To approve or post it: what is missing stood in the way.
    case refused
  }

  func show(
    _ reconciliation: Reconciliation, asJSON: Bool, isQuiet: Bool = false, for purpose: Purpose = .looking
  ) throws {
    if asJSON { return try Terminal.sayJSON(answer(reconciliation)) }
    guard !isQuiet else { return }
    let lines = reconciliation.lines.filter { showsAllLines || ($0.variance.map { $0.scaled != 0 } ?? false) }
    let sorted = lines.sorted { left, right in
      (left.costValue?.minorUnits.magnitude ?? 0, right.fact.sku) > (
        right.costValue?.minorUnits.magnitude ?? 0, left.fact.sku
      )
    }
    let hasRules =
      lines.contains { $0.fact.isDisputed || $0.fact.isRecountOpen || $0.fact.isRecounted }
      || reconciliation.hasRules
    let rows = sorted.prefix(shownLines).map { line in
      [
        line.fact.sku, line.state.rawValue, line.fact.counted?.description ?? "", line.fact.expected.description,
        line.variance?.description ?? "", line.costValue?.amount ?? (line.variance == nil ? "" : "unvalued"),
        line.retailValue?.amount ?? "", line.costSource.rawValue,
      ] + (hasRules ? [Self.told(line)] : [])
    }
    if !rows.isEmpty {
      Terminal.say(
        Terminal.table(
          ["item", "state", "counted", "expected", "variance", "at cost", "at retail", "cost from"]
            + (hasRules ? ["goes to"] : []), rows,
          rightAligned: [2, 3, 4, 5, 6]))
      if sorted.count > shownLines {
        Terminal.say("… and \(sorted.count - shownLines) more lines; --json gives them all")
      }
      Terminal.say()
    }
    let totals = reconciliation.totals
    let matched = reconciliation.lines.count { $0.route == .matched }
    let uncounted = reconciliation.lines.count { $0.state == .uncounted }
    Terminal.say(
      "Count \(reconciliation.session): \(Terminal.number(reconciliation.lines.count, "line")), \(matched) matched, \(uncounted) uncounted, at \(reconciliation.valuation.rawValue) cost"
    )
    func amounts(_ name: String, _ amount: ShrinkageAmount) -> [String] {
      [name, amount.units.description, amount.cost.amount, amount.retail.amount]
    }
    Terminal.say(
      Terminal.table(
        ["shrinkage (loss is positive)", "units", "at cost", "at retail"],
        [amounts("gross loss", totals.grossLoss), amounts("gross gain", totals.grossGain), amounts("net", totals.net)],
        rightAligned: [1, 2, 3]))
    let excluded = reconciliation.lines.filter { $0.state == .excluded }.map(\.fact.sku)
    let unexpected = reconciliation.lines.filter { $0.state == .unexpected }.map(\.fact.sku)
    for (name, skus) in [("left out of the count", excluded), ("found, but not on the sheet", unexpected)]
    where !skus.isEmpty {
      Terminal.say("\(skus.count) \(name): \(Terminal.list(skus))")
    }
    if totals.unvaluedLines > 0 {
      Terminal.say(
        "\(totals.unvaluedLines) \(totals.unvaluedLines == 1 ? "line with a variance has no cost: it is" : "lines with a variance have no cost: they are") in the units, not in the money."
      )
    }
    for problem in reconciliation.problems {
      switch purpose {
      case .looking: Terminal.say("to do: \(problem.message)\n  \(problem.remedy)")
      case .refused: Terminal.complain(problem.message, remedy: problem.remedy)
      }
    }
  }

  private func answer(_ reconciliation: Reconciliation) -> Answer {
    let clock = database.settings.clock
    let lines = reconciliation.lines.filter { showsAllLines || ($0.variance.map { $0.scaled != 0 } ?? false) }
    return Answer(
      count: reconciliation.session, currency: database.settings.currency.code,
      valuation: reconciliation.valuation.rawValue, uncounted: reconciliation.policy.rawValue,
      net: .init(reconciliation.totals.net), grossLoss: .init(reconciliation.totals.grossLoss),
      grossGain: .init(reconciliation.totals.grossGain), unvaluedLines: reconciliation.totals.unvaluedLines,
      problems: reconciliation.problems.map { .init(code: $0.code.rawValue, message: $0.message, remedy: $0.remedy) },
      lines: lines.map { line in
        .init(
          sku: line.fact.sku, state: line.state.rawValue, asOf: clock.iso8601(line.fact.asOf),
          counted: line.fact.counted?.description, expected: line.fact.expected.description,
          variance: line.variance?.description, unitCost: line.unitCost?.description,
          costSource: line.costSource.rawValue, varianceAtCost: line.costValue?.amount,
          varianceAtRetail: line.retailValue?.amount, reason: line.reason, route: line.route.rawValue,
          counts: line.fact.rounds.map(\.counted.description), decided: line.fact.decided?.description,
          isDisputed: line.fact.isDisputed, isRecountAwaited: line.fact.isRecountOpen,
          isApproved: line.fact.approvedVariance != nil && line.fact.approvedVariance == line.variance)
      })
  }

  func show(_ posted: PostedCount, asJSON: Bool) throws {
    if asJSON {
      return try Terminal.sayJSON(
        PostedAnswer(
          count: posted.session.code, state: posted.session.state.rawValue, postedBefore: posted.wasPostedBefore,
          lines: posted.lines, adjustments: posted.adjustments, restatedLines: posted.restatedLines))
    }
    if posted.wasPostedBefore {
      Terminal.say("Count \(posted.session.code) was posted before; nothing changed.")
    } else {
      Terminal.say(
        "Posted count \(posted.session.code): \(Terminal.number(posted.lines, "line")), "
          + "\(Terminal.number(posted.adjustments, "adjustment")).")
    }
  }
}

/// The lines of a posted count, with what came to light since.
struct PostedCountView {
  let database: ShopDatabase
  let showsAllLines: Bool

  private struct Answer: Encodable {
    struct Line: Encodable {
      let sku: String
      let state: String
      let asOf: String
      let counted: String?
      let expected: String
      let variance: String?
      let varianceAtCost: String?
      let restated: String?
      let varianceNow: String?
      let varianceNowAtCost: String?
      let reason: String?
    }
    let count: String
    let state: String
    let adjustments: Int
    let restatedLines: Int
    let lines: [Line]
  }

  func show(_ session: CountSession, asJSON: Bool) throws {
    let clock = database.settings.clock
    var shown: [PostedCountLine] = []
    var total = 0
    var adjustments = 0
    var restated = 0
    try database.postedCountLines(session.code) { line in
      total += 1
      if let variance = line.variance, variance.scaled != 0 { adjustments += 1 }
      if line.restated != nil { restated += 1 }
      if showsAllLines || line.restated != nil || (line.variance.map { $0.scaled != 0 } ?? false) { shown.append(line) }
    }
    if asJSON {
      return try Terminal.sayJSON(
        Answer(
          count: session.code, state: session.state.rawValue, adjustments: adjustments, restatedLines: restated,
          lines: shown.map {
            Answer.Line(
              sku: $0.sku, state: $0.restated == nil ? $0.state.rawValue : "restated", asOf: clock.iso8601($0.asOf),
              counted: $0.counted?.description, expected: $0.expected.description, variance: $0.variance?.description,
              varianceAtCost: $0.costValue?.amount, restated: $0.restated?.description,
              varianceNow: $0.varianceNow?.description, varianceNowAtCost: $0.costValueNow?.amount, reason: $0.reason)
          }))
    }
    let posted = "\(session.postedAt.map { clock.iso8601($0) } ?? "before") by \(session.postedBy ?? "nobody known")"
    if !shown.isEmpty {
      Terminal.say(
        Terminal.table(
          ["item", "state", "counted", "expected", "variance", "at cost"]
            + (restated > 0 ? ["restated by", "variance now", "at cost now"] : []),
          shown.map { line in
            [
              line.sku, line.restated == nil ? line.state.rawValue : "restated", line.counted?.description ?? "",
              line.expected.description, line.variance?.description ?? "",
              line.costValue?.amount ?? (line.variance == nil ? "" : "unvalued"),
            ]
              + (restated > 0
                ? [
                  line.restated?.description ?? "", line.varianceNow?.description ?? "",
                  line.costValueNow?.amount ?? (line.varianceNow == nil ? "" : "unvalued"),
                ] : [])
          }, rightAligned: [2, 3, 4, 5, 6, 7, 8]))
      Terminal.say()
    }
    Terminal.say(
      "Count \(session.code) was posted \(posted): \(Terminal.number(total, "line")), "
        + "\(Terminal.number(adjustments, "adjustment")).")
    if restated > 0 {
      Terminal.say(
        "\(restated) \(restated == 1 ? "line is" : "lines are") restated by movements that came later; the counted numbers stay."
      )
    }
    if let at = session.reversedAt {
      Terminal.say(
        "It was reversed \(clock.iso8601(at)) by \(session.reversedBy ?? "nobody known"): none of it counts.")
    }
  }
}

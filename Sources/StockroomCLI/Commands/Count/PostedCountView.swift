internal import Foundation
internal import RetailValues
internal import Stock

/// The lines of a posted count, with their later corrections.
struct PostedCountView {
  let database: ShopDatabase
  let showsAllLines: Bool
  var showsTitles = false

  private struct JSONOutput: Encodable {
    struct Restatement: Encodable {
      let title: String?
      let restated: String?
      let varianceNow: String?
      let varianceNowAtCost: String?
      let varianceNowAtRetail: String?
      let reason: String?
    }
    let count: String
    let state: String
    let adjustments: Int
    let restatedLines: Int
    let lines: [ExtendedCountLine<Restatement>]
  }

  func output(of session: CountSession) throws -> ValueOutput {
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
    let answer = JSONOutput(
      count: session.code, state: session.state.rawValue, adjustments: adjustments, restatedLines: restated,
      lines: shown.map {
        ExtendedCountLine(
          CountLineOutput($0, clock: clock),
          JSONOutput.Restatement(
            title: showsTitles ? try? database.variant($0.sku)?.title : nil, restated: $0.restated?.description,
            varianceNow: $0.varianceNow?.description,
            varianceNowAtCost: $0.costValueNow?.amount, varianceNowAtRetail: $0.retailValueNow?.amount,
            reason: $0.reason))
      })
    return ValueOutput(answer) { [shown, total, adjustments, restated] in
      say(shown, of: session, total: total, adjustments: adjustments, restated: restated)
    }
  }

  private func say(_ shown: [PostedCountLine], of session: CountSession, total: Int, adjustments: Int, restated: Int) {
    let clock = database.settings.clock
    let posted = "\(session.postedAt.map { clock.iso8601($0) } ?? "before") by \(session.postedBy ?? "nobody known")"
    if !shown.isEmpty {
      Terminal.say(
        Terminal.table(
          CountLineOutput.headings + (restated > 0 ? ["restated by", "variance now", "at cost now"] : []),
          shown.map { line in
            CountLineOutput(line, clock: clock).cells
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

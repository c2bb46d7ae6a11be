internal import Foundation
internal import RetailValues
internal import Stock

/// The lines of a posted count, with their later corrections.
struct PostedCountView {
  private let clock: ShopClock
  private let showsAllLines: Bool
  private let showsTitles: Bool
  private var shown: [PostedCountLine] = []
  private var total = 0
  private var adjustments = 0
  private var restated = 0

  init(clock: ShopClock, showsAllLines: Bool, showsTitles: Bool) {
    (self.clock, self.showsAllLines, self.showsTitles) = (clock, showsAllLines, showsTitles)
  }

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

  /// Takes the next line.
  mutating func add(_ line: PostedCountLine) {
    total += 1
    let hasVariance = line.variance.map { $0.scaled != 0 } ?? false
    if hasVariance { adjustments += 1 }
    if line.restated != nil { restated += 1 }
    if showsAllLines || line.restated != nil || hasVariance { shown.append(line) }
  }

  func output(of session: CountSession) -> ValueOutput {
    let answer = JSONOutput(
      count: session.code, state: session.state.rawValue, adjustments: adjustments, restatedLines: restated,
      lines: shown.map {
        ExtendedCountLine(
          CountLineOutput($0, clock: clock),
          JSONOutput.Restatement(
            title: showsTitles ? $0.title : nil, restated: $0.restated?.description,
            varianceNow: $0.varianceNow?.description,
            varianceNowAtCost: $0.costValueNow?.amount, varianceNowAtRetail: $0.retailValueNow?.amount,
            reason: $0.reason))
      })
    return ValueOutput(answer) { say(session) }
  }

  private func say(_ session: CountSession) {
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

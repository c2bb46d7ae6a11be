public import Catalog

/// Something that stops a session from being posted until it is settled.
public struct ReconciliationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is, as a stable code.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nothing was entered at all.
    case untouched = "count-untouched"
    /// Lines of a count that has to be complete were left blank.
    case uncountedLines = "uncounted-lines"
    /// Codes were counted that the catalog does not know.
    case unknownItems = "unknown-items"
    /// The total of the write-off was not accepted, or another total was.
    case writeOffNotAccepted = "write-off-not-accepted"
    /// Counts of an item disagree, and nobody has decided.
    case countsDisagree = "counts-disagree"
    /// A recount was asked for and has not come in.
    case recountOpen = "recount-open"
    /// Variances beyond the tolerance have not been counted again.
    case recountNeeded = "recount-needed"
    /// Variances beyond the tolerance have not been approved as they are.
    case approvalNeeded = "approval-needed"
    /// Variances are worth more than a manager may approve.
    case overApprovalLimit = "over-approval-limit"
    /// Variances have a reason that explains the other direction only.
    case reasonDirection = "reason-direction"
    /// A number leaves the range that can be kept.
    case outOfRange = "out-of-range"
  }

  public let code: Code
  /// What is wrong, in lower case.
  public let message: String
  public let remedy: String

  public var description: String { "\(message)\n\(remedy)" }
}

/// Counted against expected, line by line, with the totals and what stands in the way of posting.
///
/// ```swift
/// let reconciliation = Reconciliation(of: facts, options: ReconciliationOptions(uncounted: .ignore))
/// reconciliation.totals.net.cost   // what is missing, at cost
/// ```
public struct Reconciliation: Hashable, Sendable {
  public let session: String
  /// One line for each item of the facts, in the same order.
  public let lines: [CountLine]
  public let totals: ShrinkageTotals
  /// What `--uncounted zero` writes off: the total to be accepted, and the lines without a cost that it does not contain.
  public let writeOff: WriteOff
  public let policy: UncountedPolicy
  public let valuation: ValuationMethod
  public let unknownItems: [UnknownCountedItem]
  /// All that stops the posting; empty when it may be posted.
  public let problems: [ReconciliationProblem]
  /// Whether the session has rules that recounts and approvals follow, or a tolerance is tried out.
  public let hasRules: Bool
  /// What of it stops an approval as well; the rest is settled by the approval or when posting.
  public var problemsForApproval: [ReconciliationProblem] {
    problems.filter { ![.approvalNeeded, .uncountedLines, .writeOffNotAccepted].contains($0.code) }
  }
  /// The lines that have to be counted again before anything is posted.
  public var linesToRecount: [CountLine] { lines.filter { $0.route == .recount && $0.fact.decided == nil } }

  /// The uncounted lines whose stock is written off.
  public struct WriteOff: Hashable, Sendable {
    public let lines: Int
    /// The loss at cost, positive.
    public let total: Money
    /// Lines without a cost; they are written off in units only.
    public let unvaluedLines: Int
  }

  /// Reconciles a session. Pure: the same facts and options give the same lines.
  public init(of facts: CountFacts, options: ReconciliationOptions = ReconciliationOptions()) {
    let policy = options.policy(for: facts.kind)
    var problems: [ReconciliationProblem] = []
    var misfits: [String] = []
    var overflowing: [String] = []
    var uncounted: [String] = []
    var totals = ShrinkageTotals.Accumulator(currency: facts.currency)
    var writeOff = ShrinkageTotals.Accumulator(currency: facts.currency)
    var writtenOff = 0
    var lines: [CountLine] = []
    lines.reserveCapacity(facts.items.count)
    let own = options.triesTolerance ? nil : facts.rules
    let rules = own ?? CountRules(tolerance: options.tolerance)
    for fact in facts.items {
      guard let line = Self.line(of: fact, in: facts, policy: policy, options: options, rules: rules) else {
        overflowing.append(fact.sku)
        continue
      }
      totals.add(line)
      if let reason = options.reasons[fact.variantID] ?? fact.reason, let variance = line.variance,
        !reason.direction.allows(variance)
      {
        misfits.append("\(fact.sku) (\(reason.code))")
      }
      if line.state == .uncounted {
        uncounted.append(fact.sku)
        if let variance = line.variance, variance.scaled != 0 {
          writtenOff += 1
          writeOff.add(line)
        }
      }
      lines.append(line)
    }
    if facts.isUntouched { problems.append(.untouched(facts.session)) }
    if policy == .fail, !uncounted.isEmpty { problems.append(.uncounted(uncounted)) }
    problems += Self.problems(of: lines, rules: facts.rules, session: facts.session)
    if !facts.unknownItems.isEmpty { problems.append(.unknown(facts.unknownItems.map(\.code))) }
    if !misfits.isEmpty { problems.append(.misfit(misfits)) }
    let sums = totals.totals()
    let writeOffSums = writeOff.totals()
    if !overflowing.isEmpty || sums == nil || writeOffSums == nil { problems.append(.outOfRange(overflowing)) }
    let nothing = ShrinkageTotals.zero(in: facts.currency)
    let written = WriteOff(
      lines: writtenOff, total: (writeOffSums ?? nothing).net.cost,
      unvaluedLines: (writeOffSums ?? nothing).unvaluedLines)
    if writtenOff > 0, options.acceptedWriteOff != written.total {
      problems.append(.writeOff(written, accepted: options.acceptedWriteOff))
    }
    self.session = facts.session
    self.lines = lines
    self.totals = sums ?? nothing
    self.writeOff = written
    self.policy = policy
    self.valuation = facts.valuation
    self.hasRules = facts.rules != nil || options.triesTolerance
    self.unknownItems = facts.unknownItems
    self.problems = problems
  }

  /// How many lines go each way.
  public func lineCount(_ route: VarianceRoute) -> Int { lines.count { $0.route == route } }

  /// The line of one item; nil when its variance leaves the range of a quantity or its value that of money.
  private static func line(
    of fact: CountFact, in facts: CountFacts, policy: UncountedPolicy, options: ReconciliationOptions, rules: CountRules
  ) -> CountLine? {
    let (unitCost, source) = fact.costs.first(by: facts.valuation)
    let reason = options.reasons[fact.variantID] ?? fact.reason
    var line = CountLine(
      fact: fact, state: .counted, variance: nil, unitCost: unitCost, costSource: source, costValue: nil,
      retailValue: nil, reason: reason?.code ?? "unknown", lossClass: reason?.lossClass ?? .unknown, route: .none)
    let accepted: Quantity
    if fact.isExcluded || options.excluded.contains(fact.variantID) {
      line.state = .excluded
      return line
    } else if let counted = fact.counted {
      line.state = fact.isOnSheet ? .counted : .unexpected
      accepted = counted
    } else {
      line.state = .uncounted
      guard policy == .zero else { return line }
      accepted = .zero
    }
    let (difference, overflow) = accepted.scaled.subtractingReportingOverflow(fact.expected.scaled)
    // The most negative number has no counterpart, so a loss of that size could not be written as one.
    guard !overflow, difference != .min else { return nil }
    let variance = Quantity(scaled: difference)
    line.variance = variance
    if source == .fifo, let layers = fact.costs.layers {
      // Units of several layers: their value is not a multiple of one unit cost.
      line.costValue = layers.value
    } else if let unitCost {
      guard let value = variance.value(at: unitCost, in: facts.currency), value.minorUnits != .min else { return nil }
      line.costValue = value
    }
    if let price = fact.retailPrice {
      guard let value = variance.value(at: price), value.minorUnits != .min else { return nil }
      line.retailValue = value
    }
    line.route = route(of: line, variance: variance, rules: rules)
    return line
  }

  private static func route(of line: CountLine, variance: Quantity, rules: CountRules) -> VarianceRoute {
    if line.fact.decided == nil, line.fact.isDisputed { return .approval }
    if variance.scaled == 0 { return .matched }
    if line.state == .uncounted { return .approval }
    if rules.tolerance.allows(variance: variance, expected: line.fact.expected, value: line.costValue) {
      return .withinTolerance
    }
    if line.fact.isRecounted { return .approval }
    return rules.recountOver?.covers(line.costValue) == true ? .approval : .recount
  }

  /// What recounts and approvals are missing. Without rules only those that somebody asked for.
  private static func problems(
    of lines: [CountLine], rules: CountRules?, session: String
  ) -> [ReconciliationProblem] {
    let open = lines.filter { $0.state != .excluded && $0.fact.decided == nil }
    func skus(_ lines: [CountLine]) -> [String] { lines.map(\.fact.sku) }
    let awaited = open.filter { $0.fact.isRecountOpen }
    let disputed = open.filter { $0.fact.isDisputed && !$0.fact.isRecountOpen }
    var problems: [ReconciliationProblem] = []
    if !awaited.isEmpty { problems.append(.recountOpen(skus(awaited), session)) }
    if !disputed.isEmpty { problems.append(.disagree(skus(disputed), session)) }
    guard let rules else { return problems }
    let unasked = open.filter { $0.route == .recount && !$0.fact.isRecountOpen }
    if !unasked.isEmpty { problems.append(.recountNeeded(skus(unasked), session)) }
    // Blank lines that are written off have a guard of their own.
    let forApproval = lines.filter {
      $0.route == .approval && $0.state != .uncounted && ($0.fact.decided != nil || !$0.fact.isDisputed)
    }
    let unapproved = forApproval.filter { $0.fact.approvedVariance != $0.variance }
    if !unapproved.isEmpty { problems.append(.approvalNeeded(skus(unapproved), session)) }
    if let limit = rules.approveUpTo {
      let over = forApproval.filter { !limit.covers($0.costValue) }
      if !over.isEmpty { problems.append(.overLimit(skus(over), limit)) }
    }
    return problems
  }
}

extension ReconciliationProblem {
  private static func list(_ codes: [String]) -> String {
    let shown = codes.prefix(10).joined(separator: ", ")
    return codes.count > 10 ? "\(shown) and \(codes.count - 10) more" : shown
  }

  fileprivate static func untouched(_ session: String) -> Self {
    Self(
      code: .untouched, message: "nothing was entered in count \(session)",
      remedy: "Enter what was counted with `stockroom count enter`; a zero counts, a blank does not.")
  }

  fileprivate static func uncounted(_ skus: [String]) -> Self {
    Self(
      code: .uncountedLines,
      message: "\(skus.count == 1 ? "1 line was" : "\(skus.count) lines were") not counted: \(list(skus))",
      remedy: "Count them, leave them as they are with `--uncounted ignore`, or write them off with `--uncounted zero`."
    )
  }

  fileprivate static func unknown(_ codes: [String]) -> Self {
    Self(
      code: .unknownItems,
      message:
        "\(codes.count == 1 ? "a counted code is" : "\(codes.count) counted codes are") not in the catalog: \(list(codes))",
      remedy: "Add the goods to the catalog, or say which variant each code is.")
  }

  fileprivate static func writeOff(_ writeOff: Reconciliation.WriteOff, accepted: Money?) -> Self {
    let unvalued = writeOff.unvaluedLines > 0 ? " and \(writeOff.unvaluedLines) of them without a cost" : ""
    let other = accepted.map { ", not \($0)" } ?? ""
    return Self(
      code: .writeOffNotAccepted,
      message: "\(writeOff.lines) uncounted lines would be written off for \(writeOff.total)\(other)\(unvalued)",
      remedy: "Look through the list, then add `--accept-write-off \(writeOff.total.amount)`.")
  }

  fileprivate static func disagree(_ skus: [String], _ session: String) -> Self {
    Self(
      code: .countsDisagree, message: "the counts disagree of \(list(skus))",
      remedy: """
        Decide with `stockroom reconcile \(session) --decide SKU=QUANTITY --note WHY`, or have it counted once more with \
        `stockroom count recount \(session) --item SKU`.
        """)
  }

  fileprivate static func recountOpen(_ skus: [String], _ session: String) -> Self {
    Self(
      code: .recountOpen,
      message: "\(skus.count == 1 ? "a recount is" : "\(skus.count) recounts are") still awaited: \(list(skus))",
      remedy: """
        Enter the recount with `stockroom count enter \(session) FILE --counter NAME`; `stockroom count sheet \(session) \
        --recount` prints its sheet.
        """)
  }

  fileprivate static func recountNeeded(_ skus: [String], _ session: String) -> Self {
    Self(
      code: .recountNeeded,
      message: """
        \(skus.count == 1 ? "a variance is" : "\(skus.count) variances are") beyond the tolerance and to be counted again: \
        \(list(skus))
        """,
      remedy: "Ask for the recount with `stockroom count recount \(session)`; another counter has to do it.")
  }

  fileprivate static func approvalNeeded(_ skus: [String], _ session: String) -> Self {
    Self(
      code: .approvalNeeded,
      message: "\(skus.count == 1 ? "a variance awaits" : "\(skus.count) variances await") approval: \(list(skus))",
      remedy: """
        Close the count with `stockroom count close \(session)`, then approve it with `stockroom reconcile \(session) \
        --approve`.
        """)
  }

  fileprivate static func overLimit(_ skus: [String], _ limit: Money) -> Self {
    Self(
      code: .overApprovalLimit,
      message: "variances worth more than \(limit), or of unknown worth, may not be approved: \(list(skus))",
      remedy: """
        Look for the cause: a delivery or a sale that is not entered, a wrong unit, a missing cost; or leave the item out \
        with --exclude and count it by itself. The limit was set when the count was opened.
        """)
  }

  fileprivate static func misfit(_ items: [String]) -> Self {
    Self(
      code: .reasonDirection, message: "the reason does not explain a variance in that direction: \(list(items))",
      remedy: "Give it another reason with --reason SKU=REASON; 'unknown' and 'count-error' explain both directions.")
  }

  fileprivate static func outOfRange(_ skus: [String]) -> Self {
    Self(
      code: .outOfRange,
      message: skus.isEmpty
        ? "the totals leave the range of money" : "quantity or value leaves the range that can be kept: \(list(skus))",
      remedy: "Look for a quantity far too large, such as a barcode in the quantity column.")
  }
}

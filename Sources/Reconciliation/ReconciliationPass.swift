internal import ProblemKit
public import RetailValues

/// Reconciles a session one line after the other: what is kept of them does not grow with their number.
///
/// ```swift
/// var pass = ReconciliationPass(of: header, options: options)
/// for fact in facts { if let line = pass.line(of: fact) { show(line) } }
/// let outcome = pass.outcome()
/// ```
public struct ReconciliationPass {
  private let facts: CountFacts
  private let options: ReconciliationOptions
  private let policy: UncountedPolicy
  private let rules: CountRules
  /// Whether the session has rules, or a tolerance is tried out.
  private let hasRules: Bool
  private var totals: ShrinkageTotals.Accumulator
  private var writeOff: ShrinkageTotals.Accumulator
  private var writtenOff = 0
  private var lineCount = 0
  private var matched = 0
  private var isTouched: Bool
  private var uncounted = NamedItems()
  private var excluded = NamedItems()
  private var unexpected = NamedItems()
  private var movedBetweenParts = NamedItems()
  private var misfits = NamedItems()
  private var overflowing = NamedItems()
  private var awaited = NamedItems()
  private var disputed = NamedItems()
  private var unasked = NamedItems()
  private var unapproved = NamedItems()
  private var overLimit = NamedItems()

  /// - Parameter facts: what holds for the whole session; its items are not looked at.
  public init(of facts: CountFacts, options: ReconciliationOptions = ReconciliationOptions()) {
    self.facts = facts
    self.options = options
    policy = options.policy(for: facts.kind)
    rules = (options.triesTolerance ? nil : facts.rules) ?? CountRules(tolerance: options.tolerance)
    hasRules = facts.rules != nil || options.triesTolerance
    totals = ShrinkageTotals.Accumulator(currency: facts.currency)
    writeOff = ShrinkageTotals.Accumulator(currency: facts.currency)
    isTouched = !facts.unknownItems.isEmpty
  }

  /// The line of the next item; nil when its variance leaves the range of a quantity or its value that of money.
  public mutating func line(of fact: CountFact) -> CountLine? {
    if fact.counted != nil { isTouched = true }
    guard let line = newLine(of: fact) else {
      overflowing.add(fact.sku)
      return nil
    }
    lineCount += 1
    if line.route == .matched { matched += 1 }
    totals.add(line)
    if let reason = options.reasons[fact.variantID] ?? fact.reason, let variance = line.variance,
      !reason.direction.allows(variance)
    {
      misfits.add("\(fact.sku) (\(reason.code))")
    }
    switch line.state {
    case .excluded: excluded.add(fact.sku)
    case .unexpected: unexpected.add(fact.sku)
    case .uncounted:
      uncounted.add(fact.sku)
      if let variance = line.variance, variance.scaled != 0 {
        writtenOff += 1
        writeOff.add(line)
      }
    case .counted, .unknownItem: break
    }
    if line.state != .excluded, fact.movedBetweenParts.scaled != 0 { movedBetweenParts.add(fact.sku) }
    notice(line)
    return line
  }

  /// The outcome of all lines so far.
  public func outcome() -> ReconciliationOutcome {
    var problems: [Problem] = []
    if !isTouched { problems.append(.untouched(facts.session)) }
    if policy == .fail, !uncounted.isEmpty { problems.append(.uncounted(uncounted)) }
    if !awaited.isEmpty { problems.append(.recountOpen(awaited, facts.session)) }
    if !disputed.isEmpty { problems.append(.disagree(disputed, facts.session)) }
    if !unasked.isEmpty { problems.append(.recountNeeded(unasked, facts.session)) }
    if !unapproved.isEmpty { problems.append(.approvalNeeded(unapproved, facts.session)) }
    if let limit = facts.rules?.approveUpTo, !overLimit.isEmpty { problems.append(.overLimit(overLimit, limit)) }
    if !facts.unknownItems.isEmpty { problems.append(.unknown(NamedItems(facts.unknownItems.map(\.code)))) }
    if !misfits.isEmpty { problems.append(.misfit(misfits)) }
    let sums = totals.totals()
    let writeOffSums = writeOff.totals()
    if !overflowing.isEmpty || sums == nil || writeOffSums == nil { problems.append(.outOfRange(overflowing)) }
    let nothing = ShrinkageTotals.zero(in: facts.currency)
    let written = ReconciliationOutcome.WriteOff(
      lines: writtenOff, total: (writeOffSums ?? nothing).net.cost,
      unvaluedLines: (writeOffSums ?? nothing).unvaluedLines)
    if writtenOff > 0, options.acceptedWriteOff != written.total {
      problems.append(.writeOff(written, accepted: options.acceptedWriteOff))
    }
    return ReconciliationOutcome(
      session: facts.session, totals: sums ?? nothing, writeOff: written, policy: policy, valuation: facts.valuation,
      unknownItems: facts.unknownItems, problems: problems, hasRules: hasRules,
      lineCount: lineCount, matchedLines: matched, uncountedLines: uncounted.count, excluded: excluded,
      unexpected: unexpected, movedBetweenParts: movedBetweenParts)
  }

  /// Records missing recounts and approvals. Without rules, only those that a manager requested.
  private mutating func notice(_ line: CountLine) {
    let fact = line.fact
    if line.state != .excluded, fact.decided == nil {
      if fact.isRecountOpen { awaited.add(fact.sku) } else if fact.isDisputed { disputed.add(fact.sku) }
      if facts.rules != nil, line.route == .recount, !fact.isRecountOpen { unasked.add(fact.sku) }
    }
    // Blank lines that are written off have a guard of their own.
    guard let rules = facts.rules, line.route == .approval, line.state != .uncounted,
      fact.decided != nil || !fact.isDisputed
    else { return }
    if fact.approvedVariance != line.variance { unapproved.add(fact.sku) }
    if let limit = rules.approveUpTo, !limit.covers(line.costValue) { overLimit.add(fact.sku) }
  }

  /// The line of one item; nil when its variance leaves the range of a quantity or its value that of money.
  private func newLine(of fact: CountFact) -> CountLine? {
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
    line.route = route(of: line, variance: variance)
    return line
  }

  private func route(of line: CountLine, variance: Quantity) -> VarianceRoute {
    if line.fact.decided == nil, line.fact.isDisputed { return .approval }
    if variance.scaled == 0 { return .matched }
    if line.state == .uncounted { return .approval }
    guard hasRules else { return .asCounted }
    if rules.tolerance.allows(variance: variance, expected: line.fact.expected, value: line.costValue) {
      return .withinTolerance
    }
    if line.fact.isRecounted { return .approval }
    return rules.recountOver?.covers(line.costValue) == true ? .approval : .recount
  }
}

import ProblemKit
import Reconciliation
import RetailValues
import Testing

/// What rules of a count ask for: recounts, decisions, approvals.
@Suite struct CountRulesTests {
  private let noon = Timestamp(millisecondsSince1970: 0)

  private func round(_ number: Int, _ counted: Int64, expected: Int64 = 10) -> CountRound {
    CountRound(
      number: number, counted: Quantity(scaled: counted * 1000), asOf: noon, expected: Quantity(scaled: expected * 1000)
    )
  }

  @Test(
    arguments: [
      ([], nil, "uncounted"), ([(0, 8, 10)], 8, "once"), ([(0, 8, 10), (1, 8, 10)], 8, "agreed"),
      ([(0, 8, 10), (1, 9, 10)], 9, "disagreed"),
      // Two were sold between the counts: both found two too few.
      ([(0, 8, 10), (1, 6, 8)], 6, "agreed"), ([(0, 8, 10), (1, 8, 8)], 8, "disagreed"),
      // The third count settles it, with either.
      ([(0, 8, 10), (1, 9, 10), (2, 8, 10)], 8, "agreed"), ([(0, 8, 10), (1, 9, 10), (2, 9, 10)], 9, "agreed"),
      ([(0, 8, 10), (1, 8, 10), (2, 9, 10)], 8, "agreed"), ([(2, 7, 10), (0, 8, 10), (1, 9, 10)], 7, "disagreed"),
      // Of two pairs the later one.
      ([(0, 8, 10), (1, 9, 10), (2, 8, 10), (3, 9, 10)], 9, "agreed"),
    ] as [([(Int, Int64, Int64)], Int64?, String)])
  func twoCountsThatAgreeWin(_ counts: [(Int, Int64, Int64)], _ counted: Int64?, _ outcome: String) {
    let verdict = CountVerdict(of: counts.map { round($0.0, $0.1, expected: $0.2) })
    #expect(verdict.round?.counted.scaled == counted.map { $0 * 1000 })
    let name =
      switch verdict {
      case .uncounted: "uncounted"
      case .countedOnce: "once"
      case .agreed: "agreed"
      case .disagreed: "disagreed"
      }
    #expect(name == outcome)
  }

  /// An item with an expected quantity of 10 at 2.00 each.
  private func fact(_ counted: Int64, cost: Int64? = 200, _ change: (inout CountFact) -> Void = { _ in }) -> CountFact {
    var fact = CountFact(
      variantID: 1, sku: "V1", counted: Quantity(scaled: counted * 1000), asOf: noon,
      expected: Quantity(scaled: 10_000),
      costs: UnitCosts(standard: cost.map { UnitCost(scaled: $0 * 10_000) }))
    change(&fact)
    return fact
  }

  private func problems(
    _ fact: CountFact, tolerance: Int64 = 1, recountOver: Int64? = nil, approveUpTo: Int64? = nil, hasRules: Bool = true
  ) throws -> [Problem.Code] {
    let euro = try #require(Currency("EUR"))
    func money(_ cents: Int64?) -> Money? { cents.map { Money(minorUnits: $0, currency: euro) } }
    let rules = CountRules(
      tolerance: Tolerance(absolute: Quantity(scaled: tolerance * 1000)), recountOver: money(recountOver),
      approveUpTo: money(approveUpTo))
    let facts = CountFacts(
      session: "1", kind: .partial, currency: euro, asOf: noon, items: [fact], rules: hasRules ? rules : nil)
    let reconciliation = Reconciliation(of: facts)
    // The variance is independent of missing values.
    if fact.counted != nil, !fact.isExcluded {
      #expect(reconciliation.lines.map(\.variance?.scaled) == [(fact.counted?.scaled ?? 0) - 10_000])
    }
    return reconciliation.problems.map(\.code)
  }

  @Test func recountsAndApprovalsAreAskedFor() throws {
    #expect(try problems(fact(10)) == [])
    #expect(try problems(fact(9)) == [])
    #expect(try problems(fact(7)) == [.recountNeeded])
    #expect(try problems(fact(7), hasRules: false) == [])
    // 3 pieces are worth 6.00.
    #expect(try problems(fact(7), recountOver: 600) == [.approvalNeeded])
    #expect(try problems(fact(7), recountOver: 599) == [.recountNeeded])
    #expect(try problems(fact(7, cost: nil), recountOver: 600) == [.recountNeeded])
    let recounted = fact(7) { $0.isRecounted = true }
    #expect(try problems(recounted) == [.approvalNeeded])
    #expect(try problems(recounted, approveUpTo: 600) == [.approvalNeeded])
    #expect(try problems(recounted, approveUpTo: 599) == [.approvalNeeded, .overApprovalLimit])
    #expect(
      try problems(fact(7, cost: nil) { $0.isRecounted = true }, approveUpTo: 600) == [
        .approvalNeeded, .overApprovalLimit,
      ])
  }

  @Test func anApprovalIsForThatVariance() throws {
    #expect(
      try problems(
        fact(7) {
          $0.isRecounted = true
          $0.approvedVariance = Quantity(scaled: -3000)
        }) == [])
    #expect(
      try problems(
        fact(7) {
          $0.isRecounted = true
          $0.approvedVariance = Quantity(scaled: -4000)
        }) == [.approvalNeeded])
  }

  @Test(arguments: [true, false]) func disputesAndOpenRecountsStopEveryCount(hasRules: Bool) throws {
    #expect(try problems(fact(7) { $0.isDisputed = true }, hasRules: hasRules) == [.countsDisagree])
    // Even a recount that fits the books does not win alone.
    #expect(try problems(fact(10) { $0.isDisputed = true }, hasRules: hasRules) == [.countsDisagree])
    #expect(try problems(fact(10) { $0.isRecountOpen = true }, hasRules: hasRules) == [.recountOpen])
    let decided = fact(7) {
      $0.decided = Quantity(scaled: 7000)
      $0.isRecounted = true
    }
    #expect(try problems(decided, hasRules: hasRules) == (hasRules ? [.approvalNeeded] : []))
    #expect(
      try problems(
        fact(7) {
          $0.isDisputed = true
          $0.isExcluded = true
        }, hasRules: hasRules) == [])
  }
}

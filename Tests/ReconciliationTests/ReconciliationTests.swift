import ProblemKit
import Reconciliation
import RetailValues
import Testing

private let euro = Currency("EUR")!
private let noon = Timestamp(millisecondsSince1970: 1_767_225_600_000)

private func units(_ text: String) -> Quantity { Quantity(text)! }
private func cost(_ text: String) -> UnitCost { UnitCost(text)! }
private func money(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: euro) }

/// A fact with numbers as people write them.
private func fact(
  _ id: Int64 = 1, counted: String?, expected: String, cost unitCost: String? = nil, price: Int64? = nil,
  isOnSheet: Bool = true, isRecounted: Bool = false
) -> CountFact {
  CountFact(
    variantID: id, sku: "V\(id)", isOnSheet: isOnSheet, counted: counted.map(units), isRecounted: isRecounted,
    asOf: noon,
    expected: units(expected), costs: UnitCosts(movingAverage: unitCost.map(cost)), retailPrice: price.map(money))
}

private func facts(
  _ items: [CountFact], kind: CountKind = .partial, unknown: [String] = []
) -> CountFacts {
  CountFacts(
    session: "1", kind: kind, currency: euro, asOf: noon, items: items,
    unknownItems: unknown.map { UnknownCountedItem(code: $0, quantity: units("1")) })
}

@Suite struct ReconciliationTests {
  /// One line: counted, expected, cost and price; variance, value at cost and at retail in cents that must come out.
  struct LineCase: Sendable, CustomTestStringConvertible {
    var counted: String?
    var expected: String
    var cost: String?
    var price: Int64?
    var state: CountLineState = .counted
    var variance: String?
    var costValue: Int64?
    var retailValue: Int64?
    var testDescription: String { "\(counted ?? "blank") of \(expected) at \(cost ?? "?")" }
  }

  @Test(arguments: [
    LineCase(counted: "8", expected: "10", cost: "1.5", price: 299, variance: "-2", costValue: -300, retailValue: -598),
    LineCase(
      counted: "0", expected: "10", cost: "1.5", price: 299, variance: "-10", costValue: -1500, retailValue: -2990),
    LineCase(counted: nil, expected: "10", cost: "1.5", price: 299, state: .uncounted),
    LineCase(counted: "10", expected: "10", cost: "1.5", price: 299, variance: "0", costValue: 0, retailValue: 0),
    LineCase(counted: "3", expected: "-2", cost: "2", variance: "5", costValue: 1000),
    LineCase(counted: "8", expected: "10", variance: "-2"),
    // Halves go away from zero, on both sides, and each line is rounded once.
    LineCase(counted: "1", expected: "0", cost: "0.005", price: nil, variance: "1", costValue: 1),
    LineCase(counted: "0", expected: "1", cost: "0.005", price: nil, variance: "-1", costValue: -1),
    LineCase(counted: "1", expected: "0", cost: "0.004999", price: nil, variance: "1", costValue: 0),
    LineCase(counted: "0.5", expected: "0", cost: "0.01", price: 5, variance: "0.5", costValue: 1, retailValue: 3),
    LineCase(counted: "0", expected: "0.5", cost: "0.01", price: 5, variance: "-0.5", costValue: -1, retailValue: -3),
    LineCase(
      counted: "2.375", expected: "2.5", cost: "12.4", price: 1990, variance: "-0.125", costValue: -155,
      retailValue: -249),
  ])
  func line(_ example: LineCase) throws {
    let item = fact(counted: example.counted, expected: example.expected, cost: example.cost, price: example.price)
    let line = try #require(Reconciliation(of: facts([item])).lines.first)
    #expect(line.state == example.state)
    #expect(line.variance == example.variance.map(units))
    #expect(line.costValue?.minorUnits == example.costValue)
    #expect(line.retailValue?.minorUnits == example.retailValue)
    #expect(line.costSource == (example.cost == nil ? .unvalued : .movingAverage))
  }

  @Test func totalsShowErrorsThatCancel() {
    let theft = Reason(code: "known-theft", name: "Known theft", lossClass: .known, account: "a")
    let sample = Reason(code: "sample", name: "Sample", lossClass: .none, account: "a")
    let reconciliation = Reconciliation(
      of: facts([
        fact(1, counted: "7", expected: "10", cost: "1.115", price: 200),
        fact(2, counted: "13", expected: "10", cost: "1.115", price: 200),
        fact(3, counted: "9", expected: "10", cost: "2", price: 300),
        fact(4, counted: "9", expected: "10"),
        fact(5, counted: "9", expected: "10", cost: "0.5", price: 100),
        fact(6, counted: "10", expected: "10"),
        fact(7, counted: nil, expected: "10", cost: "1"),
      ]), options: ReconciliationOptions(reasons: [3: theft, 5: sample]))
    let totals = reconciliation.totals
    #expect(
      (totals.grossLoss.units, totals.grossLoss.cost, totals.grossLoss.retail) == (units("6"), money(585), money(1000)))
    #expect(
      (totals.grossGain.units, totals.grossGain.cost, totals.grossGain.retail) == (units("3"), money(335), money(600)))
    #expect((totals.net.units, totals.net.cost, totals.net.retail) == (units("3"), money(250), money(400)))
    #expect((totals.unknown.units, totals.unknown.cost) == (units("1"), money(0)))
    #expect((totals.known.units, totals.known.cost) == (units("1"), money(200)))
    #expect((totals.unvaluedLines, totals.unpricedLines) == (1, 1))
    #expect(reconciliation.problems == [])
  }

  /// Variance, expected, whether recounted, with a tolerance; where it must go.
  @Test(
    arguments: [
      ("10", "10", "0", 0, nil, false, VarianceRoute.matched),
      ("9", "10", "0", 0, nil, false, .recount),
      ("9", "10", "0", 0, nil, true, .approval),
      ("9", "10", "1", 0, nil, false, .withinTolerance),
      ("8.999", "10", "1", 0, nil, false, .recount),
      ("98", "100", "0", 20_000, nil, false, .withinTolerance),
      ("97.999", "100", "0", 20_000, nil, false, .recount),
      ("97", "100", "3", 20_000, nil, false, .withinTolerance),
      ("102", "100", "0", 20_000, 200, false, .withinTolerance),
      ("102", "100", "0", 20_000, 199, false, .recount),
      ("-0", "-2", "0", 1_000_000, nil, false, .withinTolerance),
    ] as [(String, String, String, Int64, Int64?, Bool, VarianceRoute)])
  func toleranceRoutes(
    _ counted: String, _ expected: String, _ absolute: String, _ share: Int64, _ limit: Int64?, _ isRecounted: Bool,
    _ route: VarianceRoute
  ) {
    let tolerance = Tolerance(
      absolute: units(absolute), shareInMillionths: share, valueLimit: limit.map(money))
    let item = fact(counted: counted, expected: expected, cost: "1", isRecounted: isRecounted)
    let reconciliation = Reconciliation(of: facts([item]), options: ReconciliationOptions(tolerance: tolerance))
    #expect(reconciliation.lines.map(\.route) == [route])
    // It never alters the variance.
    #expect(reconciliation.lines.map(\.variance) == [units(counted) - units(expected)])
    #expect(reconciliation.lineCount(route) == 1)
  }

  /// A count without rules needs neither a recount nor an approval.
  @Test func withoutRulesAVarianceIsPostedAsItWasCounted() {
    let items = [
      fact(1, counted: "9", expected: "10", cost: "1"), fact(2, counted: "10", expected: "10"),
      fact(3, counted: "1", expected: "10", isRecounted: true), fact(4, counted: nil, expected: "3"),
    ]
    #expect(
      Reconciliation(of: facts(items)).lines.map(\.route) == [.asCounted, .matched, .asCounted, VarianceRoute.none])
    var ruled = facts(items)
    ruled.rules = CountRules()
    #expect(Reconciliation(of: ruled).lines.map(\.route) == [.recount, .matched, .approval, VarianceRoute.none])
    let tried = Reconciliation(of: facts(items), options: ReconciliationOptions(tolerance: Tolerance.none))
    #expect(tried.lines.map(\.route) == [.recount, .matched, .approval, VarianceRoute.none])
  }

  @Test func aLimitIsNotKeptByAVarianceWithoutACost() {
    let tolerance = Tolerance(absolute: units("5"), valueLimit: money(10_000))
    let reconciliation = Reconciliation(
      of: facts([fact(counted: "9", expected: "10")]), options: ReconciliationOptions(tolerance: tolerance))
    #expect(reconciliation.lines.map(\.route) == [.recount])
  }

  @Test func allProblemsAreNamedAtOnce() {
    let reconciliation = Reconciliation(
      of: facts(
        [fact(1, counted: nil, expected: "1"), fact(2, counted: "1", expected: "1")], kind: .full, unknown: ["x"]))
    #expect(reconciliation.problems.map(\.code) == [.uncountedLines, .unknownItems])
    #expect(Reconciliation(of: facts([fact(counted: nil, expected: "1")])).problems.map(\.code) == [.untouched])
  }

  @Test(
    arguments: [
      (CountKind.full, nil, [Problem.Code.uncountedLines]), (.partial, nil, []), (.cycle, nil, []),
      (.full, .ignore, []), (.partial, .fail, [.uncountedLines]), (.partial, .zero, [.writeOffNotAccepted]),
    ] as [(CountKind, UncountedPolicy?, [Problem.Code])])
  func policies(_ kind: CountKind, _ policy: UncountedPolicy?, _ problems: [Problem.Code]) {
    let items = [fact(1, counted: nil, expected: "3", cost: "2"), fact(2, counted: "1", expected: "1")]
    let reconciliation = Reconciliation(of: facts(items, kind: kind), options: ReconciliationOptions(uncounted: policy))
    #expect(reconciliation.problems.map(\.code) == problems)
  }

  @Test func aWriteOffIsAcceptedByItsTotalOnly() {
    let items = [
      fact(1, counted: nil, expected: "3", cost: "2"), fact(2, counted: "1", expected: "1"),
      fact(3, counted: nil, expected: "4"), fact(4, counted: nil, expected: "0", cost: "9"),
    ]
    for (accepted, isPosted) in [(600, true), (599, false), (nil, false)] as [(Int64?, Bool)] {
      let options = ReconciliationOptions(uncounted: .zero, acceptedWriteOff: accepted.map(money))
      let reconciliation = Reconciliation(of: facts(items, kind: .full), options: options)
      #expect(reconciliation.problems.isEmpty == isPosted)
      #expect(reconciliation.writeOff.lines == 2)
      #expect(reconciliation.writeOff.total == money(600))
      #expect(reconciliation.writeOff.unvaluedLines == 1)
      #expect(reconciliation.lines.map(\.state) == [.uncounted, .counted, .uncounted, .uncounted])
      #expect(reconciliation.lines.map(\.route) == [.approval, .matched, .approval, .matched])
    }
  }

  @Test func excludedAndUnexpectedLines() {
    let items = [fact(1, counted: "1", expected: "3"), fact(2, counted: "1", expected: "0", isOnSheet: false)]
    let reconciliation = Reconciliation(of: facts(items), options: ReconciliationOptions(excluded: [1]))
    #expect(reconciliation.lines.map(\.state) == [.excluded, .unexpected])
    #expect(reconciliation.lines.map(\.variance) == [nil, units("1")])
  }

  @Test(arguments: [
    (ValuationMethod.movingAverage, [CostSource.movingAverage, .last, .supplierList, .standard, .unvalued]),
    (.last, [.last, .movingAverage, .supplierList, .standard, .unvalued]),
    (.standard, [.standard, .movingAverage, .last, .supplierList, .unvalued]),
    (.fifo, [.fifo, .movingAverage, .last, .supplierList, .standard, .unvalued]),
    (.retail, [.retailMethod, .movingAverage, .last, .supplierList, .standard, .unvalued]),
  ])
  func costsAreTriedInOrder(_ method: ValuationMethod, _ order: [CostSource]) {
    var costs = UnitCosts(
      layers: LayerCost(value: money(-100), unitCost: cost("5")),
      retail: RetailCost(price: money(1000), complement: 600_000), movingAverage: cost("1"), last: cost("2"),
      supplierList: cost("3"), standard: cost("4"))
    for source in order {
      #expect(costs.first(by: method).source == source)
      switch source {
      case .fifo: costs.layers = nil
      case .retailMethod: costs.retail = nil
      case .movingAverage: costs.movingAverage = nil
      case .last: costs.last = nil
      case .supplierList: costs.supplierList = nil
      case .standard: costs.standard = nil
      case .unvalued: #expect(costs.first(by: method).cost == nil)
      }
    }
  }

  /// A price times a ratio, rounded half away from zero to six decimals.
  @Test(arguments: [
    (Int64(1000), Int64(600_000), "6"), (2200, 539_474, "11.868428"), (1, 333_333, "0.003333"), (0, 600_000, "0"),
    (999, 1_234_567, "12.333324"), (1050, 500_001, "5.250011"),
  ])
  func retailCostIsPriceTimesRatio(_ price: Int64, _ complement: Int64, _ expected: String) {
    #expect(RetailCost(price: money(price), complement: complement)?.unitCost == cost(expected))
  }

  @Test(arguments: [(Int64(-1), Int64(500_000)), (100, -1), (100, 1_000_000_001), (.max, 1_000_000_000)])
  func whatIsNoPriceOrRatioHasNoCost(_ price: Int64, _ complement: Int64) {
    #expect(RetailCost(price: money(price), complement: complement) == nil)
  }

  @Test func unitsOfSeveralLayersKeepTheirExactValue() throws {
    // The value is that of the layers, and not the units times their rounded average.
    let item = CountFact(
      variantID: 1, sku: "V1", counted: units("0"), asOf: noon, expected: units("3"),
      costs: UnitCosts(layers: LayerCost(value: money(-301), unitCost: cost("1.01")), movingAverage: cost("9")))
    var counted = facts([item])
    counted.valuation = .fifo
    let line = try #require(Reconciliation(of: counted).lines.first)
    #expect((line.costSource, line.costValue, line.unitCost) == (.fifo, money(-301), cost("1.01")))
    counted.valuation = .movingAverage
    let other = try #require(Reconciliation(of: counted).lines.first)
    #expect((other.costSource, other.costValue) == (.movingAverage, money(-2700)))
  }

  @Test func theLargestNumbersAreReportedNotTrapped() {
    let most = Quantity(scaled: .max)
    let least = Quantity(scaled: .min)
    for (counted, expected, unitCost) in [
      (most, least, Int64(1)), (.zero, least, 1), (most, .zero, .max), (.zero, most, .max), (most, -most, .max),
    ] {
      let item = CountFact(
        variantID: 1, sku: "V1", counted: counted, asOf: noon, expected: expected,
        costs: UnitCosts(standard: UnitCost(scaled: unitCost)))
      #expect(Reconciliation(of: facts([item])).problems.map(\.code) == [.countOutOfRange])
    }
    let large = CountFact(variantID: 1, sku: "V1", counted: most, asOf: noon, expected: .zero)
    #expect(Reconciliation(of: facts([large, large])).problems.map(\.code) == [.countOutOfRange])
  }
}

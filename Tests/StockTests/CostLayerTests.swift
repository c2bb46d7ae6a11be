import ProblemKit
import RetailValues
import Testing

@testable import Stock

/// Purchases and sales as accounting textbooks work them, with the numbers that these print.
@Suite struct CostLayerTests {
  /// Units and the cost of one in cents; nil cost for what is sold.
  typealias Step = (units: Int64, cents: Int64?)

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [Step]
    /// Cost of goods sold and of the ending inventory in whole dollars, first in first out and by the moving average.
    var fifo: (sold: Int64, ending: Int64)
    var average: (sold: Int64, ending: Int64)
    var testDescription: String { name }
  }

  static let examples = [
    // Three purchases of a month and one sale between them.
    Example(
      name: "one sale between purchases",
      steps: [(2000, 400), (6000, 440), (-4000, nil), (2000, 475)],
      fifo: (16_800, 27_100), average: (17_200, 26_700)),
    // Four purchases of a year, sold from September on.
    Example(
      name: "a year of electronics", steps: [(100, 1000), (200, 1100), (300, 1200), (-550, nil), (400, 1300)],
      fifo: (6200, 5800), average: (6233, 5767)),
    // A beginning inventory and two sales.
    Example(
      name: "beginning inventory and two sales",
      steps: [(150, 2100), (-120, nil), (225, 2700), (-180, nil), (210, 3300)],
      fifo: (7200, 8955), average: (7253, 8902)),
  ]

  private func flow(_ layers: inout CostLayers, _ step: Step) throws -> Int128 {
    let flow = try layers.add(
      quantity: step.units * 1000, kind: step.units < 0 ? .sale : .supply, cost: step.cents.map { $0 * 10_000 })
    return try #require(flow.value)
  }

  /// Billionths of a dollar in whole dollars.
  private func dollars(_ value: Int128) -> Int64? { CostLayers.rounded(value, by: 1_000_000_000) }

  @Test(arguments: examples) func firstInFirstOut(_ example: Example) throws {
    var layers = CostLayers()
    var sold: Int128 = 0
    for step in example.steps {
      let value = try flow(&layers, step)
      if step.units < 0 { sold -= value }
    }
    let ending = layers.remaining.reduce(Int128(0)) { $0 + Int128($1.quantity) * Int128($1.cost ?? 0) }
    #expect(dollars(sold) == example.fifo.sold)
    #expect(dollars(ending) == example.fifo.ending)
  }

  @Test(arguments: examples) func movingAverage(_ example: Example) throws {
    var state = MovingAverageCost()
    var sold: Int128 = 0
    for step in example.steps {
      if step.units < 0 { sold -= Int128(step.units) * 1000 * Int128(try #require(state.average)) }
      try state.add(quantity: step.units * 1000, cost: step.cents.map { $0 * 10_000 })
    }
    #expect(dollars(sold) == example.average.sold)
    #expect(dollars(Int128(state.onHand) * Int128(try #require(state.average))) == example.average.ending)
  }

  /// A hundred thousand layers of one item, and returns of one after the other from the middle: neither may take time that
  /// grows with the layers there are.
  @Test func manyLayersAreFoundAtOnce() throws {
    let count: Int64 = 100_000
    var layers = CostLayers()
    for cost in 1...count { _ = try layers.add(quantity: 2000, kind: .supply, cost: cost) }
    for step in 0..<count {
      let cost = (step * 7919 + 31_337) % count + 1
      let flow = try layers.add(quantity: -1000, kind: .supply, cost: cost)
      #expect(flow.value == Int128(-1000) * Int128(cost))
    }
    #expect(layers.remaining.count == Int(count))
    #expect(layers.remaining.allSatisfy { $0.quantity == 1000 })
    // Every second layer is removed completely; the remaining ones keep their order.
    for cost in stride(from: 2, through: count, by: 2) {
      _ = try layers.add(quantity: -1000, kind: .supply, cost: cost)
    }
    #expect(layers.remaining.map(\.cost) == stride(from: 1, through: count, by: 2).map { $0 })
    #expect(try layers.add(quantity: -2000, kind: .sale, cost: nil).value == -1000 * (1 + 3))
    #expect(try layers.add(quantity: -2000, kind: .supply, cost: 2).value == Int128(-1000) * Int128(2 * count - 4))
  }

  /// One movement after the other, with the value in cents that each must have, and the remaining stock at the end.
  struct Course: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [(units: Int64, kind: CostLayers.Kind, cents: Int64?, value: Int64?)]
    var remaining: [CostLayers.Layer]
    var stockCents: Int64?
    var testDescription: String { name }
  }

  private static func layer(_ units: Int64, _ cents: Int64?) -> CostLayers.Layer {
    CostLayers.Layer(quantity: units * 1000, cost: cents.map { $0 * 10_000 })
  }

  @Test(arguments: [
    Course(
      name: "what comes without a cost has that of the latest layer",
      steps: [
        (5, .supply, 100, 500), (5, .supply, 120, 600), (2, .ordinary, nil, 240), (3, .supply, nil, 360),
        (-12, .ordinary, nil, -1340),
      ], remaining: [layer(3, 120)], stockCents: 120),
    Course(
      name: "a customer's return is the next to be sold",
      steps: [
        (2, .supply, 100, 200), (5, .supply, 120, 600), (-2, .sale, nil, -200), (1, .sale, nil, 100),
        (-2, .sale, nil, -220), (-1, .sale, nil, -120), (2, .sale, nil, 240),
      ], remaining: [layer(5, 120)], stockCents: 120),
    Course(
      name: "a supplier takes back the newest at the document's cost",
      steps: [
        (2, .supply, 100, 200), (3, .supply, 110, 330), (4, .supply, 120, 480), (-4, .supply, 110, -450),
        (-2, .supply, 999, -240), (-2, .supply, nil, -220),
      ], remaining: [layer(1, 100)], stockCents: 100),
    Course(
      name: "below zero at the latest cost; what arrives covers it first",
      steps: [
        (2, .supply, 100, 200), (-5, .sale, nil, -500), (4, .supply, 150, 600), (-2, .sale, nil, -300),
        (3, .supply, 90, 270),
      ], remaining: [layer(2, 90)], stockCents: 90),
    Course(
      name: "unknown is never zero",
      steps: [
        (-1, .sale, nil, nil), (4, .supply, nil, nil), (-1, .sale, nil, nil), (1, .ordinary, nil, nil),
        (2, .supply, 100, 200), (-4, .sale, nil, nil), (-1, .sale, nil, -100),
      ], remaining: [], stockCents: 100),
    Course(
      name: "what a customer brings back of a layer without a cost has none",
      steps: [
        (10, .supply, nil, nil), (5, .supply, 500, 2500), (5, .supply, 900, 4500), (-3, .sale, nil, nil),
        (3, .sale, nil, nil), (-10, .sale, nil, nil), (-1, .sale, nil, -500), (1, .sale, nil, 500),
      ], remaining: [layer(5, 500), layer(5, 900)], stockCents: 700),
    Course(
      name: "a layer of unknown cost leaves the stock without one",
      steps: [(4, .supply, nil, nil), (2, .supply, 100, 200)], remaining: [layer(4, nil), layer(2, 100)],
      stockCents: nil),
    Course(
      name: "an opening without a cost is taken back from layers without one",
      steps: [
        (10, .opening, nil, nil), (5, .opening, nil, nil), (-10, .opening, nil, nil), (10, .opening, 150, 1500),
        (-5, .opening, nil, nil), (5, .opening, 200, 1000), (-3, .sale, nil, -450),
      ], remaining: [layer(7, 150), layer(5, 200)], stockCents: nil),
    Course(
      name: "an opening without a cost is taken back although another with a cost is newer",
      steps: [
        (5, .opening, nil, nil), (10, .opening, 150, 1500), (-5, .opening, nil, nil), (5, .opening, 200, 1000),
        (-5, .opening, 200, -1000), (-1, .opening, nil, -150),
      ], remaining: [layer(9, 150)], stockCents: 150),
    Course(
      name: "layers of one cost that follow each other are one",
      steps: [(4, .supply, 100, 400), (2, .supply, 100, 200), (1, .supply, 101, 101)],
      remaining: [layer(6, 100), layer(1, 101)], stockCents: nil),
  ])
  func courses(_ course: Course) throws {
    var layers = CostLayers()
    for (index, step) in course.steps.enumerated() {
      let flow = try layers.add(
        quantity: step.units * 1000, kind: step.kind, cost: step.cents.map { $0 * 10_000 })
      #expect(flow.value == step.value.map { Int128($0) * 10_000_000 }, "step \(index + 1)")
    }
    #expect(layers.remaining == course.remaining)
    if let cents = course.stockCents { #expect(layers.stockCost == cents * 10_000) }
    if course.remaining.contains(where: { $0.cost == nil }) { #expect(layers.stockCost == nil) }
  }

  @Test func aQuoteTakesNothing() throws {
    var layers = CostLayers()
    _ = try layers.add(quantity: 2000, kind: .supply, cost: 1_000_000)
    _ = try layers.add(quantity: 2000, kind: .supply, cost: 1_005_000)
    let loss = try layers.quote(-3000)
    // 2 × 1.00 + 1.005 = 3.005, half a cent away from zero; 3.005 ÷ 3.
    let amounts = try #require(loss.amounts(costDivisor: 10_000_000))
    #expect((amounts.value, amounts.unitCost) == (-301, 1_001_667))
    let gain = try #require(try layers.quote(1000).amounts(costDivisor: 10_000_000))
    #expect((gain.value, gain.unitCost) == (101, 1_005_000))
    #expect(layers.remaining.count == 2)
  }

  @Test func theLargestNumbersAreRefusedNotTrapped() throws {
    var layers = CostLayers()
    _ = try layers.add(quantity: .max, kind: .supply, cost: .max)
    #expect(throws: Problems.self) { _ = try layers.add(quantity: .max, kind: .supply, cost: 1) }
    #expect(throws: Problems.self) { _ = try layers.add(quantity: .min, kind: .sale, cost: nil) }
    #expect(try layers.quote(-.max).amounts(costDivisor: 1000) == nil)
    var short = CostLayers()
    _ = try short.add(quantity: -.max, kind: .sale, cost: nil)
    #expect(throws: Problems.self) { _ = try short.add(quantity: -.max, kind: .sale, cost: nil) }
  }

  /// Many layers come and go without what was used up staying.
  @Test func yearsOfDeliveriesLeaveWhatIsLeft() throws {
    var layers = CostLayers()
    for number in 1...10_000 as ClosedRange<Int64> {
      _ = try layers.add(quantity: 2000, kind: .supply, cost: number)
      let flow = try layers.add(quantity: number % 5000 == 0 ? -1000 : -2000, kind: .sale, cost: nil)
      #expect(flow.value != nil)
    }
    #expect(layers.remaining.map(\.quantity).reduce(0, +) == 2000)
  }
}

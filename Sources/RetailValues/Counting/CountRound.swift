/// One count of an item: the first, or a recount of it.
public struct CountRound: Hashable, Sendable {
  /// 0 for the first count, then one for each recount that was asked for.
  public var number: Int
  /// The sum over sections and counters.
  public var counted: Quantity
  /// The moment that it is compared at.
  public var asOf: Timestamp
  /// The quantity that the ledger expects at that moment.
  public var expected: Quantity

  public init(number: Int, counted: Quantity, asOf: Timestamp, expected: Quantity) {
    self.number = number
    self.counted = counted
    self.asOf = asOf
    self.expected = expected
  }

  /// Whether two counts say the same. As the shop may trade between them, it is their variances that are compared.
  public func agrees(with other: CountRound) -> Bool {
    Int128(counted.scaled) - Int128(expected.scaled) == Int128(other.counted.scaled) - Int128(other.expected.scaled)
  }
}

/// The result of the counts of one item.
public enum CountVerdict: Hashable, Sendable {
  case uncounted
  case countedOnce(CountRound)
  /// Two counts agree, so they win; the later of them is given.
  case agreed(CountRound)
  /// No two counts agree: a manager decides. The latest is given.
  case disagreed(CountRound)

  /// - Parameter rounds: the counts of one item in any order.
  public init(of rounds: [CountRound]) {
    let latestFirst = rounds.sorted { $0.number > $1.number }
    guard let latest = latestFirst.first else {
      self = .uncounted
      return
    }
    guard latestFirst.count > 1 else {
      self = .countedOnce(latest)
      return
    }
    for (index, round) in latestFirst.enumerated()
    where latestFirst[(index + 1)...].contains(where: { $0.agrees(with: round) }) {
      self = .agreed(round)
      return
    }
    self = .disagreed(latest)
  }

  /// The count that currently applies to the item.
  public var round: CountRound? {
    switch self {
    case .uncounted: nil
    case .countedOnce(let round), .agreed(let round), .disagreed(let round): round
    }
  }
}

internal import FormatKitTesting

/// Chance in whole numbers: the same seed gives the same throws on every machine.
struct Dice {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number from 0 up to `limit`, which it does not reach.
  mutating func below(_ limit: Int) -> Int { limit < 2 ? 0 : Int(generator.next() % UInt64(limit)) }

  /// A number from `least` to `most`.
  mutating func among(_ least: Int, _ most: Int) -> Int { least + below(most - least + 1) }

  /// Whether something happens that happens so often in a million times.
  mutating func happens(_ millionths: Int) -> Bool { below(1_000_000) < millionths }

  /// A value spread as quantiles say, without so many of the steps at both ends.
  mutating func value(of quantiles: [Int], without ends: Int = 0) -> Int {
    let step = among(ends, quantiles.count - 2 - ends)
    return quantiles[step] + below(quantiles[step + 1] - quantiles[step] + 1)
  }

  /// A place in a list of shares, each as often as its share is large.
  mutating func place(in shares: [Int]) -> Int {
    var left = below(max(1, shares.reduce(0, +)))
    for (index, share) in shares.enumerated() {
      left -= share
      if left < 0 { return index }
    }
    return shares.count - 1
  }
}

import Foundation

/// Damaged samples without end, in an order that is the same for the same seed.
///
/// The environment variable `STOCKROOM_MUTATION_TRACE` names a file for the bytes of the last one.
struct DamagedSamples {
  /// For further choices that the seed decides.
  var generator: SeededGenerator
  private var mutator: ByteMutator
  private let samples: [ConformanceSample]
  private let trace = ProcessInfo.processInfo.environment["STOCKROOM_MUTATION_TRACE"]

  /// - Parameter samples: what is damaged; at least one.
  init(of samples: [ConformanceSample], seed: UInt64) {
    self.samples = samples
    generator = SeededGenerator(seed: seed)
    mutator = ByteMutator(seed: seed ^ 0x5EED)
  }

  /// The next one, with the name and the options of the sample that it was made of.
  mutating func next() -> ConformanceSample {
    let sample = samples[Int.random(in: 0..<samples.count, using: &generator)]
    let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
    let damaged = sample.replacing(mutator.mutate(sample.bytes, mixing: other.bytes))
    if let trace { try? Data(damaged.bytes).write(to: URL(fileURLWithPath: trace)) }
    return damaged
  }
}

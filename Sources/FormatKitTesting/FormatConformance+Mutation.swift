public import FormatKit
import Foundation

extension FormatConformance {
  /// Reads damaged samples and demands an error or records, never a crash, never endless records, each time in seconds.
  ///
  /// A crash ends the test process. To get at the bytes that caused it, set the environment variable
  /// `STOCKROOM_MUTATION_TRACE` to a path: the file there holds the input that is being read.
  ///
  /// - Parameters:
  ///   - rounds: how many damaged inputs are read in a thorough run; see ``Seeds``.
  ///   - seed: the same seed gives the same inputs.
  ///   - rowsPerByte: how many records one byte may give at most; more than 1 only for compressed formats.
  public static func mutationViolations<F: ReadableFormat>(
    of format: F.Type, samples: [ConformanceSample], rounds: Int = 2000, seed: UInt64 = 1, rowsPerByte: Int = 1
  ) -> [String] {
    guard !samples.isEmpty else { return ["there is no sample to damage"] }
    var found: [String] = []
    var damages = DamagedSamples(of: samples, seed: seed)
    for round in 0..<Seeds.rounds(rounds) where found.count < maximumViolations {
      let damaged = damages.next()
      let chunk = [1, 5, 64, 4096, .max].randomElement(using: &damages.generator) ?? .max
      let rowLimit = [1, 3, 1024].randomElement(using: &damages.generator) ?? 1024
      let limit = max(16, damaged.bytes.count * rowsPerByte)
      let start = ProcessorTime.ofThread
      _ = F.sniff(SourcePreview(name: damaged.name, bytes: damaged.bytes, isWhole: true))
      let reading = CollectedReading(
        of: format, source: damaged.source(chunk: chunk), options: damaged.options, rowLimit: rowLimit,
        recordLimit: limit)
      let context = "\(damaged.name) damaged in round \(round) of seed \(seed)"
      found += reading.contractViolations.map { "\(context): \($0)" }
      if reading.batchCount > limit {
        found.append("\(context): \(damaged.bytes.count) bytes gave \(reading.batchCount) batches")
      }
      let time = ProcessorTime.ofThread - start
      if time > .seconds(10) { found.append("\(context): reading \(damaged.bytes.count) bytes took \(time)") }
    }
    return shortened(found)
  }

  /// The same with one seed after the other for as long as the environment variable `STOCKROOM_FUZZ` says, in seconds; one
  /// round of seeds without it.
  public static func longMutationViolations<F: ReadableFormat>(
    of format: F.Type, samples: [ConformanceSample], rowsPerByte: Int = 1
  ) -> [String] {
    let end =
      ContinuousClock.now + .seconds(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"].flatMap { Int($0) } ?? 0)
    var found: [String] = []
    var seed: UInt64 = 0
    repeat {
      seed += 1
      found = mutationViolations(of: format, samples: samples, rounds: 500, seed: seed, rowsPerByte: rowsPerByte)
    } while found.isEmpty && ContinuousClock.now < end
    return found
  }
}

internal import Synchronization

/// How far the commands have come that a page shows as running, and whether somebody has asked them to stop.
///
/// Commands write it from any of their threads, which costs next to nothing; pages read it at any time.
///
/// ```swift
/// let watch = WorkWatch()
/// WorkWatch.$current.withValue(watch) { shop.run(words, …) }  // meanwhile, elsewhere:
/// watch.reading.share                                         // 0.45
/// watch.askToStop()
/// ```
package final class WorkWatch: Sendable {
  /// The watch of the work that is done now; nil where nobody looks at it.
  @TaskLocal package static var current: WorkWatch?

  /// A part of the work, as people are told of it.
  package enum Phase: Sendable { case reading, comparing, writing }

  /// How far the work has come.
  package struct Reading: Sendable {
    /// Nil where people are not told what is being done.
    package var phase: Phase?
    /// When the phase began.
    package var began: ContinuousClock.Instant
    /// The bytes of the source that were read in this phase.
    package var bytes = 0
    /// How many bytes the source has; nil where that is not known, and in phases that read no source.
    package var totalBytes: Int?
    /// The records that came so far; nil before the first.
    package var records: Int?
    /// The errors that were found so far.
    package var errors = 0
    /// How many steps of the work were done, and how many it has; nil where it does not say so.
    package var steps: (done: Int, all: Int)?

    package init(_ phase: Phase? = nil, began: ContinuousClock.Instant = .now) {
      (self.phase, self.began) = (phase, began)
    }

    /// Which part of the source was read, or of the steps was done, from 0 to 1; nil where that is not known.
    package var share: Double? {
      if let steps, steps.all > 0 { return min(1, Double(steps.done) / Double(steps.all)) }
      guard let totalBytes, totalBytes > 0 else { return nil }
      return min(1, Double(bytes) / Double(totalBytes))
    }
  }

  private enum Stop { case notAsked, asked, obeyed }

  private struct State {
    var reading = Reading()
    var stop = Stop.notAsked
  }

  private let state = Mutex(State())

  package init() {}

  package var reading: Reading { state.withLock { $0.reading } }

  // MARK: The command's side

  /// Begins a part of the work.
  ///
  /// - Parameter totalBytes: how much it reads; nil where it reads no source, or one of unknown size.
  package func begin(_ phase: Phase?, totalBytes: Int? = nil) {
    state.withLock { state in
      let before = state.reading
      // What one phase in people's words is made of goes on with its rate.
      state.reading = Reading(phase, began: phase == before.phase && totalBytes == nil ? before.began : .now)
      state.reading.totalBytes = totalBytes
      // A second reading of the source counts anew.
      if totalBytes == nil { (state.reading.records, state.reading.errors) = (before.records, before.errors) }
    }
  }

  /// Says how many bytes were read; to be called once per batch.
  package func advance(to bytes: Int) { state.withLock { $0.reading.bytes = bytes } }

  /// Says how many steps of the work were done.
  package func finish(steps done: Int, of all: Int) { state.withLock { $0.reading.steps = (done, all) } }

  /// Says how many records came, and how many errors were found; to be called once per batch.
  package func count(records: Int, errors: Int) {
    state.withLock { ($0.reading.records, $0.reading.errors) = (records, errors) }
  }

  /// Whether the work is to end now, without having changed anything. Who is told so has to end it.
  package func obeysStop() -> Bool {
    state.withLock { state in
      guard state.stop != .notAsked else { return false }
      state.stop = .obeyed
      return true
    }
  }

  // MARK: The page's side

  /// Asks the work to end. It does not where it has changed the shop already.
  package func askToStop() {
    state.withLock { if $0.stop == .notAsked { $0.stop = .asked } }
  }

  /// Whether somebody asked the work to end.
  package var isAskedToStop: Bool { state.withLock { $0.stop != .notAsked } }

  /// Whether the work ended, or is ending, because somebody asked for it.
  package var isStopped: Bool { state.withLock { $0.stop == .obeyed } }
}

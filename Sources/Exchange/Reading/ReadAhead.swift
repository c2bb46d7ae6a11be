internal import Dispatch
internal import FormatKit
internal import Foundation
internal import Synchronization

/// Reads a source one batch in advance on a thread of its own, so that reading and writing run at the same time.
///
/// The first batch is read immediately: a source without further batches starts no thread. Batches come in the source's order,
/// and an error of the reader is thrown after the batches before it, as without the thread.
final class ReadAhead {
  /// The state shared by both threads: each slot belongs to one of them at a time, as the semaphores control.
  private final class Shared: @unchecked Sendable {
    enum Outcome {
      case batch, end
      case failure(Problems)
    }

    var reader: any BatchReader
    let batches: UnsafeMutablePointer<RecordBatch>
    let outcomes: UnsafeMutablePointer<Outcome>
    let free = DispatchSemaphore(value: 0)
    let filled = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    /// Whether nothing more is to be read.
    let isCancelled = Atomic(false)

    init(_ reader: any BatchReader) {
      self.reader = reader
      batches = .allocate(capacity: 2)
      batches.initialize(to: RecordBatch())
      (batches + 1).initialize(to: RecordBatch())
      outcomes = .allocate(capacity: 2)
      outcomes.initialize(repeating: .end, count: 2)
    }

    deinit {
      batches.deinitialize(count: 2)
      batches.deallocate()
      outcomes.deinitialize(count: 2)
      outcomes.deallocate()
    }

    /// Reads into a slot; whether the source may have more.
    func read(into slot: Int) -> Bool {
      do throws(Problems) {
        outcomes[slot] = try reader.read(into: &batches[slot]) ? .batch : .end
      } catch {
        outcomes[slot] = .failure(error)
      }
      if case .batch = outcomes[slot] { return true }
      return false
    }

    func readAll() {
      var slot = 1
      while true {
        free.wait()
        if isCancelled.load(ordering: .acquiring) { break }
        let mayHaveMore = read(into: slot)
        filled.signal()
        guard mayHaveMore else { break }
        slot = 1 - slot
      }
      ended.signal()
    }
  }

  private let shared: Shared
  private var slot = 0
  private var hasBegun = false
  private var hasThread = false

  init(_ reader: any BatchReader) { shared = Shared(reader) }

  /// Stops reading without waiting for a silent source: the thread ends after its current read.
  deinit { cancel() }

  /// The findings of the reader; read with the first batch, and at the end.
  var findings: [SourceFinding] {
    if cancel() { shared.ended.wait() }
    return shared.reader.findings
  }

  /// Hands out the next batch for the time of the call; false when none is left.
  func next(_ body: (borrowing RecordBatch) throws -> Void) throws -> Bool {
    if !hasBegun {
      hasBegun = true
      _ = shared.read(into: 0)
    } else if hasThread {
      // The slot handed out last may be filled again, and the other one is awaited.
      shared.free.signal()
      shared.filled.wait()
      slot = 1 - slot
    } else {
      startThread()
      shared.filled.wait()
      slot = 1
    }
    switch shared.outcomes[slot] {
    case .end: return false
    case .failure(let error): throw error
    case .batch:
      try body(shared.batches[slot])
      return true
    }
  }

  private func startThread() {
    hasThread = true
    let shared = shared
    let thread = Thread { shared.readAll() }
    // The same size as that of the main thread, because a parser may recurse deeply.
    thread.stackSize = 8 << 20
    thread.start()
    shared.free.signal()
    shared.free.signal()
  }

  /// Signals the thread that no more batches are needed.
  ///
  /// - Returns: whether there is a thread.
  @discardableResult private func cancel() -> Bool {
    guard hasThread else { return false }
    hasThread = false
    shared.isCancelled.store(true, ordering: .releasing)
    shared.free.signal()
    shared.free.signal()
    return true
  }
}

import Dispatch
import FormatKit
import Testing

@testable import Exchange

/// A source of numbered batches that may fail on its way.
private struct CountedReader: BatchReader {
  var batches: Int
  var failsAtEnd = false
  private var handedOut = 0

  init(batches: Int, failsAtEnd: Bool = false) {
    self.batches = batches
    self.failsAtEnd = failsAtEnd
  }

  var findings: [SourceFinding] { [SourceFinding("batches", "\(handedOut)", evidence: "counted")] }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    batch.reset(schema: Schema(columnNames: ["number"]))
    if handedOut == batches {
      if failsAtEnd { throw Problems(.sourceUnreadable, source: "numbers", "reading failed") }
      return false
    }
    handedOut += 1
    batch.append(text: "\(handedOut)")
    batch.endRow(at: RecordPosition(line: handedOut, byteOffset: 0, record: handedOut))
    return true
  }
}

/// A source that blocks from its third batch on until it is released.
private struct SilentReader: BatchReader {
  let mayGoOn: DispatchSemaphore
  private var handedOut = 0

  init(mayGoOn: DispatchSemaphore) { self.mayGoOn = mayGoOn }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if handedOut == 2 { mayGoOn.wait() }
    handedOut += 1
    batch.reset(schema: Schema(columnNames: ["number"]))
    return handedOut <= 2
  }
}

@Suite struct ReadAheadTests {
  private struct Enough: Error {}

  @Test(arguments: [0, 1, 2, 3, 4, 7, 500]) func handsOutEveryBatchInOrder(batches: Int) throws {
    let reading = ReadAhead(CountedReader(batches: batches))
    var numbers: [String?] = []
    while try reading.next({ numbers.append($0.string(row: 0, column: 0)) }) {}
    #expect(numbers == (0..<batches).map { "\($0 + 1)" })
    #expect(reading.findings.map(\.value) == ["\(batches)"])
  }

  @Test(arguments: [0, 1, 2, 5]) func throwsAfterTheBatchesAheadOfIt(batches: Int) {
    let reading = ReadAhead(CountedReader(batches: batches, failsAtEnd: true))
    var count = 0
    #expect(throws: Problems.self) { while try reading.next({ _ in count += 1 }) {} }
    #expect(count == batches)
  }

  @Test(arguments: [1, 2, 3, 10]) func endsItsThreadWhenNoMoreIsWanted(wanted: Int) {
    for _ in 0..<50 {
      let reading = ReadAhead(CountedReader(batches: .max))
      var count = 0
      #expect(throws: Enough.self) {
        while try reading.next({ _ in
          count += 1
          if count == wanted { throw Enough() }
        }) {}
      }
      #expect(count == wanted)
    }
  }

  @Test func doesNotWaitForASilentSource() throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    do {
      let reading = ReadAhead(SilentReader(mayGoOn: mayGoOn))
      #expect(try reading.next { _ in })
      #expect(try reading.next { _ in })
    }
    mayGoOn.signal()
  }
}

import CAllocationCount
import FormatKit
import StandardFormats
import Testing

/// How often readers and writers allocate memory after they have started. An allocation for each row or field shows
/// here on every machine alike, long before it shows in a benchmark.
@Suite struct AllocationTests {
  /// The most allocations for a thousand records of six columns, reading and writing; a call more for each row shows.
  private static let limits: [(format: String, reading: Int, writing: Int)] = [
    ("csv", 8, 2), ("json-lines", 3_500, 2), ("json", 3_500, 2), ("xml", 8_000, 8),
  ]

  private static let schema = Schema(columnNames: ["sku", "title", "colour", "price", "quantity", "note"])

  /// The number of allocations of a piece of work on this thread.
  private func allocations<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Int {
    allocation_count_begin()
    try work()
    return allocation_count_end()
  }

  private func fill(_ batch: inout RecordBatch, from first: Int, count: Int) {
    batch.reset(schema: Self.schema)
    for record in first..<(first + count) {
      let title = "Mug \(record), \"plain\""
      for text in ["P\(record)", title, record % 3 == 0 ? "" : "grün", "1\(record % 90).50", "12", "a & b < c"] {
        batch.append(text: text)
      }
      batch.endRow(at: RecordPosition(line: record, byteOffset: 0, record: record))
    }
  }

  @Test func countsWhatIsAllocated() throws {
    var kept: [[Int]] = []
    let count = allocations { () throws(Never) in for size in 1...50 { kept.append(Array(repeating: 1, count: size)) } }
    #expect(count >= 50 && count < 70)
    #expect(kept.count == 50)
  }

  @Test(arguments: limits.map(\.format))
  func readersAndWritersReuseTheirMemory(format id: String) throws {
    let limit = try #require(Self.limits.first { $0.format == id })
    let format = try standardFormats.format(id)
    let sink = ByteSink.memory()
    var writer = try #require(format.writing).writer(for: Self.schema, to: sink)
    var batch = RecordBatch()
    // A sink in memory grows now and then; what the first batches take stays out of the count.
    _ = try sink.reserve(8 << 20)
    var written: [Int] = []
    for round in 0..<12 {
      fill(&batch, from: round * 1024 + 1, count: 1024)
      written.append(try allocations { () throws(Problems) in try writer.write(batch) })
    }
    try writer.finish()
    // The first batches settle the memory, here and below.
    #expect(written[2...].reduce(0, +) <= 10 * limit.writing, "\(id) writing: \(written)")

    let name = "records.\(format.descriptor.extensions[0])"
    let source = ByteSource.memory(sink.collectedBytes, name: name, chunk: 1 << 16)
    var reader = try #require(format.reading).reader(for: source)
    var read: [Int] = []
    var hasMore = true
    var records = 0
    while hasMore {
      read.append(try allocations { () throws(Problems) in hasMore = try reader.read(into: &batch) })
      if hasMore { records += batch.rowCount }
    }
    #expect(records == 12 * 1024)
    let steady = read.dropFirst(read.count / 4)
    #expect(steady.reduce(0, +) <= 10 * limit.reading, "\(id) reading: \(read)")
  }
}

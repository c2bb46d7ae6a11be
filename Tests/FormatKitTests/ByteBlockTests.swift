import FormatKit
import FormatKitTesting
import Testing

@Suite struct ByteBlockTests {
  private func padded(_ text: [UInt8]) -> [UInt8] { text + [UInt8](repeating: 0xEE, count: ByteBlock.padding) }

  @Test func findsEveryPlaceOfAByteInOrder() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let text = (0..<ByteBlock.size).map { _ in UInt8.random(in: 0...3, using: &random) }
      let wanted = UInt8.random(in: 0...4, using: &random)
      var places = padded(text).withUnsafeBufferPointer { bytes in
        ByteBlock.Places(ByteBlock(at: bytes.baseAddress!).bytes .== SIMD16(repeating: wanted))
      }
      var found: [Int] = []
      while !places.isEmpty {
        found.append(places.first)
        places.removeFirst()
      }
      #expect(found == text.indices.filter { text[$0] == wanted })
      #expect(places.first == ByteBlock.size)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 100])
  func copiesExactly(count: Int) {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) }
    var target = [UInt8](repeating: 0, count: count + ByteBlock.padding)
    padded(text).withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        ByteBlock.copy(source.baseAddress!, to: target.baseAddress!, count: count)
      }
    }
    #expect(Array(target[..<count]) == text)
  }

  @Test func appendsFromPaddedMemory() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b"]))
    var expected: [[String?]] = []
    // Longer than the batch's first memory, so that it grows between two fields.
    for length in [0, 1, 16, 32, 33, 5_000, 70_000, 140_000] {
      let text = String(repeating: "x", count: length)
      padded(Array(text.utf8)).withUnsafeBufferPointer { batch.append(padded: $0.baseAddress!, count: length) }
      batch.append(text: "after")
      batch.endRow(at: RecordPosition(line: 1, byteOffset: 0, record: 1))
      expected.append([text, "after"])
    }
    #expect((0..<batch.rowCount).map { batch.strings(row: $0) } == expected)
  }
}

@Suite struct ByteSinkTests {
  @Test func keepsWhatIsPutIntoItsBuffer() throws {
    let sink = ByteSink.memory()
    var expected: [UInt8] = []
    for length in [0, 1, 200, 300, 70_000, 3] {
      let next = try sink.reserve(length)
      for index in 0..<length { next[index] = UInt8(truncatingIfNeeded: index) }
      sink.commit(to: next + length)
      try sink.write("é")
      try sink.write(UInt8(ascii: "\n"))
      expected += (0..<length).map { UInt8(truncatingIfNeeded: $0) } + Array("é\n".utf8)
    }
    #expect(sink.collectedBytes == expected)
    #expect(sink.byteCount == expected.count)
  }
}

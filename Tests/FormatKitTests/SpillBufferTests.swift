import FormatKit
import Foundation
import Testing

/// Bytes are read back as they were added, from memory and from a file.
@Suite struct SpillBufferTests {
  @Test(arguments: [0, 1, 100, 1 << 20]) func readsBackWhatWasAdded(limit: Int) throws {
    let buffer = SpillBuffer(limit: limit, source: "test", purpose: "a test is run")
    var all: [UInt8] = []
    for step in 0..<40 {
      let bytes = (0..<(step * 97 % 1000)).map { UInt8(truncatingIfNeeded: $0 &+ step) }
      try bytes.withUnsafeBytes { try buffer.append($0) }
      all += bytes
    }
    #expect(buffer.count == all.count)
    for (place, count) in [(0, all.count), (5, 300), (all.count - 7, 7), (all.count, 0)] {
      var read = [UInt8](repeating: 0, count: count)
      try read.withUnsafeMutableBytes { try buffer.read(at: place, into: $0) }
      #expect(read == Array(all[place..<place + count]))
    }
    var beyond = [UInt8](repeating: 0, count: 2)
    #expect(throws: (any Error).self) {
      try beyond.withUnsafeMutableBytes { try buffer.read(at: all.count - 1, into: $0) }
    }
  }
}

import FormatKit

extension FormatConformance {
  /// A sample up to this size is cut at every byte; a larger one at as many places, evenly spread.
  private static let cutLimit = 1024

  static func cutOffViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    var found: [String] = []
    let count = sample.bytes.count
    let step = max(1, count / cutLimit)
    for cut in stride(from: 1, to: count, by: step) {
      let part = sample.replacing(Array(sample.bytes[..<cut]))
      let reading = CollectedReading(of: format, source: part.source(), options: sample.options)
      let context = "\(sample.name) cut off after \(cut) bytes"
      found += reading.contractViolations.map { "\(context): \($0)" }
      // With an error only whole batches were handed over; without one the last record may be the damaged one.
      if let difference = reading.differenceAsStart(of: whole, lastMayDiffer: true) {
        found.append("\(context): \(difference)")
      }
      if found.count > maximumViolations { break }
    }
    return found
  }

  static func failingSourceViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    var found: [String] = []
    let count = sample.bytes.count
    for failure in Set([0, 1, count / 4, count / 2, count * 3 / 4, max(0, count - 1)]).sorted() {
      for chunk in [7, 4096] {
        let source = failingSource(sample, after: failure, chunk: chunk)
        let reading = CollectedReading(of: format, source: source, options: sample.options, rowLimit: 1)
        let context = "\(sample.name) failing after \(failure) bytes"
        found += reading.contractViolations.map { "\(context): \($0)" }
        if let error = reading.error {
          // The error at the end of the intact file may come first.
          if error.code != .sourceUnreadable, error != whole.error {
            found.append("\(context) ends with \(error.code.id) instead of source-unreadable")
          }
          if let difference = reading.differenceAsStart(of: whole, lastMayDiffer: false) {
            found.append("\(context): \(difference)")
          }
        } else if whole.difference(from: reading, rules: .sameRecords) != nil {
          found.append("\(context) is read without an error, and records are missing")
        }
      }
    }
    return found
  }

  /// A source that hands out the first bytes of a sample and then fails as a broken disk does.
  static func failingSource(_ sample: ConformanceSample, after limit: Int, chunk: Int) -> ByteSource {
    let bytes = sample.bytes
    let name = sample.name
    return ByteSource(name: name, byteCount: bytes.count) { () throws(Problems) in
      var offset = 0
      return ByteStream(name: name) { buffer in
        let count = min(buffer.count, limit - offset, chunk)
        guard count > 0 else {
          throw Problems(.sourceUnreadable, source: name, "reading failed: the medium is damaged")
        }
        bytes.withUnsafeBytes {
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
        }
        offset += count
        return count
      }
    }
  }
}

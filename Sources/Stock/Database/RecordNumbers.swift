/// A set of record ids, a bit for each: a million records take 125 kB.
struct RecordNumbers {
  /// Higher ids are not kept, so that the set does not exceed 16 MB.
  static let limit: Int64 = 1 << 27

  private var words: [UInt64] = []

  /// Adds an id.
  ///
  /// - Returns: whether it can be kept.
  @discardableResult
  mutating func insert(_ id: Int64) -> Bool {
    guard id >= 0, id < Self.limit else { return false }
    let place = Int(id >> 6)
    if place >= words.count {
      let more = Swift.max(place + 1, words.count * 2) - words.count
      words.append(contentsOf: repeatElement(0, count: more))
    }
    words[place] |= 1 << UInt64(id & 63)
    return true
  }

  @inline(__always)
  func contains(_ id: Int64) -> Bool {
    let place = Int(truncatingIfNeeded: id >> 6)
    return id >= 0 && place < words.count && words[place] & 1 << UInt64(id & 63) != 0
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func formUnion(_ other: RecordNumbers) { for id in other { insert(id) } }
}

/// The ids, the lowest first.
extension RecordNumbers: Sequence {
  func makeIterator() -> Iterator { Iterator(words: words) }

  struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    private var place = -1
    private var rest: UInt64 = 0

    fileprivate init(words: [UInt64]) { self.words = words }

    mutating func next() -> Int64? {
      while rest == 0 {
        place += 1
        guard place < words.count else { return nil }
        rest = words[place]
      }
      defer { rest &= rest &- 1 }
      return Int64(place) << 6 + Int64(rest.trailingZeroBitCount)
    }
  }
}

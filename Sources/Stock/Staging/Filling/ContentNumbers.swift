/// The number of the record that brought each content first, as long as these are not too many.
///
/// A content is known by its digest alone. The key of the digests is a random one, so nobody can write two contents with one digest.
struct ContentNumbers {
  /// So many contents are known at most, which takes 12 MiB; of further ones no repetition is found.
  static let limit = 1 << 18
  private var digests: [RowDigest] = []
  /// The number of each slot's content; 0 for a free slot.
  private var numbers: [Int64] = []
  private var count = 0
  private let hash: SipHash

  init() {
    var generator = SystemRandomNumberGenerator()
    hash = SipHash(key0: generator.next(), key1: generator.next())
  }

  /// The number of the record that brought a content first; a content that is new gets the number given.
  mutating func number(
    of words: UnsafeBufferPointer<UInt64>, _ bytes: UnsafeRawBufferPointer, orAdd number: Int64
  ) -> Int64? {
    let digest = hash.digest(words, bytes)
    if 2 * count >= numbers.count, count < Self.limit { grow() }
    let slot = slot(of: digest)
    if numbers[slot] != 0 { return numbers[slot] }
    guard count < Self.limit else { return nil }
    digests[slot] = digest
    numbers[slot] = number
    count += 1
    return nil
  }

  private func slot(of digest: RowDigest) -> Int {
    var slot = Int(truncatingIfNeeded: digest.low) & (numbers.count - 1)
    while numbers[slot] != 0, digests[slot] != digest { slot = (slot + 1) & (numbers.count - 1) }
    return slot
  }

  private mutating func grow() {
    let known = zip(digests, numbers).filter { $0.1 != 0 }
    let size = max(1 << 10, 2 * numbers.count)
    digests = Array(repeating: RowDigest(low: 0, high: 0), count: size)
    numbers = Array(repeating: 0, count: size)
    for (digest, number) in known {
      let slot = slot(of: digest)
      digests[slot] = digest
      numbers[slot] = number
    }
  }
}

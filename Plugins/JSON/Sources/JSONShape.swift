import FormatKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The known shape of the objects at one path of the records: their keys, in the order of their first appearance, and
/// the destination of each value.
final class JSONShape {
  struct Member {
    /// The key as in the text: `"sku":`, padded.
    let pattern: UnsafeMutablePointer<UInt8>
    let patternCount: Int
    /// Whether the pattern may be compared with the text: false for a key that is written with escapes.
    let isPlain: Bool
    /// The column of a scalar value; -1 until there is one.
    var column = -1
    /// The table of the elements of an array; -1 until there is one.
    var table = -1
    /// The shape of an object; -1 until there is one.
    var shape = -1
    /// Whether there was a value that is neither null nor an object or array.
    var hasScalar = false
    /// Whether an object or array came only after many records with scalars: it is odd each time.
    var isOddNested = false
    /// The object that had this member last, to find keys that come twice.
    var stamp = 0

    var key: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: pattern + 1, count: patternCount - 3) }
  }

  /// The prefix of the keys in column names: `address.`, or empty.
  let prefix: String
  private(set) var members: UnsafeMutablePointer<Member>
  private(set) var count = 0
  private var capacity = 16
  /// Open addressing: the index of a member plus one, or 0.
  private var table: [Int32] = Array(repeating: 0, count: 32)

  init(prefix: String) {
    self.prefix = prefix
    members = .allocate(capacity: capacity)
  }

  deinit {
    for index in 0..<count { members[index].pattern.deallocate() }
    members.deallocate()
  }

  /// The index of the member with that key; nil if there is no such member yet.
  func index(of key: UnsafeBufferPointer<UInt8>, expected: Int) -> Int? {
    if expected < count, equal(members[expected].key, key) { return expected }
    var place = slot(of: key)
    while table[place] != 0 {
      let index = Int(table[place]) - 1
      if equal(members[index].key, key) { return index }
      place = (place + 1) & (table.count - 1)
    }
    return nil
  }

  /// Adds a member that is not there yet.
  func add(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if count == capacity { grow() }
    let size = key.count + 3 + ByteBlock.padding
    let pattern = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    pattern.initialize(repeating: 0, count: size)
    pattern[0] = 0x22
    if let base = key.baseAddress { (pattern + 1).update(from: base, count: key.count) }
    pattern[key.count + 1] = 0x22
    pattern[key.count + 2] = 0x3A
    let isPlain = !key.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    (members + count).initialize(to: Member(pattern: pattern, patternCount: key.count + 3, isPlain: isPlain))
    count += 1
    if count * 2 > table.count {
      table = Array(repeating: 0, count: table.count * 2)
      for index in 0..<count { enter(index) }
    } else {
      enter(count - 1)
    }
    return count - 1
  }

  private func grow() {
    let grown = UnsafeMutablePointer<Member>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: members, count: count)
    members.deallocate()
    members = grown
    capacity *= 2
  }

  private func enter(_ index: Int) {
    var place = slot(of: members[index].key)
    while table[place] != 0 { place = (place + 1) & (table.count - 1) }
    table[place] = Int32(truncatingIfNeeded: index + 1)
  }

  /// Seeded, so that no file can be made whose keys all fall together.
  private func slot(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    return hasher.finalize() & (table.count - 1)
  }

  private func equal(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count, let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
      return left.isEmpty && right.isEmpty
    }
    return memcmp(leftBase, rightBase, left.count) == 0
  }
}

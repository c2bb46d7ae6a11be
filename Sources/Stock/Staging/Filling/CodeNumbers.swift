/// The codes in one field of a source, numbered in the order in which they come, as long as they are few.
///
/// Brands, colours and categories are a handful in millions of rows. Codes that are numbered on reading need not be
/// looked up later, row by row. Numbering ends for a field with more codes than ``limit``, so that it never needs more
/// memory.
struct CodeNumbers {
  static let limit = 1_024
  private static let longest = 200
  private static let slotCount = 4_096

  /// Where each code first occurred, indexed by its number less one.
  private(set) var positions: [StagedPosition] = []
  /// Whether every code so far has its number.
  private(set) var isComplete = true
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots = [Int16](repeating: -1, count: slotCount)
  private var last = -1

  /// The text of a code by its number less one.
  subscript(index: Int) -> String { String(decoding: self.bytes[range(index)], as: UTF8.self) }

  /// The number of a code, from 1; nil once there were too many.
  mutating func number(of code: UnsafeBufferPointer<UInt8>, at position: StagedPosition) -> Int64? {
    guard isComplete else { return nil }
    if last >= 0, isSame(code, last) { return Int64(last + 1) }
    // FNV-1a; the slots are four times the codes, so that the way is short.
    var hash: UInt32 = 2_166_136_261
    for byte in code { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var slot = Int(hash ^ hash >> 16) & (Self.slotCount - 1)
    while slots[slot] >= 0 {
      if isSame(code, Int(slots[slot])) {
        last = Int(slots[slot])
        return Int64(last + 1)
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    guard positions.count < Self.limit, code.count <= Self.longest else {
      isComplete = false
      return nil
    }
    last = positions.count
    slots[slot] = Int16(last)
    bytes.append(contentsOf: code)
    ends.append(bytes.count)
    positions.append(position)
    return Int64(last + 1)
  }

  private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  private func isSame(_ code: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let range = range(index)
    guard range.count == code.count else { return false }
    return bytes.withUnsafeBufferPointer { known in
      for place in 0..<code.count where known[range.lowerBound + place] != code[place] { return false }
      return true
    }
  }
}

/// Which keys were there before, in bounded memory: 64 bits of each of the first million.
struct SeenKeys {
  private var hashes: Set<UInt64> = []
  private let limit: Int

  init(limit: Int = 1 << 20) { self.limit = limit }

  /// Records a key.
  ///
  /// - Returns: whether it was recorded before; false above the limit, where this is not known.
  mutating func insert(_ key: String) -> Bool {
    let hash = Self.hash(key)
    if hashes.contains(hash) { return true }
    if hashes.count < limit { hashes.insert(hash) }
    return false
  }

  /// FNV-1a of 64 bits: it is the same in every run, so a file always gets the same messages.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The products whose first item was read, with its texts about them.
struct SeenGroups {
  struct Words: Hashable, Sendable {
    var title: UInt64
    var description: UInt64
    var brand: UInt64
    var category: UInt64
    /// Of the fields that are custom attributes.
    var own: UInt64
  }

  private var words: [UInt64: Words] = [:]
  private static let limit = 1 << 18

  /// The texts of a group's first item.
  subscript(_ group: String) -> Words? { words[SeenKeys.hash(group)] }

  mutating func insert(_ group: String, _ said: Words) {
    if words.count < Self.limit { words[SeenKeys.hash(group)] = said }
  }
}

/// A random number generator that gives the same numbers for the same seed, so that a failing test can be repeated.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Damages bytes at random, as transfers, editors and attackers do: the same seed gives the same damage.
public struct ByteMutator: Sendable {
  /// The largest result, in bytes, unless the original is larger.
  public let byteLimit: Int
  private var generator: SeededGenerator

  public init(seed: UInt64, byteLimit: Int = 1 << 16) {
    generator = SeededGenerator(seed: seed)
    self.byteLimit = max(1, byteLimit)
  }

  /// Bytes with a meaning in one format or another: separators, quotes, brackets, line ends, marks, broken UTF-8.
  private static let meaningful: [[UInt8]] =
    [
      "\"", "'", ",", ";", "\t", "|", "\n", "\r\n", "\r", "{", "}", "[", "]", ":", "\\", "\\u", "<", ">", "&", "&#x0;",
      "</",
      "<![CDATA[", "]]>", "<!--", "<?", "-", "+", "*", "~", "^", "?", "UNA", "ISA", "0", "9", "99999999999999999999",
      "1e999",
      "-0", "null", "true", " ", "=",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF], [0xE2, 0x80, 0xA8],
    ]

  /// The bytes with one to four damages.
  ///
  /// - Parameter other: another sample, of which a part may be put in.
  public mutating func mutate(_ bytes: [UInt8], mixing other: [UInt8] = []) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) { damage(&result, mixing: other) }
    let limit = max(byteLimit, bytes.count)
    if result.count > limit { result.removeLast(result.count - limit) }
    return result
  }

  private mutating func damage(_ bytes: inout [UInt8], mixing other: [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: bytes.removeSubrange(run(at: place, in: bytes))
    case 3: bytes.removeSubrange(place...)
    case 4:
      let source = run(at: Int.random(in: 0...bytes.count, using: &generator), in: bytes)
      bytes.insert(contentsOf: Array(bytes[source]), at: place)
    case 5:
      let source = run(at: place, in: bytes)
      let copies = min(Int.random(in: 2...200, using: &generator), byteLimit / max(1, source.count))
      bytes.insert(contentsOf: Array(repeating: Array(bytes[source]), count: copies).joined(), at: place)
    case 6 where !other.isEmpty:
      let source = run(at: Int.random(in: 0..<other.count, using: &generator), in: other)
      bytes.insert(contentsOf: other[source], at: place)
    case 7 where place < bytes.count:
      let token = Self.meaningful.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(place..<min(bytes.count, place + token.count), with: token)
    default: bytes.insert(contentsOf: Self.meaningful.randomElement(using: &generator) ?? [], at: place)
    }
  }

  private mutating func run(at start: Int, in bytes: [UInt8]) -> Range<Int> {
    start..<min(bytes.count, start + Int.random(in: 1...64, using: &generator))
  }
}

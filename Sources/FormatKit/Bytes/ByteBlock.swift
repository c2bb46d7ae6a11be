/// Sixteen bytes of text at a time, for the loops that look at every byte of a file.
///
/// Text is read in whole blocks, also beyond its end: its memory must be ``padding`` bytes longer than the text.
///
/// ```swift
/// let block = ByteBlock(at: start)
/// let (comma, lineFeed) = (UInt8(ascii: ","), UInt8(ascii: "\n"))
/// let ends = ByteBlock.Places(block.bytes .== comma .| block.bytes .== lineFeed)
/// ends.first  // 3: the first comma of `A-1,Lamp,12`; 16 if the block has neither
/// ```
public struct ByteBlock {
  /// How many bytes a block has.
  public static let size = 16
  /// How many bytes after the text may be read, and how many bytes after the output may be overwritten.
  public static let padding = 32

  /// The bytes, the first in memory first.
  public let bytes: SIMD16<UInt8>

  /// The sixteen bytes from a place on.
  ///
  /// ```swift
  /// let block = ByteBlock(at: start)
  /// block.bytes[0]  // 65: the letter A
  /// ```
  @inlinable @inline(__always)
  public init(at start: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Writes the bytes to a place.
  ///
  /// ```swift
  /// ByteBlock(at: start).store(to: output)
  /// output[3]  // 44: the comma of `A-1,Lamp,12`
  /// ```
  @inlinable @inline(__always)
  public func store(to start: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  /// Copies text between padded memory; up to 32 bytes cost two loads and two stores.
  ///
  /// ```swift
  /// ByteBlock.copy(start, to: output, count: 11)
  /// output[10]  // 50: the last digit of `A-1,Lamp,12`
  /// ```
  @inlinable @inline(__always)
  public static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    guard count <= 2 &* size else { return target.update(from: source, count: count) }
    ByteBlock(at: source).store(to: target)
    ByteBlock(at: source + size).store(to: target + size)
  }

  /// The places of a block where a comparison holds, lowest first.
  public struct Places {
    @usableFromInline var low: UInt64
    @usableFromInline var high: UInt64

    /// The places where a comparison of two vectors of bytes is true.
    ///
    /// ```swift
    /// let block = ByteBlock(at: start)
    /// let commas = ByteBlock.Places(block.bytes .== UInt8(ascii: ","))
    /// commas.first  // 3: the first comma of `A-1,Lamp,12`
    /// ```
    @inlinable @inline(__always)
    public init(_ mask: SIMDMask<SIMD16<Int8>>) {
      let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      low = UInt64(littleEndian: words[0]) & 0x8080_8080_8080_8080
      high = UInt64(littleEndian: words[1]) & 0x8080_8080_8080_8080
    }

    /// Whether the comparison holds nowhere in the block.
    @inlinable @inline(__always)
    public var isEmpty: Bool { low | high == 0 }

    /// The first index; 16 if there are no matches.
    @inlinable @inline(__always)
    public var first: Int {
      if low != 0 { return low.trailingZeroBitCount &>> 3 }
      // Without a bit set there are 64 zeros, which makes 16.
      return 8 &+ high.trailingZeroBitCount &>> 3
    }

    /// Takes the first place away.
    ///
    /// ```swift
    /// var commas = ByteBlock.Places(ByteBlock(at: start).bytes .== UInt8(ascii: ","))
    /// var ends: [Int] = []
    /// while !commas.isEmpty {
    ///   ends.append(commas.first)
    ///   commas.removeFirst()
    /// }
    /// ends  // [3, 8]
    /// ```
    @inlinable @inline(__always)
    public mutating func removeFirst() {
      if low != 0 { low &= low &- 1 } else { high &= high &- 1 }
    }
  }
}

internal import FormatKit

/// The reference of a known row to a record or a column: its kind and its number.
struct RowReference: Hashable, BitwiseCopyable {
  /// The kinds whose records are recognised, by their number.
  static let kinds = Vocabulary.kinds.compactMap { kind in kind.recognition.map { ($0.rawValue, kind.name) } }
    .sorted { $0.0 < $1.0 }.map(\.1)
  // The numbers of some of them as constants, since they are compared for each reference of a row.
  static let variants = 6
  static let barcodes = 7
  static let supplierItems = 8
  static let prices = 9
  /// A variant that the row is about without describing it.
  static let item = 10
  /// A GTIN in one of the feed's columns with barcodes.
  static let gtin = 11
  /// Another code in one of them.
  static let otherCode = 12
  static let sorts = 13

  /// The number in the upper bits, the sort in the lower four.
  let packed: UInt64

  @inline(__always)
  init(packed: UInt64) { self.packed = packed }

  @inline(__always)
  init(_ sort: Int, _ number: Int64) { packed = UInt64(bitPattern: number) << 4 | UInt64(sort) }

  @inline(__always) var sort: Int { Int(packed & 15) }
  @inline(__always) var number: Int64 { Int64(packed >> 4) }
}

/// Known rows in the order of their file: the digest of each and what it refers to.
///
/// As bytes a page is a checksum, the number of rows, their digests, and for each row its references as differences from
/// the last number of their sort, in as few bytes as they need.
struct RowCachePage {
  static let rowLimit = 4096
  /// A row with more references is not kept.
  static let referenceLimit = 255

  private(set) var digests: [RowDigest] = []
  private var ends: [Int32] = []
  private var references: [RowReference] = []

  var count: Int { digests.count }
  var isFull: Bool { digests.count >= Self.rowLimit }

  mutating func append(_ digest: RowDigest, _ added: some Sequence<RowReference>) {
    digests.append(digest)
    references.append(contentsOf: added)
    ends.append(Int32(references.count))
  }

  mutating func removeAll() {
    digests.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  func withReferences<Result>(
    of row: Int, _ body: (UnsafeBufferPointer<RowReference>) throws -> Result
  ) rethrows -> Result {
    let start = row == 0 ? 0 : Int(ends[row - 1])
    return try references.withUnsafeBufferPointer { all in
      try body(UnsafeBufferPointer(rebasing: all[start..<Int(ends[row])]))
    }
  }

  // MARK: Bytes

  func encoded(_ hash: SipHash, feed: Int64, page: Int64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes.reserveCapacity(16 + digests.count * 32)
    bytes.append(varint: UInt64(count))
    for digest in digests { bytes.append(digest) }
    var last = [Int64](repeating: 0, count: RowReference.sorts)
    var start = 0
    for end in ends.map(Int.init) {
      bytes.append(varint: UInt64(end - start))
      for reference in references[start..<end] {
        let difference = reference.number - last[reference.sort]
        last[reference.sort] = reference.number
        let unsigned = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        bytes.append(varint: unsigned << 4 | UInt64(reference.sort))
      }
      start = end
    }
    let sum = Self.checksum(bytes, hash, feed: feed, page: page)
    for place in 0..<8 {
      bytes[place] = UInt8(truncatingIfNeeded: sum.low >> UInt64(place * 8))
      bytes[place + 8] = UInt8(truncatingIfNeeded: sum.high >> UInt64(place * 8))
    }
    return bytes
  }

  private static func checksum(_ bytes: [UInt8], _ hash: SipHash, feed: Int64, page: Int64) -> RowDigest {
    bytes.withUnsafeBytes { all in
      [UInt64(bitPattern: feed), UInt64(bitPattern: page)].withUnsafeBufferPointer {
        hash.digest($0, UnsafeRawBufferPointer(rebasing: all[16...]))
      }
    }
  }

  /// - Returns: nil for bytes that are not a page of this feed at this place.
  init?(_ bytes: [UInt8], _ hash: SipHash, feed: Int64, page: Int64) {
    guard bytes.count > 16 else { return nil }
    var reader = PackedReader(bytes)
    guard let sum = reader.digest(), sum == Self.checksum(bytes, hash, feed: feed, page: page),
      let count = reader.varint(), count <= Self.rowLimit
    else { return nil }
    digests.reserveCapacity(Int(count))
    ends.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let digest = reader.digest() else { return nil }
      digests.append(digest)
    }
    var last = [Int64](repeating: 0, count: RowReference.sorts)
    for _ in 0..<count {
      guard let number = reader.varint(), number <= Self.referenceLimit else { return nil }
      for _ in 0..<number {
        guard let value = reader.varint() else { return nil }
        let sort = Int(value & 15)
        guard sort < RowReference.sorts else { return nil }
        let unsigned = value >> 4
        let reached = last[sort].addingReportingOverflow(Int64(unsigned >> 1) ^ -Int64(unsigned & 1))
        guard !reached.overflow, reached.partialValue >= 0, reached.partialValue < RecordNumbers.limit else {
          return nil
        }
        last[sort] = reached.partialValue
        references.append(RowReference(sort, reached.partialValue))
      }
      ends.append(Int32(references.count))
    }
    guard reader.isAtEnd else { return nil }
  }

  init() {}
}

extension [UInt8] {
  /// Adds a number, seven bits to a byte, the lowest first.
  @inline(__always)
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(_ digest: RowDigest) {
    Swift.withUnsafeBytes(of: (digest.low.littleEndian, digest.high.littleEndian)) { append(contentsOf: $0) }
  }
}

/// Reads numbers and digests from bytes; nil where they end too early.
struct PackedReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  @inline(__always)
  mutating func varint() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return number }
      shift += 7
    }
    return nil
  }

  mutating func digest() -> RowDigest? {
    guard place + 16 <= bytes.count else { return nil }
    defer { place += 16 }
    return bytes.withUnsafeBytes { all in
      RowDigest(
        low: UInt64(littleEndian: all.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
        high: UInt64(littleEndian: all.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
    }
  }
}
